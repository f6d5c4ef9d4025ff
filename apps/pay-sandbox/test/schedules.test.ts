import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { ownerOf } from '../src/stripe-objects.ts'
import { Shop } from './shop.ts'

const hour = 3600
const day = 24 * hour
const end = (subscription: Stripe.Subscription) => subscription.items.data[0]?.current_period_end ?? 0

function yearly(discounts: { coupon: string }[] = []) {
  const shop = new Shop('2026-01-15T12:00:00Z')
  const [year, month] = [shop.price(1_680_000, 'year'), shop.price(200_000)]
  if (discounts.length) shop.post('coupons', { id: 'HALF', percent_off: 50, duration: 'forever' })
  const subscription = shop.subscribe(shop.customer('pm_card_visa'), year, discounts.length ? { discounts } : {})
  const schedule = shop.post<Stripe.SubscriptionSchedule>('subscription_schedules', {
    from_subscription: subscription.id,
  })
  return { shop, year, month, subscription, schedule }
}

function downgraded(discounts: { coupon: string }[] = [], kept = true) {
  const all = yearly(discounts)
  const { shop, year, month, schedule } = all
  const [phase] = schedule.phases
  const same =
    kept && phase?.discounts.length
      ? { discounts: phase.discounts.map(one => ({ discount: ownerOf(one.discount) })) }
      : {}
  const updated = shop.post<Stripe.SubscriptionSchedule>(`subscription_schedules/${schedule.id}`, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      { items: [{ price: year }], start_date: phase?.start_date, end_date: phase?.end_date, ...same },
      {
        items: [{ price: month }],
        duration: { interval: 'month', interval_count: 1 },
        proration_behavior: 'none',
        ...same,
      },
    ],
  })
  return { ...all, updated }
}

it('a subscription’s schedule begins with one phase, the current period', () => {
  const { shop, subscription, schedule, year } = yearly()
  expect(schedule).toMatchObject({
    status: 'active',
    end_behavior: 'release',
    subscription: subscription.id,
    current_phase: { start_date: subscription.start_date, end_date: end(subscription) },
    phases: [
      { items: [{ price: year, quantity: 1 }], start_date: subscription.start_date, end_date: end(subscription) },
    ],
  })
  expect(shop.subscription(subscription.id).schedule).toBe(schedule.id)
  expect(shop.refused(() => shop.post('subscription_schedules', { from_subscription: subscription.id })).status).toBe(
    400,
  )
})

