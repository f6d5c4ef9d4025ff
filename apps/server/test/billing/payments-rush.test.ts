// @module-tag slow
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Payments, SubscribeAnswer } from '../../src/payments/payments.ts'
import type { Provider } from '../../src/payments/provider/provider.ts'
import { type BillingFixture, hk, openBillingFixture } from './billing-fixture.ts'

const runs = Number(process.env['SOAK_RUNS'] ?? 2)

let shop: BillingFixture
beforeAll(async () => {
  shop = await openBillingFixture()
})
afterAll(() => shop.close())

const both = (work: (payments: Payments) => Promise<SubscribeAnswer>, other: Payments, times: number) =>
  Promise.allSettled(Array.from({ length: times }, (_, index) => work(index % 2 ? other : shop.payments)))

it('a thousand concurrent clicks in two processes make one purchase, and all get the same response', async () => {
  const userId = await shop.person()
  const wanted = shop.wanted('monthly', await shop.card('good'), 'WELCOME20')
  const other = await shop.another()
  const answers = await both(payments => payments.subscribe(userId, wanted, 'one-click'), other, 1_000)
  const [first] = answers
  expect(first?.status).toBe('fulfilled')
  for (const answer of answers) expect(answer).toEqual(first)
  const { subscriptions, charges, customerId } = await shop.books(userId)
  expect([subscriptions.length, charges]).toEqual([1, 160_000])
  const { data } = await shop.provider.stripe.customers.list({ limit: 100 })
  const mine = data.filter(({ metadata }) => metadata['user_id'] === String(userId))
  expect(mine.map(({ id }) => id)).toEqual([customerId])
})

it('clicks without an idempotency key on two plans with two cards make one subscription per plan, each paid once', async () => {
  const userId = await shop.person()
  const other = await shop.another()
  const choices = [
    shop.wanted('monthly', await shop.card('good')),
    shop.wanted('yearly', await shop.card('mastercard')),
    shop.wanted('monthly', await shop.card('mastercard'), null, 2),
  ]
  let next = 0
  await both(payments => payments.subscribe(userId, choices[next++ % 3]!), other, 60)
  const { subscriptions, charges, cards } = await shop.books(userId)
  const active = subscriptions.filter(({ status }) => status === 'active')
  expect(active).toHaveLength(2)
  expect(charges).toBe(active.reduce((sum, { price }) => sum + price, 0))
  expect(cards).toHaveLength(1)
})

it('concurrent upgrade, downgrade, renewal and card changes end as if made one after the other', async () => {
  const other = await shop.another()
  for (let run = 0; run < 3; run++) {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'quarterly')
    const card = await shop.card('mastercard')
    const longer = shop.wanted('yearly', 'existing_card')
    await shop.payments.previewUpdate(userId, id, longer)
    const done = await Promise.allSettled([
      shop.payments.changePeriod(userId, id, longer),
      other.changePeriod(userId, id, shop.wanted('monthly', 'existing_card')),
      shop.payments.setAutoRenew(userId, id, false),
      other.updateCard(userId, card),
      other.cancelDowngrade(userId, id),
    ])
    const refused = done.flatMap(outcome =>
      outcome.status === 'rejected' ? [outcome.reason as { httpStatus: number }] : [],
    )
    expect(refused.filter(({ httpStatus }) => !(httpStatus < 500))).toEqual([])
    const books = await shop.books(userId)
    expect(books.subscriptions).toHaveLength(1)
    expect(books.invoices.length).toBeLessThanOrEqual(2)
    expect(books.cards).toEqual([books.defaultCard])
    const [shown] = (await shop.payments.subscriptionsOf(userId)).subscriptions
    expect(shown?.hasAutoRenew).toBe(books.subscriptions[0]?.renews)
    expect(shown!.futureBillingPeriodId > 0).toBe(books.subscriptions[0]?.schedule)
  }
})

