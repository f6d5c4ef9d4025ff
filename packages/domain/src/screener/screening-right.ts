import type { ExchangeId } from '../markets.ts'

/** The right to screen a market: Finder's for Hong Kong, the right to its list for any other market. */
export const screeningRight = (exchange: ExchangeId) =>
  exchange === 'HKEX' ? ('finder' as const) : (`finlist:${exchange}` as const)
