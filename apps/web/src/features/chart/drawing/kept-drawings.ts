import type { Drawing } from '@finlist/domain/chart/drawings'
import { read, write } from '../../../api/storage.ts'
import { readDrawings } from '../chart-doc.ts'

/** Maximum number of symbols whose drawings are stored. Symbols least recently drawn on are dropped first. */
const mostSymbols = 200

const keyOf = (symbol: string) => `${read('deviceAccount')} ${symbol}`

/**
 * This account's drawings on the symbol's chart, as stored in this browser. They may not have been sent to the server
 * yet.
 */
export const keptDrawings = (symbol: string): Drawing[] => readDrawings(read('drawings')[keyOf(symbol)])

export function keepDrawings(symbol: string, drawings: readonly Drawing[]): void {
  if (JSON.stringify(drawings) === JSON.stringify(keptDrawings(symbol))) return
  const { [keyOf(symbol)]: _, ...others } = read('drawings')
  const kept = drawings.length === 0 ? others : { ...others, [keyOf(symbol)]: drawings }
  write('drawings', Object.fromEntries(Object.entries(kept).slice(-mostSymbols)))
}
