import { priceDecimals, type WatchlistStock } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import { csvText } from '@finlist/domain/csv'
import { hasDecimals } from '@finlist/domain/decimals'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { stockCodes } from '@finlist/domain/markets/stock-codes'
import { saveFile } from '../../components/save-file.ts'
import type { Key } from '../../i18n/texts.ts'

export type CsvPosition = { stockCode: string; exchange: ExchangeId; buyPrice: number; shares: number }
type Reason = Extract<Key<'watchlist'>, `csv.reason.${string}`>
export type CsvFault = { line: number; reason: Reason; values?: Record<string, number> }

const columns = ['stockCode', 'exchange', 'buyPrice', 'shares'] as const
export const mostLines = 500
export const mostBytes = 1_000_000

type Exported = CsvPosition & { entered?: Pick<CsvPosition, 'buyPrice' | 'shares'> }

const isAsEntered = ({ buyPrice, shares, entered = { buyPrice, shares } }: Exported) =>
  buyPrice === entered.buyPrice && shares === entered.shares

/**
 * A CSV file from which `readPositions` reads back the same positions, in today's shares. If any position was entered
 * with other values, two more columns contain the values as entered. Shares are rounded down, but never below one,
 * because fractions of a share cannot be entered.
 */
export function positionsToCsv(stocks: readonly Exported[]): string {
  const hasBoth = !stocks.every(isAsEntered)
  const rows = stocks.map(({ stockCode, exchange, buyPrice, shares, entered = { buyPrice, shares } }) => [
    stockCode,
    exchange,
    Number(buyPrice.toFixed(priceDecimals)),
    Math.max(Math.floor(shares), 1),
    ...(hasBoth ? [entered.buyPrice, entered.shares] : []),
  ])
  return csvText([[...columns, ...(hasBoth ? ['enteredBuyPrice', 'enteredShares'] : [])], ...rows])
}

/**
 * Parses a CSV file that has a heading, with columns in any order. Returns either the positions, each with its line in
 * the file, or all faults in the file.
 */
export function readPositions(text: string): { positions: CsvPosition[]; lines: number[] } | { faults: CsvFault[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const head = cellsOf(lines[0] ?? '').map(cell => cell.toLowerCase())
  const at = columns.map(name => head.indexOf(name.toLowerCase()))
  if (at.includes(-1)) return { faults: [{ line: 1, reason: 'csv.reason.columns' }] }
  const rows = lines.map((line, index) => ({ line, number: index + 1 })).filter(({ line }) => line.trim() !== '')
  const [, ...filled] = rows
  if (filled.length === 0) return { faults: [{ line: 1, reason: 'csv.reason.empty' }] }
  if (filled.length > mostLines)
    return { faults: [{ line: filled[mostLines]!.number, reason: 'csv.reason.many', values: { most: mostLines } }] }
  const positions: CsvPosition[] = []
  const faults: CsvFault[] = []
  const from: number[] = []
  for (const { line, number } of filled) {
    const cells = cellsOf(line)
    const [code = '', exchange = '', buyPrice = '', shares = ''] = at.map(index => cells[index] ?? '')
    const read = readRow(code, exchange, buyPrice, shares)
    if (read === 'csv.reason.decimals') faults.push({ line: number, reason: read, values: { most: priceDecimals } })
    else if (typeof read === 'string') faults.push({ line: number, reason: read })
    else {
      positions.push(read)
      from.push(number)
    }
  }
  return faults.length > 0 ? { faults } : { positions, lines: from }
}

function readRow(code: string, market: string, price: string, count: string): CsvPosition | Reason {
  const exchange = exchangeIds.find(id => id === market.toUpperCase())
  const [buyPrice, shares] = [Number(price), Number(count)]
  if (code === '') return 'csv.reason.stockCode'
  if (!exchange) return 'csv.reason.exchange'
  if (price === '' || !(buyPrice >= 0)) return 'csv.reason.buyPrice'
  if (!hasDecimals(buyPrice, priceDecimals)) return 'csv.reason.decimals'
  if (count === '' || !Number.isInteger(shares) || shares < 1) return 'csv.reason.shares'
  return { stockCode: asWritten(code, exchange), exchange, buyPrice, shares }
}

/** The code in the exchange's format: spreadsheets drop the leading zero of 0700, and people type "aapl". */
const asWritten = (code: string, exchange: ExchangeId) =>
  padded(exchange, stockCodes[exchange].isPadded ? code.toUpperCase().replace(/^0+(?=\d*$)/, '') : code.toUpperCase())

/**
 * Splits a line into cells. Cells contain only a code or a number, so only surrounding quotation marks must be removed.
 */
const cellsOf = (line: string) =>
  line.split(',').map(cell =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )

/** Saves the list as a file of this name. */
export const exportPositions = (name: string, stocks: readonly WatchlistStock[]) =>
  saveFile(name, positionsToCsv(stocks), 'text/csv')
