import { priceColumns } from '@finlist/contract/staff/upload-columns'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { breadthIsDue } from '../../breadth/breadth-worker.ts'
import { AdjustedCloses } from '../../quality/adjusted-closes.ts'
import { passGate, settleGate } from '../../quality/gate.ts'
import { clip, readAbbreviated, readPrice, readVolume } from '../files/cell.ts'
import { codeInName } from '../files/code-in-name.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { dayInTitles, type ReadDate } from '../files/date.ts'
import type { Cells } from '../files/read-table.ts'
import { CellError } from '../import-errors.ts'
import type { Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { planBars, putBackBars } from '../write-bars.ts'
import {
  dayReader,
  didNotTrade,
  isOf,
  readLots,
  readTurnover,
  ThousandsDots,
  taiwanLots,
  tushareLot,
} from './price-cells.ts'
import { checkExchange, createdStocks, listStocks, unknownStocks } from './stocks.ts'

type Name = NameIn<typeof priceColumns>

type PriceFile = {
  exchange: ChartExchange
  /** The only stock in the file; undefined if each line names its stock. */
  stockCode: string | undefined
  /** Shares per lot, if the file's volumes are in lots. */
  lotSize: number | undefined
  readDate: ReadDate
  dots: ThousandsDots
  adjusted: AdjustedCloses
}

/** A file of daily bars of one stock or of many. */
function incomingPrices({ exchange, stockCode, lotSize, readDate, dots, adjusted }: PriceFile): Incoming<Name> {
  let widened = 0
  let derived = 0
  let inLots = false
  let isTushare = false
  let sharesInLot = 1
  let convertedLot = 0
  let turnoverUnit = 1
  let abbreviated = 0
  let notTraded = 0

  let last: { written: string; code: string } | undefined
  const readCode = (written: string) => {
    // Caches the last code, because most lines have the same stock as the previous one.
    if (written !== last?.written) last = { written, code: readStockCode(written, 'stockCode', exchange) }
    return last.code
  }

  const readShares = (cells: Cells<Name>) => {
    if (inLots) return readLots(cells.of('lots'), sharesInLot)
    const written = cells.of('volume')
    if (isTushare) return readLots(written, sharesInLot)
    const rounded = readAbbreviated(written)
    if (rounded !== undefined) {
      abbreviated++
      return rounded
    }
    dots.add(written)
    return readVolume(written, 'volume')
  }
  const readDay = dayReader(exchange, readDate)

  return {
    field: 'priceCsv',
    table: 'incoming_bar',
    shape: `stock_code text, date date, open double precision, high double precision, low double precision,
      close double precision, volume bigint, turnover double precision`,
    key: ['stock_code', 'date'],
    twice: 'import.same-day-twice',
    columns: columnsOf(priceColumns).map(column => {
      if (column.name === 'stockCode' && stockCode === undefined) return { ...column, required: true as const }
      return column.name === 'close' ? { ...column, also: [...(column.also ?? []), 'Price'] } : column
    }),
    maybeSeveral: true,
    aside: ({ fileName, titles, ticker }) => ({
      stockCode: stockCode === undefined ? ticker || codeInName(fileName, exchange) : undefined,
      date: exchange === 'TW' ? dayInTitles(titles) : undefined,
    }),
    header(has, headOf) {
      isTushare = isOf('vol', headOf('volume')) && isOf('trade_date', headOf('date'))
      inLots = !has('volume')
      if (inLots && !has('lots')) throw new CellError('import.missing-columns', { columns: 'volume' })
      const size = lotSize ?? (exchange === 'TW' ? taiwanLots[headOf('lots') ?? ''] : undefined)
      if (inLots && size === undefined) throw new CellError('import.lots-without-size')
      sharesInLot = isTushare ? tushareLot : (size ?? 1)
      if (isTushare || inLots) convertedLot = sharesInLot
      turnoverUnit = isTushare || headOf('turnover') === '成交仟元' ? 1_000 : 1
    },
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const written = cells.of('stockCode')
      const code = written || stockCode === undefined ? readCode(written) : stockCode
      if (stockCode !== undefined && code !== stockCode)
        throw new CellError('import.other-stock', { cell: code, expected: stockCode })
      const date = readDay(cells.of('date'))
      const [first, highest, lowest, last] = [cells.of('open'), cells.of('high'), cells.of('low'), cells.of('close')]
      const all = [first, highest, lowest, last]
      if (all.every(cell => !cell)) throw new CellError('import.no-prices')
      if (exchange === 'TW' && all.every(cell => didNotTrade.test(cell))) {
        notTraded++
        return undefined
      }
      const open = readPrice(first, 'open')
      const close = readPrice(last, 'close')
      adjusted.add(code, date, close, cells.of('adjClose'))
      const volume = readShares(cells)
      const turnover = readTurnover(cells.of('turnover'), turnoverUnit)
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
      ...(convertedLot > 0 ? [{ text: 'import.in-lots' as const, values: { count: convertedLot } }] : []),
      ...(abbreviated > 0 ? [{ text: 'import.abbreviated' as const, values: { count: abbreviated } }] : []),
      ...(notTraded > 0 ? [{ text: 'import.not-traded' as const, values: { count: notTraded } }] : []),
    ],
  }
}

/** Adds the stock to the error of an invalid line, because files of a whole market have millions of lines. */
const namingStock = (incoming: Incoming<Name>, stockCode = ''): Incoming<Name> => ({
  ...incoming,
  values(cells) {
    try {
      return incoming.values(cells)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      const { text, values = {} } = error.reason
      const written = clip(cells.of('stockCode'))
      if (text === 'import.too-big')
        throw new CellError('import.out-of-range', { ...values, stock: written || stockCode })
      throw written === '' || values['cell'] === written ? error : error.ofStock(written)
    }
  },
})

export const priceImporter: Importer = {
  topics: exchange => [`prices:${exchange}`],
  read: ({ exchange, stockCode }) => ({
    stockCode: stockCode ? readStockCode(stockCode, 'stockCode', exchange) : undefined,
  }),
  async plan(tx, asked, { staging, staged, readDate, faults }) {
    const { exchange, stockCode, lotSize, prices, confirm = false, dryRun = false, keepsDoubts = false } = asked
    const dots = new ThousandsDots()
    const adjusted = new AdjustedCloses()
    const incoming = incomingPrices({ exchange, stockCode, lotSize, readDate, dots, adjusted })
    const file = await staging(namingStock(incoming, stockCode))
    if (file.rows === 0 && faults.total === 0) faults.add('priceCsv', 1, { text: 'import.none-traded' })
    await staged()
    const passed = isPractice(exchange)
      ? { rows: file.rows, created: await unknownStocks(tx, exchange, 'incoming_bar'), notes: [] }
      : await passGate(tx, {
          exchange,
          prices,
          confirm,
          dryRun,
          keepsDoubts,
          hasTurnover: file.has.has('turnover'),
          ascending: file.ascending,
          adjusted,
          unsure: dots.reasons(),
        })
    const { rows, created, notes } = passed
    const { counts, write } = await planBars(tx, exchange, { rows, created })
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
        if (passed.first && counts.inserted + counts.updated > 0) await breadthIsDue(tx, exchange, passed.first)
        asked.progress?.({ step: 'settling' })
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
