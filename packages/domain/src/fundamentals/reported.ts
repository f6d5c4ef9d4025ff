import type { Day } from '../calendar.ts'

export const reportedFigures = ['eps', 'revenue', 'net-income'] as const
export type ReportedFigure = (typeof reportedFigures)[number]

/**
 * A figure of a fiscal quarter as it became known on a day. A restatement is a further one of the same quarter, known
 * later.
 */
export type Reported = { periodEnd: Day; figure: ReportedFigure; knownOn: Day; value: number; currency: string }
