import type { UpdatePreview } from '@finlist/contract/billing'
import { BadRequest, type ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { badCoupon, notFinished } from '../billing-errors.ts'
import type { OwnedSubscription } from '../owned-subscription.ts'
import type { Purchase, Wanted } from '../pricing/price-purchase.ts'
import { forgetQuotes } from '../pricing/quote.ts'
import { answered, idOf } from '../provider/provider.ts'
import { lastingCoupon, priceWith } from '../provider/read-customer.ts'
import { nextPriceOf, releaseSchedule, scheduleChange } from '../provider/schedule.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { cardOnFile, isExpired } from './card.ts'
import { begin, done, failed, markAbandoned, note, type Operation, type OperationResult, onceAs } from './operation.ts'

/** What the shorter period costs from the next billing on; nothing is charged now. */
export async function previewDowngrade(
  billing: BillingContext,
  customerId: string,
  { subscription, item }: OwnedSubscription,
  { productId, billingPeriodId, couponCode }: Wanted,
): Promise<UpdatePreview> {
  if (couponCode !== null) throw badCoupon()
  const price = await billing.prices.priceOf(productId, billingPeriodId)
  const lasting = lastingCoupon(subscription, item.current_period_end)
  const amount = lasting ? await priceWith(billing.stripe, customerId, price.id, lasting) : (price.unit_amount ?? 0)
  const nextBillingDate = new Date(item.current_period_end * 1_000).toISOString()
  return { amount, downgrade: true, lines: [], couponDetail: null, credit: 0, nextAmount: amount, nextBillingDate }
}

/** Changes to a shorter period at the next billing date, with the card on file. Turns renewal on. */
export async function downgrade(
  billing: BillingContext,
  userId: number,
  customerId: string,
  held: OwnedSubscription,
  purchase: Purchase,
  askedKey: string | undefined,
): Promise<OperationResult> {
  const { subscription } = held
  const { productId, billingPeriodId, paymentMethod, couponCode } = purchase
  if (couponCode !== null) throw badCoupon()
  const price = await billing.prices.priceOf(productId, billingPeriodId)
  const card = await cardOnFile(billing, customerId)
  if (!card) throw new BadRequest('billing.no-card', { field: 'paymentMethod', code: 'no_card' })
  if (isExpired(card.card, billing.now()))
    throw new BadRequest('billing.card-expired', { field: 'paymentMethod', code: 'card_expired' })
  const op = await begin(billing, userId, {
    kind: 'downgrade',
    productId,
    subscriptionId: subscription.id,
    request: { productId, billingPeriodId, paymentMethod, couponCode },
    askedKey,
    before: { futurePrice: held.futurePrice, renews: !subscription.cancel_at_period_end },
    ids: { customer: customerId, subscription: subscription.id, price: price.id, periodId: billingPeriodId },
  })
  if (subscription.cancel_at_period_end)
    await billing.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }, onceAs(op, 'renews'))
  await billing.crashAt('downgrade: renews')
  const schedule = await scheduleChange(billing.stripe, op, subscription, price, 'downgrade')
  return await finish(billing, await note(billing, op, 'scheduled', { schedule }))
}

async function finish(billing: BillingContext, op: Operation): Promise<OperationResult> {
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  await forgetQuotes(billing.database, op.user_id, op.product_id!)
  const answer = { subscriptionStatus: 'active', subscriptionId: op.ids.subscription! }
  return { op: await done(billing, op, answer), secret: null }
}

/** As `resumeSubscribe`; nothing here waits for the bank. */
export async function resumeDowngrade(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const subscription = await readScheduled(billing, op)
  const { schedule } = subscription
  const next = schedule === null || typeof schedule === 'string' ? null : nextPriceOf(schedule)
  if (next === op.ids.price) return await finish(billing, op)
  throw because ?? notFinished()
}

export async function compensateDowngrade(
  billing: BillingContext,
  op: Operation,
  refusal: ClientError,
): Promise<boolean> {
  const { stripe } = billing
  const lost = await markAbandoned(billing, op, refusal)
  const subscription = await readScheduled(billing, op)
  const schedule = idOf(subscription.schedule)
  const before = op.before.futurePrice
  if (before) {
    const future = await answered('price', stripe.prices.retrieve(before))
    await scheduleChange(stripe, lost, subscription, future, 'put back')
  } else if (schedule !== null) await releaseSchedule(stripe, schedule)
  if (op.before.renews === false) await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  await failed(billing, lost, refusal)
  return true
}

const readScheduled = ({ stripe }: BillingContext, op: Operation) =>
  answered(
    'subscription',
    stripe.subscriptions.retrieve(op.ids.subscription!, { expand: ['schedule', 'discounts.source.coupon'] }),
  )
