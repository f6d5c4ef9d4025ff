import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { BillingContext } from '../billing-context.ts'
import { decideEmails, standingBefore } from '../emails/decide.ts'
import { cardKept } from '../operations/card-kept.ts'
import { type CustomerCopy, readCustomer, type Scope } from '../provider/read-customer.ts'
import { saveDisputes } from './disputes.ts'
import { accessOf } from './entitlement.ts'
import { saveRefunds } from './refunds.ts'
import { stopDisputed } from './stop-disputed.ts'

type SubscriptionRow = Insertable<Tables['subscription']>
type InvoiceRow = Insertable<Tables['invoice']>

/**
 * Syncs our copy of a user's customer, and with it the user's rights, with the payment provider. The caller holds the
 * user's lock. The result depends only on the provider's current data, not on the reason for a call or the order of
 * calls. `also` runs in the same transaction.
 */
export async function syncCustomer(
  billing: BillingContext,
  userId: number,
  customerId: string,
  scope: Scope = 'recent',
  also?: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const read = await readCustomer(billing, customerId, scope)
  const isStopped = await stopDisputed(billing.stripe, read)
  const copy = isStopped ? await readCustomer(billing, customerId, scope) : read
  const at = new Date(billing.now())
  await billing.database.write(async tx => {
    const before = (await isThere(tx, userId)) ? await standingBefore(tx, userId, at) : undefined
    if (before) {
      await save(tx, userId, customerId, copy, at)
      await grant(tx, userId)
    }
    await also?.(tx)
    if (before) await decideEmails(tx, userId, before, at)
  })
  warnOfTwins(billing, userId, copy)
}

/** Whether the user exists and is not being erased. Checked first, to take locks in the same order as an erasure. */
async function isThere(tx: Tx, userId: number): Promise<boolean> {
  const person = tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forKeyShare()
  return (await person.executeTakeFirst()) !== undefined
}

/**
 * Whether this card belongs to an upgrade that is not complete: the provider already has it on file, while our tables
 * keep the previous card until the upgrade is done.
 */
async function isUnconfirmed(tx: Tx, userId: number, card: string | null | undefined): Promise<boolean> {
  if (!card) return false
  const row = await tx
    .selectFrom('billing_operation')
    .select('operation_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'upgrade')
    .where('state', 'in', ['started', 'requires_action'])
    .where('step', '!=', cardKept)
    .where(sql`ids ->> 'card'`, '=', card)
    .where(sql`ids ->> 'newCard'`, '=', 'true')
    .executeTakeFirst()
  return row !== undefined
}

/** Column values that leave the card on file as it is in our table. */
const cardAsItWas = {
  payment_method_id: sql<string | null>`payment_method_id`,
  card_brand: sql<string | null>`card_brand`,
  card_last4: sql<string | null>`card_last4`,
  card_exp_month: sql<number | null>`card_exp_month`,
  card_exp_year: sql<number | null>`card_exp_year`,
  card_fingerprint: sql<string | null>`card_fingerprint`,
}

async function save(tx: Tx, userId: number, customerId: string, copy: CustomerCopy, at: Date): Promise<void> {
  const { customer, subscriptions, invoices, coupons, refunds, disputes } = copy
  const keepsCard = await isUnconfirmed(tx, userId, customer.payment_method_id)
  await tx
    .updateTable('billing_customer')
    .set({ ...customer, ...(keepsCard && cardAsItWas), read_at: at })
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .execute()
  const plans: SubscriptionRow[] = subscriptions.map(read => ({ ...read.row, user_id: userId, read_at: at }))
  for (const row of plans) {
    const { user_id: _, subscription_id: __, ...changes } = row
    await tx
      .insertInto('subscription')
      .values(row)
      .onConflict(conflict => conflict.columns(['user_id', 'subscription_id']).doUpdateSet(changes))
      .execute()
  }
  for (const [coupon_id, name] of coupons)
    await tx
      .insertInto('billing_coupon')
      .values({ coupon_id, name })
      .onConflict(conflict => conflict.column('coupon_id').doUpdateSet({ name }))
      .execute()
  for (const read of invoices) {
    const row: InvoiceRow = { ...read.row, user_id: userId, read_at: at }
    const { user_id: _, invoice_id, ...changes } = row
    await tx
      .insertInto('invoice')
      .values(row)
      .onConflict(conflict => conflict.columns(['user_id', 'invoice_id']).doUpdateSet(changes))
      .execute()
    const given = refunds.get(invoice_id)
    if (given) await saveRefunds(tx, userId, invoice_id, given)
    await saveDisputes(tx, userId, invoice_id, disputes.get(invoice_id) ?? [], at)
  }
}

/** Rewrites the user's paid plans according to our subscription rows. */
export async function grant(tx: Tx, userId: number): Promise<void> {
  const plans = await tx.selectFrom('subscription').selectAll().where('user_id', '=', userId).execute()
  const invoices = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .execute()
  for (const plan of plans) {
    const access = accessOf(
      {
        status: plan.status,
        renews: plan.renews,
        periodId: plan.period_id as PeriodId,
        startedAt: plan.started_at.getTime(),
        trialEnd: plan.trial_end?.getTime() ?? null,
        endedAt: plan.ended_at?.getTime() ?? null,
      },
      invoices.filter(invoice => invoice.subscription_id === plan.subscription_id).map(billedTime),
    )
    const held = tx
      .selectFrom('plan_grant')
      .select(['product_id', 'period_id', 'starts_at', 'ends_at'])
      .where('user_id', '=', userId)
      .where('subscription_id', '=', plan.subscription_id)
    const now = await held.executeTakeFirst()
    if (!access) {
      if (now)
        await tx
          .deleteFrom('plan_grant')
          .where('user_id', '=', userId)
          .where('subscription_id', '=', plan.subscription_id)
          .execute()
      continue
    }
    const values = {
      product_id: plan.product_id,
      period_id: access.periodId,
      starts_at: new Date(Math.min(access.startsAt, access.endsAt)),
      ends_at: new Date(access.endsAt),
    }
    if (!now)
      await tx
        .insertInto('plan_grant')
        .values({ user_id: userId, subscription_id: plan.subscription_id, ...values })
        .execute()
    else if (
      now.period_id !== values.period_id ||
      now.product_id !== values.product_id ||
      now.starts_at.getTime() !== values.starts_at.getTime() ||
      now.ends_at.getTime() !== values.ends_at.getTime()
    )
      await tx
        .updateTable('plan_grant')
        .set(values)
        .where('user_id', '=', userId)
        .where('subscription_id', '=', plan.subscription_id)
        .execute()
  }
}

const billedTime = (row: Selectable<Tables['invoice']>) => ({
  periodId: row.period_id as PeriodId,
  startsAt: row.period_start.getTime(),
  endsAt: row.period_end.getTime(),
  status: row.status,
  paidCents: row.paid_cents,
  refundedCents: row.refunded_cents,
  disputed: row.disputed,
  ruling: row.access_ruling,
})

/** Warns the operator if a user has two current subscriptions to one product and so is charged twice. */
function warnOfTwins({ log }: BillingContext, userId: number, { subscriptions }: CustomerCopy) {
  const alive = subscriptions
    .map(({ row }) => row)
    .filter(({ status }) => ['trialing', 'active', 'past_due', 'unpaid'].includes(status))
  const twins = alive.filter(
    ({ product_id }, index) => alive.findIndex(other => other.product_id === product_id) < index,
  )
  for (const { subscription_id: subscriptionId, product_id: productId } of twins)
    log.error({ userId, subscriptionId, productId }, 'a second subscription is alive')
}
