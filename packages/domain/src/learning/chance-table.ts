/**
 * The outcomes of a stock by chance alone, by volatility: of 1,000 random walks without drift, entered at an open, how
 * many reach the target first and how many reach the stop first, within the time of the outcome rule. Computed from a
 * million walks for each volatility; chance-table.test.ts repeats the computation with fewer walks.
 */
export const chanceTable = {
  /** Standard deviation of daily returns. */
  volatility: [
    0.004, 0.006, 0.008, 0.01, 0.0125, 0.015, 0.0175, 0.02, 0.0225, 0.025, 0.03, 0.035, 0.04, 0.05, 0.06, 0.08,
  ],
  target: [0, 1, 6, 24, 64, 115, 163, 203, 232, 253, 274, 282, 283, 283, 281, 277],
  stop: [12, 90, 204, 311, 421, 506, 572, 620, 655, 678, 703, 712, 716, 717, 719, 723],
} as const

/** In thousandths. */
export type Chance = { target: number; stop: number }

/**
 * The chance at a volatility, interpolated between the table's volatilities. Beyond either end of the table, it is the
 * chance at that end.
 */
export function chanceAt(volatility: number): Chance {
  if (!(volatility >= 0)) throw new RangeError(`volatility must be zero or more, not ${volatility}`)
  const { volatility: known, target, stop } = chanceTable
  const upper = known.findIndex(other => other >= volatility)
  if (upper === 0) return { target: target[0]!, stop: stop[0]! }
  if (upper === -1) return { target: target.at(-1)!, stop: stop.at(-1)! }
  const share = (volatility - known[upper - 1]!) / (known[upper]! - known[upper - 1]!)
  const between = (of: readonly number[]) => Math.round(of[upper - 1]! + share * (of[upper]! - of[upper - 1]!))
  return { target: between(target), stop: between(stop) }
}
