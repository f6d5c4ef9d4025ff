import type { PricePreview } from '@finlist/contract/billing'
import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { sql } from 'kysely'
import { BadRequest } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { isDisputed } from '../disputed.ts'
import { lastsPast } from '../provider/coupon-terms.ts'
import { previewPurchase } from '../provider/previews.ts'
import { linesWith } from '../provider/price-lines.ts'
import type { Price } from '../provider/prices.ts'
import { couponFor, detailOf, type UsableCoupon } from './coupon.ts'
import { chargeAfter } from './next-charge.ts'
import { keepQuote } from './quote.ts'
import { trialDaysFor } from './trial.ts'

export type Wanted = { productId: ProductId; billingPeriodId: PeriodId; couponCode: string | null }
export type Purchase = Wanted & { paymentMethod: string }

/** Previews what a plan costs the user now and later. Writes nothing but the quote. */
export async function preview(
  billing: BillingContext,
  userId: number,
  customerId: string,
  wanted: Wanted,
): Promise<PricePreview> {
  if (await holds(billing, userId, wanted.productId)) throw alreadySubscribed()
  const priced = await priceFor(billing, userId, customerId, wanted)
  const at = new Date(Math.floor(billing.now() / 1_000) * 1_000)
  await keepQuote(billing.database, userId, quotedOf(wanted, priced.coupon), priced.preview.amount, at)
  return priced.preview
}

export type Priced = { price: Price; coupon: UsableCoupon | null; preview: PricePreview }

export async function priceFor(
  billing: BillingContext,
  userId: number,
  customerId: string,
  wanted: Wanted,
): Promise<Priced> {
  const { productId, billingPeriodId: periodId, couponCode } = wanted
  const price = await billing.prices.priceOf(productId, periodId)
  const unit = price.cents
  const coupon =
    couponCode === null
      ? null
      : await couponFor(billing, couponCode, { userId, customerId, productId, periodId, price })
  const trialDays = coupon ? 0 : await trialDaysFor(billing, userId, productId)
  if (trialDays > 0) {
    const nextBillingDate = new Date(billing.now() + trialDays * dayMs).toISOString()
    const free = { amount: 0, amountOriginal: unit, credit: 0, couponDetail: null, saved: 0 }
    const lines = linesWith([
      ['plan', unit],
      ['trial', -unit],
    ])
    const next = { id: '', at: nextBillingDate, cents: unit, periodId }
    const nextCharge = await chargeAfter(billing.database.db, userId, next)
    return { price, coupon, preview: { ...free, lines, nextAmount: unit, nextCharge, nextBillingDate, trialDays } }
  }
  const told = await previewPurchase(billing.stripe, {
    customer: customerId,
    price: price.id,
    promotionCode: coupon?.id,
  })
  const lasting = lastsPast(coupon?.coupon, periods[periodId].months)
  const nextAmount = lasting ? told.totalCents : unit
  const nextBillingDate = told.end.toISOString()
  const next = { id: '', at: nextBillingDate, cents: nextAmount, periodId }
  return {
    price,
    coupon,
    preview: {
      amount: told.dueCents,
      amountOriginal: told.subtotalCents,
      credit: told.creditCents,
      lines: told.lines,
      couponDetail: detailOf(coupon),
      saved: told.savedCents,
      nextAmount,
      nextCharge: await chargeAfter(billing.database.db, userId, next, told.balanceAfterCents),
      nextBillingDate,
      trialDays: 0,
    },
  }
}

const dayMs = 86_400_000

export const quotedOf = (wanted: Wanted, coupon: UsableCoupon | null) => ({
  productId: wanted.productId,
  subscriptionId: '',
  periodId: wanted.billingPeriodId,
  promotionCodeId: coupon?.id ?? '',
})

export const alreadySubscribed = () =>
  new BadRequest('billing.already-subscribed', { httpStatus: 409, code: 'already_subscribed' })

async function holds({ database }: BillingContext, userId: number, productId: ProductId): Promise<boolean> {
  const held = await database.db
    .selectFrom('subscription as s')
    .select('s.subscription_id')
    .where('s.user_id', '=', userId)
    .where('s.product_id', '=', productId)
    .where('s.status', 'in', ['trialing', 'active', 'past_due', 'unpaid', 'paused'])
    .where(({ not }) => not(isDisputed(sql`s`)))
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}
