import { setTimeout as wait } from 'node:timers/promises'
import type { ProductId } from '@finlist/domain/plans/products'
import type { ClientError } from '../../http/client-errors.ts'
import { type BillingContext, returnUrl } from '../billing-context.ts'
import { declined, inProgress, notFinished, quoteChanged } from '../billing-errors.ts'
import { disputedPlans } from '../disputed.ts'
import { alreadySubscribed, type Purchase, priceFor, quotedOf } from '../pricing/price-purchase.ts'
import { forgetQuotes, quoteFor } from '../pricing/quote.ts'
import { giveTrialBack, takeTrial } from '../pricing/trial.ts'
import { readSetup } from '../provider/cards.ts'
import { confirmPayment, intentToPay, type Payment, paymentOf } from '../provider/invoice-payment.ts'
import {
  listSubscriptions,
  openSubscription,
  type ProviderSubscription,
  readStatus,
  readSubscription,
} from '../provider/subscriptions.ts'
import { endDisputed } from '../sync/stop-disputed.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { afterSetUp, attach, cardToCharge, keepNewCard, restoreCard, setUp } from './card.ts'
import { cancelIncomplete, isSame, liveSubscriptions } from './incomplete-subscriptions.ts'
import {
  begin,
  done,
  failed,
  markAbandoned,
  note,
  type Operation,
  type OperationResult,
  onceAs,
  waitForBank,
} from './operation.ts'

/**
 * Buys a plan. The caller holds the user's lock and has settled any open operation. Throws the caller's client error:
 * 409 if the user already has the plan or if the amount differs from the quote, 402 if the card is declined.
 */
export async function subscribe(
  billing: BillingContext,
  userId: number,
  customerId: string,
  purchase: Purchase,
  askedKey: string | undefined,
): Promise<OperationResult> {
  const { productId, billingPeriodId, couponCode, paymentMethod } = purchase
  const disputed = await disputedPlans(billing.database.db, userId, productId)
  const live = await liveSubscriptions(billing, customerId, purchase)
  const held = live.filter(({ id }) => !disputed.includes(id))
  if (held.some(({ status }) => status !== 'incomplete')) throw alreadySubscribed()
  const { price, coupon, preview: fresh } = await priceFor(billing, userId, customerId, purchase)
  const quote = await quoteFor(billing.database, userId, quotedOf(purchase, coupon), billing.now())
  if (quote && quote.amountCents !== fresh.amount) throw quoteChanged()
  const card = await cardToCharge(billing, customerId, paymentMethod)
  const reusable = held.find(abandoned => isSame(abandoned, price, coupon, fresh.amount))
  await billing.limits.purchase(userId)
  for (const abandoned of held) if (abandoned !== reusable) await cancelIncomplete(billing.stripe, abandoned.id)
  if (fresh.trialDays > 0) await takeTrial(billing, userId, productId, card.fingerprint)

  const op = await begin(billing, userId, {
    kind: 'subscribe',
    productId,
    request: { productId, billingPeriodId, paymentMethod, couponCode },
    askedKey,
    quotedAt: quote?.at,
    before: { card: card.before },
    ids: {
      customer: customerId,
      price: price.id,
      periodId: billingPeriodId,
      card: card.id,
      newCard: card.isNew,
      expectedCents: fresh.amount,
      trialDays: fresh.trialDays,
      ...(coupon && { promotionCode: coupon.id, coupon: coupon.coupon.id }),
      ...(reusable && { subscription: reusable.id, invoice: reusable.latestInvoice!.id, reused: true }),
    },
  })
  return await pay(billing, op)
}

/**
 * Prepares a new card, then opens the subscription: attaches the card if it is charged now, or asks the bank's
 * permission if it is only charged later.
 */
async function pay(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { newCard, expectedCents = 0 } = op.ids
  if (newCard && expectedCents > 0) {
    await attach(billing, op)
    return await open(billing, await note(billing, op, 'attached'))
  }
  if (!newCard) return await open(billing, op)
  const setup = await setUp(billing, op)
  return await afterSetUp(billing, await note(billing, op, 'set up', { setupIntent: setup.id }), setup, open)
}

