import { holdsZero, type Interval } from './interval.ts'

/** The share of confidence intervals that should contain zero when there is no effect. */
const wantedShare = 0.95
/** The minimum number of intervals needed to estimate a factor. */
const fewestIntervals = 20

/**
 * The widening estimated from intervals of simulated markets. Of `cells` intervals, `held` contained zero before
 * widening, and `heldWidened` contained it after. `factor` is null if there are too few intervals, or if no factor is
 * large enough.
 */
export type Widening = { factor: number | null; cells: number; held: number; heldWidened: number }

/** Computes the smallest factor (at least 1, rounded up to hundredths) with which 95 of 100 intervals contain zero. */
export function wideningOf(intervals: readonly Interval[]): Widening {
  const needed = intervals.map(neededFactor).toSorted((one, other) => one - other)
  const least = needed[Math.ceil(wantedShare * needed.length) - 1] ?? 1
  const factor = needed.length < fewestIntervals || !Number.isFinite(least) ? null : Math.ceil(100 * least) / 100
  const held = (widen: number) => intervals.filter(interval => holdsZero(widened(interval, widen))).length
  return { factor, cells: intervals.length, held: held(1), heldWidened: held(factor ?? 1) }
}

/** Widens an interval around its mean. */
const widened = ({ mean, low, high }: Interval, factor: number) => ({
  low: mean - factor * (mean - low),
  high: mean + factor * (high - mean),
})

function neededFactor(interval: Interval): number {
  if (holdsZero(interval)) return 1
  const { mean, low, high } = interval
  const reach = mean > 0 ? mean - low : high - mean
  return reach > 0 ? Math.abs(mean) / reach : Infinity
}
