import { blockWeeks, type Interval } from './interval.ts'

/** Under so many filled picks no mean is told. */
export const fewestPicks = 100

/** What may be said of a record; differences from the twins as fractions. */
export type Finding =
  | { kind: 'too-few'; filled: number; wanted: number }
  | { kind: 'no-evidence'; mean: number; low: number; high: number }
  | { kind: 'better' | 'worse'; mean: number; low: number; high: number; cells: number; p: number }

/**
 * `interval` is none where fewer than a hundred picks are settled. `cells`: how many figures were looked at; `p` is
 * corrected for them. An interval that holds zero shows nothing, however its mean looks.
 */
export function findingOf(
  interval: Interval | null,
  { filled, cells, p }: { filled: number; cells: number; p: number },
): Finding {
  if (!interval || filled < fewestPicks) return { kind: 'too-few', filled, wanted: fewestPicks }
  const { mean, low, high } = interval
  if ((low <= 0 && high >= 0) || p >= 0.05) return { kind: 'no-evidence', mean, low, high }
  return { kind: mean > 0 ? 'better' : 'worse', mean, low, high, cells, p }
}

const normal = { both: 1.96, power: 0.84 }

/**
 * What a record of `filled` picks over `weeks` can tell: half the width of its interval now, after five years at this
 * rate, and the years it takes to see a difference of half a point four times in five. `deviation` is that of a single
 * difference. undefined: nothing is known yet.
 */
export function powerOf(
  { deviation, filled, weeks }: { deviation: number; filled: number; weeks: number },
  wanted = 0.005,
): { now: number; afterFiveYears: number; picks: number; years: number } | undefined {
  if (filled === 0 || weeks < blockWeeks || deviation === 0) return undefined
  const perYear = (filled / weeks) * 52
  const halfWidth = (picks: number) => (normal.both * deviation) / Math.sqrt(picks)
  const picks = Math.ceil((((normal.both + normal.power) * deviation) / wanted) ** 2)
  return { now: halfWidth(filled), afterFiveYears: halfWidth(5 * perYear), picks, years: picks / perYear }
}
