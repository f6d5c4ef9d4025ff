import type { Day } from '@finlist/domain/calendar'
import type { StockBars } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../db/database.ts'
import { isHeldBar } from '../quality/doubts.ts'
import { copiedRows, doubles, integers } from './copied-arrays.ts'

/**
 * Calls `take` with the bars of each stock of the market, or of each of the given ones, since the day `from`. Excludes
 * indices and bars with an unconfirmed move. A day without a trade has -Infinity as its high and Infinity as its low.
 * Bars are copied as binary arrays, one row per stock, at a fraction of the cost of a row per bar.
 */
export async function readStockBars(
  tx: Pick<Tx, 'query'>,
  { exchange, from, codes }: { exchange: ExchangeId; from: Day; codes?: readonly string[] },
  take: (stockCode: string, bars: StockBars) => void,
): Promise<void> {
  const only = codes ? `and stock_code in (${codes.map(escapeLiteral).join(', ')})` : ''
  const rows = tx.query(
    copyTo(`copy (
      select stock_code, array_agg(date - date '1970-01-01'), array_agg(case when volume > 0 then high else '-Infinity' end),
        array_agg(case when volume > 0 then low else 'Infinity' end), array_agg(close)
      from bar where exchange = ${escapeLiteral(exchange)} and date >= ${escapeLiteral(from)} ${only} and not ${isHeldBar}
        and stock_code <> ${escapeLiteral(marketIndex[exchange])}
        and stock_code <> all(array(select stock_code from stock where exchange = ${escapeLiteral(exchange)} and is_index))
      group by stock_code
    ) to stdout (format binary)`),
  )
  for await (const cells of copiedRows(rows as AsyncIterable<Buffer>)) {
    const [code, days, highs, lows, closes] = cells as [Buffer, Buffer, Buffer, Buffer, Buffer]
    const bars = { days: integers(days), highs: doubles(highs), lows: doubles(lows), closes: doubles(closes) }
    take(code.toString(), inOrder(bars))
  }
}

/**
 * Sorts the bars if needed. They are mostly stored by day, and sorting in the database would cost as much as reading.
 */
function inOrder(bars: StockBars): StockBars {
  const { days } = bars
  if (days.every((day, at) => at === 0 || day > days[at - 1]!)) return bars
  const order = Array.from(days, (_, at) => at).sort((one, other) => days[one]! - days[other]!)
  const sorted = (values: Float64Array) => Float64Array.from(order, at => values[at]!)
  return {
    days: Int32Array.from(order, at => days[at]!),
    highs: sorted(bars.highs),
    lows: sorted(bars.lows),
    closes: sorted(bars.closes),
  }
}
