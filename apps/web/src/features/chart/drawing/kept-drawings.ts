import type { Drawing } from '@finlist/domain/chart/drawings'
import { read, write } from '../../../api/storage.ts'
import { readDrawings } from '../chart-doc.ts'

/**
 * Maximum number of symbols whose drawings are stored. Those that were not drawn on for the longest time are dropped
 * first.
 */
const mostSymbols = 200

const keyOf = (symbol: string) => `${read('deviceAccount')} ${symbol}`

/**
 * This account's drawings for the symbol's chart, as stored in this browser, whether or not they have been sent to the
 * server.
 */
export const keptDrawings = (symbol: string): Drawing[] => readDrawings(read('drawings')[keyOf(symbol)])

export function keepDrawings(symbol: string, drawings: readonly Drawing[]): void {
  if (JSON.stringify(drawings) === JSON.stringify(keptDrawings(symbol))) return
  const { [keyOf(symbol)]: _, ...others } = read('drawings')
  const kept = drawings.length === 0 ? others : { ...others, [keyOf(symbol)]: drawings }
  write('drawings', Object.fromEntries(Object.entries(kept).slice(-mostSymbols)))
}
