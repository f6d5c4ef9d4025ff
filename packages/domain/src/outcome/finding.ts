import { blockWeeks, holdsZero, type Interval } from './interval.ts'

/** Minimum number of filled picks for a mean to be shown. */
export const fewestPicks = 100

/** The finding that a record supports. Differences from the twins (comparison stocks) are fractions. */
export type Finding =
  | { kind: 'too-few'; filled: number; wanted: number }
  | { kind: 'no-evidence' | 'better' | 'worse'; mean: number; low: number; high: number; cells: number; p: number }

/**
 * The finding of a record. `interval`: null with fewer than a hundred settled picks. If it contains zero, the record
 * shows no effect, whatever its mean. `cells`: the number of figures evaluated, for which `p` is corrected.
 */
export function findingOf(
  interval: Interval | null,
  { filled, cells, p }: { filled: number; cells: number; p: number },
): Finding {
  if (!interval || filled < fewestPicks) return { kind: 'too-few', filled, wanted: fewestPicks }
  const { mean, low, high } = interval
  const kind = holdsZero(interval) || p >= 0.05 ? 'no-evidence' : mean > 0 ? 'better' : 'worse'
  return { kind, mean, low, high, cells, p }
}

const normal = { both: 1.96, power: 0.84 }

/**
 * The statistical power of a record of `filled` picks over `weeks`: half the width of its interval now and after five
 * years at the present rate, and the numbers of picks and years needed to detect a difference of `wanted` with 80%
 * power. `deviation` is the standard deviation of one difference. `widen` is the record's present widening factor; it
 * applies only to the present width, because a longer record needs less. Undefined without filled picks, with fewer
 * than 13 weeks, or without any deviation.
 */
export function powerOf(
  { deviation, filled, weeks, widen = 1 }: { deviation: number; filled: number; weeks: number; widen?: number },
  wanted = 0.005,
): { now: number; afterFiveYears: number; picks: number; years: number } | undefined {
  if (filled === 0 || weeks < blockWeeks || deviation === 0) return undefined
  const perYear = (filled / weeks) * 52
  const halfWidth = (picks: number) => (normal.both * deviation) / Math.sqrt(picks)
  const picks = Math.ceil((((normal.both + normal.power) * deviation) / wanted) ** 2)
  return { now: widen * halfWidth(filled), afterFiveYears: halfWidth(5 * perYear), picks, years: picks / perYear }
}
