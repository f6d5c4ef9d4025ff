import type { Stock } from '../picking/bars.ts'
import { method } from '../picking/method.ts'

/** The columns of a bars file. Other columns are ignored. A split is written as 2:1 in the row of its ex-date. */
export const barColumns = ['code', 'date', 'high', 'low', 'close', 'volume', 'split'] as const
type Column = (typeof barColumns)[number]
const needed: readonly Column[] = ['code', 'date', 'high', 'low', 'close', 'volume']
const otherNames: Record<string, Column> = { stockcode: 'code' }

export const barLimits = { bytes: 200_000_000, line: 1_000, stocks: 20_000, bars: 10_000_000 } as const

export type BarFault =
  | 'columns'
  | 'cells'
  | 'date'
  | 'number'
  | 'split'
  | 'order'
  | 'line'
  | 'stocks'
  | 'bars'
  | 'bytes'

/** A fault in a file of bars, with the number of its line. */
export class BarsError extends Error {
  readonly fault: BarFault
  readonly line: number

  constructor(fault: BarFault, line: number) {
    super(`line ${line}: ${fault}`)
    this.fault = fault
    this.line = line
  }
}

type Growing = { days: number[]; high: number[]; low: number[]; close: number[]; volume: number[]; splits: Splits }
type Splits = { exDay: number; numerator: number; denominator: number }[]

/**
 * Reads the bars of a CSV file that arrives in chunks. Bars that the method would not use on `day` are checked, but not
 * kept.
 */
export class BarsReader {
  readonly #day: number
  readonly #stocks = new Map<string, Growing>()
  #places: Record<Column, number> | undefined
  #rest = ''
  #line = 0
  #bars = 0
  #read = 0

  constructor(day: number) {
    this.#day = day
  }

  /** Throws BarsError. */
  push(piece: string): void {
    this.#read += piece.length
    if (this.#read > barLimits.bytes) throw new BarsError('bytes', this.#line)
    const lines = (this.#rest + piece).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) this.#take(line)
    if (this.#rest.length > barLimits.line) throw new BarsError('line', this.#line + 1)
  }

  end(): Stock[] {
    if (this.#rest) this.#take(this.#rest)
    this.#rest = ''
    if (!this.#places) throw new BarsError('columns', 1)
    return [...this.#stocks].map(([code, { splits, ...bars }]) => ({
      code,
      ...bars,
      ...(splits.length > 0 && { splits }),
    }))
  }

  #take(text: string): void {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    this.#line++
    if (line.length > barLimits.line) throw new BarsError('line', this.#line)
    if (line === '') return
    const cells = line.split(',').map(cell => (/^".*"$/.test(cell) ? cell.slice(1, -1) : cell).trim())
    if (this.#places) this.#takeRow(cells, this.#places)
    else this.#places = this.#readHead(cells)
  }

  #readHead(cells: readonly string[]): Record<Column, number> {
    const names = cells.map(cell => cell.replace(/^\uFEFF/, '').toLowerCase()).map(name => otherNames[name] ?? name)
    if (needed.some(name => !names.includes(name))) throw new BarsError('columns', this.#line)
    return Object.fromEntries(barColumns.map(name => [name, names.indexOf(name)])) as Record<Column, number>
  }

  #takeRow(cells: readonly string[], places: Record<Column, number>): void {
    const cell = (name: Column) => cells[places[name]] ?? ''
    const code = cell('code')
    if (code === '' || code.length > 12) throw new BarsError('cells', this.#line)
    const day = this.#dayOf(cell('date'))
    const stock = this.#stockOf(code)
    if (cell('split')) this.#takeSplit(cell('split'), day, stock)
    if (cell('split') && cell('close') === '') return
    const figures = (['high', 'low', 'close', 'volume'] as const).map(name => this.#numberOf(cell(name)))
    if (day <= (stock.days.at(-1) ?? -1)) throw new BarsError('order', this.#line)
    if (day > this.#day || day <= this.#day - method.history.days) return
    if (++this.#bars > barLimits.bars) throw new BarsError('bars', this.#line)
    const [high, low, close, volume] = figures as [number, number, number, number]
    stock.days.push(day)
    stock.high.push(high)
    stock.low.push(low)
    stock.close.push(close)
    stock.volume.push(volume)
  }

  #stockOf(code: string): Growing {
    const there = this.#stocks.get(code)
    if (there) return there
    if (this.#stocks.size >= barLimits.stocks) throw new BarsError('stocks', this.#line)
    const made = { days: [], high: [], low: [], close: [], volume: [], splits: [] }
    this.#stocks.set(code, made)
    return made
  }

  #takeSplit(text: string, exDay: number, { splits }: Growing): void {
    const [, numerator, denominator] = /^([1-9]\d{0,5}):([1-9]\d{0,5})$/.exec(text) ?? []
    if (!numerator || splits.length >= 1_000) throw new BarsError('split', this.#line)
    splits.push({ exDay, numerator: Number(numerator), denominator: Number(denominator) })
  }

  #numberOf(text: string): number {
    const value = Number(text)
    if (!/^\d{1,15}(\.\d{1,10})?$/.test(text)) throw new BarsError('number', this.#line)
    return value
  }

  #dayOf(text: string): number {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / 86_400_000 : Number.NaN
    if (!Number.isInteger(day)) throw new BarsError('date', this.#line)
    return day
  }
}
