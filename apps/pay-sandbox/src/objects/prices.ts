import type Stripe from 'stripe'
import { refused } from '../errors.ts'
import { newId } from '../ids.ts'
import {
  boolean,
  emptyable,
  integer,
  list,
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
} from '../params.ts'
import type { Route } from '../route.ts'
import type { Store } from '../store.ts'
import { createdBetween, decimal, getOr404, idOf, newestFirst, where } from '../stripe-objects.ts'
import { add, update } from '../update.ts'

const interval = oneOf('day', 'week', 'month', 'year')
const settable = {
  active: boolean,
  lookup_key: emptyable(text(200)),
  metadata,
  nickname: emptyable(text(1000)),
  transfer_lookup_key: boolean,
}

export const prices: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/prices',
    answer(store, { form }) {
      const input = read(form, {
        ...settable,
        currency: text(3),
        product: ref,
        unit_amount: integer(0),
        recurring: shape({ interval, interval_count: integer(1, 1095) }),
        tax_behavior: oneOf('inclusive', 'exclusive', 'unspecified'),
      })
      const product = getOr404(store, 'product', need(input.product, 'product'), 'product')
      const amount = need(input.unit_amount, 'unit_amount')
      const id = newId('price_')
      const price: Stripe.Price = {
        id,
        object: 'price',
        active: input.active ?? true,
        billing_scheme: 'per_unit',
        created: store.now(),
        currency: need(input.currency, 'currency').toLowerCase(),
        custom_unit_amount: null,
        livemode: false,
        lookup_key: keyFor(store, input.lookup_key ?? null, input.transfer_lookup_key),
        metadata: merged(null, input.metadata),
        nickname: input.nickname ?? null,
        product: product.id,
        recurring: input.recurring
          ? {
              interval: need(input.recurring.interval, 'recurring[interval]'),
              interval_count: input.recurring.interval_count ?? 1,
              meter: null,
              trial_period_days: null,
              usage_type: 'licensed',
            }
          : null,
        tax_behavior: input.tax_behavior ?? 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: input.recurring ? 'recurring' : 'one_time',
        unit_amount: amount,
        unit_amount_decimal: decimal(amount),
      }
      return add(store, price, 'price.created')
    },
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    answer: (store, { params }) => getOr404(store, 'price', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    answer(store, { params, form }) {
      const price = getOr404(store, 'price', params['id'] ?? '')
      const input = read(form, settable)
      const key = input.lookup_key
      return change(store, price, {
        ...(input.active !== undefined && { active: input.active }),
        ...(key !== undefined &&
          key !== price.lookup_key && { lookup_key: keyFor(store, key, input.transfer_lookup_key) }),
        ...(input.nickname !== undefined && { nickname: input.nickname }),
        metadata: merged(price.metadata, input.metadata),
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    list: true,
    answer(store, { form }) {
      const input = readList(form, {
        active: boolean,
        currency: text(3),
        created: range,
        lookup_keys: list(text(200), 10),
        product: ref,
        recurring: shape({ interval }),
        type: oneOf('one_time', 'recurring'),
      })
      return newestFirst(
        store.all<Stripe.Price>('price'),
        where(input.active, price => price.active),
        where(input.currency, price => price.currency),
        where(input.product, price => idOf(price.product)),
        where(input.type, price => price.type as 'one_time' | 'recurring'),
        where(input.recurring?.interval, price => (price.recurring?.interval ?? null) as 'day' | null),
        input.lookup_keys && (price => input.lookup_keys?.includes(price.lookup_key ?? '') ?? true),
        createdBetween(input.created),
      )
    },
  },
]

/** Checks a lookup key. Only one price can have it; it is taken from another price only with `transfer_lookup_key`. */
function keyFor(store: Store, key: string | null, transfer: boolean | undefined): string | null {
  const holder = key ? store.by<Stripe.Price>('price', 'lookup_key', key)[0] : undefined
  if (!holder) return key
  if (!transfer)
    throw refused(
      `A price (\`${holder.id}\`) already uses that lookup key. You may transfer it to the new price by setting \`transfer_lookup_key=true\`.`,
      { param: 'lookup_key' },
    )
  change(store, holder, { lookup_key: null })
  return key
}

/** Changes a price, and the copies of it in subscriptions. */
function change(store: Store, before: Stripe.Price, values: Partial<Stripe.Price>): Stripe.Price {
  const price = update(store, before, values, 'price.updated')
  for (const subscription of store.all<Stripe.Subscription>('subscription')) {
    const { items } = subscription
    if (!items.data.some(item => item.price.id === price.id)) continue
    const data = items.data.map(item => (item.price.id === price.id ? { ...item, price } : item))
    store.put('subscription', { ...subscription, items: { ...items, data } })
  }
  return price
}
