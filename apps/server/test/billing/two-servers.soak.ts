import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { inMs, show } from '../figure.ts'
import type { ApiClient } from '../test-server.ts'
import { type BillingWorld, openBillingWorld } from './billing-world.ts'
import type { TestSandbox } from './test-sandbox.ts'

const clicks = 1_000
const doubleClickers = 50
const copies = 1_000
const atOnce = 50

let street: BillingWorld<TestSandbox>
beforeAll(async () => {
  street = await openBillingWorld()
  await street.start(0)
  await street.start(1)
}, 60_000)
afterEach(() => street.control('webhooks', { paused: 'false' }))
afterAll(() => street.close())

/** Sends the same request `times` times in parallel, to the servers in turn. */
async function clicked(apiClients: readonly ApiClient[], body: object, key: string, times: number) {
  return await Promise.all(
    Array.from({ length: times }, (_, index) =>
      apiClients[index % 2]!.raw('POST', '/users/subscribe', body, { 'idempotency-key': key }),
    ),
  )
}

async function newcomer(name: string) {
  const userId = await street.person(name)
  return { userId, apiClients: [await street.apiClient(name, 0), await street.apiClient(name, 1)] }
}

async function bought(userId: number) {
  const { subscriptions, charges, customerId } = await street.books(userId)
  const { data } = await street.provider.stripe.customers.list({ limit: 100 })
  const customers = data.filter(({ metadata }) => metadata['user_id'] === String(userId)).map(({ id }) => id)
  return { subscriptions: subscriptions.length, charges, isOneCustomer: customers.join() === customerId }
}
const once = { subscriptions: 1, charges: 160_000, isOneCustomer: true }

it(`${clicks} concurrent clicks on two servers buy once`, async context => {
  const { userId, apiClients } = await newcomer('clicker')
  const body = street.wanted('monthly', await street.card('good'), 'WELCOME20')
  const answers = await clicked(apiClients, body, 'clicks', clicks)
  expect(new Set(answers.map(({ http, data }) => JSON.stringify([http, data]))).size).toBe(1)
  expect(answers[0]).toMatchObject({ http: 200, data: { subscriptionStatus: 'active' } })
  expect(await bought(userId)).toEqual(once)

  for (let number = 0; number < doubleClickers; number++) {
    const name = `double-${number}`
    const double = await newcomer(name)
    const wanted = street.wanted('monthly', await street.card('good'), 'WELCOME20')
    const [first, second] = await clicked(double.apiClients, wanted, name, 2)
    expect([first?.http, second?.http, first?.data]).toEqual([200, 200, second?.data])
    expect(await bought(double.userId)).toEqual(once)
  }
  const is = `1 purchase each for ${clicks} clicks, and ${doubleClickers} people's two`
  show(context, { name: 'two servers: clicks at once', is, asked: '1 purchase each' })
}, 180_000)

const seconds = () => Math.floor(Date.now() / 1_000)
const sign = (payload: string, { secret = 'whsec_house', timestamp = seconds() } = {}) =>
  street.provider.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

async function post(number: number, body: string, signature: string) {
  const began = performance.now()
  const { status } = await fetch(`${street.baseOf(number % 2)}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  })
  return { http: status, ms: performance.now() - began }
}

/** Runs `work` for each index, fifty at a time. */
async function many<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const one = async () => {
    for (let index = next++; index < times; index = next++) results.push(await work(index))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return results
}

const countEvents = async () => (await street.database.pool.query('select from billing_event')).rowCount ?? 0

it(`an event that is sent ${copies} times to two servers has one effect`, async context => {
  const { userId, apiClients } = await newcomer('told')
  const body = street.wanted('monthly', await street.card('good'))
  expect((await apiClients[0]!.raw('POST', '/users/subscribe', body)).http).toBe(200)
  await street.heard()
  await street.control('webhooks', { paused: 'true' })
  const { stripe } = street.provider
  const { customerId } = await street.books(userId)
  const [paid] = (await stripe.invoices.list({ customer: customerId })).data
  const [payment] = (await stripe.invoicePayments.list({ invoice: paid!.id })).data
  await stripe.refunds.create({ payment_intent: payment!.payment.payment_intent as string })
  const { data: told } = await stripe.events.list({ type: 'charge.refunded' })
  const event = JSON.stringify(told[0])
  const signature = sign(event)
  const before = await countEvents()
  const letters = async () =>
    (await street.database.pool.query('select from billing_email where user_id = $1', [userId])).rowCount ?? 0
  const lettersBefore = await letters()
  const isEntitled = async () => (await street.rights(userId)).length > 0
  expect(await isEntitled()).toBe(true)

  const answers = await many(copies, index => post(index, event, signature))
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  expect(await countEvents()).toBe(before + 1)
  await vi.waitUntil(async () => !(await isEntitled()), { timeout: 10_000, interval: 50 })
  expect((await letters()) - lettersBefore).toBe(1)
  await street.control('webhooks', { paused: 'false' })
  await street.heard()
  expect([await isEntitled(), (await letters()) - lettersBefore]).toEqual([false, 1])
  show(
    context,
    {
      name: `two servers: one event, ${copies} times`,
      is: '1 row, 1 effect, 1 letter, all 200',
      asked: '1 effect, all 2xx',
    },
    {
      name: `two servers: answer to an event, ${atOnce} at once`,
      is: inMs(
        answers.map(({ ms }) => ms),
        0.5,
        0.95,
        0.99,
      ),
      asked: 'p99 < 50 ms (shown)',
    },
  )
}, 120_000)

it('forged, outdated or changed events are refused and add no row', async context => {
  const event = (index: number) =>
    JSON.stringify({
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      type: 'customer.subscription.updated',
      created: seconds(),
      data: { object: { id: `sub_${index}`, object: 'subscription', customer: `cus_${index}` } },
    })
  const ways: ((body: string) => [string, string])[] = [
    body => [body, sign(body, { secret: 'whsec_other' })],
    body => [body, sign(body, { timestamp: seconds() - 301 })],
    body => [body.replace('cus_', 'cus_x'), sign(body)],
    body => [body, ''],
  ]
  await street.heard()
  const before = await countEvents()
  const tries = 100 * ways.length
  const answers = await many(tries, index => post(index, ...ways[index % ways.length]!(event(index))))
  expect(answers.filter(({ http }) => http !== 400)).toEqual([])
  expect(await countEvents()).toBe(before)
  show(context, {
    name: 'two servers: forged, stale or changed events',
    is: `${tries} of ${tries} refused, 0 rows`,
    asked: 'all, 0',
  })
}, 60_000)
