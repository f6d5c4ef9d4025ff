import type { Day } from '@finlist/domain/calendar'
import type { StockBars } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import pg, { type PoolClient } from 'pg'

type Row = { stock_code: Buffer; days: Buffer; highs: Buffer; lows: Buffer; closes: Buffer }

/**
 * Hands over the bars of every stock of the market, indices left out, from `from` on; of all stocks or of the given ones.
 * They come as arrays in the database's binary form, one row a stock, which costs a fraction of a row a bar.
 */
export async function readStockBars(
  client: PoolClient,
  { exchange, from, codes }: { exchange: ExchangeId; from: Day; codes?: readonly string[] },
  take: (stockCode: string, bars: StockBars) => void,
): Promise<void> {
  const query = new pg.Query<Row>({
    text: `select stock_code, array_agg(date - date '1970-01-01' order by date) as days,
        array_agg(high order by date) as highs, array_agg(low order by date) as lows,
        array_agg(close order by date) as closes
      from bar where exchange = $1 and date >= $2 and ($3::text[] is null or stock_code = any($3))
        and stock_code <> all(array(select stock_code from stock where exchange = $1 and is_index union all select $4))
      group by stock_code`,
    values: [exchange, from, codes ?? null, marketIndex[exchange]],
    binary: true,
    types: { getTypeParser: () => (raw: Buffer) => raw },
  } as pg.QueryConfig)
  const ended = Promise.withResolvers<void>()
  query.on('row', ({ stock_code, days, highs, lows, closes }) =>
    take(stock_code.toString(), {
      days: integers(days),
      highs: doubles(highs),
      lows: doubles(lows),
      closes: doubles(closes),
    }),
  )
  query.on('end', () => ended.resolve())
  query.on('error', ended.reject)
  client.query(query)
  await ended.promise
}

/** Dimensions, flags, type, length and lower bound of an array stand before its values; 4 bytes before each. */
const head = 20
const prefix = 4

function integers(array: Buffer): Int32Array {
  const step = prefix + 4
  const values = new Int32Array((array.length - head) / step)
  for (let at = 0, byte = head + prefix; at < values.length; at++, byte += step) values[at] = array.readInt32BE(byte)
  return values
}

function doubles(array: Buffer): Float64Array {
  const step = prefix + 8
  const view = new DataView(array.buffer, array.byteOffset, array.length)
  const values = new Float64Array((array.length - head) / step)
  for (let at = 0, byte = head + prefix; at < values.length; at++, byte += step) values[at] = view.getFloat64(byte)
  return values
}
