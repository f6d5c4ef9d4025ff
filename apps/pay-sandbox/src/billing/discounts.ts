import type Stripe from 'stripe'
import { after } from '../calendar.ts'
import { refused } from '../errors.ts'
import { newId } from '../ids.ts'
import { inWords, percentOf } from '../money.ts'
import { couponOf, isFor, refreshed } from '../objects/coupons.ts'
import { isGood, refreshedCode } from '../objects/promotion-codes.ts'
import type { Store } from '../store.ts'
import { get, getOr404, idOf, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { update } from '../update.ts'

/** An entry of a `discounts` parameter. */
export type DiscountParam = {
  coupon?: string | undefined
  promotion_code?: string | undefined
  discount?: string | undefined
}

/**
 * Checks and returns the discounts that a request names. Only `redeem` redeems them. `subtotal`: the amount before
 * discounts, for codes with a minimum amount. `had`: the subscription's existing discounts, which the request may name
 * again.
 */
export function discountsFor(
  store: Store,
  customer: string,
  input: readonly DiscountParam[],
  order: { subtotal: number; currency: string; had: readonly string[]; at: number },
): Stripe.Discount[] {
  return input.map((one, place) => {
    const param = `discounts[${place}]`
    if (one.discount) {
      if (!order.had.includes(one.discount))
        throw refused(`No such discount: '${one.discount}'`, { code: 'resource_missing', param: `${param}[discount]` })
      return get(store, 'discount', one.discount)
    }
    if (one.promotion_code) {
      const code = getOr404(store, 'promotion_code', one.promotion_code, `${param}[promotion_code]`)
      checkCode(store, code, customer, order, `${param}[promotion_code]`)
      return newDiscount(store, customer, idOf(code.promotion.coupon) ?? '', code.id, order, `${param}[promotion_code]`)
    }
    if (one.coupon) return newDiscount(store, customer, one.coupon, null, order, `${param}[coupon]`)
    throw refused('You must provide a coupon, a promotion_code or a discount.', { param })
  })
}

/** Saves discounts with a subscription, and counts new ones as redeemed. */
export function redeem(store: Store, discounts: readonly Stripe.Discount[], subscription: string): string[] {
  for (const discount of discounts) {
    if (store.find('discount', discount.id)) continue
    store.put('discount', { ...discount, subscription })
    const code = idOf(discount.promotion_code)
    if (code) refreshedCode(store, get(store, 'promotion_code', code), 1)
    refreshed(store, couponOf(store, ownerOf(discount.source.coupon)), 1)
    if (code) refreshedCode(store, get(store, 'promotion_code', code))
  }
  return discounts.map(({ id }) => id)
}

/** Discounts of previews. They are not saved, but the newest ones can be looked up. */
const thought = new WeakMap<Store, Map<string, Stripe.Discount>>()
const mostThought = 1_000

export const thoughtDiscount = (store: Store, id: string): Stripe.Discount | undefined => thought.get(store)?.get(id)

function think(store: Store, discount: Stripe.Discount): Stripe.Discount {
  let recent = thought.get(store)
  if (!recent) thought.set(store, (recent = new Map()))
  recent.set(discount.id, discount)
  const [oldest] = recent.keys()
  if (recent.size > mostThought && oldest) recent.delete(oldest)
  return discount
}

export const liveDiscounts = (discounts: readonly Stripe.Discount[], at: number): Stripe.Discount[] =>
  discounts.filter(({ end }) => end === null || at < end)

export type DiscountAmount = { amount: number; discount: string }

/** For each line, the amount that each discount takes off it, applied in order. No line falls below zero. */
export function discountAmounts(
  store: Store,
  discounts: readonly Stripe.Discount[],
  lines: readonly { amount: number; product: string; discountable: boolean }[],
): DiscountAmount[][] {
  const left = lines.map(({ amount, discountable }) => (discountable ? Math.max(0, amount) : 0))
  const taken: DiscountAmount[][] = lines.map(() => [])
  for (const discount of discounts) {
    const coupon = couponOf(store, ownerOf(discount.source.coupon))
    let fixed = coupon.amount_off ?? 0
    for (const [place, line] of lines.entries()) {
      if (!line.discountable || !isFor(store, coupon.id, line.product)) continue
      const rest = left[place] ?? 0
      const amount = Math.min(rest, coupon.percent_off === null ? fixed : percentOf(rest, coupon.percent_off))
      fixed -= amount
      left[place] = rest - amount
      taken[place]?.push({ amount, discount: discount.id })
    }
  }
  return taken
}

function newDiscount(
  store: Store,
  customer: string,
  couponId: string,
  promotionCode: string | null,
  { currency, at }: { currency: string; at: number },
  param: string,
): Stripe.Discount {
  const coupon = getOr404(store, 'coupon', couponId, param)
  if (!coupon.valid || (coupon.redeem_by !== null && at >= coupon.redeem_by))
    throw refused(`Coupon expired: ${coupon.id}`, { code: 'coupon_expired', param })
  if (coupon.currency && coupon.currency !== currency)
    throw refused(
      `The coupon's currency (${coupon.currency}) does not match the currency of the order (${currency}).`,
      { param },
    )
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null
  return think(store, {
    id: newId('di_'),
    object: 'discount',
    checkout_session: null,
    customer,
    customer_account: null,
    end: months === null ? null : after(at, { interval: 'month', interval_count: 1 }, months),
    invoice: null,
    invoice_item: null,
    promotion_code: promotionCode,
    source: { coupon: coupon.id, type: 'coupon' },
    start: at,
    subscription: null,
    subscription_item: null,
  })
}

function checkCode(
  store: Store,
  code: Stripe.PromotionCode,
  customer: string,
  { subtotal, currency }: { subtotal: number; currency: string },
  param: string,
): void {
  const no = (why: string) => refused(`This promotion code cannot be redeemed because ${why}.`, { param })
  if (code.expires_at !== null && timeOf(store, { customer }) >= code.expires_at) throw no('it has expired')
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)
    throw no('it has already been redeemed the maximum number of times')
  if (!code.active || !isGood(store, code)) throw refused('This promotion code is not active.', { param })
  if (code.customer !== null && code.customer !== customer) throw no('it belongs to another customer')
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = code.restrictions
  if (first_time_transaction && hasPaid(store, customer)) throw no('the associated customer has prior transactions')
  if (minimum_amount !== null && (minimum_amount_currency !== currency || subtotal < minimum_amount))
    throw no(
      `the order does not come to the minimum amount of ${inWords(minimum_amount, minimum_amount_currency ?? currency)}`,
    )
}

function hasPaid(store: Store, customer: string): boolean {
  return (
    store.by<Stripe.Charge>('charge', 'customer', customer).some(({ paid }) => paid) ||
    store
      .by<Stripe.Invoice>('invoice', 'customer', customer)
      .some(({ status, total }) => status === 'paid' && total > 0)
  )
}

/** Removes the discounts with duration `once` that this invoice has used from a subscription. */
export function spendDiscounts(
  store: Store,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Stripe.Subscription {
  const used = (invoice.total_discount_amounts ?? [])
    .filter(({ amount }) => amount > 0)
    .map(({ discount }) => idOf(discount))
  const left = subscription.discounts.filter(one => {
    const discount = get(store, 'discount', ownerOf(one))
    return !used.includes(discount.id) || couponOf(store, ownerOf(discount.source.coupon)).duration !== 'once'
  })
  if (left.length === subscription.discounts.length) return subscription
  return update(store, subscription, { discounts: left }, 'customer.subscription.updated')
}

export const discountsOf = (store: Store, subscription: Stripe.Subscription, at: number): Stripe.Discount[] =>
  liveDiscounts(
    subscription.discounts.map(discount => get(store, 'discount', ownerOf(discount))),
    at,
  )
