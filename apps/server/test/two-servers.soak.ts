import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inMs, show } from './figure.ts'
import type { Visitor } from './house.ts'
import { openStreet, type Street } from './street.ts'
import type { TestSandbox } from './test-sandbox.ts'

const clicks = 1_000
const doubleClickers = 50
const copies = 1_000
const atOnce = 50

let street: Street<TestSandbox>
beforeAll(async () => {
  street = await openStreet()
  await street.start(0)
  await street.start(1)
}, 60_000)
afterAll(() => street.close())

const other = async (userId: number) => {
  const name = `person-${userId}`
  return [await street.visitor(name, 0), await street.visitor(name, 1)] as const
}

/** The same request by turns at both servers, all at once. */
async function clicked(visitors: readonly Visitor[], body: object, key: string, times: number) {
  return await Promise.all(
    Array.from({ length: times }, (_, index) =>
      visitors[index % 2]!.raw('POST', '/users/subscribe', body, { 'idempotency-key': key }),
    ),
  )
}

async function newcomer(name: string) {
  const userId = await street.person(name)
  return { userId, visitors: [await street.visitor(name, 0), await street.visitor(name, 1)] }
}

async function bought(userId: number) {
  const { subscriptions, charges, customerId } = await street.books(userId)
  const { data } = await street.provider.stripe.customers.list({ limit: 100 })
  const customers = data.filter(({ metadata }) => metadata['user_id'] === String(userId)).map(({ id }) => id)
  return { subscriptions: subscriptions.length, charges, isOneCustomer: customers.join() === customerId }
}
const once = { subscriptions: 1, charges: 160_000, isOneCustomer: true }

it(`${clicks} clicks at once on two servers buy once`, async context => {
  const { userId, visitors } = await newcomer('clicker')
  const body = street.wanted('monthly', await street.card('good'), 'WELCOME20')
  const answers = await clicked(visitors, body, 'clicks', clicks)
  expect(new Set(answers.map(({ http, data }) => JSON.stringify([http, data]))).size).toBe(1)
  expect(answers[0]).toMatchObject({ http: 200, data: { subscriptionStatus: 'active' } })
  expect(await bought(userId)).toEqual(once)

  for (let number = 0; number < doubleClickers; number++) {
    const name = `double-${number}`
    const double = await newcomer(name)
    const wanted = street.wanted('monthly', await street.card('good'), 'WELCOME20')
    const [first, second] = await clicked(double.visitors, wanted, name, 2)
    expect([first?.http, second?.http, first?.data]).toEqual([200, 200, second?.data])
    expect(await bought(double.userId)).toEqual(once)
  }
  const is = `1 purchase each for ${clicks} clicks, and ${doubleClickers} people's two`
  show(context, { name: 'two servers: clicks at once', is, asked: '1 purchase each' })
}, 180_000)

const sign = (payload: string, { secret = 'whsec_house', ageSeconds = 0 } = {}) =>
  street.provider.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
  })

async function post(number: number, body: string, signature: string) {
  const base = number % 2 ? (await other1).house.base : street.base
  const began = performance.now()
  const answer = await fetch(`${base}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  })
  await answer.arrayBuffer()
  return { http: answer.status, ms: performance.now() - began }
}

async function inTurn<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const one = async () => {
    for (let index = next++; index < times; index = next++) results.push(await work(index))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return results
}
