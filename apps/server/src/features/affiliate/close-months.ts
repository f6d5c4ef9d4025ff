import { lastToClose, nextMonth } from '@finlist/domain/affiliate/month'
import { openLines } from '@finlist/domain/affiliate/sales'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { type CountedLine, readCounted, readFacts, readRates, type SaleFact } from './store.ts'

/**
 * Closes every month that is due: writes its lines, which never change afterwards. Does nothing while there is no rate
 * or no affiliate. `rate` is in hundredths of a percent. Returns the number of lines written.
 */
export async function closeMonths(database: Database, rate: number | null, now: number): Promise<number> {
  const last = lastToClose(now)
  if (rate === null || (await isClosed(database.db, last))) return 0
  return await database.write(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('affiliate months', 0))`.execute(tx)
    if (await isClosed(tx, last)) return 0
    const codes = await tx.selectFrom('affiliate_code').select('coupon_id').execute()
    if (codes.length === 0) return 0
    const newest = [...(await readRates(tx)).keys()].at(-1)
    const firstOpen = newest === undefined ? '' : nextMonth(newest)
    const due = (await linesToCount(tx, codes, firstOpen)).filter(line => line.month <= last)
    const first = firstOpen || due.reduce((month, line) => (line.month < month ? line.month : month), last)
    for (let month = first; month <= last; month = nextMonth(month))
      await tx
        .insertInto('affiliate_month')
        .values({ month, rate_basis_points: rate, closed_at: new Date(now) })
        .execute()
    for (let at = 0; at < due.length; at += atOnce)
      await tx
        .insertInto('affiliate_line')
        .values(due.slice(at, at + atOnce))
        .execute()
    return due.length
  })
}

const atOnce = 1_000

async function isClosed(db: Database['db'] | Tx, month: string): Promise<boolean> {
  const row = db.selectFrom('affiliate_month').select('month').where('month', '=', month)
  return (await row.executeTakeFirst()) !== undefined
}

type NewLine = Insertable<Tables['affiliate_line']>

async function linesToCount(tx: Tx, codes: { coupon_id: string }[], firstOpen: string): Promise<NewLine[]> {
  const lines: NewLine[] = []
  for (const { coupon_id } of codes)
    lines.push(...uncounted(coupon_id, await readFacts(tx, coupon_id), await readCounted(tx, coupon_id), firstOpen))
  return lines
}

/**
 * Payments, refunds and disputes that are not in a closed month yet, each as a line of the month that will include it.
 */
export function uncounted(
  coupon_id: string,
  facts: readonly SaleFact[],
  counted: readonly CountedLine[],
  firstOpen: string,
): CountedLine[] {
  const factOf = new Map(facts.map(fact => [fact.key, fact]))
  const countedOf = new Map(counted.map(line => [line.key, line]))
  return openLines(facts, counted, firstOpen).map(line => {
    const { key, month, cents, sold } = line
    const fact = factOf.get(key)
    const before = countedOf.get(key)
    return {
      coupon_id,
      month,
      key,
      kind: before ? 'correction' : fact!.kind,
      at: fact?.at ?? before!.at,
      product_id: fact ? fact.productId : before!.product_id,
      period_id: fact ? fact.periodId : before!.period_id,
      cents,
      sold,
    }
  })
}
