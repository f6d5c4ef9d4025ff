import { priceColumns } from '@finlist/contract/upload-columns'
import { type Day, dayAt } from '@finlist/domain/calendar'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/symbol'
import type { Tx } from '../../db/database.ts'
import { breadthIsDue } from '../breadth-worker.ts'
import { firstDay } from '../compute-breadth.ts'
import { clip, readNumber, readPrice, readVolume } from './cell.ts'
import { columnsOf, type NameIn } from './columns.ts'
import { compare, tuple } from './compare.ts'
import type { ReadDate } from './date.ts'
import { CellError } from './import-errors.ts'
import type { Importer } from './importer.ts'
import type { Cells } from './read-table.ts'
import type { Incoming } from './stage.ts'
import { readStockCode } from './stock-code.ts'
import { checkExchange, createdStocks, listStocks, unknownStocks } from './stocks.ts'

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
  let isTushare = false
  const sharesInLot = () => (isTushare ? tushareLot : lotSize!)

  let last: { written: string; code: string } | undefined
  const readCode = (written: string) => {
    // Most lines are of the same stock as the line before.
    if (written !== last?.written) last = { written, code: readStockCode(written, 'stockCode', exchange) }
    return last.code
  }

  const readShares = (cells: Cells<Name>) => {
    if (inLots) return readLots(cells.of('lots'), sharesInLot())
    return isTushare ? readLots(cells.of('volume'), sharesInLot()) : readVolume(cells.of('volume'), 'volume')
  }
  const readDay = dayReader(exchange, readDate)

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
    header(has, headOf) {
      isTushare = isOf('vol', headOf('volume')) && isOf('trade_date', headOf('date'))
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
      const date = readDay(cells.of('date'))
      const [first, highest, lowest, last] = [cells.of('open'), cells.of('high'), cells.of('low'), cells.of('close')]
      if (!first && !highest && !lowest && !last) throw new CellError('import.no-prices')
      const open = readPrice(first, 'open')
      const close = readPrice(last, 'close')
      const volume = readShares(cells)
      const turnover = readTurnover(cells.of('turnover'), isTushare ? 1_000 : 1)
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
      ...((inLots && lotSize !== undefined) || isTushare
        ? [{ text: 'import.in-lots' as const, values: { count: sharesInLot() } }]
        : []),
    ],
  }
}

/** tushare's vol counts lots of a hundred shares, with parts of a lot, and its amount thousands. */
const tushareLot = 100

const isOf = (name: string, head = '') => head.toLowerCase() === name

/** Of lots, also of parts of one, as long as the shares are whole. */
function readLots(cell: string, size: number): number {
  const shares = readNumber(cell, 'volume', Number.MAX_SAFE_INTEGER) * size
  const whole = Math.round(shares)
  const values = { column: 'volume', cell: clip(cell) }
  if (shares < 0) throw new CellError('import.negative', values)
  if (Math.abs(shares - whole) > 0.001) throw new CellError('import.not-whole', values)
  if (!Number.isSafeInteger(whole)) throw new CellError('import.too-big', values)
  return whole
}

/** What was traded in money serves to tell shares from lots, and is not kept: what it says otherwise is nobody's fault. */
function readTurnover(cell: string, unit: number): number | null {
  const turnover = cell === '' ? Number.NaN : Number(cell.replaceAll(',', '')) * unit
  return Number.isFinite(turnover) && turnover > 0 ? turnover : null
}

const instant = /^(?:\d{13}|\d{19})$/

/** Days, and the instants at which days begin, in ms or ns, as Polygon tells them: the day of the exchange's clock. */
function dayReader(exchange: ChartExchange, readDate: ReadDate) {
  let last = { cell: '', day: '' }
  return (cell: string): Day => {
    if (!instant.test(cell) || isPractice(exchange)) return readDate(cell, 'date')
    if (cell !== last.cell) last = { cell, day: readDate(dayAt(exchange, Number(cell.slice(0, 13))), 'date') }
    return last.day
  }
}

const bar = ['open', 'high', 'low', 'close', 'volume']

