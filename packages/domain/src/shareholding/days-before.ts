import { addDays, type Closings, type Day, tradingDays } from '../calendar.ts'

/** The settlement dates that a date's holdings are compared with; null where no known date qualifies. */
export type DaysBefore = { dayBefore: Day | null; weekBefore: Day | null }

/** Typhoons can cause trading days without settlement, so a day's change may span this many trading days. */
const mostTradingDays = 3
const weekDays = 7

/**
 * A day's change is relative to the newest earlier date, at most three trading days back; a week's to the newest date 7
 * to 13 days back. A gap in the data is never shown as a day's or a week's change.
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
