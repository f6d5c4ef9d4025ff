import type { BillingEmailKind } from '@finlist/contract/staff/customers'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { isDisputed } from '../disputed.ts'

/** Receipts are sent only for payments of the last 30 days, because the payment provider does not report older ones. */
const receiptMs = 30 * 86_400_000
const running = ['trialing', 'active', 'past_due'] as const

/**
 * A user's billing state before their rows are rewritten, as ids. `plans` has the running subscriptions, each with
 * whether it was to renew and the period that a scheduled downgrade was to change it to (0 if none).
 */
export type Before = {
  paid: string[]
  held: string[]
  refunds: string[]
  disputes: string[]
  lost: string[]
  plans: { subscription_id: string; renews: boolean; future_period_id: number }[]
}

/** Reads the user's billing state before their rows are rewritten; `held` are the plans that they have at `at`. */
export async function standingBefore(tx: Tx, userId: number, at: Date): Promise<Before> {
  const paid = await tx
    .selectFrom('invoice')
    .select('invoice_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .where('created_at', '>', new Date(at.getTime() - 2 * receiptMs))
    .execute()
  const held = await tx
    .selectFrom('plan_grant')
    .select('subscription_id')
    .where('user_id', '=', userId)
    .where('subscription_id', 'is not', null)
    .where('ends_at', '>', at)
    .execute()
  const refunds = await tx.selectFrom('refund').select('refund_id').where('user_id', '=', userId).execute()
  const plans = await tx
    .selectFrom('subscription')
    .select(['subscription_id', 'renews', 'future_period_id'])
    .where('user_id', '=', userId)
    .where('status', 'in', running)
    .execute()
  const disputes = await tx
    .selectFrom('invoice')
    .select(['invoice_id', 'dispute_lost'])
    .where('user_id', '=', userId)
    .where('disputed', '=', true)
    .execute()
  return {
    disputes: disputes.map(row => row.invoice_id),
    lost: disputes.filter(row => row.dispute_lost).map(row => row.invoice_id),
    paid: paid.map(row => row.invoice_id),
    held: held.map(row => row.subscription_id!),
    refunds: refunds.map(row => row.refund_id),
    plans,
  }
}

/**
 * Queues the billing e-mails that result from changed rows, in the transaction that writes them: receipts, refunds,
 * failed or disabled renewals, scheduled downgrades, disputes and ended access. Which webhook events arrived, and how
 * often, makes no difference.
 */
export async function decideEmails(tx: Tx, userId: number, before: Before, at: Date): Promise<void> {
  const renewed = before.plans.filter(plan => plan.renews).map(plan => plan.subscription_id)
  const asBefore = before.plans.map(plan => `${plan.subscription_id}:${plan.future_period_id}`)
  const candidates = sql<Candidate>`
    select user_id, 'receipt' as kind, invoice_id as subject_id from invoice
    where user_id = ${userId} and status = 'paid' and total_cents > 0
      and coalesce(paid_at, created_at) > ${new Date(at.getTime() - receiptMs)}
      and not invoice_id = any(${before.paid})
    union all
    select i.user_id, case when i.needs_bank then 'authentication' else 'payment-failed' end, i.invoice_id
    from invoice i join subscription s on s.user_id = i.user_id and s.subscription_id = i.subscription_id
    where i.user_id = ${userId} and i.status = 'open' and i.period_end = s.period_end
      and s.status in ('past_due', 'unpaid')
    union all
    select user_id, 'refunded', refund_id from refund
    where user_id = ${userId} and created_at > ${new Date(at.getTime() - receiptMs)}
      and not refund_id = any(${before.refunds})
    union all
    select user_id, case when not disputed then 'dispute-won' when dispute_lost then 'dispute-lost' else 'disputed' end,
      invoice_id from invoice
    where user_id = ${userId} and status = 'paid' and period_end > ${at} and disputed <> (invoice_id = any(${before.disputes}))
      or user_id = ${userId} and period_end > ${at} and dispute_lost and not invoice_id = any(${before.lost})
    union all
    select s.user_id, 'renewal-off', s.subscription_id || ':' || ${dayOf(sql`s.period_end`)} from subscription s
    where s.user_id = ${userId} and s.subscription_id = any(${renewed}) and not s.renews and s.status = any(${running})
      and not ${isDisputed(sql`s`)}
    union all
    select user_id, 'downgrade-scheduled',
      subscription_id || ':' || ${dayOf(sql`period_end`)} || ':' || future_period_id from subscription
    where user_id = ${userId} and future_period_id <> 0 and status = any(${running})
      and not (subscription_id || ':' || future_period_id) = any(${asBefore})
    union all
    select s.user_id, 'access-ended', ${accessOfSubscription}
    from subscription s
    where s.user_id = ${userId} and s.subscription_id = any(${before.held}) and ${holdsNoMore(sql`s`, at)}
      and not ${isDisputed(sql`s`)}`
  await decide(tx, candidates, at)
}

type Candidate = { user_id: number; kind: BillingEmailKind; subject_id: string }
type Fragment = ReturnType<typeof sql<Candidate>>

const mostAtOnce = 5_000

/** Queues those `candidates` that were never queued before, up to 5,000 at a time. */
export async function decide(db: Db | Tx, candidates: Fragment, at: Date): Promise<void> {
  await sql`
    insert into billing_email (user_id, kind, subject_id, decided_at, try_at)
    select user_id, kind, subject_id, ${at}::timestamptz, ${at}::timestamptz from (${candidates}) c
    where not exists (select from billing_email b
      where b.user_id = c.user_id and b.kind = c.kind and b.subject_id = c.subject_id)
    limit ${mostAtOnce}
    on conflict do nothing`.execute(db)
}

/** Queues the billing e-mail about an action. */
export const decideFor = (
  db: Db | Tx,
  userId: number,
  kind: BillingEmailKind,
  subjectId: string,
  at: Date,
): Promise<void> =>
  decide(db, sql`select ${userId}::bigint as user_id, ${kind} as kind, ${subjectId} as subject_id`, at)

export const dayOf = (instant: ReturnType<typeof sql>) =>
  sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD')`

/**
 * Identifies an end of access for subscription `s` by the subscription's newest payment, so that only one e-mail about
 * it is queued.
 */
export const accessOfSubscription = sql<string>`
  s.subscription_id || ':' || coalesce((select p.invoice_id from invoice p
    where p.user_id = s.user_id and p.subscription_id = s.subscription_id and p.status = 'paid'
    order by p.period_end desc, p.created_at desc limit 1), 'trial')`

/** Whether the user of a row has no current plan of the same product, and no role that includes every plan. */
export const holdsNoMore = (row: Fragment | ReturnType<typeof sql>, at: Date) => sql<boolean>`
  not exists (select from plan_grant o where o.user_id = ${row}.user_id and o.product_id = ${row}.product_id
    and o.starts_at <= ${at} and o.ends_at > ${at})
  and not exists (select from user_role r where r.user_id = ${row}.user_id and r.role in ('friend', 'staff', 'admin'))`
