import type { CouponDetail } from '@finlist/contract/billing'
import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import type { BillingContext } from '../billing-context.ts'
import { badCoupon } from '../billing-errors.ts'
import type { CouponTerms } from '../provider/coupon-terms.ts'
import type { Price } from '../provider/prices.ts'
import { findPromotions, type Promotion } from '../provider/promotion-codes.ts'

/** A promotion code that may be used for this purchase. */
export type UsableCoupon = CouponDetail & { coupon: CouponTerms }

type Asked = { userId: number; customerId: string; productId: ProductId; periodId: PeriodId; price: Price }

/**
 * The coupon of this code, or of this id. Every fault gets the same sentence (code `coupon`), so that trying codes
 * teaches nothing: unknown, over, used up, used by this person, for others, other plans or larger sums.
 *
 * Besides the payment provider's own restrictions, metadata of the coupon or the code is read: `products` and
 * `periods` (names of the catalogue separated by commas), `affiliate_user_id` (whose code it is).
 */
export async function couponFor(billing: BillingContext, codeOrId: string, request: Asked): Promise<UsableCoupon> {
  for (const promotion of await findPromotions(billing.stripe, codeOrId.trim())) {
    const usable = await judge(billing, promotion, request)
    if (usable) return usable
  }
  throw badCoupon()
}

async function judge(billing: BillingContext, promotion: Promotion, request: Asked): Promise<UsableCoupon | undefined> {
  const { id, code, coupon, metadata, customer, minimumCents, products: only } = promotion
  const fits =
    promotion.isUsable &&
    promotion.expiresAt > billing.now() &&
    (customer === null || customer === request.customerId) &&
    (minimumCents === null || minimumCents <= request.price.cents) &&
    (coupon.amountOff === null || coupon.currency === request.price.currency) &&
    (only === null || only.includes(request.price.product ?? '')) &&
    names(metadata['products'], products[request.productId].name) &&
    names(metadata['periods'], periods[request.periodId].name) &&
    metadata['affiliate_user_id'] !== String(request.userId)
  if (!fits || (await wasUsed(billing, request.userId, coupon.id))) return undefined
  return { id, code, amountOff: coupon.amountOff, percentOff: coupon.percentOff, coupon }
}

const names = (list: string | undefined, name: string) => !list || list.split(',').some(part => part.trim() === name)

async function wasUsed({ database }: BillingContext, userId: number, couponId: string): Promise<boolean> {
  const used = await database.db
    .selectFrom('invoice')
    .select('invoice_id')
    .where('user_id', '=', userId)
    .where('coupon_id', '=', couponId)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

export const detailOf = (coupon: UsableCoupon | null): CouponDetail | null =>
  coupon && { id: coupon.id, code: coupon.code, amountOff: coupon.amountOff, percentOff: coupon.percentOff }
