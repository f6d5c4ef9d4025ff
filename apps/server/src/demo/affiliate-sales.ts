import { monthAt, startOf } from '@finlist/domain/affiliate/month'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { makeAccount } from '../commands/make-account.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Payments } from '../payments/payments.ts'
import type { ProviderClient } from '../payments/provider/provider.ts'
import type { DemoShop } from './buy-plans.ts'
import { goodTestCard } from './test-cards.ts'

export const affiliateCodes = [
  { code: 'PARTNER20', owner: 'affiliate@demo.example', does: '20% off every payment: the demo affiliate’s code' },
  {
    code: 'NEWPARTNER20',
    owner: 'affiliate-empty@demo.example',
    does: '20% off every payment: nobody has used it yet',
  },
] as const

const part = 'affiliate sales'
const monthsBack = 4
const refundCents = 100_000

type Purchase = { monthsAgo: number; name: string; productId: ProductId; billingPeriodId: PeriodId }
const purchases: Purchase[] = [
  { monthsAgo: 4, name: 'Demo Reader 1', productId: 1, billingPeriodId: 3 },
  { monthsAgo: 4, name: 'Demo Reader 2', productId: 2, billingPeriodId: 1 },
  { monthsAgo: 3, name: 'Demo Reader 3', productId: 1, billingPeriodId: 2 },
  { monthsAgo: 1, name: 'Demo Reader 4', productId: 1, billingPeriodId: 1 },
]

/**
 * Gives the demo's affiliates their codes. The first one also gets some months of sales, bought at the sandbox on a
 * separate test clock that begins in the past. Runs only once; an interrupted run leaves fewer sales. Returns the
 * number of sales.
 */
export async function sellForAffiliate(
  database: Database,
  config: Config,
  { stripe, openPayments }: DemoShop,
  at: Date,
): Promise<number> {
  const done = database.db.selectFrom('demo_part').select('name').where('name', '=', part)
  if (await done.executeTakeFirst()) return 0
  const payments = openPayments({ trialDays: 0 })
  try {
    const byUserId = await idOf(database, 'admin@demo.example')
    for (const { code, owner } of affiliateCodes) {
      const wanted = { byUserId, userId: await idOf(database, owner), code, percentOff: 20, reason: 'Demo data' }
      await payments.staff.makeAffiliateCode({ ...wanted, duration: 'forever' })
    }
    await database.db.insertInto('demo_part').values({ name: part, version: 1 }).execute()
    await sell({ database, config, stripe, payments, at, byUserId })
    return purchases.length
  } finally {
    await payments.stop()
  }
}

type Stall = {
  database: Database
  config: Config
  stripe: ProviderClient
  payments: Payments
  at: Date
  byUserId: number
}

async function sell(stall: Stall) {
  const { stripe, at, payments } = stall
  const { data } = await stripe.promotionCodes.list({ code: affiliateCodes[0].code, active: true, limit: 1 })
  const frozen_time = momentAgo(monthsBack, at)
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time, name: part })
  const sold: { userId: number; subscriptionId: string }[] = []
  for (let monthsAgo = monthsBack; monthsAgo > 0; monthsAgo--) {
    await advance(stripe, clock.id, momentAgo(monthsAgo, at) + 1)
    for (const [number, purchase] of purchases.entries())
      if (purchase.monthsAgo === monthsAgo) sold.push(await buy(stall, clock.id, purchase, number + 1, data[0]!.id))
    if (monthsAgo === 2) await giveBack(stall, sold[1]!.userId)
  }
  await advance(stripe, clock.id, Math.floor(at.getTime() / 1_000))
  // From here on, the buyers' test clock moves only if the demo's clock is moved.
  for (const { userId, subscriptionId } of sold) await payments.setAutoRenew(userId, subscriptionId, false)
}

/**
 * The 9th, Hong Kong time, of the month that lies `months` months before the month of `at`; in seconds since the epoch.
 */
function momentAgo(months: number, at: Date): number {
  const then = new Date(startOf(monthAt(at.getTime())) + 8 * 86_400_000)
  then.setUTCMonth(then.getUTCMonth() - months)
  return then.getTime() / 1_000
}

async function advance(stripe: ProviderClient, clockId: string, frozen_time: number) {
  await stripe.testHelpers.testClocks.advance(clockId, { frozen_time })
  for (let tries = 0; tries < 1_000; tries++)
    if ((await stripe.testHelpers.testClocks.retrieve(clockId)).status === 'ready') return
  throw new Error('the demo’s clock at the payment sandbox does not get ready')
}

async function buy(
  { database, config, stripe, payments, at }: Stall,
  clockId: string,
  { name, productId, billingPeriodId }: Purchase,
  number: number,
  couponCode: string,
) {
  const email = `reader-${number}@demo.example`
  const { userId } = await makeAccount(database, config, { email, name, complete: true, language: 'en' })
  const customer = await stripe.customers.create({
    email,
    name,
    test_clock: clockId,
    metadata: { user_id: String(userId) },
  })
  await database.db
    .insertInto('billing_customer')
    .values({ user_id: userId, customer_id: customer.id })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ customer_id: customer.id }))
    .execute()
  const card = await stripe.paymentMethods.create({ type: 'card', card: goodTestCard({ forTrial: false, at }) })
  const wanted = { productId, billingPeriodId, couponCode, paymentMethod: card.id }
  const { subscriptionStatus, subscriptionId } = await payments.subscribe(userId, wanted)
  if (subscriptionStatus !== 'active') throw new Error(`the demo's ${email} could not buy: ${subscriptionStatus}`)
  return { userId, subscriptionId }
}

async function giveBack({ database, payments, byUserId }: Stall, userId: number) {
  const { invoice_id: invoiceId } = await database.db
    .selectFrom('invoice')
    .select('invoice_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow()
  const refund = {
    byUserId,
    invoiceId,
    amount: refundCents,
    to: 'card',
    endsAccess: false,
    reason: 'Demo data',
  } as const
  await payments.staff.refund(userId, refund)
}

async function idOf(database: Database, email: string): Promise<number> {
  const { user_id } = await database.db
    .selectFrom('users')
    .select('user_id')
    .where('email', '=', email)
    .orderBy('user_id', 'desc')
    .executeTakeFirstOrThrow()
  return user_id
}
