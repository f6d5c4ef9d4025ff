import { type Subscription, updateSubscription, userSubscriptions } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { useRef, useState } from 'react'
import { CallError, errorMessage, isStepUpRefused } from '../../../../api/call-error.ts'
import type { CardClient } from '../../../../api/card-client/card-client.ts'
import { request } from '../../../../api/request.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { authenticate, authenticateCard, type VisitBank } from '../../card/authenticate.ts'
import { refetchBilling } from '../refetch-billing.ts'

type Outcome = 'done' | 'unsure' | 'refused' | { failed: string } | { changed: string }
type Props = {
  held: Subscription
  billingPeriodId: PeriodId
  couponId: string | null
  client: CardClient | undefined
  visitBank: VisitBank
  /** Refetches the preview. */
  renewPrice: () => Promise<void>
  onDone: () => void
}
export type PeriodChanging = ReturnType<typeof usePeriodChange>

/** Runs one change at a time, from payment method to outcome. */
export function usePeriodChange(props: Props) {
  const { held, billingPeriodId, couponId, client, visitBank, renewPrice, onDone } = props
  const t = useTranslation('billing')
  const [stage, setStage] = useState<'open' | 'paying' | 'unsure'>('open')
  const [alert, setAlert] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const isUnderWay = useRef(false)
  const paymentFailed = t('subscribe.error.payment')

  /** `methodOf` resolves to the payment method. If it resolves to undefined, nothing is sent. */
  const confirm = async (methodOf: () => Promise<string | undefined>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setStage('paying')
    setNotice(undefined)
    try {
      const paymentMethod = await methodOf()
      if (paymentMethod === undefined) return setStage('open')
      await conclude(await send(paymentMethod).catch(outcomeOf))
    } finally {
      isUnderWay.current = false
    }
  }

  const send = async (paymentMethod: string): Promise<Outcome> => {
    const { productId, subscriptionId } = held
    const { subscriptionStatus, paymentIntentSecret: secret } = await request(updateSubscription, {
      params: { id: subscriptionId },
      body: { productId, billingPeriodId, paymentMethod, couponCode: couponId },
      idempotencyKey: crypto.randomUUID(),
    })
    if (subscriptionStatus === 'active') return 'done'
    if (subscriptionStatus !== 'requires_action' || !secret || !client) return { failed: paymentFailed }
    if (isOfCard(secret)) await authenticateCard(client, secret, visitBank)
    else {
      const answer = await authenticate(client, secret, visitBank)
      if (answer !== 'succeeded') return answer === 'unsure' ? 'unsure' : { failed: paymentFailed }
    }
    // This call makes the server read the bank's result. A completed payment remains valid even if this call fails.
    const own = await request(userSubscriptions).catch(console.error)
    if (!own) return isOfCard(secret) ? 'unsure' : 'done'
    const now = own.subscriptions.find(candidate => candidate.subscriptionId === subscriptionId)
    if (now?.billingPeriodId === billingPeriodId) return 'done'
    return isOfCard(secret) ? { failed: paymentFailed } : 'unsure'
  }

  const outcomeOf = (error: unknown): Outcome => {
    console.error(error)
    if (isStepUpRefused(error)) return 'refused'
    if (!(error instanceof CallError)) return { failed: errorMessage(error) ?? paymentFailed }
    const [said] = error.errors
    const code = said?.code
    const message = said?.message ?? paymentFailed
    if (code === 'quote_changed') return { changed: message }
    // Without a response, or after a server error, the change may still have been made.
    if (code !== 'unavailable' && (error.httpStatus === 0 || error.httpStatus >= 500)) return 'unsure'
    return { failed: message }
  }

  const conclude = async (outcome: Outcome) => {
    if (outcome === 'done') return await found()
    if (outcome === 'unsure') return setStage('unsure')
    if (outcome === 'refused') return setStage('open')
    if ('changed' in outcome) {
      await renewPrice()
      setNotice(outcome.changed)
    } else {
      setAlert(outcome.failed)
      // Makes the server check the outcome, so that it finds the bank's refusal and reverts everything.
      await refetchBilling()
    }
    setStage('open')
  }
  const found = async () => {
    await refetchBilling()
    onDone()
  }
  return { stage, alert, notice, confirm, found, closeAlert: () => setAlert(undefined) }
}

/** Whether the bank authenticates a card instead of a payment, because nothing is paid now. */
const isOfCard = (secret: string) => secret.startsWith('seti_')
