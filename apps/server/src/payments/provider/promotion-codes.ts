import type Stripe from 'stripe'
import type { CouponTerms } from './coupon-terms.ts'
import { codeOf, isInvalid } from './errors.ts'
import { answered, idOf } from './provider.ts'
import { termsOf } from './subscriptions.ts'

/** A promotion code with its coupon. A null field means that there is no such restriction. */
export type Promotion = {
  id: string
  code: string
  isUsable: boolean
  /** ms since the epoch. */
  expiresAt: number
  customer: string | null
  minimumCents: number | null
  products: string[] | null
  /** Metadata of coupon and code; the code's takes precedence. */
  metadata: Record<string, string>
  coupon: CouponTerms & { amountOff: number | null; percentOff: number | null; currency: string | null }
}

const expand = ['promotion.coupon', 'promotion.coupon.applies_to']

/** The promotion codes with this code, or the one with this id. */
export async function findPromotions(stripe: Stripe, codeOrId: string): Promise<Promotion[]> {
  if (/^promo_\w+$/.test(codeOrId)) {
    const found = await answered('promotion_code', stripe.promotionCodes.retrieve(codeOrId, { expand })).catch(
      error => {
        if (codeOf(error) === 'resource_missing') return undefined
        throw error
      },
    )
    if (found) return promotionOf(found)
  }
  const code = codeOrId.toUpperCase()
  if (!/^[A-Z0-9-]+$/.test(code)) return []
  const list = stripe.promotionCodes.list({ code, active: true, limit: 10, expand: expand.map(path => `data.${path}`) })
  return (await answered('list', list)).data.flatMap(promotionOf)
}

/** Converts a promotion code; empty if its coupon has been deleted. */
function promotionOf(promotion: Stripe.PromotionCode): Promotion[] {
  const { coupon } = promotion.promotion
  if (!coupon || typeof coupon === 'string') return []
  const { amount_off: amountOff, percent_off: percentOff, currency } = coupon
  return [
    {
      id: promotion.id,
      code: promotion.code,
      isUsable: promotion.active && coupon.valid,
      expiresAt: (promotion.expires_at ?? Infinity) * 1_000,
      customer: idOf(promotion.customer),
      minimumCents: promotion.restrictions.minimum_amount,
      products: coupon.applies_to?.products ?? null,
      metadata: { ...coupon.metadata, ...promotion.metadata },
      coupon: { ...termsOf(coupon), amountOff, percentOff, currency },
    },
  ]
}

export async function isCodeActive(stripe: Stripe, code: string): Promise<boolean> {
  const { data } = await answered('list', stripe.promotionCodes.list({ code, active: true, limit: 1 }))
  return data.length > 0
}

/** Ends the code: it can no longer be redeemed. Discounts that were granted with it stay. */
export async function retirePromotionCode(stripe: Stripe, id: string): Promise<void> {
  await stripe.promotionCodes.update(id, { active: false })
}

export type NewCoupon = {
  id: string
  name: string
  percentOff: number
  duration: 'once' | 'forever'
  metadata: Record<string, string>
}

/** Creates a coupon; does nothing if one with this id exists. */
export async function createCoupon(
  stripe: Stripe,
  { percentOff, ...coupon }: NewCoupon,
  idempotencyKey: string,
): Promise<void> {
  const made = stripe.coupons.create({ ...coupon, percent_off: percentOff }, { idempotencyKey })
  await answered('coupon', made).catch((error: unknown) => {
    if (codeOf(error) !== 'resource_already_exists') throw error
  })
}

/** Deletes a coupon; does nothing if there is none. */
export async function deleteCoupon(stripe: Stripe, id: string): Promise<void> {
  await stripe.coupons.del(id).catch(() => undefined)
}

/** Returns the id of the coupon's promotion code; creates the code if there is none. */
export async function promotionCodeFor(
  stripe: Stripe,
  { coupon, code, metadata }: { coupon: string; code: string; metadata: Record<string, string> },
  idempotencyKey: string,
): Promise<string> {
  const { data } = await answered('list', stripe.promotionCodes.list({ code, coupon, limit: 1 }))
  const found = data[0]
  if (found) return found.id
  const request = { promotion: { type: 'coupon' as const, coupon }, code, metadata }
  return (await answered('promotion_code', stripe.promotionCodes.create(request, { idempotencyKey }))).id
}

/** Whether the code was rejected because another coupon has it. */
export const isCodeTaken = (error: unknown): boolean => isInvalid(error) && error.param === 'code'
