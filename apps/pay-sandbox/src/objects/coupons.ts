import type Stripe from 'stripe'
import { exclusive, refused } from '../errors.ts'
import { tell } from '../events.ts'
import { newCode } from '../ids.ts'
import {
  emptyable,
  integer,
  list,
  merged,
  metadata,
  need,
  oneOf,
  percent,
  range,
  read,
  readList,
  ref,
  shape,
  text,
  timestamp,
} from '../params.ts'
import type { Route } from '../route.ts'
import type { Row, Store } from '../store.ts'
import { createdBetween, getOr404, newestFirst } from '../stripe-objects.ts'
import { add, update } from '../update.ts'

/** The products that a coupon applies to. A coupon without this row applies to all products. */
export type CouponProducts = Row & { products: readonly string[] }

export const coupons: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/coupons',
    answer(store, { form }) {
      const input = read(form, {
        id: ref,
        amount_off: integer(1),
        applies_to: shape({ products: list(ref, 50) }),
        currency: text(3),
        duration: oneOf('once', 'forever', 'repeating'),
        duration_in_months: integer(1, 60),
        max_redemptions: integer(1),
        metadata,
        name: text(40),
        percent_off: percent,
        redeem_by: timestamp,
      })
      if (input.percent_off !== undefined && input.amount_off !== undefined)
        throw exclusive('percent_off', 'amount_off')
      if (input.percent_off === undefined && input.amount_off === undefined)
        throw refused('Must provide percent_off or amount_off.', { code: 'parameter_missing', param: 'percent_off' })
      if (input.id && store.find('coupon', input.id))
        throw refused('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
      const duration = input.duration ?? 'once'
      if (duration === 'repeating') need(input.duration_in_months, 'duration_in_months')
      if (input.redeem_by !== undefined && input.redeem_by <= store.now())
        throw refused('redeem_by must be in the future.', { param: 'redeem_by' })
      const coupon: Stripe.Coupon = {
        id: input.id ?? newCode(),
        object: 'coupon',
        amount_off: input.amount_off ?? null,
        created: store.now(),
        currency: input.amount_off === undefined ? null : need(input.currency, 'currency').toLowerCase(),
        duration,
        duration_in_months: duration === 'repeating' ? (input.duration_in_months ?? null) : null,
        livemode: false,
        max_redemptions: input.max_redemptions ?? null,
        metadata: merged(null, input.metadata),
        name: input.name ?? null,
        percent_off: input.percent_off ?? null,
        redeem_by: input.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      }
      const products = input.applies_to?.products ?? []
      for (const product of products) getOr404(store, 'product', product, 'applies_to[products]')
      if (products.length) store.put<CouponProducts>('_coupon_products', { id: coupon.id, products })
      return add(store, coupon, 'coupon.created')
    },
  },
  {
    method: 'GET',
    path: '/v1/coupons/:id',
    answer: (store, { params }) => getOr404(store, 'coupon', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/coupons/:id',
    answer(store, { params, form }) {
      const coupon = getOr404(store, 'coupon', params['id'] ?? '')
      const input = read(form, { metadata, name: emptyable(text(40)) })
      return update(
        store,
        coupon,
        { metadata: merged(coupon.metadata, input.metadata), ...(input.name !== undefined && { name: input.name }) },
        'coupon.updated',
      )
    },
  },
  {
    method: 'DELETE',
    path: '/v1/coupons/:id',
    /** A deleted coupon can no longer be redeemed. Existing discounts stay. */
    answer(store, { params }) {
      const coupon = getOr404(store, 'coupon', params['id'] ?? '')
      const codes = store.by<Stripe.PromotionCode>('promotion_code', 'promotion.coupon', coupon.id)
      for (const code of codes) update(store, code, { active: false }, 'promotion_code.updated')
      const last = store.put<Stripe.Coupon>('_deleted_coupon', { ...coupon, valid: false })
      store.remove('coupon', coupon.id)
      tell(store, 'coupon.deleted', last)
      const gone: Stripe.DeletedCoupon = { id: coupon.id, object: 'coupon', deleted: true }
      return gone
    },
  },
  {
    method: 'GET',
    path: '/v1/coupons',
    list: true,
    answer: (store, { form }) =>
      newestFirst(store.all<Stripe.Coupon>('coupon'), createdBetween(readList(form, { created: range }).created)),
  },
]

/** The coupon of a discount, even if it has been deleted since. */
export function couponOf(store: Store, id: string): Stripe.Coupon {
  return (
    store.find<Stripe.Coupon>('coupon', id) ??
    store.find<Stripe.Coupon>('_deleted_coupon', id) ??
    getOr404(store, 'coupon', id, 'coupon')
  )
}

export function isFor(store: Store, coupon: string, product: string): boolean {
  const only = store.find<CouponProducts>('_coupon_products', coupon)
  return !only || only.products.includes(product)
}

/** Updates the coupon's number of redemptions and its `valid` flag, after a redemption or when it expires. */
export function refreshed(store: Store, coupon: Stripe.Coupon, more = 0): Stripe.Coupon {
  const times_redeemed = coupon.times_redeemed + more
  const valid =
    (coupon.max_redemptions === null || times_redeemed < coupon.max_redemptions) &&
    (coupon.redeem_by === null || store.now() < coupon.redeem_by)
  return update(store, coupon, { times_redeemed, valid }, 'coupon.updated')
}
