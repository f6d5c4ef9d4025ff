import { addDays, type Day } from '../calendar.ts'
import { monthsBefore } from '../chart/first-view.ts'

/** The periods over which a stock's change is measured. `ytd` is the calendar year so far. */
export const changePeriods = ['1d', '1w', '1m', '3m', '6m', '1y', 'ytd'] as const
export type ChangePeriod = (typeof changePeriods)[number]

/**
 * How many days before the start of a period its base may lie. Longer than the longest holidays of any market; a stock
 * that was suspended for longer has no change over the period.
 */
const longestGapDays = 14

type Base = { from: Day; until: Day }
/** A stock's change over each period, in percent; null if it is unknown. */
export type PeriodChanges = Record<ChangePeriod, number | null>

const byPeriod = <Value>(valueOf: (period: ChangePeriod) => Value) =>
  Object.fromEntries(changePeriods.map(period => [period, valueOf(period)])) as Record<ChangePeriod, Value>

/**
 * For each period that ends on `day`: the days within which its base lies. The base is the last close on or before
 * `until`, the day on which the period starts, and not before `from`. The year to date starts on the last day of the
 * year before.
 */
export function baseDays(day: Day): Record<ChangePeriod, Base> {
  const starts: Record<ChangePeriod, Day> = {
    '1d': addDays(day, -1),
    '1w': addDays(day, -7),
    '1m': monthsBefore(day, 1),
    '3m': monthsBefore(day, 3),
    '6m': monthsBefore(day, 6),
    '1y': monthsBefore(day, 12),
    ytd: addDays(`${day.slice(0, 4)}-01-01`, -1),
  }
  return byPeriod(period => ({ from: addDays(starts[period], -longestGapDays), until: starts[period] }))
}

/**
 * The changes of a stock's close over the periods that end on `day`, in percent to two decimals. `bars` are adjusted for
 * splits, oldest first, and only days with a trade; the base of each period and the day itself are enough. A change is
 * null if the stock did not trade on the day, or has no base.
 */
export function periodChanges(day: Day, bars: readonly { date: Day; close: number }[]): PeriodChanges {
  const now = bars.findLast(({ date }) => date === day)
  const bases = baseDays(day)
  return byPeriod(period => {
    const { from, until } = bases[period]
    const base = bars.findLast(({ date }) => date <= until)
    return now && base && base.date >= from ? Math.round((now.close / base.close - 1) * 10_000) / 100 : null
  })
}
