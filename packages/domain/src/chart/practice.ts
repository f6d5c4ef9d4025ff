import type { Day } from '../calendar.ts'

/** How the past of a practice stock is played on. */
export const practiceSteps = ['day', 'week'] as const
export type PracticeStep = (typeof practiceSteps)[number]

/** A practice chart holds so many bars; then the oldest give way, many at once, since all is drawn anew each time. */
export const mostPracticeBars = 3_000
const giveWayAtOnce = 500

export function practiceBars<B>(bars: readonly B[]): B[] {
  const over = Math.max(bars.length - mostPracticeBars, 0)
  return bars.slice(Math.ceil(over / giveWayAtOnce) * giveWayAtOnce)
}

const dayMs = 86_400_000

/** Monday of the week of a day. */
function mondayOf(day: Day): number {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs
}

/**
 * How many of the bars that are to come a step brings: the next trading day, or the rest of the week in which the next one
 * lies. 0 at the end.
 */
export function barsAhead(next: readonly Day[], step: PracticeStep): number {
  const [first] = next
  if (first === undefined) return 0
  if (step === 'day') return 1
  const end = mondayOf(first) + 7 * dayMs
  const beyond = next.findIndex(day => Date.parse(`${day}T00:00:00Z`) >= end)
  return beyond === -1 ? next.length : beyond
}
