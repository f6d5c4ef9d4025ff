import type { DayBar } from './spans.ts'

type Prices = Pick<DayBar, 'open' | 'high' | 'low' | 'close'>

/** Heikin-Ashi bars: each bar averaged, and opened in the middle of the one before it. Oldest first. */
export function heikinAshi(bars: readonly Prices[]): Prices[] {
  let before: Prices | undefined
  return bars.map(({ open, high, low, close }) => {
    const end = (open + high + low + close) / 4
    const start = before ? (before.open + before.close) / 2 : (open + close) / 2
    before = { open: start, high: Math.max(high, start, end), low: Math.min(low, start, end), close: end }
    return before
  })
}
