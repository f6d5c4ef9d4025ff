import { adjustedPrice, type Step } from '../adjust/adjustment.ts'
import type { Day } from '../calendar.ts'

/**
 * Daily bars of a stock, oldest first. Days are counted from 1970-01-01. On a day without a trade, high and low are not
 * finite numbers.
 */
export type StockBars = { days: Int32Array; highs: Float64Array; lows: Float64Array; closes: Float64Array }

/** Returns the bars with prices adjusted for splits. */
export function adjustedStockBars(bars: StockBars, steps: readonly Step[]): StockBars {
  const { days } = bars
  const ends = steps.map(({ before }) => dayNumber(before))
  const by = (values: Float64Array) => {
    let step = 0
    return values.map((price, at) => {
      while (step < ends.length && days[at]! >= ends[step]!) step++
      return adjustedPrice(price, steps[step])
    })
  }
  return { days, highs: by(bars.highs), lows: by(bars.lows), closes: by(bars.closes) }
}

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

/**
 * `stocks` is the number of stocks with a bar on the day. The counts for averages and for 52-week highs and lows
 * include only the stocks that have enough bars.
 */
export type Breadth = Record<Count, number>
export type DayBreadth = Breadth & { date: Day }

export const tenWeekBars = 50
export const fortyWeekBars = 200
/** 52 calendar weeks, in days. */
export const yearDays = 364

type Span = {
  /** The first day counted. */
  from: Day
  /** If set, a 52-week window is this many bars long, including the day's. */
  yearBars?: number
}

/**
 * Facts of a stock on a day; null if the stock has too few bars. `tenWeekSum` and `fortyWeekSum` are the sums of the
 * closes in the 10-week and 40-week averages.
 */
export type DayFacts = {
  close: number
  previous: number | null
  tenWeekSum: number | null
  fortyWeekSum: number | null
  isHigh: boolean
  isLow: boolean
}

const dayMs = 86_400_000
const width = breadthCounts.length

export const dayNumber = (day: Day) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10)
const place = Object.fromEntries(breadthCounts.map((name, at) => [name, at])) as Record<Count, number>

/**
 * Counts a market's breadth, one stock at a time. Up and down are relative to the stock's own previous bar. A close at
 * the average counts as above it, and the average includes it. A 52-week high is a day's high at or above every high of
 * the last 52 weeks, including that day; a stock needs a bar at least 52 weeks old to have one. Each stock must
 * therefore be added with at least 200 bars before `from`, and with bars from at least 52 weeks before `from`, as far
 * as it has them.
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
      const hasYear = this.#yearBars ? at >= this.#yearBars - 1 : days[0]! <= day - yearDays
      this.#count(on, {
        close,
        previous: at > 0 ? closes[at - 1]! : null,
        tenWeekSum: at >= tenWeekBars - 1 ? tenWeeks.sum : null,
        fortyWeekSum: at >= fortyWeekBars - 1 ? fortyWeeks.sum : null,
        isHigh: hasYear && highest.isAt(at),
        isLow: hasYear && lowest.isAt(at),
      })
    }
  }

  /** Counts a stock on one day by its facts, without its bars. */
  addFacts(day: Day, facts: DayFacts) {
    const number = dayNumber(day)
    this.#makeRoom(number)
    this.#count(number - this.#from, facts)
  }

  #count(on: number, { close, previous, tenWeekSum, fortyWeekSum, isHigh, isLow }: DayFacts) {
    const counts = this.#counts
    const row = on * width
    counts[row + place.stocks]!++
    if (previous !== null)
      counts[row + (close > previous ? place.up : close < previous ? place.down : place.noChange)]!++
    if (tenWeekSum !== null)
      counts[row + (isUnder(close, tenWeekSum, tenWeekBars) ? place.underTenWeekMa : place.onTenWeekMa)]!++
    if (fortyWeekSum !== null)
      counts[row + (isUnder(close, fortyWeekSum, fortyWeekBars) ? place.underFortyWeekMa : place.onFortyWeekMa)]!++
    if (isHigh) counts[row + place.fiftyTwoWeekHigh]!++
    if (isLow) counts[row + place.fiftyTwoWeekLow]!++
  }

  /** Every day on which any stock has a bar, oldest first. */
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

/**
 * Whether the close is under its average. The tolerance keeps rounding errors from putting a constant price under its
 * average.
 */
const isUnder = (close: number, sum: number, bars: number) => close * bars < sum * (1 - 1e-12)

/** A moving sum with Neumaier's compensation for rounding errors. */
class MovingSum {
  readonly #values: Float64Array
  readonly #bars: number
  #whole = 0
  #lost = 0

  constructor(values: Float64Array, bars: number) {
    this.#values = values
    this.#bars = bars
  }

  take(at: number) {
    this.#add(this.#values[at]!)
    if (at >= this.#bars) this.#add(-this.#values[at - this.#bars]!)
  }

  get sum(): number {
    return this.#whole + this.#lost
  }

  #add(value: number) {
    const sum = this.#whole + value
    this.#lost += Math.abs(this.#whole) >= Math.abs(value) ? this.#whole - sum + value : value - sum + this.#whole
    this.#whole = sum
  }
}

/** The highest (sign 1) or lowest (sign -1) value of a sliding window. Each value is added once and removed once. */
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
    return this.#queue[this.#head] === at && Number.isFinite(this.#values[at])
  }
}
