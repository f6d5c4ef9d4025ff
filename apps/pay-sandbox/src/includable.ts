import type Stripe from 'stripe'
import { thoughtDiscount } from './billing/discounts.ts'
import { paymentsOf } from './billing/invoice-life.ts'
import type { CouponProducts } from './objects/coupons.ts'
import type { Row, Store } from './store.ts'
import { get, listOf, type StripeObjects } from './stripe-objects.ts'

type Includable = { [kind: string]: { [field: string]: (store: Store, row: Row) => unknown } }

/** The fields that an object has only if `expand[]` names them, by kind (`object`) and field. */
export const includable: Includable = {
  charge: {
    refunds: (store, { id }) =>
      listOf([...store.by<Stripe.Refund>('refund', 'charge', id)].toReversed(), `/v1/charges/${id}/refunds`),
  },
  coupon: {
    applies_to: (store, { id }) => {
      const only = store.find<CouponProducts>('_coupon_products', id)
      return only ? { products: only.products } : undefined
    },
  },
  customer: {
    sources: (_books, { id }) => listOf([], `/v1/customers/${id}/sources`),
    subscriptions: (store, { id }) =>
      listOf(
        store
          .by<Stripe.Subscription>('subscription', 'customer', id)
          .filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
          .toReversed(),
        `/v1/customers/${id}/subscriptions`,
      ),
    tax_ids: (_books, { id }) => listOf([], `/v1/customers/${id}/tax_ids`),
  },
  invoice: {
    /** The secret with which the browser confirms the payment; null if there is nothing to confirm. */
    confirmation_secret: (store, row) => {
      const payment = paymentsOf(store, row.id).findLast(({ status }) => status !== 'canceled')
      const intent = payment?.payment.payment_intent
      if (typeof intent !== 'string') return null
      return { client_secret: get(store, 'payment_intent', intent).client_secret, type: 'payment_intent' }
    },
    payments: (store, { id }) => listOf([...paymentsOf(store, id)].toReversed(), `/v1/invoice_payments?invoice=${id}`),
  },
}

const kinds: [prefix: string, kind: keyof StripeObjects][] = [
  ['sub_sched_', 'subscription_schedule'],
  ['cbtxn_', 'customer_balance_transaction'],
  ['promo_', 'promotion_code'],
  ['inpay_', 'invoice_payment'],
  ['clock_', 'test_helpers.test_clock'],
  ['price_', 'price'],
  ['prod_', 'product'],
  ['seti_', 'setup_intent'],
  ['cus_', 'customer'],
  ['evt_', 'event'],
  ['sub_', 'subscription'],
  ['pm_', 'payment_method'],
  ['pi_', 'payment_intent'],
  ['in_', 'invoice'],
  ['ch_', 'charge'],
  ['re_', 'refund'],
  ['di_', 'discount'],
  ['du_', 'dispute'],
]

/** The object with this id. The prefix of the id gives its kind, except that products and coupons may have any id. */
export function byId(store: Store, id: string): Row | undefined {
  const kind = kinds.find(([prefix]) => id.startsWith(prefix))?.[1]
  return (
    (kind && store.find(kind, id)) ??
    store.find('product', id) ??
    store.find('coupon', id) ??
    store.find('_deleted_coupon', id) ??
    thoughtDiscount(store, id)
  )
}
