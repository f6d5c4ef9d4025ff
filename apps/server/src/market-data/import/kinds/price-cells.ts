import { type Day, dayAt } from '@finlist/domain/calendar'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { clip, readNumber } from '../files/cell.ts'
import { instantOf, type ReadDate } from '../files/date.ts'
import { CellError, type Reason } from '../import-errors.ts'

/**
 * Counts volumes such as 1.000, which may mean one share or, with dots between thousands, a thousand. They are decimals
 * if another volume has a dot in another place, or more than three digits in a row.
 */
export class ThousandsDots {
  private first = ''
  private count = 0
  private areDecimals = false

  add(cell: string) {
    if (cell.endsWith('.000') && cell.length <= 7 && !cell.startsWith('0')) {
      this.first ||= cell
      this.count++
    } else if (cell.length > 3 || cell.includes('.')) this.areDecimals = true
  }

  reasons(): Reason[] {
    const { first: cell, count } = this
    if (count === 0 || this.areDecimals) return []
    return [{ text: 'import.gate.volume-dots', values: { cell, volume: Number.parseInt(cell, 10), count } }]
  }
}

/** Matches what both Taiwanese exchanges write in place of the prices of a stock without a trade. */
export const didNotTrade = /^-{2,4}$/
/** Shares per unit of volume, by the column header in TPEx's files. */
export const taiwanLots: Record<string, number> = { 成交仟股: 1_000, 成交千股: 1_000, 成交張數: 1_000 }

/** tushare's vol is in lots of a hundred shares, possibly fractional, and its amount in thousands. */
export const tushareLot = 100

export const isOf = (name: string, head = '') => head.toLowerCase() === name

/** Reads a volume in lots, which may be fractional if it makes a whole number of shares. */
export function readLots(cell: string, size: number): number {
  const shares = readNumber(cell, 'volume', Number.MAX_SAFE_INTEGER) * size
  const whole = Math.round(shares)
  const values = { column: 'volume', cell: clip(cell) }
  if (shares < 0) throw new CellError('import.negative', values)
  if (Math.abs(shares - whole) > 0.001) throw new CellError('import.not-whole', values)
  if (!Number.isSafeInteger(whole)) throw new CellError('import.too-big', { ...values, most: Number.MAX_SAFE_INTEGER })
  return whole
}

/** Reads the turnover. It is only used to detect lots and is not stored, so an unreadable turnover is ignored. */
export function readTurnover(cell: string, unit: number): number | null {
  const turnover = cell === '' ? Number.NaN : Number(cell.replaceAll(',', '')) * unit
  return Number.isFinite(turnover) && turnover > 0 ? turnover : null
}

const instant = /^(?:\d{13}|\d{19})$/

/** Maximum number of instants whose day is cached: determining it takes as long as parsing the rest of the line. */
const mostInstants = 20_000

/**
 * Reads dates. Instants (the timestamps at which Polygon's days begin, in ms or ns, and times with a zone) become dates
 * in the exchange's time zone.
 */
export function dayReader(exchange: ChartExchange, readDate: ReadDate) {
  const known = new Map<string, Day>()
  return (cell: string): Day => {
    if (cell.length < 13 || isPractice(exchange)) return readDate(cell, 'date')
    const found = known.get(cell)
    if (found !== undefined) return found
    const isNumber = instant.test(cell)
    const written = isNumber ? undefined : readDate(cell, 'date')
    const at = isNumber ? Number(cell.slice(0, 13)) : instantOf(cell)
    const day = at === undefined ? written! : readDate(dayAt(exchange, at), 'date')
    if (known.size >= mostInstants) known.clear()
    known.set(cell, day)
    return day
  }
}
