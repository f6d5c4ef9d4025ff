/** A stock at one of the day's half-hour loads: its price, and its volume in shares since the open. */
export type Load = { price: number; volume: number }

/** Fewer points than this make no line. */
const leastPoints = 3

/**
 * The stock's day, from its loads in order. The turnover is an estimate: what was traded between two loads counts at the
 * mean of their prices, what was traded before the first at that one's. No line is made of fewer than three prices.
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
