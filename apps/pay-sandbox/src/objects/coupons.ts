import type Stripe from 'stripe'
import type { Books, Row } from '../books.ts'
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
import { add, revise } from '../revise.ts'
import type { Route } from '../route.ts'
import { born, found, newestFirst } from '../things.ts'

/** The products a coupon is for; no such row: all. */
export type CouponProducts = Row & { products: readonly string[] }

export const coupons: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/coupons',
    answer(books, { form }) {
      const asked = read(form, {
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
      if (asked.percent_off !== undefined && asked.amount_off !== undefined)
        throw exclusive('percent_off', 'amount_off')
      if (asked.percent_off === undefined && asked.amount_off === undefined)
        throw refused('Must provide percent_off or amount_off.', { code: 'parameter_missing', param: 'percent_off' })
      if (asked.id && books.find('coupon', asked.id))
        throw refused('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
      const duration = asked.duration ?? 'once'
      if (duration === 'repeating') need(asked.duration_in_months, 'duration_in_months')
      if (asked.redeem_by !== undefined && asked.redeem_by <= books.now())
        throw refused('redeem_by must be in the future.', { param: 'redeem_by' })
      const coupon: Stripe.Coupon = {
        id: asked.id ?? newCode(),
        object: 'coupon',
        amount_off: asked.amount_off ?? null,
        created: books.now(),
        currency: asked.amount_off === undefined ? null : need(asked.currency, 'currency').toLowerCase(),
        duration,
        duration_in_months: duration === 'repeating' ? (asked.duration_in_months ?? null) : null,
        livemode: false,
        max_redemptions: asked.max_redemptions ?? null,
        metadata: merged(null, asked.metadata),
        name: asked.name ?? null,
        percent_off: asked.percent_off ?? null,
        redeem_by: asked.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      }
      const products = asked.applies_to?.products ?? []
      for (const product of products) found(books, 'product', product, 'applies_to[products]')
      if (products.length) books.put<CouponProducts>('_coupon_products', { id: coupon.id, products })
      return add(books, coupon, 'coupon.created')
    },
  },
  {
    method: 'GET',
    path: '/v1/coupons/:id',
    answer: (books, { params }) => found(books, 'coupon', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/coupons/:id',
    answer(books, { params, form }) {
      const coupon = found(books, 'coupon', params['id'] ?? '')
      const asked = read(form, { metadata, name: emptyable(text(40)) })
      return revise(
        books,
        coupon,
        { metadata: merged(coupon.metadata, asked.metadata), ...(asked.name !== undefined && { name: asked.name }) },
        'coupon.updated',
      )
    },
  },
  {
    method: 'DELETE',
    path: '/v1/coupons/:id',
    /** Nobody can redeem it any more; who has it keeps it. */
    answer(books, { params }) {
      const coupon = found(books, 'coupon', params['id'] ?? '')
      const codes = books.by<Stripe.PromotionCode>('promotion_code', 'promotion.coupon', coupon.id)
      for (const code of codes) revise(books, code, { active: false }, 'promotion_code.updated')
      const last = books.put<Stripe.Coupon>('_deleted_coupon', { ...coupon, valid: false })
      books.remove('coupon', coupon.id)
      tell(books, 'coupon.deleted', last)
      const gone: Stripe.DeletedCoupon = { id: coupon.id, object: 'coupon', deleted: true }
      return gone
    },
  },
  {
    method: 'GET',
    path: '/v1/coupons',
    list: true,
    answer: (books, { form }) =>
      newestFirst(books.all<Stripe.Coupon>('coupon'), born(readList(form, { created: range }).created)),
  },
]

/** The coupon of a discount, also one that is deleted by now. */
export function couponOf(books: Books, id: string): Stripe.Coupon {
  return (
    books.find<Stripe.Coupon>('coupon', id) ??
    books.find<Stripe.Coupon>('_deleted_coupon', id) ??
    found(books, 'coupon', id, 'coupon')
  )
}

export function isFor(books: Books, coupon: string, product: string): boolean {
  const only = books.find<CouponProducts>('_coupon_products', coupon)
  return !only || only.products.includes(product)
}

/** Redeemed once more, or come to its last day. */
export function refreshed(books: Books, coupon: Stripe.Coupon, more = 0): Stripe.Coupon {
  const times_redeemed = coupon.times_redeemed + more
  const valid =
    (coupon.max_redemptions === null || times_redeemed < coupon.max_redemptions) &&
    (coupon.redeem_by === null || books.now() < coupon.redeem_by)
  return revise(books, coupon, { times_redeemed, valid }, 'coupon.updated')
}
