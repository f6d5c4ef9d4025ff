/** The market's limits in the published method, in the market's currency. Changing a limit changes `limitsHash`. */
type MarketLimits = {
  /** The method skips stocks with a lower close. */
  lowestClose: number
  /**
   * The method skips stocks whose median daily turnover of the last 20 bars is lower, because they are hard to trade.
   */
  lowestTurnover: number
  /** The price steps: from each price on, the smallest price change. */
  priceSteps: readonly (readonly [from: number, step: number])[]
}

/**
 * The trading facts of a market. Separate from `../markets.ts`, because every page of the web client loads that file.
 */
export type Trading = {
  timeZone: string
  /** The trading session, from opening to close, as HHMM-HHMM in local time. */
  session: string
  /** The number of price units in one unit of the currency: 1000 means three decimals. */
  priceScale: number
  /** The exchange's name in charting programs, in English. */
  chartName: string
  limits: MarketLimits
  /** SHA-256 of `limits` in canonical form, checked by `picking/method.test.ts`. */
  limitsHash: string
  /**
   * Trading costs assumed for a private investor (commission, duties and levies), each as a fraction of the price. Half
   * of the spread is paid when buying, half when selling.
   */
  costs: { buy: number; sell: number; spread: number }
  /** Whether shares bought on a day can be sold only from the next day on. */
  isHeldOverNight?: true
  /** Suffixes, in capitals, that other services write after a code, in addition to those in `stock-codes.ts`. */
  moreEndings?: readonly string[]
  /** EODHD's codes of the market's exchanges and its symbol of the market's index, if EODHD covers the market. */
  eodhd?: { codes: readonly string[]; index: string }

  /**
   * Full-day closings that fall on a weekday, as MMDD, by year: public holidays, and settlement-only days. Closings for
   * weather are not known in advance and are not included. After the last year every weekday counts as a trading day.
   * `closings.test.ts` explains every difference from the public holidays; each market's file says where its days come
   * from and which are still expected. Last compared in November 2026.
   */
  closings: Readonly<Record<number, string>>
  /** Years whose closings are estimates, because they have not been announced yet. */
  guessed?: readonly number[]
  /**
   * Whether trading ends at noon on the day. The volume of such a day is not comparable and is left out of averages.
   */
  isHalfDay?(day: string): boolean
}
