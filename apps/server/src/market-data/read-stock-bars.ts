import type { Day } from '@finlist/domain/calendar'
import type { StockBars } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../db/database.ts'
import { isHeldBar } from './gate/moves.ts'

/**
 * Hands over the bars of every stock of the market, without indices, from `from` on; of all stocks or of the given
 * ones; without what an unconfirmed move holds back. A day without a trade has -Infinity as high and Infinity as low, beyond every traded price. Bars are copied as
 * arrays in the database's binary form, a row per stock, which costs a fraction of a row per bar.
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
  let rest: Buffer = Buffer.alloc(0)
  let begun = false
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    if (!begun) {
      if (bytes.length < headerBytes) {
        rest = bytes
        continue
      }
      bytes = bytes.subarray(headerBytes)
      begun = true
    }
    for (let fields = readRow(bytes); fields; fields = readRow(bytes)) {
      const [code, days, highs, lows, closes] = fields.cells as [Buffer, Buffer, Buffer, Buffer, Buffer]
      const bars = { days: integers(days), highs: doubles(highs), lows: doubles(lows), closes: doubles(closes) }
      take(code.toString(), inOrder(bars))
      bytes = bytes.subarray(fields.end)
    }
    rest = bytes
  }
}

/** Bars mostly are stored day after day as they came; sorting them in the database costs as much as reading them. */
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

/** Signature, flags and the length of an extension, which is never there. */
const headerBytes = 19

/** The first row, when it is there as a whole: the number of its fields, then each with its length before it. */
function readRow(bytes: Buffer): { cells: Buffer[]; end: number } | undefined {
  if (bytes.length < 2) return undefined
  const count = bytes.readInt16BE(0)
  const cells: Buffer[] = []
  let end = 2
  for (let field = 0; field < count; field++) {
    if (bytes.length < end + 4) return undefined
    const length = bytes.readInt32BE(end)
    if (bytes.length < end + 4 + length) return undefined
    cells.push(bytes.subarray(end + 4, end + 4 + length))
    end += 4 + length
  }
  return count > 0 ? { cells, end } : undefined
}

/** An array's values follow its dimensions, flags, type, length and lower bound; each value follows its length. */
const arrayHead = 20
const prefix = 4

function integers(array: Buffer): Int32Array {
  const step = prefix + 4
  const values = new Int32Array((array.length - arrayHead) / step)
  for (let at = 0, byte = arrayHead + prefix; at < values.length; at++, byte += step)
    values[at] = array.readInt32BE(byte)
  return values
}

function doubles(array: Buffer): Float64Array {
  const step = prefix + 8
  const view = new DataView(array.buffer, array.byteOffset, array.length)
  const values = new Float64Array((array.length - arrayHead) / step)
  for (let at = 0, byte = arrayHead + prefix; at < values.length; at++, byte += step) values[at] = view.getFloat64(byte)
  return values
}
