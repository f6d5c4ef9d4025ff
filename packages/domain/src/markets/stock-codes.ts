import type { ExchangeId } from '../markets.ts'

/** How an exchange writes a code of digits alone. */
export type StockCodes = {
  /** It has at least so many. */
  digits: number
  mostDigits?: number
  /** A shorter one is filled up with zeros; elsewhere it has lost its zeros and names no stock. */
  isPadded?: true
  /** What other services write after a code: '0700.HK'. */
  endings: readonly string[]
}

export const stockCodes: Readonly<Record<ExchangeId, StockCodes>> = {
  HKEX: { digits: 4, mostDigits: 5, isPadded: true, endings: ['HK'] },
  US: { digits: 1, endings: ['US'] },
  JP: { digits: 4, endings: ['T'] },
  CN: { digits: 6, endings: ['SS', 'SH', 'SZ'] },
  TW: { digits: 4, endings: ['TW', 'TWO'] },
}
