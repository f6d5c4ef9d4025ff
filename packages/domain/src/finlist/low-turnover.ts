import type { ExchangeId } from '../markets.ts'
import { trading } from '../trading.ts'

/**
 * Whether the median turnover is below the market's limit, or unknown. `turnovers`: close times volume for each of the
 * last 20 bars (fewer for a young stock), in the market's currency.
 */
export function isLowTurnover(exchange: ExchangeId, turnovers: number[]): boolean {
  if (turnovers.length === 0) return true
  const sorted = turnovers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return median < trading[exchange].limits.lowestTurnover
}
