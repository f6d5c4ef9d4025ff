import { addDays, type Day, tradingDays } from '../calendar.ts'

/** The settlement dates that a date's holdings are compared with; null where none is known that may stand for it. */
export type DaysBefore = { dayBefore: Day | null; weekBefore: Day | null }

/** A typhoon leaves days of the calendar without settlement. */
const mostTradingDays = 3
const weekDays = 7

/**
 * A day's change is against the newest date before that is at most three trading days back; a week's against the newest
 * one at least seven days back and less than fourteen. A gap in what is known is never told as a day or a week.
 */
export function daysBefore(date: Day, known: readonly Day[]): DaysBefore {
  const newest = (from: Day, to: Day) =>
    known.reduce<Day | null>((best, day) => (day >= from && day <= to && (!best || day > best) ? day : best), null)
  const before = newest(addDays(date, 1 - 2 * weekDays), addDays(date, -1))
  return {
    dayBefore: before && tradingDays('HKEX', addDays(before, 1), date).length <= mostTradingDays ? before : null,
    weekBefore: newest(addDays(date, 1 - 2 * weekDays), addDays(date, -weekDays)),
  }
}
