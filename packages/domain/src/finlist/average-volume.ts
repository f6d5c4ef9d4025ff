import { type Closings, isHalfDay } from '../calendar.ts'
import { type ChartExchange, isPractice } from '../chart/padded.ts'

/**
 * The average volume with which a day's volume is compared, in shares: the mean of the `days` days before it, leaving
 * out half days and days without a trade. `before` are the bars before the day, newest last. Null if none of them
 * counts.
 */
export function averageVolume(
  exchange: ChartExchange,
  before: readonly { date: string; volume: number }[],
  days = 50,
  told?: Closings,
): number | null {
  let sum = 0
  let count = 0
  for (let at = before.length - 1; at >= 0 && count < days; at--) {
    const { date, volume } = before[at]!
    if (volume <= 0 || (!isPractice(exchange) && isHalfDay(exchange, date, told))) continue
    sum += volume
    count++
  }
  return count === 0 ? null : sum / count
}
