import type { ExchangeId } from '../markets.ts'

/** Below this median daily turnover of the last 20 bars, in the market's currency, a stock is hard to trade. */
export const lowTurnoverBelow: Record<ExchangeId, number> = {
  HKEX: 5_000_000,
  US: 2_000_000,
  JP: 200_000_000,
  CN: 50_000_000,
  TW: 20_000_000,
}

/** `turnovers` are close times volume of the last 20 bars (fewer for a young stock), in the market's currency. */
export function isLowTurnover(exchange: ExchangeId, turnovers: number[]): boolean {
  if (turnovers.length === 0) return true
  const sorted = turnovers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return median < lowTurnoverBelow[exchange]
}
