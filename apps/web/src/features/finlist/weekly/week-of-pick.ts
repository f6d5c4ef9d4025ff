import type { DayBar } from '@finlist/domain/chart/spans'

/** How far below its buy point a stock counts as near it, in percent. */
export const nearPercent = 5
/** The number of sessions in which a stock broke out "this week". */
const weekLength = 5
/** The volume of a breakout, as a multiple of the mean of the sessions before it. */
export const volumeMultiple = 1.4
const volumeSessions = 50

/** Where the newest close is relative to the buy point, in percent; undefined without a buy point. */
export function distanceOf(bars: readonly DayBar[], buyPoint: number): number | undefined {
  const newest = bars.at(-1)
  return newest && buyPoint > 0 ? ((newest.close - buyPoint) / buyPoint) * 100 : undefined
}

export const isNear = (distance: number | undefined) =>
  distance !== undefined && distance <= 0 && distance >= -nearPercent

/**
 * The last session of the week in which the stock closed above its buy point for the first time after a close at or
 * below it, on at least `volumeMultiple` times its mean volume; undefined if there was none.
 */
export function breakoutOf(bars: readonly DayBar[], buyPoint: number): { date: string; volume: number } | undefined {
  if (buyPoint <= 0) return undefined
  for (let at = bars.length - 1; at >= Math.max(bars.length - weekLength, 1); at--) {
    const [before, bar] = [bars[at - 1]!, bars[at]!]
    const traded = bars.slice(Math.max(at - volumeSessions, 0), at).filter(({ volume }) => volume > 0)
    if (bar.close <= buyPoint || before.close > buyPoint || traded.length === 0) continue
    const mean = traded.reduce((sum, { volume }) => sum + volume, 0) / traded.length
    if (bar.volume >= volumeMultiple * mean) return { date: bar.date, volume: bar.volume / mean }
  }
  return undefined
}
