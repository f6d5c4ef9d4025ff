import type { Day } from '../calendar.ts'

/** Daily bars of a stock, oldest first. A day is its number since 1970-01-01. */
export type StockBars = { days: Int32Array; highs: Float64Array; lows: Float64Array; closes: Float64Array }

export const breadthCounts = [
  'stocks',
  'up',
  'down',
  'noChange',
  'onTenWeekMa',
  'underTenWeekMa',
  'onFortyWeekMa',
  'underFortyWeekMa',
  'fiftyTwoWeekHigh',
  'fiftyTwoWeekLow',
] as const
type Count = (typeof breadthCounts)[number]

/** `stocks` have a bar on the day. An average or 52 weeks are counted of those alone that have as many bars. */
export type Breadth = Record<Count, number>
export type DayBreadth = Breadth & { date: Day }

export const tenWeekBars = 50
export const fortyWeekBars = 200
/** 52 weeks by calendar. */
export const yearDays = 364

type Span = {
  /** The first day that is counted. */
  from: Day
  /** 52 weeks as so many bars, today's among them, instead of by calendar. */
  yearBars?: number
}

const dayMs = 86_400_000
const width = breadthCounts.length

export const dayNumber = (day: Day) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10)
const place = Object.fromEntries(breadthCounts.map((name, at) => [name, at])) as Record<Count, number>

/**
 * Counts the breadth of a market, a stock at a time. Up and down are against the stock's own previous bar; at or above
 * the average counts as on it, today's close being part of it; a 52-week high is the day's high at or above every high of
 * the last 52 weeks, today's among them, and needs bars as old as that. Of a stock all bars must be given that the span
 * needs: 200 before `from`, and one at least 52 weeks before it where there is one.
 */
export class BreadthOfMarket {
  readonly #from: number
  readonly #yearBars: number | undefined
  #counts = new Int32Array(0)

  constructor({ from, yearBars }: Span) {
    this.#from = dayNumber(from)
    this.#yearBars = yearBars
  }

  add({ days, highs, lows, closes }: StockBars) {
    this.#makeRoom(days.at(-1) ?? this.#from)
    const counts = this.#counts
    const tenWeeks = new MovingSum(closes, tenWeekBars)
    const fortyWeeks = new MovingSum(closes, fortyWeekBars)
    const highest = new Extreme(highs, 1)
    const lowest = new Extreme(lows, -1)
    let yearStart = 0
    for (let at = 0; at < days.length; at++) {
      const day = days[at]!
      const close = closes[at]!
      tenWeeks.take(at)
      fortyWeeks.take(at)
      if (this.#yearBars) yearStart = Math.max(0, at - this.#yearBars + 1)
      else while (days[yearStart]! <= day - yearDays) yearStart++
      highest.take(at, yearStart)
      lowest.take(at, yearStart)

      const on = day - this.#from
      if (on < 0) continue
      const row = on * width
      counts[row + place.stocks]!++
      if (at > 0) {
        const before = closes[at - 1]!
        counts[row + (close > before ? place.up : close < before ? place.down : place.noChange)]!++
      }
      if (at >= tenWeekBars - 1) counts[row + (tenWeeks.isBelow(close) ? place.underTenWeekMa : place.onTenWeekMa)]!++
      if (at >= fortyWeekBars - 1)
        counts[row + (fortyWeeks.isBelow(close) ? place.underFortyWeekMa : place.onFortyWeekMa)]!++
      if (this.#yearBars ? at >= this.#yearBars - 1 : days[0]! <= day - yearDays) {
        if (highest.isAt(at)) counts[row + place.fiftyTwoWeekHigh]!++
        if (lowest.isAt(at)) counts[row + place.fiftyTwoWeekLow]!++
      }
    }
  }

  /** Every day on which a stock has a bar, oldest first. */
  days(): DayBreadth[] {
    const found: DayBreadth[] = []
    for (let on = 0; on * width < this.#counts.length; on++) {
      const row = this.#counts.subarray(on * width, (on + 1) * width)
      if (row[place.stocks] === 0) continue
      const counted = Object.fromEntries(breadthCounts.map((name, at) => [name, row[at]!])) as Breadth
      found.push({ date: dayOf(this.#from + on), ...counted })
    }
    return found
  }

  #makeRoom(day: number) {
    const wanted = (day - this.#from + 1) * width
    if (wanted <= this.#counts.length) return
    const roomier = new Int32Array(wanted + 366 * width)
    roomier.set(this.#counts)
    this.#counts = roomier
  }
}

/** What is lost in adding and taking away is kept (Neumaier), so that a price that stays is never under its own average. */
class MovingSum {
  readonly #values: Float64Array
  readonly #bars: number
  #sum = 0
  #lost = 0

  constructor(values: Float64Array, bars: number) {
    this.#values = values
    this.#bars = bars
  }

  take(at: number) {
    this.#add(this.#values[at]!)
    if (at >= this.#bars) this.#add(-this.#values[at - this.#bars]!)
  }

  isBelow(value: number): boolean {
    const sum = this.#sum + this.#lost
    return value * this.#bars < sum * (1 - 1e-12)
  }

  #add(value: number) {
    const sum = this.#sum + value
    this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum
    this.#sum = sum
  }
}

/** The highest (sign 1) or lowest (sign -1) value of a window that only moves on: each value comes and goes once. */
class Extreme {
  readonly #values: Float64Array
  readonly #sign: 1 | -1
  readonly #queue: Int32Array
  #head = 0
  #tail = 0

  constructor(values: Float64Array, sign: 1 | -1) {
    this.#values = values
    this.#sign = sign
    this.#queue = new Int32Array(values.length)
  }

  take(at: number, windowStart: number) {
    const value = this.#sign * this.#values[at]!
    while (this.#tail > this.#head && this.#sign * this.#values[this.#queue[this.#tail - 1]!]! <= value) this.#tail--
    this.#queue[this.#tail++] = at
    while (this.#queue[this.#head]! < windowStart) this.#head++
  }

  isAt(at: number): boolean {
    return this.#queue[this.#head] === at
  }
}
