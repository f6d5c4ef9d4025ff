import { describe, expect, it } from 'vitest'
import { Shop } from './shop.ts'

const shop = new Shop('2026-01-15T12:00:00Z')
const price = shop.price(200_000, 'month', 1, 'finlist-hk:monthly')
const customer = shop.customer()

describe('a call is refused in the payment provider’s exact words', () => {
  const calls: [what: string, path: string, values: Record<string, never> | object, expected: object][] = [
    [
      'an unknown parameter',
      'customers',
      { emial: 'x' },
      { code: 'parameter_unknown', param: 'emial', message: 'Received unknown parameter: emial' },
    ],
    [
      'an unknown parameter inside',
      'subscriptions',
      { customer, items: [{ prise: price }] },
      { code: 'parameter_unknown', param: 'items[0][prise]' },
    ],
    [
      'a parameter of an older version',
      'subscriptions',
      { customer, items: [{ price }], coupon: 'X' },
      { code: 'parameter_unknown', param: 'coupon' },
    ],
    [
      'a missing parameter',
      'subscriptions',
      { items: [{ price }] },
      { code: 'parameter_missing', param: 'customer', message: 'Missing required param: customer.' },
    ],
    [
      'a missing parameter inside',
      'promotion_codes',
      { promotion: { type: 'coupon' } },
      { code: 'parameter_missing', param: 'promotion[coupon]' },
    ],
    ['an empty string', 'products', { name: '' }, { code: 'parameter_invalid_empty', param: 'name' }],
    [
      'no integer',
      'customers',
      { balance: '1.5' },
      { code: 'parameter_invalid_integer', param: 'balance', message: 'Invalid integer: 1.5' },
    ],
    ['no boolean', 'products', { name: 'x', active: 'yes' }, { param: 'active', message: 'Invalid boolean: yes' }],
    [
      'none of the values',
      'coupons',
      { percent_off: 5, duration: 'always' },
      { param: 'duration', message: 'Invalid duration: must be one of once, forever, repeating' },
    ],
    ['too many per cent', 'coupons', { percent_off: 101 }, { param: 'percent_off' }],
    [
      'two kinds of coupon',
      'coupons',
      { percent_off: 5, amount_off: 5, currency: 'hkd' },
      { code: 'parameters_exclusive' },
    ],
    ['a coupon of nothing', 'coupons', { duration: 'once' }, { code: 'parameter_missing' }],
    [
      'a customer that is not there',
      'subscriptions',
      { customer: 'cus_x', items: [{ price }] },
      { code: 'resource_missing', param: 'customer', message: "No such customer: 'cus_x'" },
    ],
    [
      'a price that is not there',
      'subscriptions',
      { customer, items: [{ price: 'price_x' }] },
      { code: 'resource_missing', param: 'items[0][price]', message: "No such price: 'price_x'" },
    ],
    ['no items', 'subscriptions', { customer, items: [] }, { param: 'items' }],
    ['a trial in the past', 'subscriptions', { customer, items: [{ price }], trial_end: 1 }, { param: 'trial_end' }],
    [
      'two trials',
      'subscriptions',
      { customer, items: [{ price }], trial_end: shop.now + 9, trial_period_days: 3 },
      { code: 'parameters_exclusive' },
    ],
    ['the same price twice', 'subscriptions', { customer, items: [{ price }, { price }] }, { param: 'items' }],
    [
      'a lookup key that is taken',
      'prices',
      { product: 'prod_x', currency: 'hkd', unit_amount: 1 },
      { code: 'resource_missing', param: 'product' },
    ],
    ['a preview of nothing', 'invoices/create_preview', {}, { code: 'parameter_missing', param: 'customer' }],
    ['too much metadata', 'customers', { metadata: { note: 'x'.repeat(501) } }, { param: 'metadata[note]' }],
    ['too long a text', 'customers', { name: 'x'.repeat(257) }, { param: 'name' }],
  ]
  it.each(calls)('a call is refused in the payment provider’s exact words for %s', (_what, path, values, expected) => {
    const told = shop.store.all('event').length
    const refusal = shop.refused(() => shop.post(path, values as never))
    expect(refusal).toMatchObject({ status: 400, type: 'invalid_request_error', ...expected })
    expect(shop.store.all('event')).toHaveLength(told)
  })

  it.each([
    ['customers/cus_x', "No such customer: 'cus_x'"],
    ['payment_methods/pm_x', "No such PaymentMethod: 'pm_x'"],
    ['subscriptions/sub_x', "No such subscription: 'sub_x'"],
    ['setup_intents/seti_x', "No such setupintent: 'seti_x'"],
    ['test_helpers/test_clocks/clock_x', "No such test clock: 'clock_x'"],
  ])('a call is refused with 404 for %s', (path, message) => {
    expect(shop.refused(() => shop.get(path))).toMatchObject({
      status: 404,
      code: 'resource_missing',
      param: 'id',
      message,
    })
  })
})

it('a lookup key moves to another price only on request; subscriptions then show the old price without the key', () => {
  const reader = shop.customer('pm_card_visa')
  const subscription = shop.subscribe(reader, price)
  const dearer = {
    product: shop.post<{ id: string }>('products', { name: 'x' }).id,
    currency: 'hkd',
    unit_amount: 1,
    recurring: { interval: 'month' },
    lookup_key: 'finlist-hk:monthly',
  }
  expect(shop.refused(() => shop.post('prices', dearer)).param).toBe('lookup_key')
  const after = shop.post<{ id: string }>('prices', { ...dearer, transfer_lookup_key: true })
  const holders = shop.get<{ id: string }[]>('prices', { lookup_keys: ['finlist-hk:monthly'], active: true })
  expect(holders.map(({ id }) => id)).toEqual([after.id])
  expect(shop.subscription(subscription.id).items.data[0]?.price.lookup_key).toBeNull()
})

it('metadata is merged, and can be removed key by key or all together', () => {
  const of = (metadata: Record<string, string> | '') =>
    shop.post<{ metadata: object }>(`customers/${customer}`, { metadata }).metadata
  expect(of({ a: '1', b: '2' })).toEqual({ a: '1', b: '2' })
  expect(of({ b: '', c: '3' })).toEqual({ a: '1', c: '3' })
  expect(of('')).toEqual({})
})

it('lists can be filtered, and are newest first', () => {
  const emails = ['list-a@example.com', 'list-b@example.com', 'list-a@example.com']
  const ids = emails.map(email => shop.customer(undefined, { email }))
  const list = (values: Record<string, never> | object) =>
    shop.get<{ id: string }[]>('customers', values as never).map(({ id }) => id)
  expect(list({ email: 'list-a@example.com' })).toEqual([ids[2], ids[0]])
  expect(list({ email: 'list-a@example.com', created: { gt: shop.now } })).toEqual([])
  expect(list({ email: 'list-b@example.com', created: { gte: shop.now, lte: shop.now } })).toEqual([ids[1]])
})
