import type { Stock } from '../picking/bars.ts'

/** The number of the week, from Monday to Sunday, that contains the day; 1970-01-01, day 0, was a Thursday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)

/** The last day of each week on which any of the stocks has a bar, newest last. Weeks without bars are left out. */
export function weekEnds(stocks: readonly Pick<Stock, 'days'>[]): number[] {
  const ofWeek = new Map<number, number>()
  for (const { days } of stocks)
    for (let at = 0; at < days.length; at++) {
      const week = weekOf(days[at]!)
      if (at + 1 < days.length && weekOf(days[at + 1]!) === week) continue
      if (days[at]! > (ofWeek.get(week) ?? -1)) ofWeek.set(week, days[at]!)
    }
  return [...ofWeek.values()].toSorted((one, other) => one - other)
}
