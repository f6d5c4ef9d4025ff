import { TickMarkType } from 'lightweight-charts'
import { formatDay } from '../../market-dates.ts'

/**
 * The label of a tick on the time axis: a day always has its month, years and months are as the library writes them.
 */
export const tickMark = (time: unknown, type: TickMarkType): string | null =>
  type === TickMarkType.DayOfMonth ? formatDay(String(time), 'day') : null
