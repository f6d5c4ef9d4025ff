import { barsUntil, type Split, type Stock } from '../picking/bars.ts'
import { method } from '../picking/method.ts'

/**
 * A stock's bars as the method takes them, written short: whole prices in parts of the currency, as the method rounds
 * them. `days` and `close` are what was added since the bar before, the first since 0; `high` is above the close and `low`
 * under it.
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
  // Splits are told apart, so that whoever reads them corrects for them himself.
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
