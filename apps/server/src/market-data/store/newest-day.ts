import { addDays, type Day } from '@finlist/domain/calendar'
import { type BreadthOfMarket, fortyWeekBars, tenWeekBars, yearDays } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'

type Facts = {
  stock_code: string
  first: Day
  last: Day
  close: number | null
  previous: number | null
  ten_weeks: number
  ten_week_sum: number | null
  forty_weeks: number
  forty_week_sum: number | null
  /** Null if there was no trade on the day. */
  high: number | null
  low: number | null
  year_high: number | null
  year_low: number | null
  /** Whether one of the bars has an unconfirmed move. */
  is_held: boolean
}

/**
 * Fast path for the market's newest day: the database sums unadjusted bars for the stocks that traded on each of the
 * last days, which are nearly all. Returns the other stocks with a bar on the day, including those in `adjusted`; these
 * must be computed individually. Undefined if the day is not the newest, or if an earlier day is still due. Bars are
 * read from `start` on, which must be over 52 weeks before the day.
 */
export async function addNewestDay(
  tx: Pick<Tx, 'query'>,
  { exchange, day, start, adjusted }: { exchange: ExchangeId; day: Day; start: Day; adjusted: readonly string[] },
  market: BreadthOfMarket,
): Promise<string[] | undefined> {
  const before = await tx.query<{ date: Day }>(
    'select date from breadth where exchange = $1 and date < $2 order by date desc limit $3',
    [exchange, day, fortyWeekBars - 1],
  )
  if (before.rows.length < fortyWeekBars - 1) return undefined
  const back = (bars: number) => before.rows[bars - 2]!.date
  const { rows } = await tx.query<Facts>(
    `select stock_code, min(date) as first, max(date) as last,
       max(close) filter (where date = $2) as close, max(close) filter (where date = $3) as previous,
       count(*) filter (where date >= $4) as ten_weeks, sum(close) filter (where date >= $4) as ten_week_sum,
       count(*) filter (where date >= $5) as forty_weeks, sum(close) filter (where date >= $5) as forty_week_sum,
       max(high) filter (where date = $2 and volume > 0) as high,
       max(high) filter (where date > $6 and volume > 0) as year_high,
       min(low) filter (where date = $2 and volume > 0) as low,
       min(low) filter (where date > $6 and volume > 0) as year_low,
       stock_code = any(array(select stock_code from doubt where exchange = $1 and ended_at is null)) as is_held
     from bar where exchange = $1 and date >= $7
       and stock_code <> $8 and stock_code <> all(array(select stock_code from stock where exchange = $1 and is_index))
     group by stock_code`,
    [
      exchange,
      day,
      back(2),
      back(tenWeekBars),
      back(fortyWeekBars),
      addDays(day, -yearDays),
      start,
      marketIndex[exchange],
    ],
  )
  if (rows.some(({ last }) => last > day)) return undefined
  const unusual: string[] = []
  const isAdjusted = new Set(adjusted)
  for (const row of rows) {
    if (row.close === null) continue
    const whole = row.ten_weeks === tenWeekBars && row.forty_weeks === fortyWeekBars && row.previous !== null
    const isUnusual = row.is_held || !whole || isAdjusted.has(row.stock_code) || row.first > addDays(day, -yearDays)
    if (isUnusual) unusual.push(row.stock_code)
    else
      market.addFacts(day, {
        close: row.close,
        previous: row.previous,
        tenWeekSum: row.ten_week_sum,
        fortyWeekSum: row.forty_week_sum,
        isHigh: row.high !== null && row.high === row.year_high,
        isLow: row.low !== null && row.low === row.year_low,
      })
  }
  return unusual
}