/** Opens a process that waits 250 ms instead of 30 s for the payment provider, and that receives no webhook events. */
async function impatient(): Promise<Payments> {
  await shop.control('webhooks', { paused: 'true' })
  const { port } = shop.sandbox
  const settings = { host: '127.0.0.1', port, protocol: 'http', timeout: 250, maxNetworkRetries: 1 } as const
  const provider: Provider = {
    ...shop.provider,
    stripe: new Stripe('sk_test_house', { ...settings, telemetry: false }),
  }
  return await shop.another({ provider })
}

const faults = ['500', '500_kept', 'slow', 'timeout', 'timeout_after', 'cut_before', 'cut_after']
const fail = (run: number) =>
  shop.control('faults', {
    rate: run % 3 ? '0.2' : '0.5',
    seed: String(run + 1),
    slowMs: '100',
    ...Object.fromEntries(faults.map((name, index) => [`kinds[${index}]`, name])),
  })
const told = (work: Promise<{ subscriptionStatus: string }>) =>
  work.then(
    ({ subscriptionStatus }) => subscriptionStatus,
    (error: { details?: { code?: string } }) => error.details?.code ?? JSON.stringify(error),
  )
const known = ['active', 'in_progress', 'unavailable', 'not_finished']

it(
  `when the payment provider fails one call in five, no one pays twice and everyone who paid has access (${runs} runs)`,
  async () => {
    const payments = await impatient()
    for (let run = 0; run < runs; run++) {
      const userId = await shop.person()
      const wanted = shop.wanted(run % 2 ? 'monthly' : 'quarterly', await shop.card('good'))
      const { amount } = await shop.payments.preview(userId, wanted)
      await fail(run)
      const answer = await told(payments.subscribe(userId, wanted))
      await shop.control('faults', { rate: '0' })
      await shop.payments.reconcile()
      const { charges, subscriptions, cards } = await shop.books(userId)
      const rights = await shop.rights(userId)
      expect({ run, answer, charges }).toEqual({ run, answer, charges: rights.length * amount })
      expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(rights.length)
      expect(cards).toHaveLength(rights.length)
      expect(known).toContain(answer)
      const isBought = answer === 'in_progress' ? rights.length > 0 : answer === 'active'
      expect({ run, answer, bought: rights.length > 0 }).toEqual({ run, answer, bought: isBought })
      await shop.leaves(userId)
    }
  },
  60_000 + runs * 15_000,
)

it(
  `when the payment provider fails one call in five, an upgrade is made and paid as quoted, or changes nothing (${runs} runs)`,
  async () => {
    const payments = await impatient()
    for (let run = 0; run < runs; run++) {
      const userId = await shop.person()
      const id = await shop.buy(userId, 'quarterly')
      await shop.payments.changePeriod(userId, id, shop.wanted('monthly', 'existing_card'))
      const before = await shop.books(userId)
      const wanted = shop.wanted('yearly', await shop.card('mastercard'), 'FIXED500')
      const { amount } = await shop.payments.previewUpdate(userId, id, wanted)
      await fail(run)
      const answer = await told(payments.changePeriod(userId, id, wanted))
      await shop.control('faults', { rate: '0' })
      await shop.payments.reconcile()
      const after = await shop.books(userId)
      expect(known).toContain(answer)
      const isMade = after.subscriptions[0]?.price === hk.yearly
      const isTold = answer === 'in_progress' ? isMade : answer === 'active'
      expect({ run, answer, isMade }).toEqual({ run, answer, isMade: isTold })
      const made = {
        ...before,
        charges: hk.quarterly + amount,
        cards: [wanted.paymentMethod],
        defaultCard: wanted.paymentMethod,
        subscriptions: before.subscriptions.map(one => ({ ...one, price: hk.yearly, schedule: false })),
      }
      expect({ run, ...after, invoices: [] }).toEqual({ run, ...(isMade ? made : before), invoices: [] })
      expect((await shop.rights(userId))[0]?.periodId).toBe(isMade ? 1 : 2)
      await shop.leaves(userId)
    }
  },
  60_000 + runs * 15_000,
)
