import type { Bars } from './bars.ts'
import { method } from './method.ts'
import { highest, lowest, sum } from './stretch.ts'
import { isAtLeast } from './whole.ts'

/** The values that the trend template compares; averages are given as sums of closes. */
export type Trend = {
  sums: [fast: number, middle: number, slow: number]
  slowBefore: number
  high: number
  low: number
}

export function trendOf({ high, low, close, last }: Bars): Trend {
  const { averages, risingOver, year } = method.template
  const over = (bars: number, until = last) => sum(close, until - bars + 1, until)
  return {
    sums: [over(averages[0]), over(averages[1]), over(averages[2])],
    slowBefore: over(averages[2], last - risingOver),
    high: high[highest(high, last - year + 1, last)]!,
    low: low[lowest(low, last - year + 1, last)]!,
  }
}

/** Which of the eight conditions hold, in published order. */
export function templateOf(close: number, { sums, slowBefore, high, low }: Trend, rank: number): boolean[] {
  const { averages, overLow, ofHigh, rank: leastRank } = method.template
  const [fastBars, middleBars, slowBars] = averages
  const [fast, middle, slow] = sums
  return [
    close * middleBars > middle && close * slowBars > slow,
    middle * slowBars > slow * middleBars,
    slow > slowBefore,
    fast * middleBars > middle * fastBars && fast * slowBars > slow * fastBars,
    close * fastBars > fast,
    isAtLeast(close - low, low, overLow),
    isAtLeast(close, high, ofHigh),
    rank >= leastRank,
  ]
}
