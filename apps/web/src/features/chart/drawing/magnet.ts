import type { DayBar } from '@finlist/domain/chart/spans'

/** Returns the open, high, low or close nearest to `y`; undefined if it is more than `within` pixels away. */
export function nearestPrice(
  bar: DayBar | undefined,
  y: number,
  { yOf, within }: { yOf: (price: number) => number; within: number },
): number | undefined {
  if (!bar) return undefined
  const away = (price: number) => Math.abs(yOf(price) - y)
  const nearest = [bar.open, bar.high, bar.low, bar.close].reduce((a, b) => (away(b) < away(a) ? b : a))
  return away(nearest) <= within ? nearest : undefined
}
