import { TickMarkType } from 'lightweight-charts'
import { formatDay } from '../../market-dates.ts'

/**
 * The label of a tick on the time axis. A day is written with its month; months and years keep the library's format.
 */
export const tickMark = (time: unknown, type: TickMarkType): string | null =>
  type === TickMarkType.DayOfMonth ? formatDay(String(time), 'day') : null
