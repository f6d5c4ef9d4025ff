import type Stripe from 'stripe'
import { BadRequest, type ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { declinedBecause, inProgress, notFinished, quoteChanged } from '../billing-errors.ts'
import { couponsOf, type OwnedSubscription } from '../owned-subscription.ts'
import { couponFor, type UsableCoupon } from '../pricing/coupon.ts'
import type { Purchase, Wanted } from '../pricing/price-purchase.ts'
import { priceUpgrade, quotedUpgrade } from '../pricing/price-upgrade.ts'
import { forgetQuotes, quoteFor } from '../pricing/quote.ts'
import { paymentOf } from '../provider/invoice-payment.ts'
import { answered, idOf } from '../provider/provider.ts'
import { releaseSchedule } from '../provider/schedule.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { attach, cardToCharge, keepNewCard, setUp } from './card.ts'
import { pendingInvoice } from './compensate-upgrade.ts'
import { begin, done, note, type Operation, type OperationResult, onceAs, waitForBank } from './operation.ts'

/** An upgrade waits for the bank this long at most; none begins so near to a renewal. */
export const bankMs = 30 * 60_000
const nearRenewalMs = bankMs + 5 * 60_000

/**
 * Changes to a longer period at once, for the amount that was quoted; without a quote it is refused. Under the person's
 * lock, no operation open.
 */
export async function upgrade(
  billing: BillingContext,
  userId: number,
  customerId: string,
  held: OwnedSubscription,
  purchase: Purchase,
  askedKey: string | undefined,
): Promise<OperationResult> {
  const { subscription, item } = held
  const { productId, billingPeriodId, couponCode, paymentMethod } = purchase
  if (!held.inTrial && item.current_period_end * 1_000 - billing.now() < nearRenewalMs)
    throw new BadRequest('billing.renews-soon', { httpStatus: 409, code: 'renews_soon' })
  const known = couponCode === null ? null : await codeOf(billing, userId, customerId, purchase)
  const quote = await quoteFor(billing.database, userId, quotedUpgrade(held, purchase, known), billing.now())
  if (!quote) throw quoteChanged()
  const prorationDate = Math.floor(quote.at.getTime() / 1_000)
  const priced = await priceUpgrade(billing, userId, customerId, held, purchase, prorationDate)
  if (quote.amountCents !== priced.preview.amount) throw quoteChanged()
  const card = await cardToCharge(billing, customerId, paymentMethod)
  await billing.limits.purchase(userId)
  const op = await begin(billing, userId, {
    kind: 'upgrade',
    productId,
    subscriptionId: subscription.id,
    request: { productId, billingPeriodId, paymentMethod, couponCode },
    askedKey,
    quotedAt: quote.at,
    before: {
      card: card.before,
      coupons: couponsOf(subscription),
      futurePrice: held.futurePrice,
    },
    ids: {
      customer: customerId,
      subscription: subscription.id,
      item: item.id,
      price: priced.price.id,
      periodId: billingPeriodId,
      card: card.id,
      newCard: card.isNew,
      expectedCents: priced.preview.amount,
      prorationDate,
      inTrial: held.inTrial,
      resumes: subscription.cancel_at_period_end,
      ...(subscription.schedule !== null && { schedule: idOf(subscription.schedule)! }),
      ...(priced.coupon && { promotionCode: priced.coupon.id, coupon: priced.coupon.couponId }),
    },
  })
  return await secureCard(billing, op)
}

async function codeOf(
  billing: BillingContext,
  userId: number,
  customerId: string,
  wanted: Wanted,
): Promise<UsableCoupon> {
  const { productId, billingPeriodId: periodId, couponCode } = wanted
  const price = await billing.prices.priceOf(productId, periodId)
  return await couponFor(billing, couponCode ?? '', { userId, customerId, productId, periodId, price })
}

async function secureCard(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { newCard, expectedCents = 0 } = op.ids
  if (!newCard) return await prepare(billing, op)
  if (expectedCents > 0) {
    await attach(billing, op)
    return await prepare(billing, await note(billing, op, 'attached'))
  }
  const setup = await setUp(billing, op)
  return await afterSetUp(billing, await note(billing, op, 'set up', { setupIntent: setup.id }), setup)
}

async function afterSetUp(billing: BillingContext, op: Operation, setup: Stripe.SetupIntent): Promise<OperationResult> {
  if (setup.status === 'succeeded') return await prepare(billing, op)
  if (setup.status === 'requires_action') return { op: await waitForBank(billing, op), secret: setup.client_secret }
  throw declinedBecause(setup.last_setup_error)
}

/** What cannot be part of the pending change is done before it, and put back when the change fails. */
async function prepare(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { stripe } = billing
  const { customer, subscription, schedule, card, newCard, promotionCode } = op.ids
  let ready = op
  if (schedule) {
    await releaseSchedule(stripe, schedule)
    ready = await note(billing, ready, 'released')
  }
  if (newCard) {
    await stripe.customers.update(
      customer!,
      { invoice_settings: { default_payment_method: card! } },
      onceAs(op, 'card'),
    )
    ready = await note(billing, ready, 'card set')
  }
  if (promotionCode) {
    const discounts = [{ promotion_code: promotionCode }]
    await stripe.subscriptions.update(subscription!, { discounts }, onceAs(op, 'discount'))
    ready = await note(billing, ready, 'discounted')
  }
  return await change(billing, ready)
}

async function change(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { subscription, item, price, prorationDate, inTrial } = op.ids
  const sent = await note(billing, op, 'updating')
  const updated = await answered(
    'subscription',
    billing.stripe.subscriptions.update(
      subscription!,
      {
        items: [{ id: item!, price: price! }],
        ...(inTrial
          ? { proration_behavior: 'none' }
          : {
              proration_behavior: 'always_invoice',
              proration_date: prorationDate!,
              billing_cycle_anchor: { type: 'now' },
              payment_behavior: 'pending_if_incomplete',
            }),
        expand: ['latest_invoice'],
      },
      onceAs(op, 'update'),
    ),
  )
  const invoice = idOf(updated.latest_invoice)
  const noted = await note(billing, sent, 'updated', invoice === null || inTrial ? {} : { invoice })
  warnOfOtherAmount(billing, noted, updated.latest_invoice)
  return await judgeUpdate(billing, noted, updated)
}

function warnOfOtherAmount({ log }: BillingContext, op: Operation, invoice: Stripe.Subscription['latest_invoice']) {
  if (op.ids.inTrial || invoice === null || typeof invoice === 'string') return
  if (invoice.amount_due !== op.ids.expectedCents)
    log.error({ operationId: op.operation_id, invoiceId: invoice.id }, 'an upgrade costs what was not quoted')
}

async function judgeUpdate(
  billing: BillingContext,
  op: Operation,
  subscription: Stripe.Subscription,
  because?: ClientError,
): Promise<OperationResult> {
  if (subscription.items.data[0]?.price.id === op.ids.price) return await finish(billing, op)
  const invoice = subscription.pending_update ? await pendingInvoice(billing.stripe, op) : null
  if (invoice === null) throw because ?? notFinished()
  const payment = await paymentOf(billing.stripe, invoice)
  // Paid, but not carried out yet: the provider carries it out a moment later.
  if (payment.status === 'paid' || payment.status === 'processing') throw inProgress()
  if (because) throw because
  if (payment.status === 'requires_action') return { op: await waitForBank(billing, op), secret: payment.secret }
  throw payment.status === 'refused' && payment.error ? declinedBecause(payment.error) : notFinished()
}

async function finish(billing: BillingContext, op: Operation): Promise<OperationResult> {
  await keepNewCard(billing, op)
  if (op.ids.resumes) await billing.stripe.subscriptions.update(op.ids.subscription!, { cancel_at_period_end: false })
  await billing.crashAt('upgrade: card kept')
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  await billing.crashAt('upgrade: mirrored')
  await forgetQuotes(billing.database, op.user_id, op.product_id!)
  const answer = { subscriptionStatus: 'active', subscriptionId: op.ids.subscription! }
  return { op: await done(billing, op, answer), secret: null }
}

/** As `resumeSubscribe`. */
export async function resumeUpgrade(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const { stripe } = billing
  const subscription = await answered('subscription', stripe.subscriptions.retrieve(op.ids.subscription!))
  if (op.step === 'set up' && !because) {
    const setup = await answered('setup_intent', stripe.setupIntents.retrieve(op.ids.setupIntent!))
    if (setup.status === 'succeeded' && !op.ids.inTrial) await assertStillFree(billing, op, subscription)
    return await afterSetUp(billing, op, setup)
  }
  return await judgeUpdate(billing, op, subscription, because)
}

/** The person's credit may have been used elsewhere while the bank was asked. */
async function assertStillFree({ stripe }: BillingContext, { ids }: Operation, { id, discounts }: Stripe.Subscription) {
  const given = ids.promotionCode ? [{ promotion_code: ids.promotionCode }] : undefined
  const kept = discounts.length > 0 ? discounts.map(discount => ({ discount: idOf(discount)! })) : ('' as const)
  const preview = stripe.invoices.createPreview({
    subscription: id,
    discounts: given ?? kept,
    subscription_details: {
      items: [{ id: ids.item!, price: ids.price! }],
      proration_behavior: 'always_invoice',
      proration_date: ids.prorationDate!,
      billing_cycle_anchor: { type: 'now' },
    },
  })
  if ((await answered('invoice', preview)).amount_due !== 0) throw quoteChanged()
}
