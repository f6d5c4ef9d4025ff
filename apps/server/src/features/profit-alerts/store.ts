import type { Day } from '@finlist/domain/calendar'
import type { ReportType } from '@finlist/domain/profit-alerts/report-type'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isHeldBar } from '../../market-data/quality/doubts.ts'

export type AlertRow = {
  stockCode: string
  stockName: string
  stockNameZh: string
  reportType: ReportType
  link: string
  linkZh: string
  releasedAt: Date
}

/** The newest announcements, newest first. */
export async function readAlerts(db: Db, most: number): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select stock_code as "stockCode", stock_name as "stockName", stock_name_zh as "stockNameZh",
      report_type as "reportType", link, link_zh as "linkZh", released_at as "releasedAt"
    from profit_alert join stock using (exchange, stock_code)
    where exchange = 'HKEX' order by released_at desc, stock_code limit ${most}`.execute(db)
  return rows
}

/** The stock codes of the newest list. */
export async function readListedCodes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('finlist_pick')
    .select('stock_code')
    .where('exchange', '=', 'HKEX')
    .where('issue_date', '=', ({ selectFrom }) =>
      selectFrom('finlist_issue')
        .select(({ fn }) => fn.max('issue_date').as('newest'))
        .where('exchange', '=', 'HKEX'),
    )
    .orderBy('stock_code')
    .execute()
  return rows.map(row => row.stock_code)
}

export type Release = Pick<AlertRow, 'stockCode' | 'reportType' | 'releasedAt'>

/** Every announcement, newest first. */
export async function readReleases(db: Db): Promise<Release[]> {
  const { rows } = await sql<Release>`
    select stock_code as "stockCode", report_type as "reportType", released_at as "releasedAt"
    from profit_alert where exchange = 'HKEX' order by released_at desc, stock_code`.execute(db)
  return rows
}

/** The last day that has bars. */
export async function readNewestDay(db: Db): Promise<Day | undefined> {
  const { rows } = await sql<{ date: Day | null }>`select max(date) as date from bar where exchange = 'HKEX'`.execute(
    db,
  )
  return rows[0]?.date ?? undefined
}

/**
 * A request for closes of one stock: the last close up to `before` and, for each of `days`, the last close after
 * `before` up to that day. Null stands for a day that has not come yet.
 */
export type ClosesAsked = { stockCode: string; before: Day; days: readonly (Day | null)[] }
type Close = { date: Day; close: number }

/** Unadjusted closes in the order requested, leaving out bars with an unconfirmed move. */
export async function readClosesAround(db: Db, asked: readonly ClosesAsked[]) {
  const lines = asked.flatMap(({ stockCode, before, days }, at) => [
    { at, span: -1, stockCode, after: '-infinity', until: before },
    ...days.flatMap((day, span) => (day ? [{ at, span, stockCode, after: before, until: day }] : [])),
  ])
  const column = <Name extends keyof (typeof lines)[number]>(name: Name) => lines.map(line => line[name])
  const { rows } = await sql<Close & { at: number; span: number }>`
    select at, span, found.date, found.close
    from unnest(${column('at')}::int[], ${column('span')}::int[], ${column('stockCode')}::text[], ${column('after')}::date[],
      ${column('until')}::date[]) as line(at, span, stock_code, after, until)
    cross join lateral (
      select bar.date, bar.close from bars_between('HKEX', line.stock_code, line.after, line.until) bar
      where bar.date > line.after and not ${sql.raw(isHeldBar)}
      order by bar.date desc limit 1
    ) found`.execute(db)
  const before: (Close | undefined)[] = []
  const after: (Close | undefined)[][] = asked.map(({ days }) => days.map(() => undefined))
  for (const { at, span, ...close } of rows)
    if (span === -1) before[at] = close
    else after[at]![span] = close
  return { before, after }
}
