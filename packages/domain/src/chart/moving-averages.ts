import { isHalfDay } from '../calendar.ts'
import type { DayBar, Resolution } from './spans.ts'
import { type ChartExchange, isPractice } from './symbol.ts'

/** Bars in the averages of price and of volume: 50 days, or 10 weeks or months. */
export const averageLength = (resolution: Resolution) => (resolution === '1D' ? 50 : 10)

/** The mean of the last `length` values at each index; null while there are fewer. */
export function simpleAverage(values: readonly number[], length: number): (number | null)[] {
  let sum = 0
  return values.map((value, at) => {
    sum += value - (at >= length ? values[at - length]! : 0)
    return at >= length - 1 ? sum / length : null
  })
}

/**
 * The mean volume of the last `length` counted bars before each bar; null where the chart has fewer. Bars without a
 * trade do not count, and on daily charts neither do half days.
 */
export function averageVolumes(
  bars: readonly Pick<DayBar, 'date' | 'volume'>[],
  { exchange, resolution, length }: { exchange: ChartExchange; resolution: Resolution; length: number },
): (number | null)[] {
  const counted: number[] = []
  let sum = 0
  return bars.map(({ date, volume }, at) => {
    const count = Math.min(counted.length, length)
    const average = at >= length && count > 0 ? sum / count : null
    const isHalf = resolution === '1D' && !isPractice(exchange) && isHalfDay(exchange, date)
    if (volume > 0 && !isHalf) {
      counted.push(volume)
      sum += volume - (counted[counted.length - 1 - length] ?? 0)
    }
    return average
  })
}
