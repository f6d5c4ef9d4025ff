import { stockCodes } from '../markets/stock-codes.ts'
import type { ExchangeId } from '../markets.ts'

/** Symbol spaces that are not markets: the simulator's and the game's. */
export type PracticeSpace = 'PRAC' | 'GAME'
export type ChartExchange = ExchangeId | PracticeSpace

export const isPractice = (exchange: ChartExchange): exchange is PracticeSpace =>
  exchange === 'PRAC' || exchange === 'GAME'

/** A code of digits only is padded with zeros where the exchange writes it so; other codes are unchanged. */
export function padded(exchange: ChartExchange, code: string): string {
  if (isPractice(exchange) || !/^\d+$/.test(code)) return code
  const { isPadded, digits } = stockCodes[exchange]
  return isPadded ? code.padStart(digits, '0') : code
}
