import type { UpdatePreview } from '@finlist/contract/billing'
import type { ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { badCoupon, notFinished } from '../billing-errors.ts'
import type { OwnedSubscription } from '../owned-subscription.ts'
import type { Purchase, Wanted } from '../pricing/price-purchase.ts'
import { forgetQuotes } from '../pricing/quote.ts'
import { cardOnFile } from '../provider/cards.ts'
import { lastingCoupon } from '../provider/coupon-terms.ts'
import { priceWith } from '../provider/previews.ts'
import { releaseSchedule, scheduleChange } from '../provider/schedule.ts'
import { readSubscription, setRenews } from '../provider/subscriptions.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { assertChargeable } from './card.ts'
import { begin, done, failed, markAbandoned, note, type Operation, type OperationResult, onceAs } from './operation.ts'

/** Previews the shorter period's price from the next renewal on; nothing is charged now. */
export async function previewDowngrade(
  billing: BillingContext,
  customerId: string,
  { subscription, item }: OwnedSubscription,
  { productId, billingPeriodId, couponCode }: Wanted,
): Promise<UpdatePreview> {
  if (couponCode !== null) throw badCoupon()
  const price = await billing.prices.priceOf(productId, billingPeriodId)
  const lasting = lastingCoupon(subscription.discounts, item.periodEnd)
  const amount = lasting ? await priceWith(billing.stripe, customerId, price.id, lasting) : price.cents
  const nextBillingDate = item.periodEnd.toISOString()
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
  assertChargeable(await cardOnFile(billing.stripe, customerId), billing.now())
  const op = await begin(billing, userId, {
    kind: 'downgrade',
    productId,
    subscriptionId: subscription.id,
    request: { productId, billingPeriodId, paymentMethod, couponCode },
    askedKey,
    before: { futurePrice: held.futurePrice, renews: !subscription.endsAtPeriodEnd },
    ids: { customer: customerId, subscription: subscription.id, price: price.id, periodId: billingPeriodId },
  })
  if (subscription.endsAtPeriodEnd)
    await setRenews(billing.stripe, subscription.id, true, { once: onceAs(op, 'renews') })
  await billing.crashAt('downgrade: renews')
  const schedule = await scheduleChange(billing.stripe, subscription, price, step => onceAs(op, `downgrade: ${step}`))
  return await finish(billing, await note(billing, op, 'scheduled', { schedule }))
}

async function finish(billing: BillingContext, op: Operation): Promise<OperationResult> {
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  await forgetQuotes(billing.database, op.user_id, op.product_id!)
  const answer = { subscriptionStatus: 'active', subscriptionId: op.ids.subscription! }
  return { op: await done(billing, op, answer), secret: null }
}

/** Completes the downgrade if it was scheduled; otherwise throws. Never waits for the bank. */
export async function resumeDowngrade(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const { futurePrice } = await readSubscription(billing.stripe, op.ids.subscription!)
  if (futurePrice === op.ids.price) return await finish(billing, op)
  throw because ?? notFinished()
}

export async function compensateDowngrade(
  billing: BillingContext,
  op: Operation,
  refusal: ClientError,
): Promise<boolean> {
  const { stripe } = billing
  const lost = await markAbandoned(billing, op, refusal)
  const subscription = await readSubscription(stripe, op.ids.subscription!)
  const { schedule } = subscription
  const before = op.before.futurePrice
  if (before) {
    const future = await billing.prices.read(before)
    await scheduleChange(stripe, subscription, future, step => onceAs(lost, `put back: ${step}`))
  } else if (schedule !== null) await releaseSchedule(stripe, schedule)
  if (op.before.renews === false) await setRenews(stripe, subscription.id, false)
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  await failed(billing, lost, refusal)
  return true
}
