import { method } from './method.ts'

/**
 * A stock's bars as traded, oldest first: prices in the market's currency, volumes in shares, days counted from
 * 1970-01-01.
 */
export type Stock = {
  code: string
  days: ArrayLike<number>
  /** Needed to simulate orders; the method itself does not use the open. */
  open?: ArrayLike<number>
  high: ArrayLike<number>
  low: ArrayLike<number>
  close: ArrayLike<number>
  volume: ArrayLike<number>
  splits?: readonly Split[]
}

/** From `exDay` on, `denominator` old shares are `numerator` new ones. */
export type Split = { exDay: number; numerator: number; denominator: number }

/**
 * The bars that the method uses: only those with a trade, with prices in whole parts (`method.priceParts`), newest
 * last.
 */
export type Bars = {
  code: string
  days: Int32Array
  high: Float64Array
  low: Float64Array
  close: Float64Array
  volume: Float64Array
  /** Index of the newest bar. */
  last: number
}

/**
 * A stock's history as of the end of `day`, limited to the length that the method uses. Earlier prices are adjusted for
 * the splits up to and including that day. Later bars and splits are not read.
 */
export function barsUntil(stock: Stock, day: number): Bars {
  const whole = wholeOf(stock)
  const last = placeUntil(whole.days, day)
  const oldest = placeUntil(whole.days, day - method.history.days) + 1
  const from = Math.max(oldest, last + 1 - method.history.bars)
  const part = <Column extends Int32Array | Float64Array>(column: Column) => column.subarray(from, last + 1) as Column
  const bars = {
    code: stock.code,
    days: part(whole.days),
    high: part(whole.high),
    low: part(whole.low),
    close: part(whole.close),
    volume: part(whole.volume),
    last: last - from,
  }
  const known = (stock.splits ?? []).filter(({ exDay }) => exDay <= day)
  return known.length > 0 ? corrected(bars, known) : bars
}

function corrected(bars: Bars, splits: readonly Split[]): Bars {
  const [high, low, close, volume] = [bars.high.slice(), bars.low.slice(), bars.close.slice(), bars.volume.slice()]
  const newestFirst = splits.toSorted((one, other) => other.exDay - one.exDay)
  let [next, numerator, denominator] = [0, 1, 1]
  for (let at = bars.last; at >= 0; at--) {
    for (; next < newestFirst.length && newestFirst[next]!.exDay > bars.days[at]!; next++) {
      numerator *= newestFirst[next]!.numerator
      denominator *= newestFirst[next]!.denominator
    }
    if (numerator === denominator) continue
    for (const prices of [high, low, close]) prices[at] = Math.round((prices[at]! * denominator) / numerator)
    volume[at] = Math.round((volume[at]! * numerator) / denominator)
  }
  return { ...bars, high, low, close, volume }
}

type Whole = Omit<Bars, 'code' | 'last'>

/**
 * A stock's bars with trades, with prices as whole numbers. Cached per stock, because they are the same for every day.
 */
const wholes = new WeakMap<Stock, Whole>()

function wholeOf(stock: Stock): Whole {
  const known = wholes.get(stock)
  if (known) return known
  const { days, volume } = stock
  const places = new Int32Array(days.length)
  let count = 0
  for (let at = 0; at < days.length; at++) if (volume[at]! > 0) places[count++] = at
  const prices = (column: ArrayLike<number>) => {
    const parts = new Float64Array(count)
    for (let at = 0; at < count; at++) parts[at] = Math.round(column[places[at]!]! * method.priceParts)
    return parts
  }
  const whole = {
    days: Int32Array.from(places.subarray(0, count), at => days[at]!),
    high: prices(stock.high),
    low: prices(stock.low),
    close: prices(stock.close),
    volume: Float64Array.from(places.subarray(0, count), at => Math.round(volume[at]!)),
  }
  wholes.set(stock, whole)
  return whole
}

/** Index of the last of the ascending `days` that is at most `day`; -1 if all are later. */
export function placeUntil(days: ArrayLike<number>, day: number): number {
  let [from, to] = [0, days.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (days[middle]! <= day) from = middle + 1
    else to = middle
  }
  return from - 1
}
