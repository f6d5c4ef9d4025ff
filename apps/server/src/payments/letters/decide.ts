import type { LetterKind } from '@finlist/contract/customers'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** How long ago a payment may be that a receipt is still written for: the card company tells of no older ones. */
const receiptMs = 30 * 86_400_000

export type Before = { paid: string[]; held: string[] }

/** What has to be known of a person before their rows are written anew: what was paid lately, and held at `at`. */
export async function standingBefore(tx: Tx, userId: number, at: Date): Promise<Before> {
  const paid = await tx
    .selectFrom('invoice')
    .select('invoice_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .where('created_at', '>', new Date(at.getTime() - 2 * receiptMs))
    .execute()
  const held = await tx
    .selectFrom('holding')
    .select('subscription_id')
    .where('user_id', '=', userId)
    .where('subscription_id', 'is not', null)
    .where('ends_at', '>', at)
    .execute()
  return { paid: paid.map(row => row.invoice_id), held: held.map(row => row.subscription_id!) }
}

/**
 * Decides, in the transaction that writes them, what our rows of a person now give them to read: a receipt for what has
 * been paid, word of a renewal that has failed, word of access that has ended. Which events told of it, and how often,
 * plays no part.
 */
export async function decideLetters(tx: Tx, userId: number, before: Before, at: Date): Promise<void> {
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
    select s.user_id, 'access-ended', ${accessOfSubscription}
    from subscription s
    where s.user_id = ${userId} and s.subscription_id = any(${before.held}) and ${holdsNoMore(sql`s`, at)}`
  await decide(tx, candidates, at)
}

type Candidate = { user_id: number; kind: LetterKind; subject_id: string }
type Fragment = ReturnType<typeof sql<Candidate>>

const mostAtOnce = 5_000

/** Writes the letters among `candidates` that were never written before. */
export async function decide(db: Db | Tx, candidates: Fragment, at: Date): Promise<void> {
  await sql`
    insert into billing_letter (user_id, kind, subject_id, decided_at, try_at)
    select user_id, kind, subject_id, ${at}::timestamptz, ${at}::timestamptz from (${candidates}) c
    where not exists (select from billing_letter b
      where b.user_id = c.user_id and b.kind = c.kind and b.subject_id = c.subject_id)
    limit ${mostAtOnce}
    on conflict do nothing`.execute(db)
}

/** What ended is the access that the newest payment of subscription `s` gave: the same however and when it is seen. */
export const accessOfSubscription = sql<string>`
  s.subscription_id || ':' || coalesce((select p.invoice_id from invoice p
    where p.user_id = s.user_id and p.subscription_id = s.subscription_id and p.status = 'paid'
    order by p.period_end desc, p.created_at desc limit 1), 'trial')`

/** That the person of a row does not have its product in any other way. */
export const holdsNoMore = (row: Fragment | ReturnType<typeof sql>, at: Date) => sql<boolean>`
  not exists (select from holding o where o.user_id = ${row}.user_id and o.product_id = ${row}.product_id
    and o.starts_at <= ${at} and o.ends_at > ${at})
  and not exists (select from user_role r where r.user_id = ${row}.user_id and r.role in ('friend', 'staff', 'admin'))`
