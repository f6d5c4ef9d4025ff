/** A coupon, with the time for which it applies; `months` matters only if it is repeating. */
export type CouponTerms = { id: string; duration: 'forever' | 'once' | 'repeating'; months: number }

/** A coupon on a subscription. `coupon` is null if it was deleted or was not expanded. */
export type Discount = { id: string; promotionCode: string | null; coupon: CouponTerms | null; endsAt: Date | null }

/** Whether the coupon applies for more than the given number of months. */
export const lastsPast = (coupon: CouponTerms | undefined, months: number): boolean =>
  coupon?.duration === 'forever' || (coupon?.duration === 'repeating' && coupon.months > months)

/** The id of the coupon that also reduces the next renewal; null if there is none. */
export function lastingCoupon(discounts: readonly Discount[], nextBilling: Date): string | null {
  for (const { coupon, endsAt } of discounts) {
    if (coupon === null) continue
    const lasts = lastsPast(coupon, 0) && (endsAt === null || endsAt > nextBilling)
    // A one-time discount disappears from the subscription once it is used.
    const isUnused = coupon.duration === 'once' && endsAt === null
    if (lasts || isUnused) return coupon.id
  }
  return null
}
