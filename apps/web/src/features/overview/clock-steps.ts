export const clockSteps = ['day', 'week', 'month', 'year'] as const
export type ClockStep = (typeof clockSteps)[number]

const dayMs = 86_400_000
const hongKongMs = 8 * 3_600_000

/**
 * Returns `now` (ms) plus a step. A step of a month or a year leads to the same day in Hong Kong, or to that month's
 * last day.
 */
export function stepFrom(now: number, step: ClockStep): number {
  if (step === 'day' || step === 'week') return now + (step === 'day' ? 1 : 7) * dayMs
  const at = new Date(now + hongKongMs)
  const months = at.getUTCMonth() + (step === 'month' ? 1 : 12)
  const last = new Date(Date.UTC(at.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(at.getUTCDate(), last)
  at.setUTCDate(1)
  return at.setUTCMonth(months, day) - hongKongMs
}

/** The Hong Kong day, as YYYY-MM-DD, a number of days after an instant. */
export const hongKongDayAfter = (now: number, days: number): string =>
  new Date(now + days * dayMs + hongKongMs).toISOString().slice(0, 10)
