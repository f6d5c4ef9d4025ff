import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { runDue } from '../src/clock.ts'
import { Store } from '../src/store.ts'
import { Shop } from './shop.ts'

const hour = 3600
const day = 24 * hour
const noon = '2026-01-15T12:00:00Z'
const end = (subscription: Stripe.Subscription) => subscription.items.data[0]?.current_period_end ?? 0

describe('a test clock', () => {
  const clocked = () => {
    const shop = new Shop(noon)
    const start = Date.parse('2027-05-31T00:00:00Z') / 1000
    const clock = shop.post<Stripe.TestHelpers.TestClock>('test_helpers/test_clocks', { frozen_time: start }).id
    const customer = shop.customer('pm_card_visa', { test_clock: clock })
    return { shop, clock, customer, start, subscription: shop.subscribe(customer, shop.price(200_000)) }
  }

  it('sets the time of every object attached to it', () => {
    const { shop, start, subscription } = clocked()
    expect(subscription).toMatchObject({ created: start, start_date: start })
    expect(shop.latest(subscription.id).created).toBe(start)
    expect(shop.store.all<Stripe.Event>('event').at(-1)?.created).toBe(start)
    expect(shop.store.all<Stripe.Charge>('charge')[0]?.created).toBe(start)
  })

  it('is independent of the global clock', () => {
    const { shop, clock, subscription } = clocked()
    shop.wait(10 * 365 * day)
    expect(shop.invoices(subscription.id)).toHaveLength(1)
    const { now } = shop
    // The test's card has expired by the global clock, but is still valid by the test clock.
    shop.advance(clock, end(subscription) + 2 * hour)
    expect(shop.invoices(subscription.id).map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect(shop.now).toBe(now)
  })

  it('is `advancing` while it moves and `ready` when it has arrived', () => {
    const { shop, clock, start, subscription } = clocked()
    const advancing = shop.post<Stripe.TestHelpers.TestClock>(`test_helpers/test_clocks/${clock}/advance`, {
      frozen_time: start + 70 * day,
    })
    expect(advancing).toMatchObject({
      status: 'advancing',
      status_details: { advancing: { target_frozen_time: start + 70 * day } },
    })
    shop.store.change(() => runDue(shop.store))
    expect(shop.get(`test_helpers/test_clocks/${clock}`)).toMatchObject({
      status: 'ready',
      frozen_time: start + 70 * day,
      status_details: {},
    })
    expect(shop.invoices(subscription.id)).toHaveLength(3)
    const back = () => shop.post(`test_helpers/test_clocks/${clock}/advance`, { frozen_time: start })
    expect(shop.refused(back).param).toBe('frozen_time')
  })

  it('deletes its customers when it is deleted', () => {
    const { shop, clock, customer, subscription } = clocked()
    shop.call('DELETE', `/v1/test_helpers/test_clocks/${clock}`)
    expect(shop.subscription(subscription.id).status).toBe('canceled')
    expect(shop.get(`customers/${customer}`)).toEqual({ id: customer, object: 'customer', deleted: true })
  })
})

describe('the sandbox’s global clock', () => {
  it('runs each event at the time it was due, even if the clock jumps far past it', () => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000))
    shop.wait(200 * day)
    const created = shop.invoices(subscription.id).map(({ created }) => new Date(created * 1000).toISOString())
    expect(created).toEqual(['01', '02', '03', '04', '05', '06', '07'].map(month => `2026-${month}-15T12:00:00.000Z`))
    const times = shop.store.all<Stripe.Event>('event').map(event => event.created)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  it('continues from its stored time after a restart', () => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000))
    shop.wait(20 * day)
    const kinds = [
      'customer',
      'payment_method',
      '_card',
      'product',
      'price',
      'subscription',
      'invoice',
      'invoice_payment',
      'payment_intent',
      'charge',
      'event',
      '_clock',
      '_told',
    ]
    const rows = kinds.flatMap(kind => shop.store.all(kind).map(row => ({ kind, row })))
    const again = new Store(() => Date.parse(noon) + 50 * day * 1000, structuredClone(rows))
    again.change(() => runDue(again))
    const invoices = again.by<Stripe.Invoice>('invoice', 'parent.subscription_details.subscription', subscription.id)
    expect(invoices.map(({ status, created }) => [status, created])).toEqual([
      ['paid', subscription.start_date],
      ['paid', end(subscription)],
      ['paid', Date.parse('2026-03-15T12:00:00Z') / 1000],
    ])
  })

  it('renews 300 subscriptions for a year', () => {
    const shop = new Shop(noon)
    const price = shop.price(200_000)
    for (let reader = 0; reader < 300; reader++) shop.subscribe(shop.customer('pm_card_visa'), price)
    shop.wait(366 * day)
    const paid = shop.store.all<Stripe.Invoice>('invoice').filter(({ status }) => status === 'paid')
    expect(paid).toHaveLength(300 * 13)
  })
})
