import { cancelDowngrade, type cancelReasons, type Subscription, updateSubscription } from '@finlist/contract/billing'
import { useState } from 'react'
import { errorMessage, isStepUpRefused } from '../../../../api/call-error.ts'
import { request } from '../../../../api/request.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { refetchBilling } from '../refetch-billing.ts'

export type CancelReason = { feedback: (typeof cancelReasons)[number]; comment?: string }
export type Renewal = ReturnType<typeof useRenewal>

/**
 * Turns renewal off or on, or cancels a scheduled downgrade. Makes one change at a time, and refetches everything after
 * it.
 */
export function useRenewal({ subscriptionId, hasAutoRenew }: Subscription, onDone: () => void) {
  const t = useTranslation('dashboard')
  const payment = useTranslation('billing')
  const [isBusy, setBusy] = useState(false)
  const [alert, setAlert] = useState<string>()
  const [done, setDone] = useState<string>()
  const params = { id: subscriptionId }

  const carryOut = async (change: () => Promise<unknown>, said: string) => {
    if (isBusy) return
    setBusy(true)
    setDone(undefined)
    try {
      await change()
      await refetchBilling()
      setDone(said)
      onDone()
    } catch (error) {
      console.error(error)
      if (isStepUpRefused(error)) return
      setAlert(errorMessage(error) ?? payment('subscribe.error.payment'))
      // A call without a response may still have made the change.
      await refetchBilling()
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    alert,
    closeAlert: () => setAlert(undefined),
    done,
    toggle: (reason?: CancelReason) =>
      void carryOut(
        () => request(updateSubscription, { params, body: { hasAutoRenew: !hasAutoRenew, ...(reason && { reason }) } }),
        t(hasAutoRenew ? 'done.renewal-off' : 'done.renewal-on'),
      ),
    cancelDowngrade: () => void carryOut(() => request(cancelDowngrade, { params }), t('done.downgrade-cancelled')),
  }
}
