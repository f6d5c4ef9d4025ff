import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The product, billing period and coupon that a figure is for. */
export type Cell = { product_id: number | null; period_id: number | null; coupon_id: string | null }
/**
 * `k` is the number of the requested instant, from 1. `recurring_cents` is what each subscriber pays per billing
 * period.
 */
export type SubscriberRow = Cell & {
  k: number
  recurring_cents: number
  active: number
  came: number
  lost: number
}
export type MoneyRow = Cell & { month: string; collected: number; refunded: number } & {
  disputed: number
  disputesLost: number
  disputesWon: number
}

/**
 * For each instant, the subscribers whose payment covers the time just before it, those who joined since the previous
 * instant and those who left. A user counts once per product, by the newest invoice. Invoices do not count if they are
 * 0, disputed, fully refunded before the instant, or for a plan that staff had ended by then. A renewal is charged an
 * hour after its period begins, so a user whose renewal is within that hour at `now` still counts.
 */
export async function readSubscribers(db: Db, instants: readonly Date[], now: Date): Promise<SubscriberRow[]> {
  const { rows } = await sql<SubscriberRow>`
    with mark as (select at, k::integer from unnest(${instants}::timestamptz[]) with ordinality as m (at, k)),
    active as materialized (
      select distinct on (m.k, i.user_id, i.product_id)
        m.k, i.user_id, i.product_id, i.period_id, i.coupon_id, i.recurring_cents
      from mark m join invoice i on i.period_start < m.at
        and i.period_end >= case when m.at = ${now} then m.at - interval '65 minutes' else m.at end
      where i.status = 'paid' and i.product_id is not null and i.total_cents > 0 and not i.disputed
        and not coalesce(i.access_ruling = 'ended' and i.access_ruled_at < m.at, false)
        and (i.paid_cents = 0 or i.paid_cents > coalesce((select sum(r.cents) from refund r
          where r.user_id = i.user_id and r.invoice_id = i.invoice_id and r.created_at < m.at), 0))
      order by m.k, i.user_id, i.product_id, i.created_at desc, i.invoice_id desc
    ),
    seen as (
      select *, lag(k) over times as earlier, lead(k) over times as later
      from active window times as (partition by user_id, product_id order by k)
    ),
    standing as (
      select k, product_id, period_id, coupon_id, recurring_cents, 1 as active,
        (earlier is distinct from k - 1)::integer as came, 0 as lost
      from seen
      union all
      select k + 1, product_id, period_id, coupon_id, 0, 0, 0, 1
      from seen where k < ${instants.length} and later is distinct from k + 1
    )
    select k, product_id, period_id, coupon_id, recurring_cents, sum(active)::integer as active,
      sum(came)::integer as came, sum(lost)::integer as lost
    from standing where k > 1
    group by k, product_id, period_id, coupon_id, recurring_cents`.execute(db)
  return rows
}

/** Card payments, refunds to cards, and amounts disputed, lost and won, by month in Hong Kong. */
export async function readMoney(db: Db, from: Date, to: Date): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    with moved as (
      select paid_at as at, product_id, period_id, coupon_id, paid_cents as collected, 0 as refunded, 0 as disputed,
        0 as lost, 0 as won
      from invoice where status = 'paid' and paid_cents > 0 and paid_at >= ${from} and paid_at < ${to}
      union all
      select r.created_at, i.product_id, i.period_id, i.coupon_id, 0, r.cents, 0, 0, 0
      from refund r join invoice i on i.user_id = r.user_id and i.invoice_id = r.invoice_id
      where not r.to_credit and r.created_at >= ${from} and r.created_at < ${to}
      union all
      select step.at, i.product_id, i.period_id, i.coupon_id, 0, 0, step.disputed, step.lost, step.won
      from dispute d join invoice i on i.user_id = d.user_id and i.invoice_id = d.invoice_id,
        lateral (values
          (d.opened_at, d.cents, 0, 0),
          (d.lost_at, 0, d.cents, 0),
          (d.won_at, 0, case when d.lost_at is null then 0 else -d.cents end, d.cents)
        ) as step (at, disputed, lost, won)
      where step.at >= ${from} and step.at < ${to}
    )
    select to_char(at at time zone 'Asia/Hong_Kong', 'YYYY-MM') as month, product_id, period_id, coupon_id,
      sum(collected)::bigint as collected, sum(refunded)::bigint as refunded, sum(disputed)::bigint as disputed,
      sum(lost)::bigint as "disputesLost", sum(won)::bigint as "disputesWon"
    from moved group by 1, product_id, period_id, coupon_id`.execute(db)
  return rows
}

/** Coupon names by id. */
export async function couponNames(db: Db, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await db
    .selectFrom('billing_coupon')
    .selectAll()
    .where('coupon_id', 'in', [...new Set(ids)])
    .execute()
  return Object.fromEntries(rows.map(({ coupon_id, name }) => [coupon_id, name]))
}
