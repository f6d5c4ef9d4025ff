import type { Day } from '../calendar.ts'

export const reportedFigures = ['eps', 'revenue', 'net-income'] as const
export type ReportedFigure = (typeof reportedFigures)[number]

/**
 * A figure of a fiscal quarter, and the day on which it became known. A restatement is stored as a second figure of the
 * same quarter, with a later `knownOn`.
 */
export type Reported = { periodEnd: Day; figure: ReportedFigure; knownOn: Day; value: number; currency: string }

/** A stored figure, with the name of its source. */
export type StoredFigure = Reported & { source: string }
