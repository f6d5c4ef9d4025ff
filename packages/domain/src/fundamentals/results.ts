import type { Day } from '../calendar.ts'
import { daysBetween, type KnownQuarter, newestKnownOn, shortestQuarter } from './quarters-known.ts'
import type { StoredFigure } from './reported.ts'

/** A quarter's figures as they were on the first day on which its earnings per share or sales were known. */
export type Result = { knownOn: Day; periodEnd: Day; quarter: KnownQuarter }

/**
 * The results of each quarter, oldest first. Only the newest quarter known on a day counts: a filing repeats figures of
 * earlier quarters for comparison, which are no news. Restated figures are no results either.
 */
export function resultsIn(reported: readonly StoredFigure[]): Result[] {
  const days = new Set(reported.filter(({ figure }) => figure !== 'net-income').map(({ knownOn }) => knownOn))
  const results: Result[] = []
  for (const knownOn of [...days].toSorted()) {
    const [quarter] = newestKnownOn(reported, knownOn, 1)
    if (!quarter || (quarter.thisEps === null && quarter.thisSales === null)) continue
    const periodEnd = dayOfNumber(quarter.thisReportDate)
    const before = results.at(-1)
    if (before && daysBetween(before.periodEnd, periodEnd) < shortestQuarter) continue
    results.push({ knownOn, periodEnd, quarter })
  }
  return results
}

/** The day of an 8-digit number such as 20240331. */
export const dayOfNumber = (date: number): Day => String(date).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
