/** Sum of a stretch of values, both ends inclusive. Values are whole numbers, so the sum is exact. */
export function sum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let at = from; at <= to; at++) total += values[at]!
  return total
}

/** Index of the highest value; the first of ties. */
export function highest(values: Float64Array, from: number, to: number): number {
  let place = from
  for (let at = from + 1; at <= to; at++) if (values[at]! > values[place]!) place = at
  return place
}

/** Index of the lowest value; the first of ties. */
export function lowest(values: Float64Array, from: number, to: number): number {
  let place = from
  for (let at = from + 1; at <= to; at++) if (values[at]! < values[place]!) place = at
  return place
}

type Prices = { high: Float64Array; low: Float64Array; close: Float64Array }

/** Sum of the days' true ranges, each from the lowest to the highest of the day's prices and the previous close. */
export function sumOfRanges({ high, low, close }: Prices, from: number, to: number): number {
  let total = 0
  for (let at = from; at <= to; at++) {
    const before = close[at - 1] ?? close[at]!
    total += Math.max(high[at]!, before) - Math.min(low[at]!, before)
  }
  return total
}
