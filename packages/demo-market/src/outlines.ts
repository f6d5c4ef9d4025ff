import type { Day } from '@finlist/domain/calendar'
import type { BasePattern } from './base-plan.ts'
import type { Base } from './bases.ts'
import type { DemoMarket } from './market.ts'
import { hasBar, type Series } from './series.ts'

/** The line along a planted base, as far as the market's last day shows it. Depths in percent. */
export type Outline = {
  stockCode: string
  pattern: BasePattern
  points: { date: Day; price: number }[]
  depth: number
  handleDepth?: number
  pivot?: number
}

export function* outlinesOf({ days, stocks }: DemoMarket): Generator<Outline> {
  for (const { listing, series, bases } of stocks)
    for (const base of bases) {
      if (base.nearMiss && base.nearMiss !== 'low-volume breakout') continue
      const points = turns(base, series, Math.min(base.readyAt ?? Infinity, days.length - 1))
      if (points.length < 3) continue
      yield {
        stockCode: listing.stockCode,
        pattern: base.pattern,
        points: points.map(({ day, price }) => ({ date: days[day]!, price })),
        depth: base.depth,
        ...(base.handleDepth !== undefined && { handleDepth: base.handleDepth }),
        ...(base.buyPoint !== undefined && { pivot: base.buyPoint }),
      }
    }
}

type Turn = { day: number; price: number }

/** The line's turning points: from the old high over the lows, and over the middle peak or the handle, to the end. */
function turns({ pattern, from, handleFrom }: Base, series: Series, end: number): Turn[] {
  const start = { day: from, price: series.high[from]! }
  const last = lastWithBar(series, end)
  const finish = { day: last, price: series.close[last]! }
  if (pattern === 'DB') {
    const half = Math.floor((from + last) / 2)
    const first = low(series, from + 1, half)
    const second = low(series, half + 1, last - 1)
    return inTime([start, first, high(series, first.day + 1, second.day - 1), second, finish])
  }
  const bottom = low(series, from + 1, (handleFrom ?? last) - 1)
  if (handleFrom === undefined || handleFrom >= last) return inTime([start, bottom, finish])
  return inTime([
    start,
    bottom,
    high(series, bottom.day + 1, handleFrom),
    low(series, handleFrom + 1, last - 1),
    finish,
  ])
}

const inTime = (found: Turn[]) =>
  found.filter(({ day, price }, at) => Number.isFinite(price) && (at === 0 || day > found[at - 1]!.day))

function low(series: Series, from: number, to: number): Turn {
  return extreme(series.low, from, to, (a, b) => a < b)
}

function high(series: Series, from: number, to: number): Turn {
  return extreme(series.high, from, to, (a, b) => a > b)
}

function extreme(prices: Float64Array, from: number, to: number, better: (a: number, b: number) => boolean): Turn {
  let best: Turn = { day: from, price: Number.NaN }
  for (let day = from; day <= to; day++) {
    const price = prices[day]!
    if (!Number.isNaN(price) && (Number.isNaN(best.price) || better(price, best.price))) best = { day, price }
  }
  return best
}

function lastWithBar(series: Series, end: number): number {
  let day = end
  while (day > 0 && !hasBar(series, day)) day--
  return day
}
