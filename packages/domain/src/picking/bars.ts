import { method } from './method.ts'

/** A stock's bars as traded, in the market's currency and in shares, oldest first; days are counted from 1970-01-01. */
export type Stock = {
  code: string
  days: ArrayLike<number>
  high: ArrayLike<number>
  low: ArrayLike<number>
  close: ArrayLike<number>
  volume: ArrayLike<number>
  splits?: readonly Split[]
}

/** `denominator` shares of the day before `exDay` are `numerator` shares from then on. */
export type Split = { exDay: number; numerator: number; denominator: number }

/** What the method looks at: bars with a trade alone, prices in whole parts, the newest last. */
export type Bars = {
  code: string
  days: Int32Array
  high: Float64Array
  low: Float64Array
  close: Float64Array
  volume: Float64Array
  /** The place of the newest. */
  last: number
}

/**
 * The past of a stock as it stood at the end of `day`, prices corrected back for the splits of that day and before. Bars
 * and splits after it are not read.
 */
export function barsUntil(stock: Stock, day: number): Bars {
  const places = placesOf(stock, day)
  const count = places.length
  const column = () => new Float64Array(count)
  const bars = { code: stock.code, days: new Int32Array(count), high: column(), low: column(), close: column() }
  const volume = column()
  const known = (stock.splits ?? [])
    .filter(({ exDay }) => exDay <= day)
    .toSorted((one, other) => other.exDay - one.exDay)
  let [next, numerator, denominator] = [0, 1, 1]
  for (let at = count - 1; at >= 0; at--) {
    const place = places[count - 1 - at]!
    const on = stock.days[place]!
    for (; next < known.length && known[next]!.exDay > on; next++) {
      numerator *= known[next]!.numerator
      denominator *= known[next]!.denominator
    }
    const price = (value: number) => {
      const parts = Math.round(value * method.priceParts)
      return numerator === denominator ? parts : Math.round((parts * denominator) / numerator)
    }
    bars.days[at] = on
    bars.high[at] = price(stock.high[place]!)
    bars.low[at] = price(stock.low[place]!)
    bars.close[at] = price(stock.close[place]!)
    volume[at] = Math.round((stock.volume[place]! * numerator) / denominator)
  }
  return { ...bars, volume, last: count - 1 }
}

/** Places of the bars that count, newest first. */
function placesOf({ days, volume }: Stock, day: number): number[] {
  const places: number[] = []
  for (let at = placeUntil(days, day); at >= 0 && places.length < method.history.bars; at--) {
    if (days[at]! <= day - method.history.days) break
    if (volume[at]! > 0) places.push(at)
  }
  return places
}

/** The place of the last of the ascending `days` that is not after `day`; -1 when all are. */
export function placeUntil(days: ArrayLike<number>, day: number): number {
  let [from, to] = [0, days.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (days[middle]! <= day) from = middle + 1
    else to = middle
  }
  return from - 1
}
