import type { Day } from '../calendar.ts'
import type { Resolution } from './spans.ts'

/** The default number of previous bars that a new high must exceed, by resolution.  */
export const newHighLookback: Record<Resolution, number> = { '1D': 200, '1W': 52, '1M': 12 }
export const lookbackLimits = { least: 10, most: 200 } as const

export type StrengthPoint = {
  date: Day
  /** The stock's close divided by the index's close. */
  value: number
  /** Whether the line is at a new high: 'with-price' if the price is at a new high too, 'before-price' if it is not. */
  newHigh: 'none' | 'with-price' | 'before-price'
}

/**
 * The relative-strength line of a stock against an index, both in chronological order and of the same resolution. Days
 * without an index value are left out; no value is carried forward. The line is at a new high where its value exceeds
 * that of each of the `lookback` previous points.
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
