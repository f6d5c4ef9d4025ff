import type { DisputedMonth } from '@finlist/contract/affiliate'
import { monthAt } from '@finlist/domain/affiliate/month'
import type { Fact } from '@finlist/domain/affiliate/sales'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

/** A payment with the coupon, or a refund or dispute of such a payment. Includes the plan that was paid for, if any. */
export type SaleFact = Fact & {
  kind: 'sale' | 'renewal' | 'refund' | 'dispute-lost' | 'dispute-won'
  at: Date
  productId: number | null
  periodId: number | null
  userId: number
}
export type CountedLine = Selectable<Tables['affiliate_line']>
export type CodeRow = Selectable<Tables['affiliate_code']> & { name: string | null; email: string | null }

/**
 * All payments with the coupon, their refunds (to cards and as credit) and amounts lost in disputes, as currently
 * stored, oldest first. A plan counts as sold with a user's first payment for it; an invoice of 0 does not count.
 */
export async function readFacts(db: Db | Tx, couponId: string): Promise<SaleFact[]> {
  const { rows } = await sql<{
    key: string
    kind: 'paid' | 'refund' | 'dispute-lost' | 'dispute-won'
    at: Date
    cents: number
    first: boolean
    product_id: number | null
    period_id: number | null
    user_id: number
  }>`
    with paid as (
      select *, row_number() over (partition by user_id, product_id, period_id order by paid_at, invoice_id) = 1 as first
      from invoice
      where coupon_id = ${couponId} and status = 'paid' and total_cents > 0 and paid_at is not null
    )
    select invoice_id as key, 'paid' as kind, paid_at as at, paid_cents as cents, first, product_id, period_id, user_id
    from paid
    union all
    select r.refund_id, 'refund', r.created_at, -r.cents, false, p.product_id, p.period_id, p.user_id
    from refund r join paid p on p.user_id = r.user_id and p.invoice_id = r.invoice_id
    union all
    select d.dispute_id, 'dispute-lost', d.lost_at, -d.cents, false, p.product_id, p.period_id, p.user_id
    from dispute d join paid p on p.user_id = d.user_id and p.invoice_id = d.invoice_id
    where d.lost_at is not null
    union all
    select d.dispute_id || ' won', 'dispute-won', d.won_at, d.cents, false, p.product_id, p.period_id, p.user_id
    from dispute d join paid p on p.user_id = d.user_id and p.invoice_id = d.invoice_id
    where d.lost_at is not null and d.won_at is not null
    order by at, key`.execute(db)
  return rows.map(({ key, kind, at, cents, first, product_id, period_id, user_id }) => ({
    key,
    kind: kind === 'paid' ? (first ? 'sale' : 'renewal') : kind,
    at,
    month: monthAt(at.getTime()),
    cents,
    sold: first ? 1 : 0,
    productId: product_id,
    periodId: period_id,
    userId: user_id,
  }))
}

/**
 * The amounts, by month in Hong Kong, of the coupon's payments for which a dispute was opened, lost or won in that
 * month.
 */
export async function readDisputed(db: Db, couponId: string): Promise<DisputedMonth[]> {
  const { rows } = await sql<DisputedMonth>`
    select to_char(at at time zone 'Asia/Hong_Kong', 'YYYY-MM') as month, sum(opened)::bigint as disputed,
      sum(lost)::bigint as "disputesLost", sum(won)::bigint as "disputesWon"
    from dispute d join invoice i on i.user_id = d.user_id and i.invoice_id = d.invoice_id,
      lateral (values (opened_at, cents, 0, 0), (lost_at, 0, cents, 0), (won_at, 0, 0, cents)) as step (at, opened, lost, won)
    where i.coupon_id = ${couponId} and at is not null
    group by 1 order by 1`.execute(db)
  return rows
}

/** The lines of closed months, by month and time. */
export const readCounted = (db: Db | Tx, couponId: string): Promise<CountedLine[]> =>
  db
    .selectFrom('affiliate_line')
    .selectAll()
    .where('coupon_id', '=', couponId)
    .orderBy('month')
    .orderBy('at')
    .orderBy('key')
    .execute()

/** The rate of each closed month, in hundredths of a percent. */
export async function readRates(db: Db | Tx): Promise<Map<string, number>> {
  const rows = await db.selectFrom('affiliate_month').select(['month', 'rate_basis_points']).orderBy('month').execute()
  return new Map(rows.map(({ month, rate_basis_points }) => [month, rate_basis_points]))
}

export async function readCodes(db: Db, which: { userId: number } | { codes: readonly string[] }): Promise<CodeRow[]> {
  return await db
    .selectFrom('affiliate_code as a')
    .leftJoin('users as u', 'u.user_id', 'a.user_id')
    .selectAll('a')
    .select(['u.name', 'u.email'])
    .where('a.promotion_code_id', 'is not', null)
    .where(({ eb }) => ('userId' in which ? eb('a.user_id', '=', which.userId) : eb('a.code', 'in', which.codes)))
    .execute()
}

/** The user with this verified address; undefined if there are none or several. */
export async function personBy(db: Db, email: string): Promise<number | undefined> {
  const rows = await db
    .selectFrom('users')
    .select('user_id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('email_proved_at', 'is not', null)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]?.user_id : undefined
}
