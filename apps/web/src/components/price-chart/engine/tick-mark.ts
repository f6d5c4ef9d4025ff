import { TickMarkType } from 'lightweight-charts'
import { formatDay } from '../../market-dates.ts'

/**
 * The label of a tick on the time axis: days are written with their month, months and years as the library writes them.
 */
export const tickMark = (time: unknown, type: TickMarkType): string | null =>
  type === TickMarkType.DayOfMonth ? formatDay(String(time), 'day') : null
