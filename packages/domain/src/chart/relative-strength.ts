import type { Day } from '../calendar.ts'
import type { Resolution } from './spans.ts'

/**
 * The number of bars within which a high is new: 52 weeks, 12 months, otherwise 200. Between 10 and 200; 52 by default.
 */
export const newHighLookback: Record<Resolution, number> = { '1D': 200, '1W': 52, '1M': 12 }
export const lookbackLimits = { least: 10, most: 200, usual: 52 } as const

export type StrengthPoint = {
  date: Day
  /** The stock's close divided by the index's close. */
  value: number
  /** A new high of the line; 'before-price' when the price is not at a new high. */
  newHigh: 'none' | 'with-price' | 'before-price'
}

/**
 * The relative-strength line of a stock against an index, both in chronological order and of the same resolution. A day
 * that the index lacks is left out, and nothing is carried over it. A new high is above every value of the `lookback`
 * bars before.
 */
export function relativeStrength(
  stock: readonly { date: Day; high: number; close: number }[],
  index: readonly { date: Day; close: number }[],
  lookback: number,
): StrengthPoint[] {
  const indexClose = new Map(index.map(({ date, close }) => [date, close]))
  const line: (StrengthPoint & { high: number })[] = []
  for (const { date, high, close } of stock) {
    const by = indexClose.get(date)
    if (by === undefined || by <= 0) continue
    const value = close / by
    const before = line.slice(-lookback)
    const isHigh = before.length === lookback && before.every(point => value > point.value)
    const priceToo = isHigh && before.every(point => high > point.high)
    line.push({ date, value, high, newHigh: isHigh ? (priceToo ? 'with-price' : 'before-price') : 'none' })
  }
  return line.map(({ date, value, newHigh }) => ({ date, value, newHigh }))
}
