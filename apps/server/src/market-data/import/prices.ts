import { priceColumns } from '@finlist/contract/upload-columns'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/symbol'
import { breadthIsDue } from '../breadth-worker.ts'
import { passGate, settleGate } from '../gate/gate.ts'
import { clip, readOptionalNumber, readPrice, readStockCode, readVolume } from './cell.ts'
import { columnsOf, type NameIn } from './columns.ts'
import type { ReadDate } from './date.ts'
import { CellError } from './import-errors.ts'
import type { Importer } from './importer.ts'
import type { Incoming } from './stage.ts'
import { checkExchange, createdStocks, listStocks, unknownStocks } from './stocks.ts'
import { firstIncomingDay, planBars, putBackBars } from './write-bars.ts'

type Name = NameIn<typeof priceColumns>

export type PriceFile = {
  exchange: ChartExchange
  /** The one stock of the file; undefined: every line names its own. */
  stockCode: string | undefined
  /** Shares a lot, for a file whose volume is in lots. */
  lotSize: number | undefined
  readDate: ReadDate
}

/** Daily bars of one stock or of all. */
export function incomingPrices({ exchange, stockCode, lotSize, readDate }: PriceFile): Incoming<Name> {
  let widened = 0
  let derived = 0
  let inLots = false

  let last: { written: string; code: string } | undefined
  const readCode = (written: string) => {
    // Most lines are of the same stock as the line before.
    if (written !== last?.written) last = { written, code: readStockCode(written, 'stockCode', exchange) }
    return last.code
  }

  const readShares = (shares: string, lots: string) => {
    const volume = inLots ? readVolume(lots, 'volume') * lotSize! : readVolume(shares, 'volume')
    if (!Number.isSafeInteger(volume))
      throw new CellError('import.too-big', { column: 'volume', cell: lots, most: Number.MAX_SAFE_INTEGER })
    return volume
  }

  return {
    field: 'priceCsv',
    table: 'incoming_bar',
    shape: `stock_code text, date date, open double precision, high double precision, low double precision,
      close double precision, volume bigint, turnover double precision`,
    key: ['stock_code', 'date'],
    twice: 'import.same-day-twice',
    columns: columnsOf(priceColumns).map(column =>
      column.name === 'stockCode' && stockCode === undefined ? { ...column, required: true as const } : column,
    ),
    header(has) {
      inLots = !has('volume')
      if (inLots && !has('lots')) throw new CellError('import.missing-columns', { columns: 'volume' })
      if (inLots && lotSize === undefined) throw new CellError('import.lots-without-size')
    },
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const written = cells.of('stockCode')
      const code = written || stockCode === undefined ? readCode(written) : stockCode
      if (stockCode !== undefined && code !== stockCode)
        throw new CellError('import.other-stock', { cell: code, expected: stockCode })
      const date = readDate(cells.of('date'), 'date')
      const [first, highest, lowest, last] = [cells.of('open'), cells.of('high'), cells.of('low'), cells.of('close')]
      if (!first && !highest && !lowest && !last) throw new CellError('import.no-prices')
      const open = readPrice(first, 'open')
      const close = readPrice(last, 'close')
      const volume = readShares(cells.of('volume'), cells.of('lots'))
      const turnover = readOptionalNumber(cells.of('turnover'), 'turnover')
      if (!highest && !lowest) {
        derived++
        return [code, date, open, Math.max(open, close), Math.min(open, close), close, volume, turnover]
      }
      const high = readPrice(highest, 'high')
      const low = readPrice(lowest, 'low')
      if (high < low) throw new CellError('import.high-below-low', { high: highest, low: lowest })
      const top = Math.max(high, open, close)
      const bottom = Math.min(low, open, close)
      if (top !== high || bottom !== low) widened++
      return [code, date, open, top, bottom, close, volume, turnover]
    },
    notes: () => [
      ...(widened > 0 ? [{ text: 'import.widened' as const, values: { count: widened } }] : []),
      ...(derived > 0 ? [{ text: 'import.derived-high-low' as const, values: { count: derived } }] : []),
      ...(inLots && lotSize !== undefined ? [{ text: 'import.in-lots' as const, values: { count: lotSize } }] : []),
    ],
  }
}

/** A figure out of range is told with its stock: a file of a whole market has millions of lines. */
const namingStock = (incoming: Incoming<Name>, stockCode = ''): Incoming<Name> => ({
  ...incoming,
  values(cells) {
    try {
      return incoming.values(cells)
    } catch (error) {
      if (!(error instanceof CellError) || error.reason.text !== 'import.too-big') throw error
      throw new CellError('import.out-of-range', {
        ...error.reason.values,
        stock: clip(cells.of('stockCode')) || stockCode,
      })
    }
  },
})

export const priceImporter: Importer = {
  topics: exchange => [`prices:${exchange}`],
  read: ({ exchange, stockCode }) => ({
    stockCode: stockCode ? readStockCode(stockCode, 'stockCode', exchange) : undefined,
  }),
  async plan(tx, asked, { staging, staged, readDate }) {
    const { exchange, stockCode, lotSize, prices, confirm = false, dryRun = false } = asked
    const file = await staging(namingStock(incomingPrices({ exchange, stockCode, lotSize, readDate }), stockCode))
    await staged()
    const passed = isPractice(exchange)
      ? { rows: file.rows, created: await unknownStocks(tx, exchange, 'incoming_bar'), notes: [] }
      : await passGate(tx, {
          exchange,
          prices,
          confirm,
          dryRun,
          hasTurnover: file.has.has('turnover'),
          ascending: file.ascending,
        })
    const { rows, created, notes } = passed
    const { counts, write } = await planBars(tx, exchange, rows)
    return {
      count: rows,
      counts,
      created,
      ...('prices' in passed && { prices: passed.prices }),
      notes: [...file.notes, ...notes, ...createdStocks(created)],
      async write() {
        await listStocks(tx, exchange, created)
        await write()
        if (isPractice(exchange) || !('hold' in passed)) return
        if (counts.inserted + counts.updated > 0) await breadthIsDue(tx, exchange, await firstIncomingDay(tx))
        await passed.hold()
      },
    }
  },
  rollBack: {
    obstacle: ({ replaced_uploads }) => (replaced_uploads ? undefined : 'import.roll-back.overwrote'),
    async undo(tx, { upload_id, files: { exchange } }) {
      const first = await putBackBars(tx, exchange, upload_id)
      if (first === undefined || isPractice(exchange)) return
      await breadthIsDue(tx, exchange, first)
      await settleGate(tx, exchange)
    },
  },
}
