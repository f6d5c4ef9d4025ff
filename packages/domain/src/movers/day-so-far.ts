/** A stock at one of the day's half-hourly loads: its price, and its volume in shares since the open. */
export type Load = { price: number; volume: number }

/** Minimum number of points for a line. */
const leastPoints = 3

/**
 * The stock's day so far, from its loads in chronological order. The turnover is an estimate: shares traded between two
 * loads are counted at the mean of the two prices, shares traded before the first load at that load's price.
 * `dayPrices` is empty if there are fewer than three prices.
 */
export function daySoFar(loads: readonly Load[]): { turnover: number; dayPrices: number[] } {
  let turnover = 0
  for (const [at, { price, volume }] of loads.entries()) {
    const before = loads[at - 1] ?? { price, volume: 0 }
    turnover += Math.max(0, volume - before.volume) * ((price + before.price) / 2)
  }
  return {
    turnover: Math.round(turnover),
    dayPrices: loads.length < leastPoints ? [] : loads.map(({ price }) => price),
  }
}
