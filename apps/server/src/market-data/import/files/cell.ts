import { hasControls, quoted } from '../../store/control-characters.ts'
import { CellError, type Reason } from '../import-errors.ts'

const plain = /^[-+]?(?:\d+\.?\d*|\.\d+)$/
const thousands = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const decimalComma = /^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/
const exponent = /^[-+]?(?:\d+\.?\d*|\.\d+)[eE][-+]?\d+$/
/**
 * Accepts digits, a decimal point, a sign and thousands separators. Rejects any other notation, so that nothing is
 * silently misread. Nothing is rounded.
 */
export function readNumber(cell: string, column: string, limit = 1e15): number {
  const number = plain.test(cell) ? Number(cell) : readGrouped(cell, column)
  if (Math.abs(number) > limit) throw new CellError('import.too-big', { column, cell: clip(cell), most: limit })
  return number
}

/** Parses a number with thousands separators. Only a quoted cell can have them. */
function readGrouped(cell: string, column: string): number {
  if (!thousands.test(cell)) throw badNumber(cell, column)
  return Number(cell.replaceAll(',', ''))
}

export const readOptionalNumber = (cell: string, column: string) => (cell === '' ? null : readNumber(cell, column))

/** Reads changes in percent. Treats `inf`, a change from zero, as unknown, and counts it. */
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

/** Reads a positive price, and removes floating-point noise from its decimals. */
export function readPrice(cell: string, column: string): number {
  const price = readNumber(cell, column, 1e9)
  if (price <= 0) throw new CellError('import.price-not-above-zero', { column, cell: clip(cell) })
  return cell.length > 9 && !Number.isInteger(price) ? withoutNoise(price) : price
}

/** Reads a number of shares: a non-negative integer, also in the form `N.0`. */
export function readVolume(cell: string, column: string): number {
  const volume = readNumber(cell, column, Number.MAX_SAFE_INTEGER)
  if (volume < 0) throw new CellError('import.negative', { column, cell: clip(cell) })
  if (!Number.isInteger(volume)) throw new CellError('import.not-whole', { column, cell: clip(cell) })
  return volume
}

const abbreviated = /^(\d+(?:\.\d+)?)([KMB])$/
const powers: Record<string, string> = { K: 'e3', M: 'e6', B: 'e9' }

/** The number of shares that a cell such as 1.23M stands for; undefined for a number written out. */
export function readAbbreviated(cell: string): number | undefined {
  const [, number, unit = ''] = abbreviated.exec(cell) ?? []
  return number === undefined ? undefined : Math.round(Number(`${number}${powers[unit]}`))
}

/** Reads one of the known words, ignoring case. */
export function readWord<Word extends string>(cell: string, column: string, known: readonly Word[]): Word {
  if (cell === '') throw new CellError('import.blank', { column })
  const found = known.find(word => word === cell.toLowerCase())
  if (!found) throw new CellError('import.not-a-word', { column, cell: clip(cell), known: known.join(', ') })
  return found
}

/** Maximum relative error that float64 arithmetic leaves on a float32 value: a few float64 steps. */
const float64Noise = 2 ** -50

/**
 * Removes the noise that storage as float32 or addition in float64 leaves: 33.79999923706055 and 33.800000000000004
 * become 33.8, as does a number within a few float64 steps of the float32. Not for whole numbers, which have no noise.
 */
function withoutNoise(number: number): number {
  const stored = Math.fround(number)
  if (Math.abs(stored - number) <= number * float64Noise)
    for (let digits = 6; digits < 9; digits++) {
      const short = Number(number.toPrecision(digits))
      if (Math.fround(short) === stored) return short
    }
  return Number(number.toPrecision(15))
}

function badNumber(cell: string, column: string): CellError {
  if (cell === '') return new CellError('import.blank', { column })
  const values = { column, cell: clip(cell) }
  if (exponent.test(cell)) return new CellError('import.exponent', values)
  if (decimalComma.test(cell)) return new CellError('import.decimal-comma', values)
  return new CellError('import.not-a-number', values)
}

export function readText(cell: string, column: string, most: number, newlines = false): string {
  if (hasControls(newlines ? cell.replaceAll(/[\r\n]/g, '') : cell))
    throw new CellError('import.control-character', { column })
  if (cell.length > most) throw new CellError('import.too-long', { column, count: most })
  return cell
}

/** Reads yes or no; blank means no. */
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

/** The part of a cell that an error message shows. */
export const clip = (cell: string) => quoted(cell, 40)
