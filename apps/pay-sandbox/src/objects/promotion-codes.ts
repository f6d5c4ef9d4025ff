import type Stripe from 'stripe'
import { refused } from '../errors.ts'
import { newCode, newId } from '../ids.ts'
import {
  boolean,
  integer,
  merged,
  metadata,
  need,
  oneOf,
  range,
  read,
  readList,
  ref,
  shape,
  text,
  timestamp,
} from '../params.ts'
import type { Route } from '../route.ts'
import type { Store } from '../store.ts'
import { createdBetween, getOr404, idOf, newestFirst, where } from '../stripe-objects.ts'
import { add, update } from '../update.ts'

export const promotionCodes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/promotion_codes',
    answer(store, { form }) {
      const input = read(form, {
        active: boolean,
        code: text(500),
        customer: ref,
        expires_at: timestamp,
        max_redemptions: integer(1),
        metadata,
        promotion: shape({ coupon: ref, type: oneOf('coupon') }),
        restrictions: shape({
          first_time_transaction: boolean,
          minimum_amount: integer(1),
          minimum_amount_currency: text(3),
        }),
      })
      const promotion = need(input.promotion, 'promotion')
      need(promotion.type, 'promotion[type]')
      const coupon = getOr404(store, 'coupon', need(promotion.coupon, 'promotion[coupon]'), 'promotion[coupon]')
      const customer = input.customer ? getOr404(store, 'customer', input.customer, 'customer').id : null
      const code = input.code ?? newCode()
      if (!/^[A-Za-z0-9-]+$/.test(code))
        throw refused('Promotion codes may only contain letters, digits and dashes.', { param: 'code' })
      if (input.expires_at !== undefined && input.expires_at <= store.now())
        throw refused('expires_at must be in the future.', { param: 'expires_at' })
      if (input.expires_at !== undefined && coupon.redeem_by !== null && input.expires_at > coupon.redeem_by)
        throw refused("expires_at may not be later than the coupon's redeem_by.", { param: 'expires_at' })
      const active = input.active ?? true
      if (active) onlyOne(store, code, customer)
      const limits = input.restrictions
      const made: Stripe.PromotionCode = {
        id: newId('promo_'),
        object: 'promotion_code',
        active: active && coupon.valid,
        code,
        created: store.now(),
        customer,
        customer_account: null,
        expires_at: input.expires_at ?? null,
        livemode: false,
        max_redemptions: input.max_redemptions ?? null,
        metadata: merged(null, input.metadata),
        promotion: { coupon: coupon.id, type: 'coupon' },
        restrictions: {
          first_time_transaction: limits?.first_time_transaction ?? false,
          minimum_amount: limits?.minimum_amount ?? null,
          minimum_amount_currency:
            limits?.minimum_amount === undefined
              ? null
              : need(limits.minimum_amount_currency, 'restrictions[minimum_amount_currency]').toLowerCase(),
        },
        times_redeemed: 0,
      }
      return add(store, made, 'promotion_code.created')
    },
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes/:id',
    answer: (store, { params }) => getOr404(store, 'promotion_code', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/promotion_codes/:id',
    answer(store, { params, form }) {
      const code = getOr404(store, 'promotion_code', params['id'] ?? '')
      const input = read(form, { active: boolean, metadata })
      if (input.active && !code.active) {
        if (!isGood(store, code)) throw refused('This promotion code cannot be reactivated.', { param: 'active' })
        onlyOne(store, code.code, idOf(code.customer))
      }
      return update(
        store,
        code,
        {
          metadata: merged(code.metadata, input.metadata),
          ...(input.active !== undefined && { active: input.active }),
        },
        'promotion_code.updated',
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes',
    list: true,
    answer(store, { form }) {
      const input = readList(form, { active: boolean, code: text(500), coupon: ref, created: range, customer: ref })
      const code = input.code?.toLowerCase()
      return newestFirst(
        store.all<Stripe.PromotionCode>('promotion_code'),
        where(input.active, one => one.active),
        where(code, one => one.code.toLowerCase()),
        where(input.coupon, one => idOf(one.promotion.coupon)),
        where(input.customer, one => idOf(one.customer)),
        createdBetween(input.created),
      )
    },
  },
]

/** Updates the promotion code's number of redemptions and its `active` flag, after a redemption or when it expires. */
export function refreshedCode(store: Store, code: Stripe.PromotionCode, more = 0): Stripe.PromotionCode {
  const after = { ...code, times_redeemed: code.times_redeemed + more }
  const active = code.active && isGood(store, after)
  return update(store, code, { times_redeemed: after.times_redeemed, active }, 'promotion_code.updated')
}

/** Whether the code can be redeemed, apart from its `active` flag. */
export function isGood(store: Store, code: Stripe.PromotionCode): boolean {
  return (
    (code.max_redemptions === null || code.times_redeemed < code.max_redemptions) &&
    (code.expires_at === null || store.now() < code.expires_at) &&
    (store.find<Stripe.Coupon>('coupon', idOf(code.promotion.coupon) ?? '')?.valid ?? false)
  )
}

/**
 * Throws if the code is taken. Among the active codes that one customer can use (those for everyone and their own), no
 * two may be equal, ignoring case.
 */
function onlyOne(store: Store, code: string, customer: string | null): void {
  const taken = store
    .all<Stripe.PromotionCode>('promotion_code')
    .some(
      other =>
        other.active &&
        other.code.toLowerCase() === code.toLowerCase() &&
        (customer === null || other.customer === null || other.customer === customer),
    )
  if (taken) throw refused(`An active promotion code with \`code: ${code}\` already exists.`, { param: 'code' })
}