/** Opens an unpaid subscription, compares its first invoice with the quote, and only then charges the card. */
async function open(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { stripe } = billing
  const { customer, price, promotionCode, trialDays = 0, expectedCents = 0 } = op.ids
  if (op.ids.reused) return await confirm(billing, op)
  const { id, status, latestInvoice } = await openSubscription(
    stripe,
    {
      customer: customer!,
      price: price!,
      promotionCode,
      trialDays,
      userId: op.user_id,
      operationId: op.operation_id,
    },
    onceAs(op, 'create'),
  )
  const opened = await note(billing, op, 'created', {
    subscription: id,
    ...(latestInvoice && { invoice: latestInvoice.id }),
  })
  if (status !== 'incomplete') return await finish(billing, opened)
  if (latestInvoice?.dueCents !== expectedCents) throw quoteChanged()
  return await confirm(billing, opened)
}

async function confirm(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { stripe } = billing
  const intent = await intentToPay(stripe, op.ids.invoice!)
  const sent = await note(billing, op, 'confirming', { intent })
  const request = { intent, card: op.ids.card!, returnUrl: returnUrl(billing) }
  const payment = await confirmPayment(stripe, request, onceAs(op, 'confirm'))
  return await settle(billing, await note(billing, sent, 'confirmed'), payment)
}

async function settle(
  billing: BillingContext,
  op: Operation,
  payment: Payment,
  because?: ClientError,
): Promise<OperationResult> {
  if (payment.status === 'paid') return await finish(billing, op)
  if (payment.status === 'processing') throw inProgress()
  if (because) throw because
  if (payment.status === 'requires_action') return { op: await waitForBank(billing, op), secret: payment.secret }
  throw payment.status === 'refused' && payment.code ? declined(payment.code) : notFinished()
}

async function finish(billing: BillingContext, op: Operation): Promise<OperationResult> {
  await keepNewCard(billing, op)
  await billing.crashAt('subscribe: card kept')
  await untilStarted(billing, op.ids.subscription!)
  const disputed = await disputedPlans(billing.database.db, op.user_id, op.product_id as ProductId)
  await endDisputed(
    billing.stripe,
    disputed.filter(id => id !== op.ids.subscription),
  )
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  await billing.crashAt('subscribe: mirrored')
  await forgetQuotes(billing.database, op.user_id, op.product_id!)
  const answer = { subscriptionStatus: 'active', subscriptionId: op.ids.subscription! }
  return { op: await done(billing, op, answer), secret: null }
}

/** Waits until the subscription is active. This can take a moment after the payment. */
async function untilStarted({ stripe }: BillingContext, subscriptionId: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    if ((await readStatus(stripe, subscriptionId)) !== 'incomplete') return
    await wait(300)
  }
  throw inProgress()
}

/**
 * Determines the purchase's outcome and completes it; never charges for a purchase that the user did not complete.
 * Throws the reason why it has to be reverted; for an unpaid purchase that is `because`, if given.
 */
export async function resumeSubscribe(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const { stripe } = billing
  const subscription = await openedBy(billing, op)
  if (!subscription) {
    if (because || !op.ids.setupIntent) throw because ?? notFinished()
    const setup = await readSetup(stripe, op.ids.setupIntent)
    return await afterSetUp(billing, op, setup, open)
  }
  const invoice = subscription.latestInvoice?.id ?? null
  const found = await note(billing, op, op.step, { subscription: subscription.id, ...(invoice && { invoice }) })
  if (subscription.status === 'active' || subscription.status === 'trialing') return await finish(billing, found)
  if (invoice === null) throw because ?? notFinished()
  return await settle(billing, found, await paymentOf(stripe, invoice), because)
}

/** The subscription that the operation opened, even if the provider's response was lost. */
async function openedBy({ stripe }: BillingContext, op: Operation): Promise<ProviderSubscription | undefined> {
  if (op.ids.subscription) return await readSubscription(stripe, op.ids.subscription)
  const all = await listSubscriptions(stripe, op.ids.customer!, { over: true })
  return all.find(({ operationId }) => operationId === op.operation_id)
}

/**
 * Reverts the purchase. If the card was declined, the unpaid subscription stays open for the next attempt; otherwise it
 * is closed, because a browser could still confirm its payment. Returns false if it has been paid.
 */
export async function compensateSubscribe(
  billing: BillingContext,
  op: Operation,
  refusal: ClientError,
): Promise<boolean> {
  const lost = await markAbandoned(billing, op, refusal)
  const subscription = await openedBy(billing, lost)
  if (subscription?.latestInvoice && refusal.httpStatus !== 402) {
    if (!(await cancelIncomplete(billing.stripe, subscription.id))) return false
  }
  await billing.crashAt('subscribe: closed')
  await restoreCard(billing, lost)
  if (op.ids.trialDays) await giveTrialBack(billing, op.user_id, op.product_id!)
  await failed(billing, lost, refusal)
  return true
}
