import type { Bars } from '../bars.ts'
import { method } from '../method.ts'
import { qualityOf } from '../quality.ts'
import { highest, lowest, sumOfRanges } from '../stretch.ts'
import { isAtLeast, isAtMost, isShare, isWithin, thousandths } from '../whole.ts'
import type { Base } from './base.ts'

const limits = method.flatBase

/** A flat base that ends today: the longest stretch within the depth limit. */
export function flatBaseOf(bars: Bars): Base | undefined {
  const { high, low, close, last } = bars
  const from = startOf(bars)
  if (from === undefined) return undefined
  const top = highest(high, from, last)
  const bottom = lowest(low, from, last)
  const [ceiling, floor] = [high[top]!, low[bottom]!]
  const length = last - from
  if (!isWithin(length, limits.length) || last - top < limits.highAge) return undefined
  if (!isShare(ceiling - floor, ceiling, limits.depth) || !isAtLeast(close[last]!, ceiling, limits.close))
    return undefined
  const drift = driftOf(close, from, last)
  if (drift > limits.drift || drift < -limits.drift) return undefined
  const { bars: rangeBars, most } = limits.range
  const ranges = sumOfRanges(bars, from - rangeBars + 1, from)
  const range = Math.floor((1_000 * rangeBars * (ceiling - floor)) / (ranges * Math.sqrt(length)))
  if (!(range <= most)) return undefined
  const { bars: before, leastOfFlat } = method.advance
  const lowBefore = low[lowest(low, from - before, from)]!
  if (!isAtLeast(ceiling, high[highest(high, from - before, from)]!, limits.ofHighBefore)) return undefined
  if (!isAtLeast(ceiling - lowBefore, lowBefore, leastOfFlat)) return undefined
  const depth = thousandths(ceiling - floor, ceiling)
  const advance = thousandths(ceiling - lowBefore, lowBefore)
  return {
    pattern: 'FB',
    variant: null,
    from,
    pivot: ceiling,
    low: floor,
    depth,
    length,
    quality: qualityOf(method.quality.FB, { depth, range, advance }),
    points: { start: from, high: top, low: bottom },
    facts: { advance, drift: Math.floor(drift), range },
  }
}

/**
 * The first day of the flat base: the earliest day near the high in the longest stretch up to today that stays within
 * the depth limit; undefined if the base would be too short.
 */
function startOf({ high, low, last }: Bars): number | undefined {
  const earliest = Math.max(method.advance.bars, last - limits.length[1])
  let from = last
  let [ceiling, floor] = [high[last]!, low[last]!]
  for (let at = last; at >= earliest; at--) {
    const [top, bottom] = [Math.max(ceiling, high[at]!), Math.min(floor, low[at]!)]
    if (!isAtMost(top - bottom, top, limits.depth[1])) break
    ;[ceiling, floor, from] = [top, bottom, at]
  }
  if (last - from < limits.length[0]) return undefined
  while (!isAtLeast(high[from]!, ceiling, 1_000 - limits.startsWithin)) from++
  return from
}

/** The rise of the regression line through the closes, from the first day to the last, in thousandths of their mean. */
function driftOf(close: Float64Array, from: number, to: number): number {
  const days = to - from
  const count = days + 1
  let [sum, placed] = [0, 0]
  for (let at = from; at <= to; at++) {
    sum += close[at]!
    placed += close[at]! * (at - from)
  }
  const slope = (2 * placed - days * sum) / ((count * (count * count - 1)) / 6)
  return (1_000 * slope * days * count) / sum
}
