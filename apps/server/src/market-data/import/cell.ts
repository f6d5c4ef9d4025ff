import { type ChartExchange, isPractice, padded } from '@finlist/domain/chart/symbol'
import { marketOf } from '@finlist/domain/markets'
import { CellError, type Reason } from './import-errors.ts'

const plain = /^[-+]?(?:\d+\.?\d*|\.\d+)$/
const thousands = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const exponent = /^[-+]?(?:\d+\.?\d*|\.\d+)[eE][-+]?\d+$/
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// oxlint-disable-next-line no-control-regex
const controlButNewline = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/

/** Digits, a point, a sign: everything else is refused, so that no notation is read wrong in silence. */
export function readNumber(cell: string, column: string, limit = 1e15): number {
  if (!plain.test(cell)) throw badNumber(cell, column)
  const number = Number(cell)
  if (Math.abs(number) > limit) throw new CellError('import.too-big', { column, cell: clip(cell), most: limit })
  return cell.length > 9 && !Number.isInteger(number) ? withoutNoise(number) : number
}

export const readOptionalNumber = (cell: string, column: string) => (cell === '' ? null : readNumber(cell, column))

/** Changes in percent. From zero there is none: `inf` is read as not known, and counted. */
export function changeReader() {
  let infinite = 0
  return {
    read(cell: string, column: string): number | null {
      if (!/^[-+]?inf(inity)?$/i.test(cell)) return readOptionalNumber(cell, column)
      infinite++
      return null
    },
    notes: (): Reason[] => (infinite > 0 ? [{ text: 'import.infinite-changes', values: { count: infinite } }] : []),
  }
}

/** A price: above zero. */
export function readPrice(cell: string, column: string): number {
  const price = readNumber(cell, column, 1e9)
  if (price <= 0) throw new CellError('import.price-not-above-zero', { column, cell: clip(cell) })
  return price
}

/** A count of shares: whole, not negative; `N.0` is whole. */
export function readVolume(cell: string, column: string): number {
  const volume = readNumber(cell, column, Number.MAX_SAFE_INTEGER)
  if (volume < 0) throw new CellError('import.negative', { column, cell: clip(cell) })
  if (!Number.isInteger(volume)) throw new CellError('import.not-whole', { column, cell: clip(cell) })
  return volume
}

/** One of a few words, whatever the case. */
export function readWord<Word extends string>(cell: string, column: string, known: readonly Word[]): Word {
  if (cell === '') throw new CellError('import.blank', { column })
  const found = known.find(word => word === cell.toLowerCase())
  if (!found) throw new CellError('import.not-a-word', { column, cell: clip(cell), known: known.join(', ') })
  return found
}

/**
 * Removes what storing as float32 or adding in float64 left behind: 33.79999923706055 and 33.800000000000004 are 33.8.
 * Not for whole numbers, where there is no noise.
 */
function withoutNoise(number: number): number {
  if (Math.fround(number) === number)
    for (let digits = 6; digits < 9; digits++) {
      const short = Number(number.toPrecision(digits))
      if (Math.fround(short) === number) return short
    }
  return Number(number.toPrecision(15))
}

function badNumber(cell: string, column: string): CellError {
  if (cell === '') return new CellError('import.blank', { column })
  const values = { column, cell: clip(cell) }
  if (thousands.test(cell)) return new CellError('import.thousands', values)
  if (exponent.test(cell)) return new CellError('import.exponent', values)
  return new CellError('import.not-a-number', values)
}

export function readText(cell: string, column: string, most: number, newlines = false): string {
  if ((newlines ? controlButNewline : control).test(cell)) throw new CellError('import.control-character', { column })
  if (cell.length > most) throw new CellError('import.too-long', { column, count: most })
  return cell
}

/** Blank is no. */
export function readFlag(cell: string, column: string): boolean {
  switch (cell.toLowerCase()) {
    case 'true':
    case 'yes':
    case '1':
    case '1.0':
      return true
    case '':
    case 'false':
    case 'no':
    case '0':
    case '0.0':
      return false
    default:
      throw new CellError('import.not-a-flag', { column, cell: clip(cell) })
  }
}

/** The code as the exchange writes it: 700, 00700 and 700.0 are 0700 in Hong Kong. */
export function readStockCode(cell: string, column: string, exchange: ChartExchange): string {
  if (cell === '') throw new CellError('import.blank', { column })
  const code = cell.toUpperCase().replace(/^(\d+)\.0$/, '$1')
  const isDigits = /^\d+$/.test(code)
  const bad = () => new CellError('import.not-a-code', { column, cell: clip(cell), exchange })
  if (!/^[A-Z0-9][A-Z0-9._^&-]{0,11}$/.test(code)) throw bad()
  if (isPractice(exchange)) return code
  const { digits, mostDigits = 12, isPadded } = marketOf(exchange).codes
  if (isPadded && isDigits) {
    const whole = padded(exchange, code.replace(/^0+/, ''))
    if (whole.length > mostDigits || /^0*$/.test(whole)) throw bad()
    return whole
  }
  if (isPadded && /^\d/.test(code)) throw bad()
  if (isDigits && code.length < digits) throw bad()
  return code
}

/** The part of a cell that an error message shows. */
// oxlint-disable-next-line no-control-regex
export const clip = (cell: string) => cell.slice(0, 40).replace(/[\u0000-\u001f\u007f-\u009f]/g, '?')
