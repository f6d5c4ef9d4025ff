import { type PricePreview, subscribe, userSubscriptions } from '@finlist/contract/billing'
import { useRef, useState } from 'react'
import { record } from '../../../api/analytics.ts'
import { CallError, errorMessage, isStepUpRefused } from '../../../api/call-error.ts'
import type { CardClient } from '../../../api/card-client/card-client.ts'
import { request } from '../../../api/request.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { authenticate, authenticateCard, type VisitBank } from '../card/authenticate.ts'
import type { Wanted } from '../plans/use-wanted-plan.ts'
import { isGood } from '../queries.ts'

/** 'unsure': the payment was sent, and its result is unknown. */
export type Stage = 'open' | 'paying' | 'unsure' | 'done'
export type Notice = { text: string; isHeld: boolean }
type Outcome = 'done' | 'unsure' | 'refused' | { failed: string } | { changed: string } | { held: string }
type Props = {
  wanted: Wanted
  price: PricePreview | undefined
  client: CardClient | undefined
  visitBank: VisitBank
  /** Refetches the price. */
  renewPrice: () => Promise<void>
}

/** Runs one purchase at a time, from payment method to outcome. */
export function usePurchase({ wanted, price, client, visitBank, renewPrice }: Props) {
  const t = useTranslation('billing')
  const [stage, setStage] = useState<Stage>('open')
  const [alert, setAlert] = useState<string>()
  const [notice, setNotice] = useState<Notice>()
  const isUnderWay = useRef(false)

  /** `methodOf` resolves to the payment method. If it resolves to undefined, nothing is sent. */
  const pay = async (methodOf: () => Promise<string | undefined>): Promise<'success' | 'fail'> => {
    if (isUnderWay.current || !price || !client) return 'fail'
    isUnderWay.current = true
    setStage('paying')
    setNotice(undefined)
    try {
      const paymentMethod = await methodOf()
      if (paymentMethod === undefined) return show({ stage: 'open' })
      record('add_payment_info', checkoutOf(wanted, price))
      return await conclude(await buy(paymentMethod, price, client).catch(outcomeOf), price)
    } finally {
      isUnderWay.current = false
    }
  }

  const buy = async (paymentMethod: string, shown: PricePreview, by: CardClient): Promise<Outcome> => {
    const { subscriptionStatus, paymentIntentSecret } = await request(subscribe, {
      body: { ...wanted, paymentMethod, couponCode: shown.couponDetail?.id ?? null },
      idempotencyKey: crypto.randomUUID(),
    })
    if (subscriptionStatus === 'active') return 'done'
    if (subscriptionStatus !== 'requires_action' || !paymentIntentSecret) return { failed: paymentFailed }
    if (isOfCard(paymentIntentSecret)) await authenticateCard(by, paymentIntentSecret, visitBank)
    else {
      const answer = await authenticate(by, paymentIntentSecret, visitBank)
      if (answer !== 'succeeded') return answer === 'unsure' ? 'unsure' : { failed: paymentFailed }
    }
    // This call makes the server read the bank's result. A completed payment remains valid even if this call fails.
    const own = await request(userSubscriptions).catch(console.error)
    if (!own) return isOfCard(paymentIntentSecret) ? 'unsure' : 'done'
    const isThere = own.subscriptions.some(held => held.productId === wanted.productId && isGood(held))
    return isThere || !isOfCard(paymentIntentSecret) ? 'done' : { failed: paymentFailed }
  }

  const paymentFailed = t('subscribe.error.payment')
  const outcomeOf = (error: unknown): Outcome => {
    console.error(error)
    if (isStepUpRefused(error)) return 'refused'
    if (!(error instanceof CallError)) return { failed: errorMessage(error) ?? paymentFailed }
    const [{ code, message } = { code: '', message: paymentFailed }] = error.errors
    if (code === 'quote_changed') return { changed: message }
    if (code === 'already_subscribed') return { held: message }
    if (code !== 'unavailable' && mayHaveArrived(error)) return 'unsure'
    return { failed: message }
  }

  const conclude = async (outcome: Outcome, paid: PricePreview): Promise<'success' | 'fail'> => {
    if (outcome === 'done') return succeed(paid)
    if (outcome === 'unsure') return show({ stage: 'unsure' })
    if (outcome === 'refused') return show({ stage: 'open' })
    if ('failed' in outcome) return show({ stage: 'open', alert: outcome.failed })
    if ('held' in outcome) return show({ stage: 'open', notice: { text: outcome.held, isHeld: true } })
    await renewPrice()
    return show({ stage: 'open', notice: { text: outcome.changed, isHeld: false } })
  }
  const succeed = (paid: PricePreview): 'success' => {
    for (const event of ['purchase', 'Purchase'] as const) record(event, checkoutOf(wanted, paid))
    setStage('done')
    return 'success'
  }
  const show = (next: { stage: Stage; alert?: string; notice?: Notice }): 'fail' => {
    setStage(next.stage)
    setAlert(next.alert)
    setNotice(next.notice)
    return 'fail'
  }
  return {
    stage,
    alert,
    notice,
    pay,
    /** Called if the subscription was found after all. */
    found: () => price && succeed(price),
    closeAlert: () => setAlert(undefined),
  }
}

/** Analytics details of a checkout: the plan, and the amount charged now in HK dollars. */
export const checkoutOf = (wanted: Wanted, price: PricePreview) => ({
  ...wanted,
  value: price.amount / 100,
  currency: 'HKD' as const,
})

/** Whether the bank authenticates a card instead of a payment. With a trial, nothing is paid yet. */
const isOfCard = (secret: string) => secret.startsWith('seti_')

/** After no response or a server error, the purchase may have been made. */
const mayHaveArrived = ({ httpStatus }: CallError) => httpStatus === 0 || httpStatus >= 500
