/** How a market trades. Apart from `../markets.ts`, since every page of the web client carries that. */
export type Trading = {
  timeZone: string
  /** From the opening to the close, HHMM-HHMM by its clock. */
  session: string
  /** Into how many parts a unit of its currency is divided by its prices: 1000 is three decimals. */
  priceScale: number
  /** Its name for charting programs, which speak English. */
  chartName: string
  /** The smallest price change from each price on, in its currency. */
  priceSteps: readonly (readonly [from: number, step: number])[]
  /** Below this median daily turnover of the last 20 bars, in its currency, a stock is hard to trade. */
  lowTurnoverBelow: number

  /**
   * Whole-day closings that fall on a weekday, as MMDD, by year: public holidays, and settlement-only days. Closings for
   * weather are not known beforehand and stand nowhere. After the last year every weekday counts as a trading day.
   */
  closings: Readonly<Record<number, string>>
  /** Years whose closings are not announced yet, and guessed. */
  guessed?: readonly number[]
  /** Whether a trading day ends at noon. Its volume is comparable with no other day's, and is left out of averages. */
  isHalfDay?(day: string): boolean
}
