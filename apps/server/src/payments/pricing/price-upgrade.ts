import type { UpdatePreview } from '@finlist/contract/billing'
import { periods } from '@finlist/domain/plans/catalogue'
import type Stripe from 'stripe'
import type { BillingContext } from '../billing-context.ts'
import { badCoupon } from '../billing-errors.ts'
import type { OwnedSubscription } from '../owned-subscription.ts'
import { balanceAfter, balanceUsed, linesOf } from '../provider/price-lines.ts'
import { answered } from '../provider/provider.ts'
import { lastingCoupon, priceWith } from '../provider/read-customer.ts'
import { couponFor, detailOf, lastsPast, type UsableCoupon } from './coupon.ts'
import { chargeAfter } from './next-charge.ts'
import { endOf, type Wanted } from './price-purchase.ts'
import { keepQuote } from './quote.ts'

export const isUpgrade = (held: OwnedSubscription, { billingPeriodId }: Wanted) =>
  periods[billingPeriodId].months > periods[held.plan.periodId].months

/** What the longer period costs now, less the unused time of the shorter one. Nothing in a trial. */
export async function previewUpgrade(
  billing: BillingContext,
  userId: number,
  customerId: string,
  held: OwnedSubscription,
  wanted: Wanted,
): Promise<UpdatePreview> {
  const at = Math.floor(billing.now() / 1_000)
  const priced = await priceUpgrade(billing, userId, customerId, held, wanted, at)
  const quoted = quotedUpgrade(held, wanted, priced.coupon)
  await keepQuote(billing.database, userId, quoted, priced.preview.amount, new Date(at * 1_000))
  return priced.preview
}

export type Priced = { price: Stripe.Price; coupon: UsableCoupon | null; preview: UpdatePreview }

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
  const unit = price.unit_amount ?? 0
  if (held.inTrial) {
    if (couponCode !== null) throw badCoupon()
    const lasting = lastingCoupon(subscription, item.current_period_end)
    const nextAmount = lasting ? await priceWith(billing.stripe, customerId, price.id, lasting) : unit
    const nextBillingDate = new Date((subscription.trial_end ?? item.current_period_end) * 1_000).toISOString()
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
  const invoice = await answered(
    'invoice',
    billing.stripe.invoices.createPreview({
      subscription: subscription.id,
      ...(coupon && { discounts: [{ promotion_code: coupon.id }] }),
      subscription_details: {
        items: [{ id: item.id, price: price.id }],
        proration_behavior: 'always_invoice',
        proration_date: prorationDate,
        billing_cycle_anchor: { type: 'now' },
        ...(subscription.cancel_at_period_end && { cancel_at_period_end: false }),
      },
    }),
  )
  const end = Date.parse(endOf(invoice)) / 1_000
  const lasting = coupon
    ? lastsPast(coupon.coupon, periods[periodId].months) && coupon.couponId
    : lastingCoupon(subscription, end)
  const nextAmount = lasting ? await priceWith(billing.stripe, customerId, price.id, lasting) : unit
  const nextBillingDate = endOf(invoice)
  const next = { id: subscription.id, at: nextBillingDate, cents: nextAmount, periodId }
  return {
    price,
    coupon,
    preview: {
      amount: invoice.amount_due,
      downgrade: false,
      couponDetail: detailOf(coupon),
      lines: linesOf(invoice),
      credit: balanceUsed(invoice).credit,
      nextAmount,
      nextCharge: await chargeAfter(billing.database.db, userId, next, balanceAfter(invoice)),
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
