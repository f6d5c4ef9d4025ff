import type { ExchangeId } from '../markets.ts'

/** Separate from prices and features, because every page of the web client loads this file. */
export const products = {
  1: { name: 'finlist-hk', market: 'HKEX' },
  2: { name: 'finlist-us', market: 'US' },
  3: { name: 'finlist-cn', market: 'CN' },
  4: { name: 'finlist-tw', market: 'TW' },
  5: { name: 'sunday-club', market: null },
  6: { name: 'finlist-jp', market: 'JP' },
} as const satisfies Record<number, { name: string; market: ExchangeId | null }>
export type ProductId = keyof typeof products
