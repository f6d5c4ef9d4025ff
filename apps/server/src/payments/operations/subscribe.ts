import { setTimeout as wait } from 'node:timers/promises'
import type { ProductId } from '@finlist/domain/plans/catalogue'
import type Stripe from 'stripe'
import type { ClientError } from '../../http/client-errors.ts'
import { type BillingContext, returnUrl } from '../billing-context.ts'
import { declinedBecause, inProgress, notFinished, quoteChanged } from '../billing-errors.ts'
import { disputedPlans } from '../disputed.ts'
import { alreadySubscribed, billingMode, type Purchase, priceFor, quotedOf } from '../pricing/price-purchase.ts'
import { forgetQuotes, quoteFor } from '../pricing/quote.ts'
import { giveTrialBack, takeTrial } from '../pricing/trial.ts'
import { cancelIncomplete, isSame, liveSubscriptions } from '../provider/incomplete-subscriptions.ts'
import { judge, type Payment, paymentOf } from '../provider/invoice-payment.ts'
import { answered, idOf } from '../provider/provider.ts'
import { endDisputed } from '../sync/stop-disputed.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { attach, cardToCharge, keepNewCard, restoreCard, setUp } from './card.ts'
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
 * Buys a plan, under the person's lock and with no operation open. Throws the caller's client error: 409 when the plan
 * is held or the amount is not the one quoted, 402 when the card is declined.
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
      ...(coupon && { promotionCode: coupon.id, coupon: coupon.couponId }),
      ...(reusable && { subscription: reusable.id, invoice: idOf(reusable.latest_invoice)!, reused: true }),
    },
  })
  return await pay(billing, op)
}

/** The card first: attached when it is charged now, agreed with the bank when it is charged later alone. */
async function pay(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { newCard, expectedCents = 0 } = op.ids
  if (newCard && expectedCents > 0) {
    await attach(billing, op)
    return await open(billing, await note(billing, op, 'attached'))
  }
  if (!newCard) return await open(billing, op)
  const setup = await setUp(billing, op)
  return await afterSetUp(billing, await note(billing, op, 'set up', { setupIntent: setup.id }), setup)
}

async function afterSetUp(billing: BillingContext, op: Operation, setup: Stripe.SetupIntent): Promise<OperationResult> {
  if (setup.status === 'succeeded') return await open(billing, op)
  if (setup.status === 'requires_action') return { op: await waitForBank(billing, op), secret: setup.client_secret }
  throw declinedBecause(setup.last_setup_error)
}

/** Opens the subscription unpaid, compares its first invoice with the quote, and only then charges the card. */
async function open(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { stripe } = billing
  const { customer, price, promotionCode, trialDays = 0, expectedCents = 0 } = op.ids
  if (op.ids.reused) return await confirm(billing, op)
  const created = await answered(
    'subscription',
    stripe.subscriptions.create(
      {
        customer: customer!,
        items: [{ price: price! }],
        payment_behavior: 'default_incomplete',
        collection_method: 'charge_automatically',
        billing_mode: billingMode,
        payment_settings: { save_default_payment_method: 'off' },
        metadata: { user_id: String(op.user_id), operation_id: op.operation_id },
        ...(promotionCode && { discounts: [{ promotion_code: promotionCode }] }),
        ...(trialDays > 0 && {
          trial_period_days: trialDays,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        }),
        expand: ['latest_invoice'],
      },
      onceAs(op, 'create'),
    ),
  )
  const invoice = created.latest_invoice
  const opened = await note(billing, op, 'created', {
    subscription: created.id,
    ...(invoice !== null && { invoice: idOf(invoice)! }),
  })
  if (created.status !== 'incomplete') return await finish(billing, opened)
  const due = invoice === null || typeof invoice === 'string' ? undefined : invoice.amount_due
  if (due !== expectedCents) throw quoteChanged()
  return await confirm(billing, opened)
}

async function confirm(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { stripe } = billing
  const { data } = await answered('list', stripe.invoicePayments.list({ invoice: op.ids.invoice!, limit: 10 }))
  const intent = idOf(data.map(({ payment }) => payment.payment_intent).find(found => found !== undefined))
  if (intent === null) throw new Error(`invoice ${op.ids.invoice} has no payment intent`)
  const sent = await note(billing, op, 'confirming', { intent })
  const confirmed = await answered(
    'payment_intent',
    stripe.paymentIntents.confirm(
      intent,
      { payment_method: op.ids.card!, return_url: returnUrl(billing), off_session: false },
      onceAs(op, 'confirm'),
    ),
  )
  return await settle(billing, await note(billing, sent, 'confirmed'), judge(confirmed))
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
  throw payment.status === 'refused' && payment.error ? declinedBecause(payment.error) : notFinished()
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

/** The subscription may start an instant after its payment. */
async function untilStarted({ stripe }: BillingContext, subscriptionId: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const { status } = await answered('subscription', stripe.subscriptions.retrieve(subscriptionId))
    if (status !== 'incomplete') return
    await wait(300)
  }
  throw inProgress()
}

/**
 * Finds out the outcome of the purchase and finishes it; charges nothing that the person did not see through. Throws
 * why it has to be undone: `because`, when that is given and it is not paid.
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
    const setup = await answered('setup_intent', stripe.setupIntents.retrieve(op.ids.setupIntent))
    return await afterSetUp(billing, op, setup)
  }
  const invoice = idOf(subscription.latest_invoice)
  const found = await note(billing, op, op.step, { subscription: subscription.id, ...(invoice && { invoice }) })
  if (subscription.status === 'active' || subscription.status === 'trialing') return await finish(billing, found)
  if (invoice === null) throw because ?? notFinished()
  return await settle(billing, found, await paymentOf(stripe, invoice), because)
}

/** The subscription that the operation opened, also when the provider's answer never came. */
async function openedBy({ stripe }: BillingContext, op: Operation): Promise<Stripe.Subscription | undefined> {
  if (op.ids.subscription) return await answered('subscription', stripe.subscriptions.retrieve(op.ids.subscription))
  const all = stripe.subscriptions.list({ customer: op.ids.customer!, status: 'all', limit: 100 })
  return (await answered('list', all)).data.find(({ metadata }) => metadata['operation_id'] === op.operation_id)
}

/**
 * Puts everything back. A declined try leaves its unpaid subscription open for the next one; a try that could still be
 * confirmed in a browser is closed. Answers false when it is paid.
 */
export async function compensateSubscribe(
  billing: BillingContext,
  op: Operation,
  refusal: ClientError,
): Promise<boolean> {
  const lost = await markAbandoned(billing, op, refusal)
  const subscription = await openedBy(billing, lost)
  const invoice = idOf(subscription?.latest_invoice)
  if (subscription && invoice !== null && refusal.httpStatus !== 402) {
    if (!(await cancelIncomplete(billing.stripe, subscription.id))) return false
  }
  await billing.crashAt('subscribe: closed')
  await restoreCard(billing, lost)
  if (op.ids.trialDays) await giveTrialBack(billing, op.user_id, op.product_id!)
  await failed(billing, lost, refusal)
  return true
}
