import type { Bars } from '../bars.ts'
import { method } from '../method.ts'
import { qualityOf } from '../quality.ts'
import { highest, lowest } from '../stretch.ts'
import { isAtLeast, isShare, thousandths } from '../whole.ts'
import type { Base } from './base.ts'

const limits = method.highTightFlag

/** A short pause after the price has nearly doubled within weeks. */
export function highTightFlagOf({ high, low, last }: Bars): Base | undefined {
  const top = highest(high, last - limits.length[1], last)
  const length = last - top
  if (length < limits.length[0]) return undefined
  const peak = high[top]!
  const foot = lowest(low, top - limits.poleLength[1], top - limits.poleLength[0])
  if (!isAtLeast(peak - low[foot]!, low[foot]!, limits.pole)) return undefined
  if (high[highest(high, top - limits.before, top)]! > peak) return undefined
  const bottom = lowest(low, top + 1, last)
  if (!isShare(peak - low[bottom]!, peak, limits.depth)) return undefined
  const pole = thousandths(peak - low[foot]!, low[foot]!)
  return {
    pattern: 'BASE',
    variant: 'high-tight-flag',
    from: top,
    pivot: peak,
    low: low[bottom]!,
    depth: thousandths(peak - low[bottom]!, peak),
    length,
    quality: qualityOf(method.quality['high-tight-flag'], { pole }),
    points: { foot, high: top, low: bottom },
    facts: { pole, poleLength: top - foot },
  }
}
