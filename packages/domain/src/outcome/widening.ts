import { holdsZero, type Interval } from './interval.ts'

/** The share of intervals that should hold zero where there is nothing but chance. */
const wantedShare = 0.95
/** The fewest intervals that give a factor. */
const fewestIntervals = 20

/**
 * The widening estimated from intervals of worlds of chance: of `cells` intervals, `held` held zero as they were, and
 * `heldWidened` when they were `factor` times as wide. `factor` is null where there were too few.
 */
export type Widening = { factor: number | null; cells: number; held: number; heldWidened: number }

/** The least factor, 1 or more and in hundredths, by which intervals have to be widened so that 95 of 100 hold zero. */
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
