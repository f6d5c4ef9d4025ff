import { freshDays, mostTold } from '@finlist/contract/today'
import { priceParts } from '@finlist/domain/adjust/adjustment'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { ReportType } from '@finlist/domain/profit-alerts/report-type'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isHeld } from '../../market-data/quality/doubts.ts'
import { priceBy, stepRows } from '../../market-data/store/adjustments.ts'
import type { StepsByMarket } from '../../market-data/store/positions-now.ts'

/** Maximum number of positions to read, newest first. Only users exempt from the watchlist limit can have more. */
const mostPositions = 1_000

type Names = { stockCode: string; stockName: string; stockNameZh: string }
const names = sql`coalesce(stock_name, '') as "stockName", coalesce(stock_name_zh, '') as "stockNameZh"`

/** A user's positions, newest first. */
export async function readPositions(db: Db, userId: number) {
  return await db
    .selectFrom('watchlist_stock')
    .innerJoin('watchlist', join =>
      join
        .onRef('watchlist.user_id', '=', 'watchlist_stock.user_id')
        .onRef('watchlist.watchlist_id', '=', 'watchlist_stock.watchlist_id'),
    )
    .select(['exchange', 'stock_code', 'watchlist.watchlist_id', 'watchlist_name', 'buy_price', 'shares'])
    .select(['watchlist_stock.created_at', 'changed_at', 'follows_actions'])
    .where('watchlist_stock.user_id', '=', userId)
    .orderBy('watchlist_stock_id', 'desc')
    .limit(mostPositions)
    .execute()
}

export type LastDays = Names & {
  exchange: ExchangeId
  date: Day
  close: number
  high: number
  dateBefore: Day | null
  closeBefore: number | null
  isHeld: boolean
}

const isHeldPrice = isHeld({ exchange: 'asked.exchange', stockCode: 'asked.stock_code', date: 'newest.date' })

/** For each stock that has traded since `since`, the newest day and the previous one, adjusted by the given steps. */
export async function readLastDays(
  db: Db,
  stocks: readonly { exchange: ExchangeId; stock_code: string }[],
  { steps, since }: { steps: StepsByMarket; since: Day },
): Promise<LastDays[]> {
  const adjusted = (price: 'close' | 'high') =>
    priceBy(sql.ref(`b.${price}`), sql`coalesce(prices, 1) * ${priceParts}::double precision`)
  const { rows } = await sql<LastDays>`
    select asked.exchange, asked.stock_code as "stockCode", ${names}, newest.*, ${sql.raw(isHeldPrice)} as "isHeld"
    from (select distinct * from unnest(${stocks.map(it => it.exchange)}::text[], ${stocks.map(it => it.stock_code)}::text[])
      as asked(exchange, stock_code)) asked
    left join stock using (exchange, stock_code)
    cross join lateral (
      select max(date) as date, (array_agg(close order by date desc))[1] as close,
        (array_agg(high order by date desc))[1] as high, (array_agg(date order by date desc))[2] as "dateBefore",
        (array_agg(close order by date desc))[2] as "closeBefore"
      from (
        select date, ${adjusted('close')} as close, ${adjusted('high')} as high
        from bars_before(asked.exchange, asked.stock_code, 'infinity', 2) b left join ${stepRows(steps)} step
          on step.exchange = b.exchange and step.stock_code = b.stock_code and date >= since and date < before
      ) last_2
    ) newest
    where newest.date >= ${since}`.execute(db)
  return rows
}

export type FreshAlert = Names & { reportType: ReportType; releasedAt: Date }

/** Profit announcements of these Hong Kong companies in the `freshDays` days before `now`. */
export async function readFreshAlerts(db: Db, codes: readonly string[], now: Date): Promise<FreshAlert[]> {
  const { rows } = await sql<FreshAlert>`
    select stock_code as "stockCode", ${names}, report_type as "reportType", released_at as "releasedAt"
    from profit_alert join stock using (exchange, stock_code)
    where exchange = 'HKEX' and stock_code = any(${codes}::text[]) and released_at <= ${now}
      and released_at > ${now}::timestamptz - ${freshDays} * interval '1 day'
    order by released_at desc, stock_code limit ${mostTold}`.execute(db)
  return rows
}

export type HolderChange = Names & {
  span: 'day' | 'week'
  participantId: string
  participantName: string
  shareholdingPercentChange: number
}

/** The largest changes in these stocks on the newest settlement date. */
export async function readHolderChanges(db: Db, codes: readonly string[]) {
  const newest = await db
    .selectFrom('settlement_date')
    .select(({ fn }) => fn.max('shareholding_date').as('date'))
    .where('counted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const shareholdingDate = newest.date as Day | null
  if (shareholdingDate === null || codes.length === 0) return { shareholdingDate, changes: [] }
  const { rows } = await sql<HolderChange>`
    select span, stock_code as "stockCode", ${names}, participant_id as "participantId",
      participant_name as "participantName", change as "shareholdingPercentChange"
    from shareholding_change left join (select * from stock where exchange = 'HKEX') stock using (stock_code)
    where shareholding_date = ${shareholdingDate} and stock_code = any(${codes}::text[])
    order by abs(change) desc, stock_code, participant_id limit ${mostTold}`.execute(db)
  return { shareholdingDate, changes: rows }
}
