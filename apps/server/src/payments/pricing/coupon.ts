import type { CouponDetail } from '@finlist/contract/billing'
import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import type { Db } from '../../db/database.ts'
import type { BillingContext } from '../billing-context.ts'
import { badCoupon, couponOfOtherPlan } from '../billing-errors.ts'
import type { CouponTerms } from '../provider/coupon-terms.ts'
import type { Price } from '../provider/prices.ts'
import { findPromotions, type Promotion } from '../provider/promotion-codes.ts'

/** A promotion code that is valid for this purchase. */
export type UsableCoupon = CouponDetail & { coupon: CouponTerms }

type Asked = { userId: number; customerId: string; productId: ProductId; periodId: PeriodId; price: Price }

/**
 * The coupon with this code or id. Throws the same error (code `coupon`) for any code that is unknown, expired, used
 * up, already used by this user, or meant for other users, periods or larger amounts, so that trying codes reveals
 * nothing. Only a code for another market's plan is reported as such (code `coupon_other_market`). Metadata of the
 * coupon or the code can add restrictions to the payment provider's: `products` and `periods` (names of the catalogue,
 * comma-separated) and `affiliate_user_id` (the code's owner).
 */
export async function couponFor(billing: BillingContext, codeOrId: string, request: Asked): Promise<UsableCoupon> {
  let isOfOtherPlan = false
  for (const promotion of await findPromotions(billing.stripe, codeOrId.trim())) {
    if (!(await isUsable(billing, promotion, request))) continue
    const { id, code, coupon } = promotion
    if (isOfPlan(promotion, request))
      return { id, code, amountOff: coupon.amountOff, percentOff: coupon.percentOff, coupon }
    isOfOtherPlan = true
  }
  throw isOfOtherPlan ? couponOfOtherPlan() : badCoupon()
}

/** Whether the user may use the code at all, for any plan. */
async function isUsable(billing: BillingContext, promotion: Promotion, request: Asked): Promise<boolean> {
  const { coupon, metadata, customer, minimumCents } = promotion
  return (
    promotion.isUsable &&
    promotion.expiresAt > billing.now() &&
    (customer === null || customer === request.customerId) &&
    (minimumCents === null || minimumCents <= request.price.cents) &&
    (coupon.amountOff === null || coupon.currency === request.price.currency) &&
    names(metadata['periods'], periods[request.periodId].name) &&
    metadata['affiliate_user_id'] !== String(request.userId) &&
    !(await wasUsed(billing, request.userId, coupon.id))
  )
}

const isOfPlan = ({ metadata, products: only }: Promotion, { productId, price }: Asked) =>
  (only === null || only.includes(price.product ?? '')) && names(metadata['products'], products[productId].name)

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

/** The coupon's display name; its id if it has none. */
export async function couponName(db: Db, couponId: string): Promise<string> {
  const known = db.selectFrom('billing_coupon').select('name').where('coupon_id', '=', couponId)
  return (await known.executeTakeFirst())?.name ?? couponId
}

export const detailOf = (coupon: UsableCoupon | null): CouponDetail | null =>
  coupon && { id: coupon.id, code: coupon.code, amountOff: coupon.amountOff, percentOff: coupon.percentOff }
