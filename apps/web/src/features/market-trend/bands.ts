import type { MarketTrendData } from '@finlist/contract/market-trend'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'

/**
 * A state and the days during which it was in force, from `from` to `to` inclusive, given as indices into the history.
 */
export type Band = { trend: MarketTrend; from: number; to: number }

/** The states of one term over the days of the history. A state that began before the first day starts on that day. */
export function bandsOf({ history: { dates }, states }: MarketTrendData, shortTerm: boolean): Band[] {
  const begun = states
    .filter(state => state.shortTerm === shortTerm)
    .map(({ marketTrend, startDate }) => ({ trend: marketTrend, from: firstOnOrAfter(dates, startDate) }))
  return begun
    .map((band, at) => ({ ...band, to: (begun[at + 1]?.from ?? dates.length) - 1 }))
    .filter(({ from, to }) => from <= to)
}

function firstOnOrAfter(dates: readonly string[], day: string): number {
  const found = dates.findIndex(date => date >= day)
  return found < 0 ? dates.length : found
}
