import type Stripe from 'stripe'
import type { Interval } from '../calendar.ts'
import { refused } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'
import { decimal, getOr404, idOf } from '../stripe-objects.ts'
import type { Sold } from './lines.ts'

/** An entry of an `items` parameter. */
export type ItemParam = {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
}

export const soldOf = (item: Stripe.SubscriptionItem): Sold => ({
  price: item.price,
  quantity: item.quantity ?? 1,
  item: item.id,
})

/** The billing interval of a subscription. All items of a subscription have the same currency and interval. */
export function beatOf(items: readonly Stripe.SubscriptionItem[]): Interval {
  const recurring = items[0]?.price.recurring
  if (!recurring) throw new Error('a subscription without a recurring price')
  return recurring
}

export const currencyOf = (items: readonly Stripe.SubscriptionItem[]): string => items[0]?.price.currency ?? 'hkd'

export function newItem(
  price: Stripe.Price,
  quantity: number,
  { subscription, at, id = newId('si_') }: { subscription: string; at: number; id?: string },
): Stripe.SubscriptionItem {
  return {
    id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: at,
    current_period_end: at,
    current_period_start: at,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

export const repriced = (
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
  quantity: number,
): Stripe.SubscriptionItem => ({
  ...item,
  price,
  plan: planOf(price),
  quantity,
})

/** The items after applying an `items` parameter. Items that it does not name stay. */
export function changedItems(
  store: Store,
  before: readonly Stripe.SubscriptionItem[],
  input: readonly ItemParam[],
  { subscription, at, param }: { subscription: string; at: number; param: string },
): Stripe.SubscriptionItem[] {
  let items = [...before]
  for (const [place, one] of input.entries()) {
    const price = one.price === undefined ? undefined : priceFor(store, one.price, `${param}[${place}][price]`)
    if (one.id === undefined) {
      if (!price)
        throw refused('You must provide a price.', { code: 'parameter_missing', param: `${param}[${place}][price]` })
      items.push(newItem(price, one.quantity ?? 1, { subscription, at }))
      continue
    }
    const item = items.find(({ id }) => id === one.id)
    if (!item)
      throw refused(`No such subscription item: '${one.id}'`, {
        code: 'resource_missing',
        param: `${param}[${place}][id]`,
      })
    items = one.deleted
      ? items.filter(({ id }) => id !== one.id)
      : items.map(each =>
          each === item ? repriced(item, price ?? item.price, one.quantity ?? item.quantity ?? 1) : each,
        )
  }
  agree(items, param)
  return items
}

/** Returns the price if a subscription may use it. Otherwise throws. */
export function priceFor(store: Store, id: string, param: string): Stripe.Price {
  const price = getOr404(store, 'price', id, param)
  if (!price.active) throw refused(`The price specified is inactive. This field only accepts active prices.`, { param })
  if (!price.recurring)
    throw refused(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param },
    )
  if (store.find<Stripe.Product>('product', idOf(price.product as string) ?? '')?.active === false)
    throw refused('The product of this price is inactive.', { code: 'product_inactive', param })
  return price
}

function agree(items: readonly Stripe.SubscriptionItem[], param: string): void {
  const [first, ...others] = items
  if (!first) throw refused('A subscription must have at least one active plan.', { param })
  if (new Set(items.map(({ price }) => price.id)).size < items.length)
    throw refused('Cannot add multiple subscription items with the same price.', { param })
  for (const { price } of others) {
    const [one, other] = [price.recurring, first.price.recurring]
    if (price.currency !== first.price.currency)
      throw refused('All prices on a subscription must have the same currency.', { param })
    if (one?.interval !== other?.interval || one?.interval_count !== other?.interval_count)
      throw refused('Currently, all prices on a subscription must have the same recurring interval.', { param })
  }
}

function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount === null ? null : decimal(price.unit_amount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
