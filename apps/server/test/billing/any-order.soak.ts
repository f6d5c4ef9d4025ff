import type { UserSubscriptions } from '@finlist/contract/billing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { each } from '../answered.ts'
import { show } from '../figure.ts'
import type { Answer } from '../test-server.ts'
import { daySeconds } from './billing-fixture.ts'
import { type BillingWorld, openBillingWorld } from './billing-world.ts'
import { forget, synced } from './synced.ts'
import type { TestSandbox } from './test-sandbox.ts'

const lives = Number(process.env['SOAK_RUNS'] ?? 4)
const together = Math.min(20, lives)

let street: BillingWorld<TestSandbox>
beforeAll(async () => {
  street = await openBillingWorld()
  await street.start()
}, 60_000)
afterAll(() => street.close())

function got<T>({ http, data, errors }: Answer): T {
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(errors)}`)
  return data as T
}

/** Returns a customer's actions, each an HTTP call. Between the actions time passes for all customers. */
function aLife(name: string, seed: number) {
  let path = ''
  const post = async <T>(to: string, body: object) => got<T>(await (await street.apiClient(name)).raw('POST', to, body))
  const look = async () =>
    got<UserSubscriptions>(await (await street.apiClient(name)).raw('GET', '/users/user/subscriptions'))
  const change = (period: 'monthly' | 'quarterly') => post(path, street.wanted(period, 'existing_card'))
  const card = async (kind: 'failsLater' | 'mastercard') =>
    post('/users/user/update-card', { paymentMethod: await street.card(kind) })
  const steps = [
    async () => {
      const wanted = street.wanted('monthly', await street.card(seed % 2 ? 'bankOnce' : 'good'), 'WELCOME20')
      const answer = await post<{ subscriptionId: string; paymentIntentSecret: string | null }>(
        '/users/subscribe',
        wanted,
      )
      if (answer.paymentIntentSecret) await street.bank(answer.paymentIntentSecret)
      await look()
      path = `/users/user/subscriptions/${answer.subscriptionId}`
    },
    async () => {
      await post(`${path}/preview-update`, street.wanted('quarterly', 'existing_card'))
      await change('quarterly')
      await change('monthly')
    },
    () => card('failsLater'),
    async () => {
      await card('mastercard')
      if (seed % 3 === 0) await post(path, { hasAutoRenew: false })
    },
    async () => {
      const { stripe } = street.provider
      const { customerId } = await street.books((await street.apiClient(name)).userId)
      await stripe.customers.createBalanceTransaction(customerId, { amount: -12_345, currency: 'hkd' })
      const invoices = await stripe.invoices.list({ customer: customerId, status: 'paid', limit: 1 })
      const payments = await stripe.invoicePayments.list({ invoice: invoices.data[0]!.id })
      await stripe.refunds.create({ payment_intent: payments.data[0]!.payment.payment_intent as string, amount: 1_000 })
    },
  ]
  return { steps, look }
}
/** Number of days before each action. */
const days = [0, 3, 95, 29, 0]

it(
  `our billing data match the payment provider’s whatever the order of its events, even with one in ten lost (${lives} customers)`,
  async context => {
    let events = 0
    for (let first = 1; first <= lives; first += together) {
      const seeds = Array.from({ length: Math.min(together, lives - first + 1) }, (_, index) => first + index)
      await street.control('webhooks', {
        paused: 'true',
        reorder: 'true',
        duplicate: '1',
        drop: '0.1',
        seed: String(first),
      })
      const people = await each(seeds, async seed => {
        const name = `life-${seed}`
        return { seed, userId: await street.person(name), ...aLife(name, seed) }
      })
      for (const [step, passed] of days.entries()) {
        if (passed) await street.advance(passed * daySeconds)
        await each(people, ({ steps }) => steps[step]!())
      }
      await street.control('webhooks', { paused: 'false' })
      await street.heard()
      await street.payments.reconcile()
      const heard = await Promise.all(people.map(({ userId }) => synced(street.database, userId)))
      for (const { userId } of people) await forget(street.database, userId)
      await street.payments.reconcile()
      for (const [index, { seed, userId, look }] of people.entries()) {
        expect({ seed, ...heard[index] }).toEqual({ seed, ...(await synced(street.database, userId)) })
        const books = await street.books(userId)
        const { invoices, credit } = await look()
        expect(invoices.reduce((sum, { amountPaid }) => sum + amountPaid, 0)).toBe(books.charges)
        expect(credit).toBe(Math.max(0, -books.balance))
        expect(invoices.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(1_000)
      }
      await each(people, ({ userId }) => street.leaves(userId))
      await street.heard()
    }
    const { rows } = await street.database.pool.query('select count(*)::int as count from billing_event')
    events = (rows as { count: number }[])[0]?.count ?? 0
    const is = `${lives} of ${lives} lives, ${events} events, 1 pass`
    show(context, {
      name: 'events in any order, twice, 10 % lost: copy identical',
      is,
      asked: `${lives} of ${lives}, 1 pass`,
    })
  },
  60_000 + lives * 10_000,
)
