import type { ExchangeId } from '../markets.ts'

/** How an exchange writes all-digit codes. */
export type StockCodes = {
  /** The least number of digits. */
  digits: number
  mostDigits?: number
  /** Shorter codes are padded with zeros; without this, a shorter code has lost its zeros and names no stock. */
  isPadded?: true
  /** The suffixes that other services write after a code: '0700.HK'. */
  endings: readonly string[]
}

export const stockCodes: Readonly<Record<ExchangeId, StockCodes>> = {
  HKEX: { digits: 4, mostDigits: 5, isPadded: true, endings: ['HK'] },
  US: { digits: 1, endings: ['US'] },
  JP: { digits: 4, endings: ['T'] },
  CN: { digits: 6, endings: ['SS', 'SH', 'SZ'] },
  TW: { digits: 4, endings: ['TW', 'TWO'] },
}
