import type { DayBar } from './spans.ts'

type Prices = Pick<DayBar, 'open' | 'high' | 'low' | 'close'>

/**
 * Heikin-Ashi bars, oldest first: each closes at the mean of its bar's four prices, and opens midway between the open
 * and close of the previous Heikin-Ashi bar.
 */
export function heikinAshi(bars: readonly Prices[]): Prices[] {
  let before: Prices | undefined
  return bars.map(({ open, high, low, close }) => {
    const end = (open + high + low + close) / 4
    const start = before ? (before.open + before.close) / 2 : (open + close) / 2
    before = { open: start, high: Math.max(high, start, end), low: Math.min(low, start, end), close: end }
    return before
  })
}
