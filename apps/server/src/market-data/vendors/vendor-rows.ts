import type { Day } from '@finlist/domain/calendar'
import type { Reason } from '../import/import-errors.ts'
import { quoted } from '../store/control-characters.ts'
import type { Batch, LeftOut } from './source.ts'
import { SourceError } from './source.ts'

export type VendorBar = {
  stockCode: string
  date: unknown
  open: unknown
  high: unknown
  low: unknown
  close: unknown
  volume: unknown
}

export const text = (value: unknown, most = 200): string =>
  typeof value === 'string' || typeof value === 'number' ? quoted(String(value), most) : ''

/**
 * Reads a date as vendors write it: 2026-07-17 or 20260717, perhaps followed by a time. Returns '' for anything else.
 */
export function dayOf(value: unknown): Day {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T ])/.exec(text(value)) ?? []
  if (!year) return ''
  const date = `${year}-${month}-${day}`
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? '' : date
}

export const numberOf = (value: unknown): number | undefined => {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const barColumns = ['stockCode', 'date', 'open', 'high', 'low', 'close', 'volume']

/** Collects a response's bars. Skips invalid bars, and reports each with stock, day and reason. */
export class Bars {
  readonly refused: LeftOut[] = []
  readonly #rows: (readonly (string | number)[])[] = []
  readonly #seen = new Set<string>()

  get count(): number {
    return this.#rows.length
  }

  add(bar: VendorBar) {
    const date = dayOf(bar.date)
    const reason = this.#take(bar, date)
    if (reason) this.refused.push({ reason, stockCode: bar.stockCode, ...(date && { date }) })
  }

  #take({ stockCode, date: written, ...figures }: VendorBar, date: Day): Reason | undefined {
    if (!date) return { text: 'source.no-day', values: { cell: text(written, 40) } }
    const prices = [figures.open, figures.high, figures.low, figures.close].map(numberOf)
    const volume = numberOf(figures.volume)
    const missing = barColumns.slice(2, 6).find((_, at) => prices[at] === undefined)
    if (missing) return { text: 'source.null', values: { column: missing } }
    if (volume === undefined) return { text: 'source.null', values: { column: 'volume' } }
    const zero = barColumns.slice(2, 6).find((_, at) => prices[at]! <= 0)
    if (zero) return { text: 'source.zero-price', values: { column: zero } }
    if (prices[1]! < prices[2]!) return { text: 'source.high-below-low', values: { high: prices[1]!, low: prices[2]! } }
    if (volume < 0 || !Number.isSafeInteger(volume)) return { text: 'source.volume', values: { cell: volume } }
    const key = `${stockCode} ${date}`
    if (this.#seen.has(key)) return { text: 'source.twice', values: {} }
    this.#seen.add(key)
    this.#rows.push([stockCode, date, ...(prices as number[]), volume])
    return undefined
  }

  batch(): Batch {
    return { kind: 'prices', columns: barColumns, rows: this.#rows }
  }
}

/**
 * Rejects a response for a market's day if no bar is valid, or if all rows are of another day. Skips single rows of
 * other days.
 */
export function barsOfDay(rows: VendorBar[], day: Day, source: string): Bars {
  if (rows.length === 0) throw new SourceError('source.empty', { source, date: day })
  const bars = new Bars()
  const others = rows.filter(({ date }) => dayOf(date) !== '' && dayOf(date) !== day)
  if (others.length === rows.length)
    throw new SourceError('source.other-day', { source, date: day, found: dayOf(others[0]!.date) })
  const left = new Set(others)
  for (const { stockCode, date } of others)
    bars.refused.push({ reason: { text: 'source.of-other-day', values: { found: dayOf(date) } }, stockCode, date: day })
  for (const row of rows) if (!left.has(row)) bars.add(row)
  if (bars.count === 0) throw new SourceError('source.none-good', { source, date: day, count: bars.refused.length })
  return bars
}
