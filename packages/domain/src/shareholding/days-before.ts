import { addDays, type Closings, type Day, tradingDays } from '../calendar.ts'

/** The settlement dates that a date's holdings are compared with; null where no known date qualifies. */
export type DaysBefore = { dayBefore: Day | null; weekBefore: Day | null }

/** Typhoons cause trading days without settlement. */
const mostTradingDays = 3
const weekDays = 7

/**
 * A day's change is against the newest earlier date, at most three trading days back; a week's against the newest date
 * at least seven and less than fourteen days back. A gap in the data is never shown as a day or a week.
 */
export function daysBefore(date: Day, known: readonly Day[], told?: Closings): DaysBefore {
  const newest = (from: Day, to: Day) =>
    known.reduce<Day | null>((best, day) => (day >= from && day <= to && (!best || day > best) ? day : best), null)
  const before = newest(addDays(date, 1 - 2 * weekDays), addDays(date, -1))
  return {
    dayBefore: before && tradingDays('HKEX', addDays(before, 1), date, told).length <= mostTradingDays ? before : null,
    weekBefore: newest(addDays(date, 1 - 2 * weekDays), addDays(date, -weekDays)),
  }
}
