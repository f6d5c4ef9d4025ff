import { existingCard } from '@finlist/contract/billing'
import { plansSold } from '@finlist/domain/plans/catalogue'
import { type Config, ownPrices } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Payments } from '../payments/payments.ts'
import type { ProviderClient } from '../payments/provider/provider.ts'
import { demoPlanHolders, type PlanHolder } from './accounts.ts'
import { givePlan } from './give-plans.ts'
import { goodTestCard } from './test-cards.ts'

export type DemoShop = { stripe: ProviderClient; openPayments: (settings: { trialDays: number }) => Payments }

const trialDays = 30
const monthly = 3
const creditCents = 50_000
const liveStatuses = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'] as const

/**
 * Buys the demo's missing plans with a test card, as their holders would. Leaves alone any plan that a user has
 * changed, and grants plans that are not sold. Returns the number of plans bought or granted.
 */
export async function buyDemoPlans(
  database: Database,
  config: Config,
  { stripe, openPayments }: DemoShop,
  at: Date,
): Promise<number> {
  const counter = { stripe, at, usual: openPayments({ trialDays: 0 }), trial: openPayments({ trialDays }) }
  try {
    await counter.usual.reconcile()
    const changed = await buyMissing(database, config, counter)
    if (changed > 0) await counter.usual.reconcile()
    return changed
  } finally {
    await counter.usual.stop()
    await counter.trial.stop()
  }
}

type Counter = { stripe: ProviderClient; at: Date; usual: Payments; trial: Payments }

async function buyMissing(database: Database, config: Config, counter: Counter): Promise<number> {
  const sold = plansSold(ownPrices(config))
  let changed = 0
  for (const holder of await demoPlanHolders(database)) {
    const { plan } = holder
    if (!sold.some(({ productId, periodId }) => productId === plan.productId && periodId === plan.periodId)) {
      if (await givePlan(database, holder, counter.at)) changed++
    } else if (!((await isFinished(database, holder)) && (await readLive(database, holder)))) {
      await buy(database, counter, holder)
      changed++
    }
  }
  return changed
}

async function buy(database: Database, counter: Counter, holder: PlanHolder) {
  const { userId, plan, billing } = holder
  if (!(await readLive(database, holder))) {
    const forTrial = billing === 'trial'
    const card = goodTestCard({ forTrial, at: counter.at })
    const { id: paymentMethod } = await counter.stripe.paymentMethods.create({ type: 'card', card })
    const wanted = { productId: plan.productId, billingPeriodId: plan.periodId, couponCode: null, paymentMethod }
    const { subscriptionStatus } = await (forTrial ? counter.trial : counter.usual).subscribe(userId, wanted)
    if (subscriptionStatus !== 'active')
      throw new Error(`the demo plan of ${holder.email} could not be bought: ${subscriptionStatus}`)
  }
  await makeSpecial(database, counter, holder)
  await database.write(async tx => {
    await tx
      .deleteFrom('plan_grant')
      .where('user_id', '=', userId)
      .where('product_id', '=', plan.productId)
      .where('subscription_id', 'is', null)
      .execute()
    await tx
      .insertInto('demo_part')
      .values({ name: partOf(holder), version: 1 })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })
}

/**
 * Brings the account into its special billing state. Every step is idempotent: after an interrupted start, the next
 * start repeats it.
 */
async function makeSpecial(database: Database, { stripe, at, usual: payments }: Counter, holder: PlanHolder) {
  const { userId, plan, billing } = holder
  const { subscription_id, future_period_id } = (await readLive(database, holder))!
  const { customer_id, payment_method_id } = await database.db
    .selectFrom('billing_customer')
    .select(['customer_id', 'payment_method_id'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (billing === 'renewal-off') await payments.setAutoRenew(userId, subscription_id, false)
  else if (billing === 'downgrade' && future_period_id === 0) {
    const wanted = { productId: plan.productId, billingPeriodId: monthly, couponCode: null } as const
    await payments.changePeriod(userId, subscription_id, { ...wanted, paymentMethod: existingCard })
  } else if (billing === 'credit') {
    const credit = { amount: -creditCents, currency: 'hkd' }
    await stripe.customers.createBalanceTransaction(customer_id, credit, { idempotencyKey: `demo:${customer_id}` })
  } else if (billing === 'expired-card' && payment_method_id !== null) {
    const lastYear = at.getUTCFullYear() - 1
    await stripe.paymentMethods.update(payment_method_id, { card: { exp_month: 12, exp_year: lastYear } })
  }
}

const readLive = (database: Database, { userId, plan }: PlanHolder) =>
  database.db
    .selectFrom('subscription')
    .select(['subscription_id', 'future_period_id'])
    .where('user_id', '=', userId)
    .where('product_id', '=', plan.productId)
    .where('status', 'in', liveStatuses)
    .executeTakeFirst()

const partOf = ({ email }: PlanHolder) => `plan ${email}`

async function isFinished(database: Database, holder: PlanHolder): Promise<boolean> {
  const row = await database.db
    .selectFrom('demo_part')
    .select('name')
    .where('name', '=', partOf(holder))
    .executeTakeFirst()
  return row !== undefined
}