it('a schedule is refused while a change of the subscription waits for payment', () => {
  const shop = new Shop('2026-01-15T12:00:00Z')
  const customer = shop.customer('pm_card_visa')
  const subscription = shop.subscribe(customer, shop.price(200_000))
  shop.keepCard(customer, 'pm_card_authenticationRequired')
  shop.post(`subscriptions/${subscription.id}`, {
    items: [{ id: subscription.items.data[0]?.id, price: shop.price(1_680_000, 'year') }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  const create = () => shop.post('subscription_schedules', { from_subscription: subscription.id })
  expect(shop.refused(create)).toMatchObject({ status: 400, param: 'from_subscription' })
})

it('a schedule without a change leaves the subscription as it is, and releases it at the end of the period', () => {
  const { shop, subscription, schedule } = yearly()
  shop.waitUntil(end(subscription) + 2 * hour)
  expect(shop.get(`subscription_schedules/${schedule.id}`)).toMatchObject({
    status: 'released',
    released_subscription: subscription.id,
    subscription: null,
  })
  expect(shop.subscription(subscription.id)).toMatchObject({ schedule: null, status: 'active' })
  expect(shop.latest(subscription.id).amount_paid).toBe(1_680_000)
})

describe('a scheduled downgrade', () => {
  it('costs nothing before the next period, and then the lower price', () => {
    const { shop, subscription, updated, month, schedule } = downgraded()
    expect(updated.phases[1]).toMatchObject({ start_date: end(subscription), items: [{ price: month }] })
    expect(shop.invoices(subscription.id)).toHaveLength(1)
    shop.waitUntil(end(subscription) - 1)
    expect(shop.subscription(subscription.id).items.data[0]?.price.unit_amount).toBe(1_680_000)
    expect(shop.heard(() => shop.wait(1))).toEqual([
      'subscription_schedule.updated',
      'customer.subscription.updated',
      'customer.subscription.updated',
      'invoice.created',
    ])
    shop.wait(hour)
    expect(shop.latest(subscription.id)).toMatchObject({
      total: 200_000,
      amount_paid: 200_000,
      billing_reason: 'subscription_cycle',
    })
    const after = shop.subscription(subscription.id)
    expect(after).toMatchObject({
      billing_cycle_anchor: end(subscription),
      items: { data: [{ price: { id: month } }] },
    })
    expect(new Date(end(after) * 1000).toISOString()).toBe('2027-02-15T12:00:00.000Z')
    expect(
      shop.get<Stripe.SubscriptionSchedule>(`subscription_schedules/${schedule.id}`).current_phase?.start_date,
    ).toBe(end(subscription))
    shop.waitUntil(end(after))
    expect(shop.get(`subscription_schedules/${schedule.id}`)).toMatchObject({ status: 'released' })
    expect(shop.subscription(subscription.id).schedule).toBeNull()
  })

  it('appears in a preview of the renewal and in its announcement', () => {
    const { shop, subscription } = downgraded([{ coupon: 'HALF' }])
    const preview = shop.post<Stripe.Invoice>('invoices/create_preview', { subscription: subscription.id })
    expect(preview).toMatchObject({ subtotal: 200_000, amount_due: 100_000 })
    shop.waitUntil(end(subscription) - 7 * day)
    const announced = shop.store.all<Stripe.Event>('event').findLast(({ type }) => type === 'invoice.upcoming')
    expect(announced?.data.object).toMatchObject({ amount_due: 100_000 })
  })

  it('is cancelled by releasing the schedule', () => {
    const { shop, subscription, schedule } = downgraded()
    const told = shop.heard(() => shop.post(`subscription_schedules/${schedule.id}/release`))
    expect(told).toEqual(['subscription_schedule.released', 'customer.subscription.updated'])
    shop.waitUntil(end(subscription) + 2 * hour)
    expect(shop.latest(subscription.id).total).toBe(1_680_000)
    expect(shop.refused(() => shop.post(`subscription_schedules/${schedule.id}/release`)).status).toBe(400)
  })

  it('keeps a discount in the phases that name it', () => {
    const { shop, subscription } = downgraded([{ coupon: 'HALF' }])
    shop.waitUntil(end(subscription) + 2 * hour)
    expect(shop.latest(subscription.id).total).toBe(100_000)
  })

  it('loses a discount that no phase names', () => {
    const { shop, subscription } = downgraded([{ coupon: 'HALF' }], false)
    expect(shop.subscription(subscription.id).discounts).toEqual([])
    shop.waitUntil(end(subscription) + 2 * hour)
    expect(shop.latest(subscription.id).total).toBe(200_000)
  })

  it('blocks any other change to auto-renewal or items', () => {
    const { shop, subscription, month } = downgraded()
    const change = (values: Record<string, never>) =>
      shop.refused(() => shop.post(`subscriptions/${subscription.id}`, values))
    expect(change({ cancel_at_period_end: true } as never).message).toContain('is managed by the subscription schedule')
    expect(change({ items: [{ id: subscription.items.data[0]?.id, price: month }] } as never).param).toBe('items')
  })

  it('ends with its subscription', () => {
    const { shop, subscription, schedule } = downgraded()
    expect(shop.heard(() => shop.call('DELETE', `/v1/subscriptions/${subscription.id}`))).toEqual([
      'subscription_schedule.canceled',
      'customer.subscription.deleted',
    ])
    expect(shop.get(`subscription_schedules/${schedule.id}`)).toMatchObject({ status: 'canceled' })
    shop.wait(800 * day)
    expect(shop.invoices(subscription.id)).toHaveLength(1)
  })
})

it('a schedule that ends with a cancellation is completed', () => {
  const { shop, subscription, schedule } = yearly()
  shop.post(`subscription_schedules/${schedule.id}`, { end_behavior: 'cancel' })
  shop.waitUntil(end(subscription))
  expect(shop.get(`subscription_schedules/${schedule.id}`)).toMatchObject({
    status: 'completed',
    completed_at: end(subscription),
  })
  expect(shop.subscription(subscription.id)).toMatchObject({ status: 'canceled', schedule: null })
})

it.each([
  [
    'a gap between phases',
    (start: number, finish: number) => [{ start_date: start, end_date: finish }, { start_date: finish + 1 }],
  ],
  [
    'another start of the running phase',
    (start: number, finish: number) => [{ start_date: start + 1, end_date: finish }],
  ],
  ['an end before the start', (start: number) => [{ start_date: start, end_date: start }]],
])('a schedule with %s is refused', (_what, phases) => {
  const { shop, subscription, schedule, year } = yearly()
  const refusal = shop.refused(() =>
    shop.post(`subscription_schedules/${schedule.id}`, {
      phases: phases(subscription.start_date, end(subscription)).map(phase => ({ items: [{ price: year }], ...phase })),
    }),
  )
  expect(refusal).toMatchObject({ status: 400, type: 'invalid_request_error' })
})
