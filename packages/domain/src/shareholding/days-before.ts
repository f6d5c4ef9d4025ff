import { addDays, type Closings, type Day, tradingDays } from '../calendar.ts'

/** The settlement dates with which a date's holdings are compared; null where no known date qualifies. */
export type DaysBefore = { dayBefore: Day | null; weekBefore: Day | null }

/** A day's change may span this many trading days, because typhoons can cause trading days without settlement. */
const mostTradingDays = 3
const weekDays = 7

/**
 * A day's change is relative to the newest earlier date, if that is at most three trading days back. A week's change is
 * relative to the newest date 7 to 13 days back. A change across a longer gap in the data is never shown as a day's or
 * a week's change.
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
