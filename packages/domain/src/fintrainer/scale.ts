import { addDays, type Day, weekday } from '../calendar.ts'

/** Every level is shown with day 1 in the week of this Monday. */
const firstMonday = Date.parse('2000-01-03T00:00:00Z')

/**
 * A price as the level's chart shows it: the actual price times the level's multiplier, to seven significant digits.
 */
export const shownPrice = (actual: number, multiplier: number) => Number((actual * multiplier).toPrecision(7))
export const actualPrice = (shown: number, multiplier: number) => Number((shown / multiplier).toPrecision(7))
/**
 * A random factor between 0.5 and 2 by which a level's prices are multiplied for the player. `chance` is at least 0 and
 * less than 1.
 */
export const ownScale = (chance: number) => Number((2 ** (2 * chance - 1)).toPrecision(7))
/** Volumes are divided by the multiplier, so that turnover stays the same. */
export const shownVolume = (actual: number, multiplier: number) => Math.round(actual / multiplier)

/**
 * Returns a function that converts a day to the time (ms) shown in the chart: moved by whole weeks, so that weekdays
 * and gaps stay the same.
 */
export function shownTimes(dayOne: Day): (day: Day) => number {
  const shift = firstMonday - timeOf(addDays(dayOne, -((weekday(dayOne) + 6) % 7)))
  return day => timeOf(day) + shift
}

const timeOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)
