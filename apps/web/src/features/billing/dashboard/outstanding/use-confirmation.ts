import { confirmOutstanding, type Subscription } from '@finlist/contract/billing'
import { useRef, useState } from 'react'
import { errorMessage, isStepUpRefused } from '../../../../api/call-error.ts'
import type { CardClient } from '../../../../api/card-client/card-client.ts'
import { request } from '../../../../api/request.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { authenticate, type VisitBank } from '../../card/authenticate.ts'
import { refetchBilling } from '../refetch-billing.ts'

type Props = { held: Subscription; client: CardClient | undefined; visitBank: VisitBank; onPaid: () => void }

/** Lets the bank authenticate the payment of a renewal. The result must be requested from the server afterwards. */
export function useConfirmation({ held, client, visitBank, onPaid }: Props) {
  const t = useTranslation('billing')
  const [isBusy, setBusy] = useState(false)
  const [alert, setAlert] = useState<string>()
  const isUnderWay = useRef(false)
  const look = () => request(confirmOutstanding, { params: { id: held.subscriptionId } })

  const confirm = async () => {
    if (isUnderWay.current || !client) return
    isUnderWay.current = true
    setBusy(true)
    setAlert(undefined)
    try {
      const { paymentIntentSecret: secret } = await look()
      const answer = secret === null ? 'failed' : await authenticate(client, secret, visitBank)
      const { subscription } = await look()
      await refetchBilling()
      if (subscription?.status === 'active') onPaid()
      else setAlert(t(answer === 'failed' ? 'subscribe.error.payment' : 'checkout.unsure.text'))
    } catch (error) {
      console.error(error)
      if (!isStepUpRefused(error)) setAlert(errorMessage(error) ?? t('subscribe.error.payment'))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { isBusy, alert, confirm, closeAlert: () => setAlert(undefined) }
}
