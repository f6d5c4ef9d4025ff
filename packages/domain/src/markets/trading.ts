/** How a market trades. Separate from `../markets.ts`, since every page of the web client loads that. */
export type Trading = {
  timeZone: string
  /** From the opening to the close, as HHMM-HHMM in local time. */
  session: string
  /** The number of parts its prices divide a currency unit into: 1000 means three decimals. */
  priceScale: number
  /** Its name in charting programs, in English. */
  chartName: string
  /** The smallest price change from each price on, in its currency. */
  priceSteps: readonly (readonly [from: number, step: number])[]
  /** Below this median daily turnover of the last 20 bars, in its currency, a stock is hard to trade. */
  lowTurnoverBelow: number

  /**
   * Whole-day closings that fall on a weekday, as MMDD, by year: public holidays, and settlement-only days. Closings
   * for weather are not known in advance and are not included. After the last year every weekday counts as a trading
   * day.
   */
  closings: Readonly<Record<number, string>>
  /** Years whose closings are estimates because they are not announced yet. */
  guessed?: readonly number[]
  /** Whether the trading day ends at noon. Its volume is not comparable and is left out of averages. */
  isHalfDay?(day: string): boolean
}
