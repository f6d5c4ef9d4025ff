import type { Day } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Split } from '@finlist/domain/picking/bars'
import { method } from '@finlist/domain/picking/method'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../db/database.ts'
import { barsKnown, splitsUntil } from '../../market-data/lists/read-picking-stocks.ts'

const ownBarsHead = 'stockCode,date,open,high,low,close,volume'

/**
 * The market's bars as known at the end of the day, as CSV lines sorted by code and date, many per chunk. Prices are
 * adjusted for splits up to that day.
 */
export async function* ownBars(tx: Pick<Tx, 'query'>, exchange: ExchangeId, day: Day): AsyncGenerator<string> {
  const splits = await splitsUntil(tx, exchange, day)
  const copied = tx.query(
    copyTo(`copy (select stock_code, date, open, high, low, close, volume from ${barsKnown(exchange, day)}
      order by stock_code collate "C", date) to stdout (format csv)`),
  )
  yield `${ownBarsHead}\n`
  let rest = ''
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop()!
    if (lines.length > 0) yield `${lines.map(line => adjusted(line, splits)).join('\n')}\n`
  }
}

function adjusted(line: string, splits: ReadonlyMap<string, readonly Split[]>): string {
  const known = splits.get(line.slice(0, line.indexOf(',')))
  if (!known) return line
  const [code, date, open, high, low, close, volume] = line.split(',')
  const later = known.filter(({ exDay }) => exDay > dayNumber(date!))
  if (later.length === 0) return line
  const [numerator, denominator] = later.reduce(([n, d], split) => [n * split.numerator, d * split.denominator], [1, 1])
  const price = (cell: string | undefined) =>
    Math.round((Math.round(Number(cell) * method.priceParts) * denominator!) / numerator!) / method.priceParts
  const shares = Math.round((Number(volume) * numerator!) / denominator!)
  return [code, date, price(open), price(high), price(low), price(close), shares].join(',')
}
