import { barsUntil, type Split, type Stock } from '../picking/bars.ts'
import { method } from '../picking/method.ts'

/**
 * A stock's bars as input for the method, in compact form. Prices are in whole parts of the currency unit, rounded as
 * by the method. `days` and `close` are differences from the previous bar (for the first bar, from 0). `high` is the
 * distance from the close up to the high, `low` the distance down to the low.
 */
export type ShortBars = {
  days: number[]
  high: number[]
  low: number[]
  close: number[]
  volume: number[]
  splits: Split[]
}

export function shortBars({ splits = [], ...stock }: Stock, day: number): ShortBars {
  // Prices are not adjusted: readers do that from the splits, which are given separately.
  const { days, high, low, close, volume } = barsUntil(stock, day)
  const steps = (column: ArrayLike<number>) =>
    Array.from(column, (value, at) => value - (at === 0 ? 0 : column[at - 1]!))
  return {
    days: steps(days),
    high: Array.from(high, (price, at) => price - close[at]!),
    low: Array.from(low, (price, at) => close[at]! - price),
    close: steps(close),
    volume: [...volume],
    splits: splits.filter(({ exDay }) => exDay <= day),
  }
}

export function stockOfShortBars(code: string, { days, high, low, close, volume, splits }: ShortBars): Stock {
  const summed = (steps: readonly number[]) => {
    let sum = 0
    return steps.map(step => (sum += step))
  }
  const closes = summed(close)
  const inCurrency = (price: number) => price / method.priceParts
  return {
    code,
    days: summed(days),
    high: closes.map((price, at) => inCurrency(price + high[at]!)),
    low: closes.map((price, at) => inCurrency(price - low[at]!)),
    close: closes.map(inCurrency),
    volume,
    ...(splits.length > 0 && { splits }),
  }
}
