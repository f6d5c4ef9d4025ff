import { exchangeIds } from '@finlist/domain/markets'
import { describe, expect, it } from 'vitest'
import type { Base } from './bases.ts'
import { demoMarket } from './market.ts'
import type { Series } from './series.ts'

/*
 * Checks planted bases against the published definitions, without any code of the planner. Values are fractions of the
 * price named, lengths are in trading days, and everything is as of the day on which the base is complete.
 */

type Range = readonly [least: number, most: number]
const within = (value: number, [least, most]: Range) => value >= least && value <= most

/** Index of the greatest or least value between two days. */
function extreme(values: Float64Array, from: number, to: number, isBetter: (one: number, other: number) => boolean) {
  let place = Math.max(0, from)
  for (let day = place + 1; day <= to; day++) if (isBetter(values[day]!, values[place]!)) place = day
  return place
}
const highestDay = ({ high }: Series, from: number, to: number) => extreme(high, from, to, (a, b) => a > b)
const lowestDay = ({ low }: Series, from: number, to: number) => extreme(low, from, to, (a, b) => a < b)

/** The reason why a base does not meet its definition; undefined if it does. */
function against(base: Base, series: Series): string | undefined {
  if (base.pattern === 'FB') return againstFlat(base, series)
  if (base.pattern === 'BASE') return againstFlag(base, series)
  const last = base.readyAt!
  const lip = highestDay(series, base.from - 5, base.from + 5)
  const top = series.high[lip]!
  if (highestDay(series, lip - 5, lip + 5) !== lip) return 'the lip is no swing high'
  if (top < 0.97 * series.high[highestDay(series, lip - 60, lip)]!) return 'an older high'
  if (series.high[highestDay(series, lip, last)]! > 1.03 * top) return 'the lip was passed'
  if (top / series.low[lowestDay(series, lip - 126, lip)]! - 1 < 0.3) return 'no advance'
  return base.pattern === 'DB' ? againstDouble(series, lip, last) : againstCup(base, series, lip, last)
}

function againstCup({ pattern }: Base, series: Series, lip: number, last: number): string | undefined {
  const { high, low, close } = series
  const bottom = lowestDay(series, lip, last)
  const [top, floor] = [high[lip]!, low[bottom]!]
  const right = highestDay(series, bottom, last)
  const hasHandle = last - right >= 5
  if (hasHandle !== (pattern === 'CWH')) return hasHandle ? 'a handle' : 'no handle'
  const end = hasHandle ? right : last
  if (!within(1 - floor / top, [0.12, 0.35])) return 'depth'
  if (!within(end - lip, [30, 325]) || last - lip < 35) return 'length'
  if ((high[right]! - floor) / (top - floor) < 0.7) return 'not recovered'
  const [bowl, lines] = [bestFit(close, lip, end, 2), bestFit(close, lip, end, 1)]
  if (bowl.rest > 0.95 * lines.rest) return 'no bowl'
  if (!within(bowl.lowAt, [0.2, 0.8])) return 'one-sided'
  if (hasHandle) {
    const handleLow = low[lowestDay(series, right + 1, last)]!
    if (last - right > 30 || !within(1 - handleLow / high[right]!, [0.02, 0.15])) return 'handle'
    return (high[right]! + handleLow) / 2 < (top + floor) / 2 ? 'handle too low' : undefined
  }
  if (high[highestDay(series, lip + 1, last)]! > top) return 'the lip was passed'
  return close[last]! < 0.9 * top ? 'close' : undefined
}

function againstDouble(series: Series, lip: number, last: number): string | undefined {
  const { high, low, close } = series
  const bottom = lowestDay(series, lip, last)
  const [top, floor] = [high[lip]!, low[bottom]!]
  if (!within(last - lip, [35, 325])) return 'length'
  if (!within(1 - floor / top, [0.14, 0.4])) return 'depth'
  const third = Math.round((last - lip) * 0.3)
  const middle = highestDay(series, lip + third, last - third)
  const [first, second] = [lowestDay(series, lip, middle), lowestDay(series, middle, last)]
  if (first - lip < 5 || middle - first < 5 || second - middle < 5) return 'a leg too short'
  if (!within(low[second]! / low[first]!, [0.9, 1.03])) return 'second low'
  if (!within((high[middle]! - floor) / (top - floor), [0.4, 0.97])) return 'middle peak'
  if (high[highestDay(series, second, last)]! > high[middle]!) return 'the middle peak was passed'
  if (last - second < 3) return 'second low too young'
  return (close[last]! - low[second]!) / (high[middle]! - low[second]!) < 0.4 ? 'not regained' : undefined
}

