import type { UpdatePreview } from '@finlist/contract/billing'
import { periods } from '@finlist/domain/plans/catalogue'
import type { BillingContext } from '../billing-context.ts'
import { badCoupon } from '../billing-errors.ts'
import type { OwnedSubscription } from '../owned-subscription.ts'
import { lastingCoupon, lastsPast } from '../provider/coupon-terms.ts'
import { previewChange, priceWith } from '../provider/previews.ts'
import type { Price } from '../provider/prices.ts'
import { couponFor, couponName, detailOf, type UsableCoupon } from './coupon.ts'
import { chargeAfter } from './next-charge.ts'
import type { Wanted } from './price-purchase.ts'
import { keepQuote } from './quote.ts'

export const isUpgrade = (held: OwnedSubscription, { billingPeriodId }: Wanted) =>
  periods[billingPeriodId].months > periods[held.plan.periodId].months

/** Previews the longer period's price less the shorter one's unused time; nothing is charged during a trial. */
export async function previewUpgrade(
  billing: BillingContext,
  userId: number,
  customerId: string,
  held: OwnedSubscription,
  wanted: Wanted,
): Promise<UpdatePreview> {
  const at = Math.floor(billing.now() / 1_000)
  const priced = await priceUpgrade(billing, userId, customerId, held, wanted, at)
  const replaces = await replacedBy(billing, userId, customerId, held, wanted, { priced, at })
  const quoted = quotedUpgrade(held, wanted, priced.coupon)
  await keepQuote(billing.database, userId, quoted, priced.preview.amount, new Date(at * 1_000))
  return { ...priced.preview, ...(replaces && { replaces }) }
}

/**
 * Describes the discount on later payments that the code would replace, because a subscription can have only one: its
 * name, and what the change costs, now and later, without the code.
 */
async function replacedBy(
  billing: BillingContext,
  userId: number,
  customerId: string,
  held: OwnedSubscription,
  wanted: Wanted,
  { priced: { coupon, preview }, at }: { priced: Priced; at: number },
): Promise<UpdatePreview['replaces']> {
  const lasting = lastingCoupon(held.subscription.discounts, new Date(preview.nextBillingDate))
  if (coupon === null || lasting === null || lasting === coupon.coupon.id) return undefined
  const without = await priceUpgrade(billing, userId, customerId, held, { ...wanted, couponCode: null }, at)
  const { amount, nextAmount } = without.preview
  return { name: await couponName(billing.database.db, lasting), amount, nextAmount }
}

export type Priced = { price: Price; coupon: UsableCoupon | null; preview: UpdatePreview }

export async function priceUpgrade(
  billing: BillingContext,
  userId: number,
  customerId: string,
  held: OwnedSubscription,
  { productId, billingPeriodId: periodId, couponCode }: Wanted,
  prorationDate: number,
): Promise<Priced> {
  const { subscription, item } = held
  const price = await billing.prices.priceOf(productId, periodId)
  const unit = price.cents
  if (held.inTrial) {
    if (couponCode !== null) throw badCoupon()
    const lasting = lastingCoupon(subscription.discounts, item.periodEnd)
    const nextAmount = lasting ? await priceWith(billing.stripe, customerId, price.id, lasting) : unit
    const nextBillingDate = (subscription.trialEnd ?? item.periodEnd).toISOString()
    const nothing = { amount: 0, downgrade: false, lines: [], couponDetail: null, credit: 0 }
    const next = { id: subscription.id, at: nextBillingDate, cents: nextAmount, periodId }
    const nextCharge = await chargeAfter(billing.database.db, userId, next)
    const preview = { ...nothing, nextAmount, nextCharge, nextBillingDate }
    return { price, coupon: null, preview }
  }
  const coupon =
    couponCode === null
      ? null
      : await couponFor(billing, couponCode, { userId, customerId, productId, periodId, price })
  const told = await previewChange(billing.stripe, {
    subscription: subscription.id,
    item: item.id,
    price: price.id,
    prorationDate,
    promotionCode: coupon?.id,
    resumes: subscription.endsAtPeriodEnd,
  })
  const lasting = coupon
    ? lastsPast(coupon.coupon, periods[periodId].months) && coupon.coupon.id
    : lastingCoupon(subscription.discounts, told.end)
  const nextAmount = lasting ? await priceWith(billing.stripe, customerId, price.id, lasting) : unit
  const nextBillingDate = told.end.toISOString()
  const next = { id: subscription.id, at: nextBillingDate, cents: nextAmount, periodId }
  return {
    price,
    coupon,
    preview: {
      amount: told.dueCents,
      downgrade: false,
      couponDetail: detailOf(coupon),
      lines: told.lines,
      credit: told.creditCents,
      nextAmount,
      nextCharge: await chargeAfter(billing.database.db, userId, next, told.balanceAfterCents),
      nextBillingDate,
    },
  }
}

export const quotedUpgrade = ({ subscription }: OwnedSubscription, wanted: Wanted, coupon: UsableCoupon | null) => ({
  productId: wanted.productId,
  subscriptionId: subscription.id,
  periodId: wanted.billingPeriodId,
  promotionCodeId: coupon?.id ?? '',
})
