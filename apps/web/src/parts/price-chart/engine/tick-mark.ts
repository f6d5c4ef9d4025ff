import { TickMarkType } from 'lightweight-charts'
import { formatDay } from '../../market-dates.ts'

/** What a tick of the time axis says: a day never without its month, years and months as the library writes them. */
export const tickMark = (time: unknown, type: TickMarkType): string | null =>
  type === TickMarkType.DayOfMonth ? formatDay(String(time), 'day') : null
