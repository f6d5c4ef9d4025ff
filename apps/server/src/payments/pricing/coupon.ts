import type { CouponDetail } from '@finlist/contract/billing'
import { type PeriodId, type ProductId, periods, products } from '@finlist/domain/plans/catalogue'
import type Stripe from 'stripe'
import type { BillingContext } from '../billing-context.ts'
import { badCoupon } from '../billing-errors.ts'
import { answered, idOf } from '../provider/provider.ts'

/** A promotion code that may be used for this purchase. */
export type UsableCoupon = CouponDetail & { couponId: string; coupon: Stripe.Coupon }

type Asked = { userId: number; customerId: string; productId: ProductId; periodId: PeriodId; price: Stripe.Price }

/**
 * The coupon of this code, or of this id. Every fault gets the same sentence (code `coupon`), so that trying codes
 * teaches nothing: unknown, over, used up, used by this person, for others, other plans or larger sums.
 *
 * Besides the payment provider's own restrictions, metadata of the coupon or the code is read: `products` and
 * `periods` (names of the catalogue separated by commas), `affiliate_user_id` (whose code it is).
 */
export async function couponFor(billing: BillingContext, codeOrId: string, asked: Asked): Promise<UsableCoupon> {
  for (const promotion of await find(billing.stripe, codeOrId.trim())) {
    const usable = await judge(billing, promotion, asked)
    if (usable) return usable
  }
  throw badCoupon()
}

const expand = ['promotion.coupon', 'promotion.coupon.applies_to']

async function find(stripe: Stripe, codeOrId: string): Promise<Stripe.PromotionCode[]> {
  if (/^promo_\w+$/.test(codeOrId)) {
    const found = await answered('promotion_code', stripe.promotionCodes.retrieve(codeOrId, { expand })).catch(
      error => {
        if ((error as { code?: string }).code === 'resource_missing') return undefined
        throw error
      },
    )
    if (found) return [found]
  }
  const code = codeOrId.toUpperCase()
  if (!/^[A-Z0-9-]+$/.test(code)) return []
  const list = stripe.promotionCodes.list({ code, active: true, limit: 10, expand: expand.map(path => `data.${path}`) })
  return (await answered('list', list)).data
}

async function judge(
  billing: BillingContext,
  promotion: Stripe.PromotionCode,
  asked: Asked,
): Promise<UsableCoupon | undefined> {
  const { coupon } = promotion.promotion
  if (!coupon || typeof coupon === 'string') return undefined
  const now = billing.now() / 1_000
  const said = { ...coupon.metadata, ...promotion.metadata }
  const { minimum_amount: minimum } = promotion.restrictions
  const owner = idOf(promotion.customer)
  const fits =
    promotion.active &&
    coupon.valid &&
    (promotion.expires_at ?? Infinity) > now &&
    (owner === null || owner === asked.customerId) &&
    (minimum === null || minimum <= (asked.price.unit_amount ?? 0)) &&
    (coupon.amount_off === null || coupon.currency === asked.price.currency) &&
    (coupon.applies_to?.products.includes(idOf(asked.price.product) ?? '') ?? true) &&
    names(said['products'], products[asked.productId].name) &&
    names(said['periods'], periods[asked.periodId].name) &&
    said['affiliate_user_id'] !== String(asked.userId)
  if (!fits || (await wasUsed(billing, asked.userId, coupon.id))) return undefined
  const { id, code } = promotion
  return { id, code, amountOff: coupon.amount_off, percentOff: coupon.percent_off, couponId: coupon.id, coupon }
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

/** Whether the coupon is also taken off the billing after the next period of so many months. */
export const lastsPast = (coupon: Stripe.Coupon | undefined, months: number): boolean =>
  coupon?.duration === 'forever' || (coupon?.duration === 'repeating' && (coupon.duration_in_months ?? 0) > months)

export const detailOf = (coupon: UsableCoupon | null): CouponDetail | null =>
  coupon && { id: coupon.id, code: coupon.code, amountOff: coupon.amountOff, percentOff: coupon.percentOff }
