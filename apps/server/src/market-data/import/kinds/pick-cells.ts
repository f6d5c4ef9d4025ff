import { type PatternType, patternTypes } from '@finlist/contract/finlist'
import { clip, readNumber, readPrice } from '../files/cell.ts'
import { CellError } from '../import-errors.ts'

export function readScore(cell: string): number {
  const score = readNumber(cell, 'percivalScore')
  if (score < 0 || score > 100) throw new CellError('import.score', { cell: clip(cell) })
  return score
}

/** Reads a price; blank and -1 mean none. */
export function readPriceOrNone(cell: string, column: string): number | null {
  if (cell === '') return null
  return Number(cell) === -1 ? null : readPrice(cell, column)
}

export function readVariant(cell: string): string {
  if (!/^[a-z0-9-]{0,40}$/.test(cell)) throw new CellError('import.variant', { cell: clip(cell) })
  return cell
}

export function readWithin(cell: string, column: 'rank' | 'template', [least, most]: [number, number]): number | null {
  if (cell === '') return null
  const found = readNumber(cell, column)
  if (!Number.isInteger(found) || found < least || found > most)
    throw new CellError(`import.${column}`, { cell: clip(cell) })
  return found
}

export function checkStop(buyPoint: number | null, stop: number | null) {
  if (stop === null) return
  if (buyPoint === null) throw new CellError('import.stop-alone', { stop })
  if (stop >= buyPoint) throw new CellError('import.stop-not-below', { stop, buyPoint })
}

export function readPattern(cell: string): PatternType | null {
  const type = cell.toUpperCase()
  if (type === '' || type === 'NIL') return null
  const known = patternTypes.find(name => name === type)
  if (!known) throw new CellError('import.pattern', { cell: clip(cell), known: `${patternTypes.join(', ')}, NIL` })
  return known
}
