import type { Day } from '../calendar.ts'

/** The steps in which a practice stock's history is replayed. */
export const practiceSteps = ['day', 'week'] as const
export type PracticeStep = (typeof practiceSteps)[number]

/**
 * The maximum number of bars on a practice chart. When there are more, the oldest 500 are removed in one step, because
 * each removal redraws the whole chart.
 */
export const mostPracticeBars = 3_000
const giveWayAtOnce = 500

export function practiceBars<B>(bars: readonly B[]): B[] {
  const over = Math.max(bars.length - mostPracticeBars, 0)
  return bars.slice(Math.ceil(over / giveWayAtOnce) * giveWayAtOnce)
}

const dayMs = 86_400_000

/** Monday of a day's week, in ms. */
function mondayOf(day: Day): number {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs
}

/**
 * The number of bars that a step adds: one for a day, the remaining bars of the next bar's week for a week, 0 at the
 * end.
 */
export function barsAhead(next: readonly Day[], step: PracticeStep): number {
  const [first] = next
  if (first === undefined) return 0
  if (step === 'day') return 1
  const end = mondayOf(first) + 7 * dayMs
  const beyond = next.findIndex(day => Date.parse(`${day}T00:00:00Z`) >= end)
  return beyond === -1 ? next.length : beyond
}
