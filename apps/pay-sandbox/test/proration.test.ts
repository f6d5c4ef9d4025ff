import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { Shop } from './shop.ts'

const day = 86_400
const prices = {
  monthly: [200_000, 'month', 1],
  quarterly: [480_000, 'month', 3],
  yearly: [1_680_000, 'year', 1],
  odd: [1_001, 'month', 1],
} as const
type PriceName = keyof typeof prices

function started(start: string, price: PriceName, coupon?: Record<string, string | number>, credit = 0) {
  const shop = new Shop(start)
  const ids = Object.fromEntries(
    Object.entries(prices).map(([name, [amount, interval, count]]) => [name, shop.price(amount, interval, count)]),
  )
  const customer = shop.customer('pm_card_visa')
  if (credit) shop.post(`customers/${customer}/balance_transactions`, { amount: -credit, currency: 'hkd' })
  const discounts = coupon && [{ coupon: shop.post<Stripe.Coupon>('coupons', coupon).id }]
  const subscription = shop.subscribe(customer, ids[price] as string, discounts ? { discounts } : {})
  const item = subscription.items.data[0] as Stripe.SubscriptionItem
  return { shop, customer, subscription, item, ids: ids as Record<PriceName, string> }
}

describe('an upgrade credits the unused part of what was paid, and begins a new period immediately', () => {
  // Case | start | from | coupon | seconds used | to | credit | charge after discounts | to pay
  it.each([
    ['half a month', '2026-11-01T00:00:00Z', 'monthly', undefined, 15 * day, 'yearly', -100_000, 1_680_000, 1_580_000],
    ['after one second', '2026-11-01T00:00:00Z', 'monthly', undefined, 1, 'yearly', -200_000, 1_680_000, 1_480_000],
    ['in the same second', '2026-11-01T00:00:00Z', 'monthly', undefined, 0, 'yearly', -200_000, 1_680_000, 1_480_000],
    [
      'in the last second',
      '2026-11-01T00:00:00Z',
      'monthly',
      undefined,
      30 * day - 1,
      'yearly',
      0,
      1_680_000,
      1_680_000,
    ],
    [
      'a minute before the end',
      '2026-11-01T00:00:00Z',
      'monthly',
      undefined,
      30 * day - 60,
      'yearly',
      -5,
      1_680_000,
      1_679_995,
    ],
    [
      'half a cent rounds away from zero',
      '2026-11-01T00:00:00Z',
      'odd',
      undefined,
      15 * day,
      'yearly',
      -501,
      1_680_000,
      1_679_499,
    ],
    [
      'a month of 28 days',
      '2026-02-01T00:00:00Z',
      'monthly',
      undefined,
      7 * day,
      'quarterly',
      -150_000,
      480_000,
      330_000,
    ],
    [
      'a month that ends early',
      '2026-01-31T00:00:00Z',
      'monthly',
      undefined,
      14 * day,
      'quarterly',
      -100_000,
      480_000,
      380_000,
    ],
    [
      'a quarter to a year',
      '2026-01-01T00:00:00Z',
      'quarterly',
      undefined,
      45 * day,
      'yearly',
      -240_000,
      1_680_000,
      1_440_000,
    ],
    [
      '20 % off for ever',
      '2026-11-01T00:00:00Z',
      'monthly',
      { percent_off: 20, duration: 'forever' },
      15 * day,
      'yearly',
      -80_000,
      1_344_000,
      1_264_000,
    ],
    [
      '20 % off the first only',
      '2026-11-01T00:00:00Z',
      'monthly',
      { percent_off: 20, duration: 'once' },
      15 * day,
      'yearly',
      -80_000,
      1_680_000,
      1_600_000,
    ],
    [
      'paid nothing, gets nothing back',
      '2026-11-01T00:00:00Z',
      'monthly',
      { percent_off: 100, duration: 'once' },
      15 * day,
      'yearly',
      0,
      1_680_000,
      1_680_000,
    ],
    [
      'HK$500 off for ever',
      '2026-11-01T00:00:00Z',
      'monthly',
      { amount_off: 50_000, currency: 'hkd', duration: 'forever' },
      15 * day,
      'yearly',
      -75_000,
      1_630_000,
      1_555_000,
    ],
    [
      'more off than it costs',
      '2026-11-01T00:00:00Z',
      'monthly',
      { amount_off: 250_000, currency: 'hkd', duration: 'forever' },
      15 * day,
      'yearly',
      0,
      1_430_000,
      1_430_000,
    ],
  ] as const)(
    'an upgrade credits and charges the right amounts: %s',
    (_what, start, from, coupon, used, to, credit, charge, due) => {
      const { shop, subscription, item, ids } = started(start, from, coupon)
      shop.wait(used)
      const change = {
        items: [{ id: item.id, price: ids[to] }],
        proration_behavior: 'always_invoice',
        proration_date: shop.now,
        billing_cycle_anchor: { type: 'now' },
      }
      const preview = shop.post<Stripe.Invoice>('invoices/create_preview', {
        subscription: subscription.id,
        subscription_details: change,
      })
      shop.wait(Math.min(599, item.current_period_end - shop.now - 1))
      const after = shop.post<Stripe.Subscription>(`subscriptions/${subscription.id}`, {
        ...change,
        payment_behavior: 'pending_if_incomplete',
      })
      const invoice = shop.latest(subscription.id)
      const [back, charged] = invoice.lines.data
      expect(back?.amount).toBe(credit)
      expect(
        (charged?.amount ?? 0) - (charged?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
      ).toBe(charge)
      expect(invoice).toMatchObject({
        amount_due: due,
        amount_paid: due,
        status: 'paid',
        billing_reason: 'subscription_update',
      })
      expect(preview.amount_due).toBe(due)
      expect(preview.parent?.subscription_details?.subscription_proration_date).toBe(change.proration_date)
      expect(after).toMatchObject({
        pending_update: null,
        billing_cycle_anchor: change.proration_date,
        status: 'active',
      })
      expect(after.items.data[0]).toMatchObject({ id: item.id, current_period_start: change.proration_date })
      expect(back?.parent?.subscription_item_details).toMatchObject({ proration: true, subscription_item: item.id })
      expect(charged?.parent?.subscription_item_details).toMatchObject({ proration: false })
      expect(back?.pricing?.price_details?.price).toBe(ids[from])
      expect(charged?.period.end).toBe(after.items.data[0]?.current_period_end)
    },
  )

  it('and treats an invoice paid from credit like one paid by card', () => {
    const { shop, subscription, item, ids, customer } = started('2026-11-01T00:00:00Z', 'monthly', undefined, 250_000)
    expect(shop.balance(customer)).toBe(-50_000)
    shop.wait(15 * day)
    shop.post(`subscriptions/${subscription.id}`, {
      items: [{ id: item.id, price: ids.yearly }],
      proration_behavior: 'always_invoice',
      billing_cycle_anchor: { type: 'now' },
    })
    expect(shop.latest(subscription.id)).toMatchObject({
      total: 1_580_000,
      starting_balance: -50_000,
      amount_due: 1_530_000,
      ending_balance: 0,
    })
    expect(shop.balance(customer)).toBe(0)
  })
})

describe('a change of a subscription within its period', () => {
  const half = () => {
    const begun = started('2026-11-01T00:00:00Z', 'monthly')
    begun.shop.wait(15 * day)
    return begun
  }

  it('is invoiced immediately for the rest of the period with `always_invoice`', () => {
    const { shop, subscription, item } = half()
    shop.post(`subscriptions/${subscription.id}`, {
      items: [{ id: item.id, quantity: 3 }],
      proration_behavior: 'always_invoice',
    })
    const invoice = shop.latest(subscription.id)
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-100_000, 300_000])
    expect(invoice.amount_paid).toBe(200_000)
    expect(shop.subscription(subscription.id).items.data[0]).toMatchObject({
      quantity: 3,
      current_period_end: item.current_period_end,
    })
  })

  it('waits for the next invoice with `create_prorations`', () => {
    const { shop, subscription, item } = half()
    shop.post(`subscriptions/${subscription.id}`, {
      items: [{ id: item.id, quantity: 3 }],
      proration_behavior: 'create_prorations',
    })
    expect(shop.invoices(subscription.id)).toHaveLength(1)
    const upcoming = shop.post<Stripe.Invoice>('invoices/create_preview', { subscription: subscription.id })
    shop.wait(15 * day)
    const invoice = shop.latest(subscription.id)
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-100_000, 300_000, 600_000])
    expect(upcoming.amount_due).toBe(invoice.amount_due)
    shop.wait(31 * day)
    expect(shop.latest(subscription.id).lines.data.map(({ amount }) => amount)).toEqual([600_000])
  })

  it('costs nothing until the next period with `none`', () => {
    const { shop, subscription, item } = half()
    shop.post(`subscriptions/${subscription.id}`, { items: [{ id: item.id, quantity: 2 }], proration_behavior: 'none' })
    expect(shop.invoices(subscription.id)).toHaveLength(1)
    shop.wait(15 * day)
    expect(shop.latest(subscription.id).lines.data.map(({ amount }) => amount)).toEqual([400_000])
  })

  it('a change to a smaller quantity within a period credits the difference to the balance', () => {
    const { shop, subscription, item, customer } = half()
    shop.post(`subscriptions/${subscription.id}`, {
      items: [{ id: item.id, quantity: 3 }],
      proration_behavior: 'always_invoice',
    })
    shop.post(`subscriptions/${subscription.id}`, {
      items: [{ id: item.id, quantity: 1 }],
      proration_behavior: 'always_invoice',
    })
    expect(shop.latest(subscription.id)).toMatchObject({
      total: -200_000,
      amount_due: 0,
      ending_balance: -200_000,
      status: 'paid',
    })
    expect(shop.balance(customer)).toBe(-200_000)
  })

  it('a change to another billing interval always begins a new period', () => {
    const { shop, subscription, item, ids } = half()
    shop.post(`subscriptions/${subscription.id}`, { items: [{ id: item.id, price: ids.yearly }] })
    expect(shop.latest(subscription.id).amount_paid).toBe(1_580_000)
    expect(shop.subscription(subscription.id).billing_cycle_anchor).toBe(shop.now)
  })

  it.each([
    ['before the period', -15 * day - 1],
    ['in the future', 60],
  ])('is refused with a proration date %s', (_what, offset) => {
    const { shop, subscription, item } = half()
    const refusal = shop.refused(() =>
      shop.post(`subscriptions/${subscription.id}`, {
        items: [{ id: item.id, quantity: 2 }],
        proration_behavior: 'always_invoice',
        proration_date: shop.now + offset,
      }),
    )
    expect(refusal).toMatchObject({ status: 400, param: 'proration_date' })
  })
})

it('a series of upgrades never costs less than the time used', () => {
  const { shop, subscription, item, ids } = started('2026-01-31T00:00:00Z', 'monthly')
  let used = 0
  const chain: [PriceName, number, number, number][] = [
    ['monthly', 200_000, 28, 11],
    ['quarterly', 480_000, 89, 40],
    ['yearly', 1_680_000, 365, 100],
    ['monthly', 200_000, 31, 3],
  ]
  for (const [place, [name, price, days, stays]] of chain.entries()) {
    if (place > 0)
      shop.post(`subscriptions/${subscription.id}`, {
        items: [{ id: item.id, price: ids[name] }],
        proration_behavior: 'always_invoice',
        billing_cycle_anchor: { type: 'now' },
      })
    shop.wait(stays * day)
    used += (price * stays) / days
  }
  const paid = shop.invoices(subscription.id).reduce((sum, { total }) => sum + total, 0)
  const left = (200_000 * 28) / 31
  expect(Math.abs(paid - used - left)).toBeLessThanOrEqual(4)
})