/** A bar of the same stock and day is replaced. */
export async function planPrices(tx: Tx, exchange: ChartExchange, rows: number) {
  const known = '(select * from bar where exchange = $1)'
  const key = ['stock_code', 'date']
  const counts = await compare(tx, { came: 'incoming_bar', rows, known, key, values: bar }, [exchange])
  return { counts, write: () => writePrices(tx, exchange, { rows, ...counts }) }
}

/**
 * An unchanged bar stays untouched. Changed bars are deleted and inserted, which costs half of an update. `on conflict`
 * finds existing bars by the index: a join against a table that grows meanwhile could be planned as a scan for every
 * row.
 */
async function writePrices(
  tx: Tx,
  exchange: ChartExchange,
  { rows, inserted, updated }: { rows: number; inserted: number; updated: number },
) {
  if (updated > 0)
    await tx.query(
      `delete from bar using incoming_bar i
       where bar.exchange = $1 and bar.stock_code = i.stock_code and bar.date = i.date
         and ${tuple('bar', bar)} is distinct from ${tuple('i', bar)}`,
      [exchange],
    )
  const columns = ['stock_code', 'date', ...bar].join(', ')
  if (inserted + updated > 0)
    await tx.query(
      `insert into bar (exchange, ${columns}) select $1, ${columns} from incoming_bar
       ${inserted + updated < rows ? 'on conflict do nothing' : ''}`,
      [exchange],
    )
}

/** The first day of the staged bars. */
export async function firstIncomingDay(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ first: string }>('select min(date) as first from incoming_bar')
  return rows[0]!.first
}

/** How many bars the stock has: what a roll-back goes by. */
export async function countBars(tx: Tx, exchange: ChartExchange, stockCode: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*) as count from bar where exchange = $1 and stock_code = $2',
    [exchange, stockCode],
  )
  return rows[0]!.count
}

export const priceImporter: Importer = {
  topics: exchange => [`prices:${exchange}`],
  read: ({ exchange, stockCode }) => ({
    stockCode: stockCode ? readStockCode(stockCode, 'stockCode', exchange) : undefined,
  }),
  async plan(tx, { exchange, stockCode, lotSize }, { staging, staged, readDate }) {
    const { rows, notes } = await staging(incomingPrices({ exchange, stockCode, lotSize, readDate }))
    await staged()
    const before = stockCode === undefined ? undefined : await countBars(tx, exchange, stockCode)
    const created = await unknownStocks(tx, exchange, 'incoming_bar')
    const { counts, write } = await planPrices(tx, exchange, rows)
    return {
      count: rows,
      counts: { ...counts, ...(before !== undefined && { before, after: before + counts.inserted }) },
      created,
      notes: [...notes, ...createdStocks(created)],
      async write() {
        await listStocks(tx, exchange, created)
        await write()
        if (counts.inserted + counts.updated > 0 && !isPractice(exchange))
          await breadthIsDue(tx, exchange, await firstIncomingDay(tx))
      },
    }
  },
  rollBack: {
    // A whole market's prices have overwritten bars that were not kept.
    obstacle({ files, counts }, previous) {
      if (files.stockCode === undefined) return 'import.roll-back.overwrote'
      const alone = previous === undefined || previous.counts['after'] === previous.counts['count']
      const before = previous?.counts['count'] ?? 0
      return alone && counts['before'] === before ? undefined : 'import.roll-back.not-ours'
    },
    async changedSince(tx, { upload_id, files: { exchange, stockCode = '' }, counts }, previous) {
      const others = await tx.query(
        `select from upload where kind = 'prices' and key = $1 and upload_id > $2 limit 1`,
        [`prices ${exchange}`, previous?.upload_id ?? upload_id],
      )
      const same = (await countBars(tx, exchange, stockCode)) === counts['after']
      return same && others.rowCount === 0 ? undefined : 'import.roll-back.not-ours'
    },
    async undo(tx, { files: { exchange, stockCode = '' } }, reload) {
      await tx.query('delete from bar where exchange = $1 and stock_code = $2', [exchange, stockCode])
      if (!isPractice(exchange)) await breadthIsDue(tx, exchange, firstDay)
      await reload()
    },
  },
}
