import { changeDates, historyDates } from '@finlist/contract/shareholding'
import type { Day } from '@finlist/domain/calendar'
import type { DaysBefore } from '@finlist/domain/shareholding/days-before'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isHeldBar } from '../../market-data/quality/doubts.ts'

export type SettlementDate = DaysBefore & { date: Day; countedAt: Date }

/** The settlement dates whose changes have been computed, newest first. */
export async function readCountedDates(db: Db): Promise<SettlementDate[]> {
  const { rows } = await sql<SettlementDate>`
    select shareholding_date as date, day_before as "dayBefore", week_before as "weekBefore", counted_at as "countedAt"
    from settlement_date where counted_at is not null order by shareholding_date desc limit ${changeDates}`.execute(db)
  return rows
}

export type ChangeRow = {
  span: 'day' | 'week'
  stockCode: string
  stockName: string
  stockNameZh: string
  participantId: string
  participantName: string
  change: number
  /** The date compared with, and the shares held then and on the date itself; 0 for a participant not listed. */
  before: Day
  sharesBefore: number
  shares: number
  /** The last close up to the date, as the source reported it. */
  close: number | null
  closeDate: Day | null
}

/** The date's changes, largest first in either direction. An undisclosed holding is a negative number. */
export async function readChanges(db: Db, { date, dayBefore, weekBefore }: SettlementDate): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select span, shareholding_change.stock_code as "stockCode", coalesce(stock_name, '') as "stockName",
      coalesce(stock_name_zh, '') as "stockNameZh", shareholding_change.participant_id as "participantId",
      shareholding_change.participant_name as "participantName", change, compared.before, close_date as "closeDate", close,
      coalesce(then_held.shareholding, 0) as "sharesBefore", coalesce(now_held.shareholding, 0) as shares
    from shareholding_change
    cross join lateral (select case span when 'day' then ${dayBefore}::date else ${weekBefore}::date end as before) compared
    left join lateral (select date as close_date, close
      from bars_before('HKEX', shareholding_change.stock_code, ${date}::date + 1, null) bar where not ${sql.raw(isHeldBar)}
      order by date desc limit 1) priced on true
    left join lateral holdings_on(shareholding_change.stock_code, ${date}) now_held
      on now_held.participant_id = shareholding_change.participant_id
    left join lateral holdings_on(shareholding_change.stock_code, compared.before) then_held
      on then_held.participant_id = shareholding_change.participant_id
    left join stock on stock.exchange = 'HKEX' and stock.stock_code = shareholding_change.stock_code
    where shareholding_change.shareholding_date = ${date}
    order by abs(change) desc, shareholding_change.stock_code, shareholding_change.participant_id`.execute(db)
  return rows
}

/** The dates of a history as of `date` (by default the newest), newest first. */
export async function readHistoryDates(db: Db, date: Day | undefined): Promise<Day[]> {
  const { rows } = await sql<{ date: Day }>`
    select shareholding_date as date from settlement_date
    where ${date ?? null}::date is null or shareholding_date <= ${date ?? null}
    order by shareholding_date desc limit ${historyDates}`.execute(db)
  return rows.map(row => row.date)
}

/** The newest of the dates on which the stock's holdings are disclosed; undefined if there is no such date. */
export async function readLastDisclosed(db: Db, stockCode: string, dates: readonly Day[]): Promise<Day | undefined> {
  const { rows } = await sql<{ date: Day }>`
    select date from unnest(${dates}::date[]) date
    where exists (select from holdings_on(${stockCode}, date)) order by date desc limit 1`.execute(db)
  return rows[0]?.date
}

export type Asked = { stockCode: string } | { participantId: string }

/**
 * `now`, `day` and `week` are a holding in percent on the three dates: null if absent, NaN if undisclosed. `knownNow`,
 * `knownDay` and `knownWeek` state whether the date discloses the stock: if so, an absent participant held nothing,
 * otherwise the holding is unknown.
 */
export type Compared = {
  stockCode: string
  participantId: string
  participantName: string
  shareholding: number | null
  now: number | null
  day: number | null
  week: number | null
  knownNow: boolean
  knownDay: boolean
  knownWeek: boolean
}

const whose = (asked: Asked) =>
  'stockCode' in asked ? sql`stock_code = ${asked.stockCode}` : sql`participant_id = ${asked.participantId}`

export async function readCompared(
  db: Db,
  asked: Asked,
  { date, dayBefore, weekBefore }: DaysBefore & { date: Day },
): Promise<Compared[]> {
  const { rows } = await sql<Omit<Compared, 'knownNow' | 'knownDay' | 'knownWeek'>>`
    with told as (
      select *, case when shareholding < 0 then 'NaN' else shareholding_percent end as percent from shareholding
      where ${whose(asked)} and shareholding_date = any(${[date, dayBefore, weekBefore].filter(day => day !== null)}::date[]))
    select stock_code as "stockCode", participant_id as "participantId", max(participant_name) as "participantName",
      max(shareholding) filter (where shareholding_date = ${date}) as shareholding,
      max(percent) filter (where shareholding_date = ${date}) as now,
      max(percent) filter (where shareholding_date = ${dayBefore}) as day,
      max(percent) filter (where shareholding_date = ${weekBefore}) as week
    from told group by stock_code, participant_id
    order by stock_code, participant_id`.execute(db)
  const known = await disclosed(
    db,
    rows.map(({ stockCode }) => stockCode),
    { date, dayBefore, weekBefore },
  )
  return rows.map(row => ({
    ...row,
    knownNow: known.now.has(row.stockCode),
    knownDay: known.day.has(row.stockCode),
    knownWeek: known.week.has(row.stockCode),
  }))
}

/** The stocks that have disclosed holdings on each of the three dates. */
async function disclosed(
  db: Db,
  codes: readonly string[],
  { date, dayBefore, weekBefore }: DaysBefore & { date: Day },
) {
  const { rows } = await sql<{ code: string; now: boolean; day: boolean; week: boolean }>`
    select code, exists (select from holdings_on(code, ${date})) as now,
      exists (select from holdings_on(code, ${dayBefore})) as day,
      exists (select from holdings_on(code, ${weekBefore})) as week
    from (select distinct unnest(${codes}::text[]) as code) asked`.execute(db)
  const on = (span: 'now' | 'day' | 'week') => new Set(rows.flatMap(row => (row[span] ? [row.code] : [])))
  return { now: on('now'), day: on('day'), week: on('week') }
}

/** The disclosed percentages on the dates, by stock and participant. */
export async function readPercents(
  db: Db,
  asked: Asked,
  { stockCodes, participantIds, dates }: { stockCodes: string[]; participantIds: string[]; dates: Day[] },
) {
  const { rows } = await sql<{ stockCode: string; participantId: string; date: Day; percent: number }>`
    select stock_code as "stockCode", participant_id as "participantId", shareholding_date as date,
      shareholding_percent as percent
    from shareholding where ${whose(asked)} and stock_code = any(${stockCodes}) and participant_id = any(${participantIds})
      and shareholding_date = any(${dates}::date[]) and shareholding >= 0`.execute(db)
  return rows
}

export async function readStockNames(db: Db, codes: string[]) {
  return await db
    .selectFrom('stock')
    .select(['stock_code as stockCode', 'stock_name as stockName', 'stock_name_zh as stockNameZh'])
    .where('exchange', '=', 'HKEX')
    .where('stock_code', 'in', codes)
    .execute()
}
