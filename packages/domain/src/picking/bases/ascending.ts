import type { Bars } from '../bars.ts'
import { method } from '../method.ts'
import { highest, lowest } from '../stretch.ts'
import { isAtLeast, isShare, isWithin, thousandths } from '../whole.ts'
import type { Base } from './base.ts'

const limits = method.ascending

/**
 * The ascending base that is complete on the newest bar: three pull-backs, each with a higher high and a higher low
 * than the previous one.
 */
export function ascendingBaseOf(bars: Bars): Base | undefined {
  const { high, low, close, last } = bars
  const turns = turnsOf(bars).slice(-2 * limits.pullBacks)
  if (turns.length < 2 * limits.pullBacks) return undefined
  for (let at = 0; at < turns.length; at += 2) {
    const [peak, trough] = [turns[at]!, turns[at + 1]!]
    if (!isShare(high[peak]! - low[trough]!, high[peak]!, limits.pullBack)) return undefined
    if (at > 0 && (high[peak]! <= high[turns[at - 2]!]! || low[trough]! <= low[turns[at - 1]!]!)) return undefined
  }
  const [high1, low1, high2, low2, high3, low3] = turns as [number, number, number, number, number, number]
  const pivot = high[high3]!
  if (!isWithin(last - high1, limits.length) || high[highest(high, low3, last)]! > pivot) return undefined
  if (!isAtLeast(close[last]!, pivot, limits.close)) return undefined
  const before = low[lowest(low, Math.max(0, high1 - method.advance.bars), high1)]!
  if (!isAtLeast(high[high1]! - before, before, method.advance.leastOfFlat)) return undefined
  return {
    pattern: 'BASE',
    variant: 'ascending',
    from: high1,
    pivot,
    low: low[low1]!,
    depth: thousandths(high[high1]! - low[low1]!, high[high1]!),
    length: last - high1,
    quality: method.quality.ascending,
    points: { high1, low1, high2, low2, high3, low3 },
    facts: { advance: thousandths(high[high1]! - before, before) },
  }
}

/**
 * Indexes of alternating highs and lows, beginning with a high. A turn is confirmed once prices have moved away from it
 * by `limits.turn` thousandths. The last low counts even if it is not confirmed.
 */
function turnsOf({ high, low, last }: Bars): number[] {
  const turns: number[] = []
  let at = Math.max(method.advance.bars, last - limits.reach)
  let rising = true
  for (let day = at; day <= last; day++) {
    if (rising ? high[day]! > high[at]! : low[day]! < low[at]!) at = day
    else if (
      rising
        ? low[day]! * 1_000 < high[at]! * (1_000 - limits.turn)
        : high[day]! * 1_000 > low[at]! * (1_000 + limits.turn)
    ) {
      turns.push(at)
      rising = !rising
      at = day
    }
  }
  return rising ? turns : [...turns, at]
}
