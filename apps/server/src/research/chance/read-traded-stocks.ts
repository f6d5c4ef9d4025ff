import type { Day } from '@finlist/domain/calendar'
import type { World } from '@finlist/domain/chance/world'
import type { ExchangeId } from '@finlist/domain/markets'
import { escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../db/database.ts'
import { barsKnown, splitsUntil } from '../../market-data/lists/read-picking-stocks.ts'
import { copiedRows, doubles, integers } from '../../market-data/store/copied-arrays.ts'

/** The data that the method uses of these stocks, plus opening prices for simulating orders. */
export async function readTradedStocks(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  { day, since, codes }: { day: Day; since: Day; codes: readonly string[] },
): Promise<World> {
  if (codes.length === 0) return []
  const splits = await splitsUntil(tx, exchange, day)
  const columns = ["date - date '1970-01-01'", 'open', 'high', 'low', 'close', 'volume::double precision']
  const rows = tx.query(
    copyTo(`copy (
      select stock_code, ${columns.map(column => `array_agg(${column} order by date)`).join(', ')}
      from ${barsKnown(exchange, day, since)} and stock_code in (${codes.map(escapeLiteral).join(', ')})
      group by stock_code
    ) to stdout (format binary)`),
  )
  const stocks: World = []
  for await (const cells of copiedRows(rows as AsyncIterable<Buffer>)) {
    const [code, days, ...figures] = cells as [Buffer, Buffer, ...Buffer[]]
    const [open, high, low, close, volume] = figures.map(doubles) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    const known = splits.get(code.toString())
    const bars = { days: integers(days), open, high, low, close, volume }
    stocks.push({ code: code.toString(), ...bars, ...(known && { splits: known }) })
  }
  return stocks
}
