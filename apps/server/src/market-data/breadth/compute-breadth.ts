import { addDays, type Day } from '@finlist/domain/calendar'
import {
  adjustedStockBars,
  BreadthOfMarket,
  type DayBreadth,
  dayNumber,
  fortyWeekBars,
  type StockBars,
  yearDays,
} from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import { readSteps } from '../store/adjustments.ts'
import { addNewestDay } from '../store/newest-day.ts'
import { readStockBars } from '../store/read-stock-bars.ts'

/**
 * Number of calendar days before the first computed day for which bars are read. For most stocks they contain 52 weeks
 * and 200 bars, with a margin.
 */
export const leadDays = 400
/** Earlier than any date that imports accept. */
export const firstDay: Day = '1970-01-01'

/** The market's breadth on every trading day from `from` on, computed from stored prices adjusted for splits. */
export async function computeBreadth(
  tx: Tx,
  { exchange, from }: { exchange: ExchangeId; from: Day },
): Promise<DayBreadth[]> {
  const market = new BreadthOfMarket({ from })
  const start = addDays(from, -leadDays)
  const steps = await readSteps(tx, exchange, { ofBars: true })
  const add = (stockCode: string, bars: StockBars) => {
    const own = steps.get(stockCode)
    market.add(own ? adjustedStockBars(bars, own) : bars)
  }
  const adjusted = [...steps].flatMap(([code, own]) => (own.at(-1)!.before > start ? [code] : []))
  const unusual = await addNewestDay(tx, { exchange, day: from, start, adjusted }, market)
  if (unusual) {
    if (unusual.length > 0) await readStockBars(tx, { exchange, from: firstDay, codes: unusual }, add)
    return market.days()
  }
  const short = new Map<string, StockBars>()
  await readStockBars(tx, { exchange, from: start }, (stockCode, bars) => {
    if (start < firstDay || reachesBack(bars, dayNumber(from))) add(stockCode, bars)
    else short.set(stockCode, bars)
  })
  const codes = await withBarsBefore(tx, exchange, [...short.keys()], start)
  for (const code of codes) short.delete(code)
  for (const [code, bars] of short) add(code, bars)
  if (codes.length > 0) await readStockBars(tx, { exchange, from: firstDay, codes }, add)
  return market.days()
}

/**
 * Whether the bars read so far suffice for the averages. If not, a suspended stock has older bars to read; a new stock
 * has none.
 */
function reachesBack({ days }: StockBars, from: number): boolean {
  return days[0]! <= from - yearDays && days.length > fortyWeekBars && days[fortyWeekBars]! <= from
}

async function withBarsBefore(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  codes: string[],
  day: Day,
): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await tx.query<{ code: string }>(
    `select code from unnest($2::text[]) code
     where exists (select from bars_before($1, code, $3, 1))`,
    [exchange, codes, day],
  )
  return rows.map(({ code }) => code)
}
