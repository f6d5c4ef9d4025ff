import type { Day } from '../calendar.ts'
import { type ReportedFigure, reportedFigures, type StoredFigure } from './reported.ts'

/**
 * A quarter compared with the same quarter a year earlier. Report dates are the days on which the quarters ended, as
 * 8-digit numbers. Changes and net profit margins (npm) are in percent, `npmChange` in percentage points; null where
 * unknown. `source` names the sources of both quarters' figures, separated by commas.
 */
export type KnownQuarter = {
  thisReportDate: number
  lastReportDate: number | null
  thisEps: number | null
  lastEps: number | null
  epsChange: number | null
  thisSales: number | null
  lastSales: number | null
  salesChange: number | null
  thisNpm: number | null
  lastNpm: number | null
  npmChange: number | null
  source: string
}

const mostQuarters = 8
/**
 * Limits, in days, of the time from the end of a quarter to the end of the same quarter a year later. A fiscal year has
 * 52 or 53 weeks, and the date on which a quarter ends shifts by up to a week from year to year.
 */
const [shortestYear, longestYear] = [350, 380]
/** Two filings whose quarter ends are fewer days apart than this describe the same quarter. */
export const shortestQuarter = 45

type Known = { end: Day } & Partial<Record<ReportedFigure, StoredFigure>>

/**
 * The eight newest quarters known on the day, newest first. Figures that became known later are never used. Of several
 * versions of a figure, the one that became known last counts.
 */
export function quartersKnownOn(reported: readonly StoredFigure[], day: Day): KnownQuarter[] {
  return newestKnownOn(reported, day, mostQuarters)
}

/** The `count` newest quarters known on the day, newest first. */
export function newestKnownOn(reported: readonly StoredFigure[], day: Day, count: number): KnownQuarter[] {
  const known = knownOn(reported, day)
  return known.slice(0, count).map(quarter =>
    compared(
      quarter,
      known.find(({ end }) => {
        const days = daysBetween(end, quarter.end)
        return days >= shortestYear && days <= longestYear
      }),
    ),
  )
}

/** All quarters known on the day, newest first. */
function knownOn(reported: readonly StoredFigure[], day: Day): Known[] {
  const byEnd = new Map<Day, Known>()
  for (const figure of reported) {
    if (figure.knownOn > day || figure.periodEnd > day) continue
    const quarter = byEnd.get(figure.periodEnd) ?? { end: figure.periodEnd }
    const before = quarter[figure.figure]
    if (!before || before.knownOn < figure.knownOn) quarter[figure.figure] = figure
    byEnd.set(figure.periodEnd, quarter)
  }
  const kept: Known[] = []
  for (const quarter of [...byEnd.values()].toSorted((one, other) => (one.end < other.end ? 1 : -1))) {
    const next = kept.at(-1)
    if (!next || daysBetween(quarter.end, next.end) >= shortestQuarter) kept.push(quarter)
  }
  return kept
}

function compared(now: Known, before: Known | undefined): KnownQuarter {
  const [thisEps, lastEps] = [rounded(now.eps?.value, 4), rounded(before?.eps?.value, 4)]
  const [thisSales, lastSales] = [rounded(now.revenue?.value, 2), rounded(before?.revenue?.value, 2)]
  const [thisNpm, lastNpm] = [rounded(marginOf(now), 2), rounded(marginOf(before), 2)]
  return {
    thisReportDate: dateNumber(now.end),
    lastReportDate: before ? dateNumber(before.end) : null,
    thisEps,
    lastEps,
    epsChange: sameCurrency(now.eps, before?.eps) ? changeOf(thisEps, lastEps) : null,
    thisSales,
    lastSales,
    salesChange: sameCurrency(now.revenue, before?.revenue) ? changeOf(thisSales, lastSales) : null,
    thisNpm,
    lastNpm,
    npmChange: thisNpm === null || lastNpm === null ? null : rounded(thisNpm - lastNpm, 2),
    source: sourcesOf(now, before),
  }
}

const sourcesOf = (...quarters: readonly (Known | undefined)[]) => {
  const figures = quarters.flatMap(quarter => reportedFigures.flatMap(figure => quarter?.[figure] ?? []))
  return [...new Set(figures.map(({ source }) => source))].join(', ')
}

/** Net profit margin in percent. */
function marginOf(quarter: Known | undefined): number | undefined {
  const { revenue, 'net-income': income } = quarter ?? {}
  if (!revenue || !income || revenue.value <= 0 || !sameCurrency(revenue, income)) return undefined
  return (100 * income.value) / revenue.value
}

const sameCurrency = (one: StoredFigure | undefined, other: StoredFigure | undefined) =>
  one?.currency === other?.currency

const changeOf = (to: number | null, from: number | null) =>
  to === null || from === null || from === 0 ? null : rounded((100 * (to - from)) / Math.abs(from), 2)

const rounded = (value: number | undefined, places: number): number | null =>
  value === undefined ? null : Math.round(value * 10 ** places) / 10 ** places

const dateNumber = (day: Day) => Number(day.replaceAll('-', ''))

const dayMs = 86_400_000
export const daysBetween = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / dayMs
