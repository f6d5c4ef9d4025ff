import type Stripe from 'stripe'
import { resourceMissing } from './errors.ts'
import type { Row, Store } from './store.ts'

/** The objects in the store, by kind. A kind is the value of Stripe's field `object`. */
export type StripeObjects = {
  charge: Stripe.Charge
  coupon: Stripe.Coupon
  customer: Stripe.Customer
  customer_balance_transaction: Stripe.CustomerBalanceTransaction
  discount: Stripe.Discount
  dispute: Stripe.Dispute
  event: Stripe.Event
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  price: Stripe.Price
  product: Stripe.Product
  promotion_code: Stripe.PromotionCode
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  subscription_schedule: Stripe.SubscriptionSchedule
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock
}

const nouns: { [Kind in keyof StripeObjects]?: string } = {
  payment_method: 'PaymentMethod',
  promotion_code: 'promotion code',
  setup_intent: 'setupintent',
  subscription_schedule: 'subscription schedule',
  'test_helpers.test_clock': 'test clock',
}

/** The object with this id. Throws `resource_missing`, as a 404 if the id is in the path (`param` omitted). */
export function getOr404<Kind extends keyof StripeObjects>(
  store: Store,
  kind: Kind,
  id: string,
  param?: string,
): StripeObjects[Kind] {
  const thing = store.find<StripeObjects[Kind] & Row>(kind, id)
  if (!thing) throw resourceMissing(nouns[kind] ?? kind, id, param)
  return thing
}

/** An object that another object refers to, so it must exist. */
export function get<Kind extends keyof StripeObjects>(store: Store, kind: Kind, id: string): StripeObjects[Kind] {
  const thing = store.find<StripeObjects[Kind] & Row>(kind, id)
  if (!thing) throw new Error(`the store lacks ${kind} ${id}`)
  return thing
}

/** The id in a field that may hold an id or an expanded object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** Like `idOf`, for a field that is never null. */
export function ownerOf(value: string | { id: string } | null | undefined): string {
  const id = idOf(value)
  if (!id) throw new Error('a field that is never empty is empty')
  return id
}

/** Converts a number to a decimal as Stripe sends it, as text. The store contains decimals in this form too. */
export const decimal = (value: number): Stripe.Decimal => String(value) as unknown as Stripe.Decimal

export function listOf<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url }
}

/** The objects of a list, newest first, that pass all of the given filters. */
export function newestFirst<T>(things: readonly T[], ...filters: (((thing: T) => boolean) | undefined)[]): T[] {
  const wanted = filters.filter(filter => filter !== undefined)
  return things.filter(thing => wanted.every(filter => filter(thing))).toReversed()
}

/** A filter for objects whose field equals `value`; undefined if no value is requested. */
export function where<T, V>(value: V | undefined, field: (thing: T) => V | null): ((thing: T) => boolean) | undefined {
  return value === undefined ? undefined : thing => field(thing) === value
}

/** A filter by creation time; undefined if no range is requested. */
export function createdBetween<T extends { created: number }>(
  range: ((time: number) => boolean) | undefined,
): ((thing: T) => boolean) | undefined {
  return range && (thing => range(thing.created))
}
