import { cancelDowngrade, type cancelReasons, type Subscription, updateSubscription } from '@finlist/contract/billing'
import { useState } from 'react'
import { ask } from '../../../../api/ask.ts'
import { saidBy } from '../../../../api/call-error.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { askAgain } from '../ask-again.ts'

export type CancelReason = { feedback: (typeof cancelReasons)[number]; comment?: string }
export type Renewal = ReturnType<typeof useRenewal>

/** Renewal turned off and on, and a scheduled downgrade taken back: one at a time, and then everything is asked again. */
export function useRenewal({ subscriptionId, hasAutoRenew }: Subscription, onDone: () => void) {
  const t = useTexts('dashboard')
  const payment = useTexts('billing')
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
      await askAgain()
      setDone(said)
      onDone()
    } catch (error) {
      console.error(error)
      setAlert(saidBy(error) ?? payment('subscribe.error.payment'))
      // No answer does not mean that nothing was done.
      await askAgain()
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
        () => ask(updateSubscription, { params, body: { hasAutoRenew: !hasAutoRenew, ...(reason && { reason }) } }),
        t(hasAutoRenew ? 'done.renewal-off' : 'done.renewal-on'),
      ),
    cancelDowngrade: () => void carryOut(() => ask(cancelDowngrade, { params }), t('done.downgrade-cancelled')),
  }
}
