import type { Day } from '../calendar.ts'
import type { DayBar, Resolution } from './spans.ts'

/** Number of bars in the averages of price and volume: 50 for daily bars, 10 for weekly and monthly bars. */
export const averageLength = (resolution: Resolution) => (resolution === '1D' ? 50 : 10)

const none: ReadonlySet<Day> = new Set()

/** The mean of the last `length` values at each index; null while there are fewer. */
export function simpleAverage(values: readonly number[], length: number): (number | null)[] {
  let sum = 0
  return values.map((value, at) => {
    sum += value - (at >= length ? values[at - length]! : 0)
    return at >= length - 1 ? sum / length : null
  })
}

/**
 * The mean volume of the last `length` counted bars before each bar, or of all counted bars if there are fewer. Bars
 * without a trade and half days are not counted. Null if fewer than `length` bars, counted or not, precede the bar.
 */
export function averageVolumes(
  bars: readonly Pick<DayBar, 'date' | 'volume'>[],
  { length, halfDays = none }: { length: number; halfDays?: ReadonlySet<Day> },
): (number | null)[] {
  const counted: number[] = []
  let sum = 0
  return bars.map(({ date, volume }, at) => {
    const count = Math.min(counted.length, length)
    const average = at >= length && count > 0 ? sum / count : null
    if (volume > 0 && !halfDays.has(date)) {
      counted.push(volume)
      sum += volume - (counted[counted.length - 1 - length] ?? 0)
    }
    return average
  })
}
