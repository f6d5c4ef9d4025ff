import type { Day } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { Stock } from '@finlist/domain/picking/bars'
import { hasBar, type Series } from './series.ts'

export const dayNumbers = (days: readonly Day[]) => Int32Array.from(days, dayNumber)

/**
 * A series as input for the method, from its first bar to its last. The method skips days without a bar, as it skips
 * days without a trade.
 */
export function asPicking(code: string, series: Series, days: Int32Array): Stock {
  let [from, to] = [0, days.length]
  while (from < to && !hasBar(series, from)) from++
  while (to > from && !hasBar(series, to - 1)) to--
  const part = (name: 'high' | 'low' | 'close' | 'volume') => series[name].subarray(from, to)
  return {
    code,
    days: days.subarray(from, to),
    high: part('high'),
    low: part('low'),
    close: part('close'),
    volume: part('volume'),
  }
}
