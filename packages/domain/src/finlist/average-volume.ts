import { isHalfDay } from '../calendar.ts'
import { type ChartExchange, isPractice } from '../chart/symbol.ts'

/**
 * Mean volume in shares of the last 50 days that count, today included: half days and days without a trade do not count.
 * `bars` are in order of time, the newest last; null when not one day counts.
 */
export function averageVolume(
  exchange: ChartExchange,
  bars: { date: string; volume: number }[],
  days = 50,
): number | null {
  let sum = 0
  let count = 0
  for (let at = bars.length - 1; at >= 0 && count < days; at--) {
    const { date, volume } = bars[at]!
    if (volume <= 0 || (!isPractice(exchange) && isHalfDay(exchange, date))) continue
    sum += volume
    count++
  }
  return count === 0 ? null : sum / count
}