function againstFlat({ from, readyAt }: Base, series: Series): string | undefined {
  const { high, low, close } = series
  const last = readyAt!
  const peak = highestDay(series, from - 5, last)
  const top = high[peak]!
  let start = Math.max(0, from - 10)
  while (high[start]! < 0.96 * top) start++
  const length = last - start
  const floor = low[lowestDay(series, start, last)]!
  if (!within(length, [25, 75])) return 'length'
  if (!within(1 - floor / top, [0.03, 0.15])) return 'depth'
  if (last - peak < 5) return 'high too young'
  if (close[last]! < 0.9 * top) return 'close'
  if (Math.abs(driftOf(close.subarray(start, last + 1))) > 0.06) return 'drift'
  let ranges = 0
  for (let day = start - 19; day <= start; day++)
    ranges += Math.max(high[day]!, close[day - 1]!) - Math.min(low[day]!, close[day - 1]!)
  if (top - floor > 1.4 * (ranges / 20) * Math.sqrt(length)) return 'too wide for so quiet a stock'
  if (top < 0.98 * high[highestDay(series, start - 126, start)]!) return 'an older high'
  return top / low[lowestDay(series, start - 126, start)]! - 1 < 0.2 ? 'no advance' : undefined
}

/** The reason why a base is not a high tight flag; undefined if it is one. */
function againstFlag({ from, readyAt }: Base, series: Series): string | undefined {
  const { high, low } = series
  const last = readyAt!
  const peak = highestDay(series, from - 5, last)
  const top = high[peak]!
  if (!within(last - peak, [8, 30])) return 'length of the flag'
  if (top / low[lowestDay(series, peak - 42, peak - 15)]! - 1 < 0.9) return 'pole'
  if (high[highestDay(series, peak - 60, peak)]! > top) return 'an older high'
  return within(1 - low[lowestDay(series, peak + 1, last)]! / top, [0.06, 0.25]) ? undefined : 'depth'
}

/** The rise of the straight line fitted to the values, as a fraction of their mean. */
function driftOf(values: Float64Array): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const along = values.reduce((sum, value, at) => sum + (at - middle) * value, 0)
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return ((along / spread) * (values.length - 1)) / mean
}

/**
 * Fits a power of the distance from the low to either side, with free rims and floor. Returns the best place for the
 * low, and the residual there.
 */
function bestFit(close: Float64Array, from: number, to: number, power: number): { rest: number; lowAt: number } {
  let best = { rest: Infinity, lowAt: 0 }
  for (let step = 0; step <= 14; step++) {
    const lowAt = 0.08 + 0.06 * step
    const low = from + Math.round((to - from) * lowAt)
    if (low <= from + 1 || low >= to - 1) continue
    const shape = Array.from({ length: to - from + 1 }, (_, at) => {
      const day = from + at
      return [
        1,
        day < low ? ((low - day) / (low - from)) ** power : 0,
        day > low ? ((day - low) / (to - low)) ** power : 0,
      ]
    })
    const rest = leastSquares(shape, close.subarray(from, to + 1))
    if (rest < best.rest) best = { rest, lowAt }
  }
  return best
}

/** The residual of a least-squares fit with three columns. */
function leastSquares(rows: readonly number[][], values: Float64Array): number {
  const columns = [0, 1, 2]
  const total = (of: (row: number[], at: number) => number) => rows.reduce((sum, row, at) => sum + of(row, at), 0)
  const equations = columns.map(one => [
    ...columns.map(other => total(row => row[one]! * row[other]!)),
    total((row, at) => row[one]! * values[at]!),
  ])
  for (const pivot of columns)
    for (const other of columns) {
      if (other === pivot) continue
      const factor = equations[other]![pivot]! / equations[pivot]![pivot]!
      equations[other] = equations[other]!.map((value, at) => value - factor * equations[pivot]![at]!)
    }
  const weights = columns.map(at => equations[at]![3]! / equations[at]![at]!)
  return total((row, at) => (values[at]! - columns.reduce((sum, one) => sum + weights[one]! * row[one]!, 0)) ** 2)
}

describe.each(exchangeIds)('%s', exchange => {
  const { stocks } = demoMarket({ seed: 'finlist', exchange, startDate: '2023-05-19', asOf: '2026-11-19' })
  const complete = stocks.flatMap(({ bases, series, listing }) =>
    bases
      .filter(({ readyAt, nearMiss }) => readyAt !== undefined && (!nearMiss || nearMiss === 'low-volume breakout'))
      .map(base => ({ base, code: listing.stockCode, wrong: against(base, series) })),
  )

  it('has planted bases of which at least 95% meet their definition', () => {
    const wrong = complete.filter(it => it.wrong !== undefined)
    const told = wrong.map(it => `${it.code} ${it.base.pattern}: ${it.wrong}`)
    expect(complete.length).toBeGreaterThan(150)
    expect(told.slice(0, Math.max(0, told.length - Math.floor(complete.length * 0.05)))).toEqual([])
  })

  it('has planted bases of every kind', () => {
    const kinds = new Set(complete.map(({ base }) => base.pattern))
    expect([...kinds].sort()).toEqual(['BASE', 'CUP', 'CWH', 'DB', 'FB'])
  })
})
