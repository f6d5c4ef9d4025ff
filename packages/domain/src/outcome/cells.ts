import { fewestPicks } from './finding.ts'
import { type Interval, intervalOf } from './interval.ts'

/**
 * A settled pick whose twins (comparison stocks) are settled too. `week`: the index of its issue's week. `worst` and
 * `best`: its return minus the mean return of its twins, as fractions, for the two readings of the entry's day (see
 * `follow`).
 */
export type SettledPick = { week: number; year: string; base: string; worst: number; best: number }

type Asked = {
  weeks: number
  /** Returns the seed for the draws of the figure with this name: a SHA-256 in hex. */
  seedOf: (name: string) => string
  widen?: number
  /** Minimum number of picks for an interval. */
  fewest?: number
}

/**
 * The intervals of a record: of all picks for both readings, and by year and by base for the `worst` reading. An
 * interval is null if it would cover too few picks.
 */
export type Cells = {
  all: Interval | null
  best: Interval | null
  cells: { by: 'year' | 'base'; name: string; filled: number; interval: Interval | null }[]
}

/**
 * The mean differences between picks and their twins, with their intervals: in total, by year and by base. The `p`
 * values are uncorrected.
 */
export function cellsOf(picks: readonly SettledPick[], { seedOf, fewest = fewestPicks, ...drawing }: Asked): Cells {
  const over = (name: string, own: readonly SettledPick[], reading: 'worst' | 'best' = 'worst') => {
    const differences = own.map(pick => ({ week: pick.week, value: pick[reading] }))
    return own.length < fewest ? null : (intervalOf(differences, { ...drawing, seed: seedOf(name) }) ?? null)
  }
  const cells = (['year', 'base'] as const).flatMap(by =>
    [...new Set(picks.map(pick => pick[by]))].toSorted().map(name => {
      const own = picks.filter(pick => pick[by] === name)
      return { by, name, filled: own.length, interval: over(`${by} ${name}`, own) }
    }),
  )
  return { all: over('all', picks), best: over('best', picks, 'best'), cells }
}
