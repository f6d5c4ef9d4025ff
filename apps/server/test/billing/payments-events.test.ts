import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allSent, anotherEmailQueue, decidedFor, writtenTo } from '../notifications/emails.ts'
import { type BillingFixture, daySeconds, hk, openBillingFixture, refusal } from './billing-fixture.ts'
import { forget, synced } from './synced.ts'

const runs = Number(process.env['SOAK_RUNS'] ?? 2)

let shop: BillingFixture
beforeAll(async () => {
  shop = await openBillingFixture()
})
afterAll(() => shop.close())

const post = (body: string, signature: string) =>
  fetch(`${shop.base}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  })
const sign = (payload: string, { secret = 'whsec_house', ageSeconds = 0 } = {}) =>
  shop.provider.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(shop.clock.now() / 1_000) - ageSeconds,
  })
const eventOf = (customer: string, id = `evt_${randomUUID().replaceAll('-', '')}`) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(shop.clock.now() / 1_000),
    data: { object: { id: 'sub_any', object: 'subscription', customer } },
  })
const countEvents = async () =>
  Number((await shop.database.pool.query('select count(*) as count from billing_event')).rows[0].count)

describe('a webhook message', () => {
  it('a webhook message that is forged, changed, unsigned or old is refused and leaves no trace', async () => {
    await shop.sandbox.delivered()
    const before = await countEvents()
    const event = eventOf('cus_x')
    const tries: [string, string][] = [
      [event, sign(event, { secret: 'whsec_other' })],
      [event.replace('cus_x', 'cus_y'), sign(event)],
      [event, sign(event, { ageSeconds: 301 })],
      [event, ''],
      [event, 't=1,v1=00'],
      ['', sign(event)],
      ['{', sign('{')],
    ]
    for (const [body, signature] of tries) expect((await post(body, signature)).status).toBe(400)
    expect(await countEvents()).toBe(before)
  })

  it('a webhook message that is sent a thousand times, fifty in parallel, is stored once and answered each time', {
    tags: ['slow'],
  }, async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly')
    await shop.settle()
    const { customerId } = await shop.books(userId)
    const event = eventOf(customerId)
    const signature = sign(event)
    const before = await countEvents()
    const answers: number[] = []
    let left = 1_000
    const send = async () => {
      while (left-- > 0) answers.push((await post(event, signature)).status)
    }
    await Promise.all(Array.from({ length: 50 }, send))
    expect(answers.length).toBe(1_000)
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await countEvents()).toBe(before + 1)
    await shop.payments.drain()
    expect((await shop.payments.subscriptionsOf(userId)).invoices).toHaveLength(1)
  })

  it('is refused when replayed a day later; if signed again, it changes nothing, in any order, even if it never arrived before', async () => {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'monthly')
    await shop.payments.updateCard(userId, await shop.card('mastercard'))
    const { customerId } = await shop.books(userId)
    const { stripe } = shop.provider
    const invoices = await stripe.invoices.list({ customer: customerId })
    const payments = await stripe.invoicePayments.list({ invoice: invoices.data[0]!.id })
    await stripe.refunds.create({ payment_intent: payments.data[0]!.payment.payment_intent as string })
    await stripe.subscriptions.cancel(id)
    await shop.settle()
    const { data } = await stripe.events.list({ limit: 100 })
    const told = data.map(event => JSON.stringify(event)).filter(event => event.includes(customerId))
    expect(told.length).toBeGreaterThan(5)
    const caught = told.map(event => [event, sign(event)] as const)

    await shop.sandbox.advance(daySeconds)
    await shop.settle()
    const [before, kept] = [await synced(shop.database, userId), await countEvents()]
    expect(await shop.rights(userId)).toEqual([])
    // The list is newest first: in that order, the purchase arrives after the cancellation.
    for (const order of [caught, caught.toReversed()])
      for (const [event, signature] of order) expect((await post(event, signature)).status).toBe(400)
    for (const event of told) expect((await post(event, sign(event))).status).toBe(200)
    await shop.payments.drain()
    expect([await synced(shop.database, userId), await countEvents()]).toEqual([before, kept])

    const { rowCount } = await shop.database.pool.query('delete from billing_event where customer_id = $1', [
      customerId,
    ])
    for (const event of told) expect((await post(event, sign(event))).status).toBe(200)
    await shop.payments.drain()
    expect([await synced(shop.database, userId), await countEvents()]).toEqual([before, kept])
    expect(rowCount).toBe(told.length)
    expect(await shop.rights(userId)).toEqual([])
  })

  it('a webhook message whose signature is for another time is refused, even with a second timestamp in the header', async () => {
    const before = await countEvents()
    const event = eventOf('cus_x')
    const now = Math.floor(shop.clock.now() / 1_000)
    const old = sign(event, { ageSeconds: daySeconds })
    const v1 = old.replace(/^t=\d+,/, '')
    const signatures = [
      `t=${now},${old}`,
      `${old},t=${now}`,
      `t=${now},${v1}`,
      `t=${now},${v1},${sign(`${event} `).replace(/^t=\d+,/, '')}`,
      sign(event, { ageSeconds: -3_600 }),
      `${sign(event)}, ${old}`,
    ]
    for (const signature of signatures)
      expect([signature, (await post(event, signature)).status]).toEqual([signature, 400])
    expect(await countEvents()).toBe(before)
    expect((await post(event, sign(event))).status).toBe(200)
    await shop.payments.drain()
  })

  it('a webhook message that is valid but repeated sends no second e-mail and charges nothing, in either order', {
    tags: ['slow'],
  }, async () => {
    const { box, close } = await anotherEmailQueue(shop)
    try {
      const userId = await shop.person('told-again')
      const id = await shop.buy(userId, 'monthly')
      await shop.settle()
      await shop.payments.setAutoRenew(userId, id, false)
      await shop.settle()
      await allSent(shop, box)
      const { customerId, charges } = await shop.books(userId)
      const { data } = await shop.provider.stripe.events.list({ limit: 100 })
      const told = data.map(event => JSON.stringify(event)).filter(event => event.includes(customerId))
      const state = async () => ({
        synced: await synced(shop.database, userId),
        mails: await writtenTo(shop, 'told-again@demo.example'),
        decided: await decidedFor(shop, userId),
        charges: (await shop.books(userId)).charges,
      })
      const before = await state()
      expect([charges, before.mails.length > 0, told.length > 3]).toEqual([hk.monthly, true, true])
      for (const order of [told, told.toReversed()]) {
        // Make the server forget that it received these events.
        await shop.database.pool.query('delete from billing_event where customer_id = $1', [customerId])
        for (const event of order) {
          expect((await post(event, sign(event))).status).toBe(200)
          await shop.payments.drain()
        }
        await allSent(shop, box)
        expect(await state()).toEqual(before)
      }
    } finally {
      await close()
    }
  })

  it('a webhook message about an unknown customer is ignored', async () => {
    const event = eventOf('cus_stranger')
    expect((await post(event, sign(event))).status).toBe(200)
    await shop.payments.drain()
  })
})

async function aLife(userId: number, seed: number) {
  const id = await shop.buy(userId, 'monthly', seed % 2 ? 'bankOnce' : 'good', 'WELCOME20')
  await shop.sandbox.advance(3 * daySeconds)
  await shop.upgrade(userId, id, shop.wanted('quarterly', 'existing_card'))
  await shop.payments.changePeriod(userId, id, shop.wanted('monthly', 'existing_card'))
  await shop.sandbox.advance(95 * daySeconds)
  await shop.payments.updateCard(userId, await shop.card('failsLater'))
  await shop.sandbox.advance(29 * daySeconds)
  await shop.payments.updateCard(userId, await shop.card('mastercard'))
  const { customerId } = await shop.books(userId)
  const { stripe } = shop.provider
  await stripe.customers.createBalanceTransaction(customerId, { amount: -12_345, currency: 'hkd' })
  const invoices = await stripe.invoices.list({ customer: customerId, status: 'paid', limit: 1 })
  const payments = await stripe.invoicePayments.list({ invoice: invoices.data[0]!.id })
  const intent = payments.data[0]!.payment.payment_intent
  await stripe.refunds.create({ payment_intent: intent as string, amount: 1_000 })
  if (seed % 3 === 0) await shop.payments.setAutoRenew(userId, id, false)
}

describe('our copy of the billing data', () => {
  it(`is the same whatever the order of events, also when one in ten is lost (${runs} customers)`, {
    tags: ['slow'],
    timeout: 60_000 + runs * 20_000,
  }, async () => {
    for (let seed = 1; seed <= runs; seed++) {
      const drop = seed % 2 ? '0.1' : '0'
      await shop.control('webhooks', { reorder: 'true', duplicate: '1', drop, seed: String(seed) })
      const userId = await shop.person()
      await aLife(userId, seed)
      await shop.settle()
      if (drop !== '0') await shop.payments.reconcile()
      const heard = await synced(shop.database, userId)
      await forget(shop.database, userId)
      await shop.payments.reconcile()
      expect({ seed, ...heard }).toEqual({ seed, ...(await synced(shop.database, userId)) })
      const books = await shop.books(userId)
      const { invoices, credit } = await shop.payments.subscriptionsOf(userId)
      expect(invoices.reduce((sum, { amountPaid }) => sum + amountPaid, 0)).toBe(books.charges)
      expect(credit).toBe(Math.max(0, -books.balance))
      expect(invoices.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(1_000)
    }
    await shop.control('webhooks', { reorder: 'false', duplicate: '0', drop: '0' })
  })

  it('catches up with events that never arrived, and with changes made elsewhere', async () => {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'monthly')
    await shop.settle()
    await shop.control('webhooks', { drop: '1' })
    await shop.provider.stripe.subscriptions.cancel(id)
    await shop.sandbox.delivered()
    expect((await shop.payments.subscriptionsOf(userId)).subscriptions).toHaveLength(1)
    await shop.payments.reconcile()
    expect((await shop.payments.subscriptionsOf(userId)).subscriptions).toEqual([])
    await shop.control('webhooks', { drop: '0' })
  })

  it('ends access immediately for a disputed payment', async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly', 'disputed')
    await shop.settle()
    expect(await shop.rights(userId)).toEqual([])
  })

  it('ends access immediately for a fully refunded payment', async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly')
    const { customerId } = await shop.books(userId)
    const { stripe } = shop.provider
    const { data } = await stripe.invoices.list({ customer: customerId })
    const payments = await stripe.invoicePayments.list({ invoice: data[0]!.id })
    await stripe.refunds.create({ payment_intent: payments.data[0]!.payment.payment_intent as string })
    await shop.settle()
    expect(await shop.rights(userId)).toEqual([])
    expect((await shop.payments.subscriptionsOf(userId)).invoices).toMatchObject([{ refunded: hk.monthly }])
  })
})

it('while the payment provider is unavailable, pages show the stored data, and a purchase is refused without harm', async () => {
  const userId = await shop.person()
  await shop.buy(userId, 'monthly')
  await shop.control('faults', { rate: '1', kinds: '500' })
  const us = shop.wanted('monthly', 'existing_card', null, 2)
  expect(await refusal(shop.payments.preview(userId, us))).toEqual({ http: 503, code: 'unavailable' })
  expect((await shop.payments.subscriptionsOf(userId)).subscriptions).toHaveLength(1)
  await shop.control('faults', { rate: '0' })
  expect((await shop.books(userId)).charges).toBe(hk.monthly)
})
