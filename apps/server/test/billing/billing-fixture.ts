import { type PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { authenticate } from '@finlist/pay-sandbox/authenticate'
import { directly } from '../../../../tools/fresh-database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { Payments } from '../../src/payments/payments.ts'
import type { Provider } from '../../src/payments/provider/provider.ts'
import { calmDay } from '../test-clock.ts'
import { openTestServer, type PayingTestServer } from '../test-server.ts'

export const daySeconds = 86_400
export const hk = { yearly: 1_680_000, quarterly: 480_000, monthly: 200_000 }
export const periodOf = { yearly: 1, quarterly: 2, monthly: 3 } as const satisfies Record<string, PeriodId>
type PeriodName = keyof typeof periodOf

const cards = {
  good: '4242424242424242',
  mastercard: '5555555555554444',
  bankOnce: '4000002500003155',
  bankAlways: '4000002760003184',
  bankThenDeclined: '4000008400001629',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  processingError: '4000000000000119',
  failsLater: '4000000000000341',
  disputed: '4000000000000259',
} as const
export type CardName = keyof typeof cards

/** The infrastructure of a billing test; its servers may be separate processes. */
export type Premises = Pick<PayingTestServer, 'config' | 'database' | 'databaseUrl' | 'clock' | 'log' | 'close'> &
  Pick<PayingTestServer, 'provider' | 'payments'> & { sandbox: Pick<PayingTestServer['sandbox'], 'origin' | 'change'> }

/** A server and a payment provider, with helpers that act as customers. */
export type BillingFixture = PayingTestServer & BillingFixtureOptions
export type BillingFixtureOptions = {
  /** Creates the account `name@demo.example`, with a new name if none is given, and returns its id. */
  person(name?: string): Promise<number>
  /** Returns a card that is valid for decades, or until the end of this month. */
  card(name: CardName, until?: 'this month'): Promise<string>
  /** Returns the fields of a purchase. `paymentMethod` is a result of `card()`, or 'existing_card'. */
  wanted(period: PeriodName, paymentMethod: string, couponCode?: string | null, productId?: ProductId): Wanted
  /** Buys with a new card as the page does: previews first. Returns the subscription's id. */
  buy(userId: number, period: PeriodName, name?: CardName, couponCode?: string): Promise<string>
  /** Changes to a longer period as the page does: previews first. `by` makes the change in another process. */
  upgrade(userId: number, id: string, wanted: Wanted, by?: Payments): ReturnType<Payments['changePeriod']>
  /** Responds on the bank's page for a client secret. */
  bank(secret: string | null, passed?: boolean): Promise<void>
  /** Returns the user's objects at the payment provider. */
  books(userId: number): Promise<ProviderCopy>
  rights(userId: number): Promise<{ periodId: number; endsAt: number }[]>
  /** Erases the user. Later moves of the clock are then faster. */
  leaves(userId: number): Promise<void>
  /** Erases everybody and stops the other processes. */
  everybodyLeaves(): Promise<void>
  /** Opens another process on the same database and payment provider. */
  another(parts?: Parts): Promise<Payments>
  close(): Promise<void>
  /** Sets the sandbox's switches for webhooks or faults. */
  control(what: 'webhooks' | 'faults', settings: Record<string, string>): Promise<void>
}
type Parts = { crashAt?: (step: string) => void; provider?: Provider; trialDays?: number }
type Wanted = { productId: ProductId; billingPeriodId: PeriodId; paymentMethod: string; couponCode: string | null }
type ProviderCopy = {
  customerId: string
  subscriptions: { id: string; status: string; price: number; renews: boolean; schedule: boolean; discounts: number }[]
  /** Newest first. */
  invoices: { status: string; paid: number; reason: string }[]
  charges: number
  balance: number
  defaultCard: string | null
  cards: string[]
}

export async function openBillingFixture(env: Record<string, string> = {}): Promise<BillingFixture> {
  return keepBillingFixture(await openTestServer(env, { payments: true, demo: false, at: calmDay }))
}

export function keepBillingFixture<P extends Premises>(testServer: P): P & BillingFixtureOptions {
  const { stripe } = testServer.provider
  const closing: (() => Promise<void>)[] = []
  let people = 0
  const present = new Set<number>()

  async function customerOf(userId: number): Promise<string> {
    const row = await testServer.database.db
      .selectFrom('billing_customer')
      .select('customer_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return row.customer_id
  }

  const shop: P & BillingFixtureOptions = {
    ...testServer,
    async person(name = `person${++people}`) {
      const { user_id } = await testServer.database.db
        .insertInto('users')
        .values({ issuer: 'test', subject: name, email: `${name}@demo.example`, name, language: 'en' } as never)
        .returning('user_id')
        .executeTakeFirstOrThrow()
      present.add(user_id)
      return user_id
    },
    async card(name, until) {
      const today = new Date(testServer.clock.now() + 8 * 3_600_000)
      const [month, year] = until ? [today.getUTCMonth() + 1, today.getUTCFullYear()] : [12, 2049]
      const card = { number: cards[name], exp_month: month, exp_year: year, cvc: '123' }
      return (await stripe.paymentMethods.create({ type: 'card', card })).id
    },
    wanted: (period, paymentMethod, couponCode = null, productId = 1) => ({
      productId,
      billingPeriodId: periodOf[period],
      paymentMethod,
      couponCode,
    }),
    async buy(userId, period, name = 'good', couponCode) {
      const wanted = shop.wanted(period, await shop.card(name), couponCode ?? null)
      const { couponDetail } = await testServer.payments.preview(userId, wanted)
      const answer = await testServer.payments.subscribe(userId, { ...wanted, couponCode: couponDetail?.id ?? null })
      if (answer.paymentIntentSecret) {
        await shop.bank(answer.paymentIntentSecret)
        await testServer.payments.subscriptionsOf(userId)
      }
      return answer.subscriptionId
    },
    async upgrade(userId, id, wanted, by = testServer.payments) {
      await by.previewUpdate(userId, id, wanted)
      return await by.changePeriod(userId, id, wanted)
    },
    async bank(secret, passed = true) {
      const intent = secret?.split('_secret_')[0] ?? ''
      await testServer.sandbox.change(books => authenticate(books, intent, passed))
    },
    async books(userId) {
      const customer = await customerOf(userId)
      const [found, subscriptions, invoices, methods] = await Promise.all([
        stripe.customers.retrieve(customer),
        stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
        stripe.invoices.list({ customer, limit: 100 }),
        stripe.customers.listPaymentMethods(customer, { limit: 100 }),
      ])
      if (found.deleted) throw new Error('deleted')
      const { default_payment_method: card } = found.invoice_settings
      const charged = invoices.data.filter(({ status }) => status === 'paid')
      return {
        customerId: customer,
        subscriptions: subscriptions.data.map(one => ({
          id: one.id,
          status: one.status,
          price: one.items.data[0]?.price.unit_amount ?? 0,
          renews: !one.cancel_at_period_end,
          schedule: one.schedule !== null,
          discounts: one.discounts.length,
        })),
        invoices: invoices.data.map(one => ({
          status: one.status ?? '',
          paid: one.amount_paid,
          reason: one.billing_reason ?? '',
        })),
        charges: charged.reduce((sum, { amount_paid }) => sum + amount_paid, 0),
        balance: found.balance,
        defaultCard: typeof card === 'string' ? card : (card?.id ?? null),
        cards: methods.data.map(({ id }) => id),
      }
    },
    async rights(userId) {
      const rows = await testServer.database.db
        .selectFrom('plan_grant')
        .select(['period_id', 'ends_at'])
        .where('user_id', '=', userId)
        .orderBy('grant_id')
        .execute()
      return rows.map(row => ({ periodId: row.period_id, endsAt: row.ends_at.getTime() }))
    },
    async leaves(userId) {
      present.delete(userId)
      await testServer.payments.endBilling(userId)
      await testServer.database.db.deleteFrom('users').where('user_id', '=', userId).execute()
    },
    async everybodyLeaves() {
      for (const close of closing.splice(0)) await close()
      for (const userId of present) await shop.leaves(userId)
    },
    async another({ crashAt, provider = testServer.provider, trialDays = 0 } = {}) {
      const tell = (details: object, message: string) =>
        void testServer.log.push(
          `${message} ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.stack : value))}`,
        )
      const database = await openDatabase(
        testServer.databaseUrl,
        { warn: () => undefined, info: () => undefined },
        directly(testServer.databaseUrl),
      )
      const payments = new Payments({
        database,
        provider,
        config: { publicUrl: testServer.config.publicUrl, TRIAL_DAYS: trialDays },
        now: testServer.clock.now,
        log: { warn: tell, error: tell },
        ...(crashAt && { crashAt }),
      })
      closing.push(async () => {
        await payments.stop()
        await database.close()
      })
      return payments
    },
    async control(what, settings) {
      const answer = await fetch(`${testServer.sandbox.origin}/_sandbox/${what}`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_house' },
        body: new URLSearchParams(settings),
      })
      if (!answer.ok) throw new Error(await answer.text())
    },
    async close() {
      for (const close of closing.splice(0)) await close()
      await testServer.close()
    },
  }
  return shop
}

/** Returns the status and code of the client error that `work` must end with. */
export async function refusal(work: Promise<unknown>): Promise<{ http: number; code: string | undefined }> {
  return await work.then(
    answer => {
      throw new Error(`not refused: ${JSON.stringify(answer)}`)
    },
    (error: { httpStatus?: number; details?: { code?: string } }) => {
      if (error.httpStatus === undefined) throw error
      return { http: error.httpStatus, code: error.details?.code }
    },
  )
}
