import Stripe from 'stripe'
import { afterEach, expect, it } from 'vitest'
import { freshDatabase } from '../../../tools/fresh-database.ts'
import { deliveryKind, enqueue, forgetOldest, newDelivery, note } from '../src/delivery/delivery-row.ts'
import { day, sayIn } from '../src/language.ts'
import { Store } from '../src/store.ts'
import { type Heard, type Opened, open, openShop, webhookSecret } from './opened.ts'
import { StripeSchemaCheck } from './schema-check/schema-check.ts'

const schemaCheck = new StripeSchemaCheck()
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openBoth(
  answer?: (heard: Heard, count: number) => number | 'never',
  { retryAfterMs = [20, 40, 60], databaseUrl }: { retryAfterMs?: number[]; databaseUrl?: string } = {},
) {
  const shop = await openShop(answer)
  closing.push(() => shop.close())
  const webhook = { url: shop.url, secret: webhookSecret, retryAfterMs }
  const opened = await open({ schemaCheck, webhook, ...(databaseUrl && { databaseUrl }) })
  closing.push(() => opened.close())
  return { shop, ...opened }
}

async function makeProducts({ stripe }: Pick<Opened, 'stripe'>, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push((await stripe.products.create({ name: `P${at}` })).id)
  return ids
}

const productsOf = (heard: readonly Heard[]) => heard.map(({ event }) => (event.data.object as Stripe.Product).id)

it('events are sent once each, signed, in the order in which they happened', async () => {
  const { shop, sandbox, stripe } = await openBoth()
  const made = await makeProducts({ stripe }, 30)
  await sandbox.delivered()
  expect(productsOf(shop.heard)).toEqual(made)
  for (const { body, signature, event } of shop.heard) {
    expect(stripe.webhooks.constructEvent(body, signature, webhookSecret)).toEqual(event)
    expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
    expect(() => stripe.webhooks.constructEvent(`${body} `, signature, webhookSecret)).toThrow('signature')
    expect(event).toMatchObject({ type: 'product.created', pending_webhooks: 1, api_version: Stripe.API_VERSION })
  }
  expect(await stripe.events.retrieve(shop.heard[0]?.event.id as string)).toMatchObject({ pending_webhooks: 0 })
})

it('the console dates an event by the sandbox’s clock, even if it was delivered later', async () => {
  const { sandbox, stripe, control } = await openBoth()
  const { now } = await control<{ now: number }>('clock')
  await control('clock', { advance: 40 * 86_400 })
  await makeProducts({ stripe }, 1)
  await sandbox.delivered()
  const page = await (await fetch(`${sandbox.origin}/_sandbox/`)).text()
  const [row = ''] = page.slice(page.indexOf('product.created')).split('</tr>')
  expect(row).toContain(day(sayIn('en'), now + 40 * 86_400))
})

it('a refused call sends no events, and each event names the request that caused it', async () => {
  const { shop, sandbox, stripe } = await openBoth()
  await expect(stripe.prices.create({ product: 'nobody', currency: 'hkd' })).rejects.toThrow('nobody')
  const customer = await stripe.customers.create({}, { idempotencyKey: 'why' })
  await sandbox.delivered()
  expect(shop.types()).toEqual(['customer.created'])
  const request = { id: customer.lastResponse.requestId, idempotency_key: 'why' }
  expect(shop.heard[0]?.event.request).toEqual(request)
})

it('a failing event is retried without delaying others, and given up after the last retry', async () => {
  let first: string | undefined
  const { shop, sandbox, stripe, control } = await openBoth(({ event }) => {
    first ??= event.id
    return event.id === first ? 500 : 200
  })
  await control('webhooks', { paused: true })
  const made = await makeProducts({ stripe }, 3)
  await control('webhooks', { paused: false })
  await sandbox.delivered()
  const heard = productsOf(shop.heard)
  expect(heard.filter(id => id === made[0])).toHaveLength(4)
  expect(heard.indexOf(made[2] as string)).toBeLessThan(heard.lastIndexOf(made[0] as string))
  expect(await control('webhooks')).toMatchObject({ waiting: 0, delivered: 2, failed: 1 })
  const failed = await stripe.events.list({ delivery_success: false })
  expect(failed.data.map(({ id, pending_webhooks }) => [id, pending_webhooks])).toEqual([[first, 1]])
  expect((await stripe.events.list({ delivery_success: true })).data).toHaveLength(2)
})

it('every event is delivered after the shop was unavailable for a while', async () => {
  const { shop, sandbox, stripe } = await openBoth((_, count) => (count <= 2 ? 503 : 200))
  const [id] = await makeProducts({ stripe }, 1)
  await sandbox.delivered()
  expect(productsOf(shop.heard)).toEqual([id, id, id])
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
})

