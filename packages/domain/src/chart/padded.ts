import { stockCodes } from '../markets/stock-codes.ts'
import type { ExchangeId } from '../markets.ts'

/** Prefixes of symbols that belong to no market: the simulator's and the game's. */
export type PracticeSpace = 'PRAC' | 'GAME'
export type ChartExchange = ExchangeId | PracticeSpace

export const isPractice = (exchange: ChartExchange): exchange is PracticeSpace =>
  exchange === 'PRAC' || exchange === 'GAME'

/**
 * A code as its exchange writes it. All-digit codes are padded with zeros if the exchange pads them. US share classes
 * are written after a dot, even if the code is given as BRK-B or BRK/B.
 */
export function padded(exchange: ChartExchange, code: string): string {
  if (exchange === 'US') return code.replace(/^([A-Z]{1,5})[-/]([A-Z])$/, '$1.$2')
  if (isPractice(exchange) || !/^\d+$/.test(code)) return code
  const { isPadded, digits } = stockCodes[exchange]
  return isPadded ? code.padStart(digits, '0') : code
}
