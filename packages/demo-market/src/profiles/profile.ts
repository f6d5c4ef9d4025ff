type Percentiles = readonly [p5: number, p50: number, p95: number]

/**
 * The distributions of a group of stocks: medians and 5-95% ranges of real markets (2013 to 2026). Some are adjusted so
 * that the generated bars, with their bases and price steps, match those markets.
 */
export type Segment = {
  /** Mean and standard deviation of ln price in the market's currency. */
  lnPrice: readonly [number, number]
  /** Standard deviation of the daily return, in percent. */
  dailySd: Percentiles
  beta: readonly [mean: number, sd: number]
  /** Mean and standard deviation of ln daily turnover in USD. */
  lnTurnover: readonly [number, number]
  /** ln volume around the stock's usual level: standard deviation and lag-1 autocorrelation. */
  volumeSd: number
  volumeMemory: number
  /** Share of the daily variance that falls between the close and the next open. */
  overnight: number
  /** Share of days on which the open equals the previous close. */
  opensUnchanged: number
  /** Annual ln return in excess of the market's: mean and standard deviation over stocks. */
  drift: readonly [number, number]
  /**
   * Share of days without a trade, for the least traded stocks. The share falls to 0 at the sixth decile of turnover.
   */
  idleAtMost: number
}

/** The characteristics of a demo market that differ between markets. Its names are in `names.json`. */
export type Profile = {
  stocks: number
  /** The price of one USD in the market's currency. */
  perUsd: number
  /**
   * `hkd`: the Hong Kong dollar value of one unit of the market's currency. `reach`: the fraction of that value by
   * which the invented rates swing around it.
   */
  rate?: readonly [hkd: number, reach: number]
  /** The largest possible daily move of a stock, as a fraction. */
  limit: (stockCode: string) => number
  /** `dailySd` in percent. */
  index: { code: string; name: string; nameZh: string; level: number; dailySd: number; volume: number }
  /** Every n-th stock is in the first segment, all others in the last. */
  largeEvery: number
  segments: readonly [Segment, ...Segment[]]
  /**
   * Number of bars between the starts of two bases of one stock, chosen so that about 15% of all stocks are in a base
   * on any day.
   */
  baseEvery: number
  /** The minimum first price of a stock. */
  lowestFirstPrice: number
  /**
   * Price steps, in the market's currency: `step` applies from the price `from` on, the first one also below it. Set
   * only if the demo's stocks do not use the method's price steps.
   */
  steps?: readonly (readonly [from: number, step: number])[]
  /** The lot size, in shares. Every trade is a multiple of it. */
  lot: (price: number) => number
  /** The code of the n-th stock, in the format of the real market; undefined where codes are made from names. */
  code?: (ordinal: number) => string
}
