export const clockSteps = ['day', 'week', 'month', 'year'] as const
export type ClockStep = (typeof clockSteps)[number]

const dayMs = 86_400_000
const hongKongMs = 8 * 3_600_000

/** `now` (ms) plus a step; a month or year later is the same day in Hong Kong, or the month's last. */
export function stepFrom(now: number, step: ClockStep): number {
  if (step === 'day' || step === 'week') return now + (step === 'day' ? 1 : 7) * dayMs
  const at = new Date(now + hongKongMs)
  const months = at.getUTCMonth() + (step === 'month' ? 1 : 12)
  const last = new Date(Date.UTC(at.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(at.getUTCDate(), last)
  at.setUTCDate(1)
  return at.setUTCMonth(months, day) - hongKongMs
}

/** The Hong Kong day, YYYY-MM-DD, this many days after an instant. */
export const hongKongDayAfter = (now: number, days: number): string =>
  new Date(now + days * dayMs + hongKongMs).toISOString().slice(0, 10)