it('a shop that does not answer one event still receives the others', async () => {
  let first: string | undefined
  const { shop, stripe } = await openBoth(({ event }) => {
    first ??= event.id
    return event.id === first ? 'never' : 200
  })
  const made = await makeProducts({ stripe }, 3)
  await expect.poll(() => productsOf(shop.heard)).toEqual(made)
})

it('events are duplicated as many times as requested', async () => {
  const { shop, sandbox, stripe, control } = await openBoth()
  await control('webhooks', { duplicate: 9 })
  const made = await makeProducts({ stripe }, 5)
  await sandbox.delivered()
  const heard = productsOf(shop.heard)
  for (const id of made) expect(heard.filter(it => it === id)).toHaveLength(10)
})

it('queued events are reordered, in the same way for the same seed', async () => {
  const run = async () => {
    const { shop, sandbox, stripe, control } = await openBoth()
    await control('webhooks', { paused: true, reorder: true, seed: 3 })
    const made = await makeProducts({ stripe }, 20)
    await control('webhooks', { paused: false })
    await sandbox.delivered()
    return { order: productsOf(shop.heard).map(id => made.indexOf(id)), made }
  }
  const { order, made } = await run()
  expect((await run()).order).toEqual(order)
  expect(order).not.toEqual(made.map((_, at) => at))
  expect(order.toSorted((a, b) => a - b)).toEqual(made.map((_, at) => at))
})

it('the requested share of events is dropped and reported', async () => {
  const { shop, sandbox, stripe, control } = await openBoth()
  await control('webhooks', { drop: 0.5, seed: 11 })
  const made = await makeProducts({ stripe }, 40)
  await sandbox.delivered()
  expect(shop.heard.length).toBeGreaterThan(8)
  expect(shop.heard.length).toBeLessThan(32)
  const dropped = await stripe.events.list({ delivery_success: false, limit: 100 })
  expect(
    [...productsOf(shop.heard), ...dropped.data.map(({ data }) => (data.object as Stripe.Product).id)].toSorted(),
  ).toEqual(made.toSorted())
})

it('events are queued while delivery is paused, and resent on request', async () => {
  const { shop, sandbox, stripe, control } = await openBoth()
  await control('webhooks', { paused: true })
  const made = await makeProducts({ stripe }, 3)
  expect(await control('webhooks')).toMatchObject({ waiting: 3 })
  expect(shop.heard).toEqual([])
  await control('webhooks', { paused: false })
  await sandbox.delivered()
  expect(productsOf(shop.heard)).toEqual(made)
  const event = shop.heard[1]?.event.id
  expect(await control('webhooks/resend', { event, times: 120 })).toMatchObject({ attempts: 120, delivered: 120 })
  expect(productsOf(shop.heard).filter(id => id === made[1])).toHaveLength(121)
  await expect(control('webhooks/resend', { event: 'evt_nobody' })).rejects.toThrow('resource_missing')
  await expect(control('webhooks', { drop: 2 })).rejects.toThrow('Invalid drop')
})

it('undelivered events are delivered after a restart', async () => {
  const database = await freshDatabase()
  closing.push(() => database.drop())
  const before = await openBoth(() => 500, { databaseUrl: database.url, retryAfterMs: [3_600_000] })
  const made = await makeProducts(before, 3)
  const triesOf = async () =>
    (await before.control<{ newest: { attempts: number }[] }>('webhooks')).newest.map(row => row.attempts)
  await expect.poll(triesOf).toEqual([1, 1, 1])
  await before.control('webhooks', { paused: true })
  made.push(...(await makeProducts(before, 2)))
  await before.sandbox.close()
  closing.splice(2, 1)

  const after = await openBoth(() => 200, { databaseUrl: database.url })
  await expect.poll(() => productsOf(after.shop.heard)).toEqual(made.slice(3))
  await expect.poll(() => after.control('webhooks')).toMatchObject({ waiting: 3, delivered: 2 })
  const waiting = await after.stripe.events.list({ delivery_success: false })
  expect(waiting.data.map(({ data }) => (data.object as Stripe.Product).id).toReversed()).toEqual(made.slice(0, 3))
})

it('the newest 5,000 deliveries are stored, and older ones only while they are still queued', () => {
  const store = new Store(() => 0)
  store.change(() => {
    const events = Array.from({ length: 5_010 }, (_, at) => ({ id: `evt_${at}`, type: 'product.created' }))
    for (const event of events) store.put('event', event)
    enqueue(store, events)
    for (const { id } of events.slice(3))
      note(store, { ...newDelivery({ id, type: 'product.created' }), delivered: true, state: 'delivered' })
    forgetOldest(store)
  })
  const kept = store.all(deliveryKind).map(({ id }) => id)
  expect(kept.slice(0, 4)).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_10'])
  expect(kept).toHaveLength(5_003)
  expect(store.all('event')).toHaveLength(5_010)
})

it('every event that was sent matches Stripe’s own types', () => {
  expect(schemaCheck.judged).toBeGreaterThan(100)
  expect(Object.fromEntries(schemaCheck.violations)).toEqual({})
})
