import type { Look } from '../picking/look.ts'
import { highest, lowest, sum, sumOfRanges } from '../picking/stretch.ts'

/**
 * The model's input for a stock on a day, in this order. No feature describes the market as a whole, because such
 * features made forecasts worse in the markets that were tried. `NaN` means unknown, for example the facts of a base if
 * the stock has none.
 */
export const featureNames = [
  'return-5',
  'return-21',
  'return-63',
  'return-126',
  'return-252',
  'return-12-1',
  'over-50',
  'over-150',
  'over-200',
  'slope-200',
  'from-high',
  'from-low',
  'since-high',
  'since-low',
  'volatility-20',
  'volatility-63',
  'volatility-252',
  'volatility-change',
  'range-20',
  'span-20',
  'best-day-21',
  'worst-day-21',
  'volume-10-50',
  'volume-50-200',
  'volume-up-50',
  'turnover',
  'rank',
  'rank-change-4',
  'rank-change-13',
  'template',
  'quiet',
  'base-quality',
  'base-depth',
  'base-length',
  'base-pivot',
] as const

export type FeatureName = (typeof featureNames)[number]

/**
 * The strength ranks of the market's stocks, by code, four and thirteen weeks before; undefined for a week without
 * ranks.
 */
export type EarlierRanks = {
  four: ReadonlyMap<string, number> | undefined
  thirteen: ReadonlyMap<string, number> | undefined
}

/**
 * The features of a stock that the method considers, and its daily volatility. Reads no bar after the day of the look.
 */
export function lookFeatures(look: Look, earlier: EarlierRanks): { features: number[]; volatility: number } {
  const { bars, close, trend, base, rank } = look
  const { last, high, low, volume } = bars
  const back = (count: number) => bars.close[last - count]!
  const since = (count: number) => close / back(count) - 1
  const [days50, days150, days200] = trend.sums
  const returns = dailyReturns(bars.close, last)
  const [short, quarter, year] = [20, 63, 252].map(count => deviation(returns, last - count + 1, last)) as [
    number,
    number,
    number,
  ]
  const volumeOf = (count: number) => sum(volume, last - count + 1, last)
  const [top, bottom] = [highest(high, last - 19, last), lowest(low, last - 19, last)]
  const rankBefore = (ranks: ReadonlyMap<string, number> | undefined) => rank - (ranks?.get(look.code) ?? Number.NaN)
  return {
    volatility: (quarter + year) / 2,
    features: [
      ...[5, 21, 63, 126, 252].map(since),
      back(21) / back(252) - 1,
      (close * 50) / days50 - 1,
      (close * 150) / days150 - 1,
      (close * 200) / days200 - 1,
      days200 / trend.slowBefore - 1,
      close / trend.high - 1,
      close / trend.low - 1,
      last - highest(high, last - 251, last),
      last - lowest(low, last - 251, last),
      short,
      quarter,
      year,
      short / Math.max(quarter, 0.000_1),
      sumOfRanges(bars, last - 19, last) / (20 * close),
      high[top]! / low[bottom]! - 1,
      returns[highest(returns, last - 20, last)]!,
      returns[lowest(returns, last - 20, last)]!,
      (volumeOf(10) * 5) / volumeOf(50),
      (volumeOf(50) * 4) / volumeOf(200),
      volumeOfRises(returns, volume, last) / volumeOf(50),
      look.turnover,
      rank,
      rankBefore(earlier.four),
      rankBefore(earlier.thirteen),
      look.template.filter(Boolean).length,
      look.volume,
      base?.quality ?? Number.NaN,
      base?.depth ?? Number.NaN,
      base?.length ?? Number.NaN,
      base ? base.pivot / close - 1 : Number.NaN,
    ],
  }
}

function dailyReturns(close: Float64Array, last: number): Float64Array {
  const returns = new Float64Array(last + 1)
  for (let at = 1; at <= last; at++) returns[at] = close[at]! / close[at - 1]! - 1
  return returns
}

function deviation(values: Float64Array, from: number, to: number): number {
  const count = to - from + 1
  const mean = sum(values, from, to) / count
  let squares = 0
  for (let at = from; at <= to; at++) squares += (values[at]! - mean) * (values[at]! - mean)
  return Math.sqrt(squares / count)
}

function volumeOfRises(returns: Float64Array, volume: Float64Array, last: number): number {
  let total = 0
  for (let at = last - 49; at <= last; at++) if (returns[at]! > 0) total += volume[at]!
  return total
}
