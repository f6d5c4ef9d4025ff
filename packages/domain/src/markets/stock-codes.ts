import type { ExchangeId } from '../markets.ts'

/** An exchange's format of all-digit codes, and the suffixes that identify its codes. */
export type StockCodes = {
  /** Minimum number of digits. */
  digits: number
  mostDigits?: number
  /**
   * Shorter codes are padded with zeros. Without `isPadded`, a shorter code is invalid, because it has lost leading
   * zeros.
   */
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
