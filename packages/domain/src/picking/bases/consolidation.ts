import type { Bars } from '../bars.ts'
import { method } from '../method.ts'
import { lowest } from '../stretch.ts'
import { isAtLeast, isShare, isWithin, thousandths } from '../whole.ts'
import type { Base } from './base.ts'
import type { Lip } from './lips.ts'

const limits = method.consolidation

/** A sideways move of no particular shape below the left lip. */
export function consolidationOf({ low, close, last }: Bars, lip: Lip): Base | undefined {
  if (!isWithin(last - lip.at, limits.length) || lip.highSince > lip.high) return undefined
  const bottom = lowest(low, lip.at, last)
  const floor = low[bottom]!
  if (!isShare(lip.high - floor, lip.high, limits.depth)) return undefined
  if (!isAtLeast(close[last]! - floor, lip.high - floor, limits.close)) return undefined
  return {
    pattern: 'BASE',
    variant: 'consolidation',
    from: lip.at,
    pivot: lip.high,
    low: floor,
    depth: thousandths(lip.high - floor, lip.high),
    length: last - lip.at,
    quality: method.quality.consolidation,
    points: { leftLip: lip.at, low: bottom },
    facts: { advance: lip.advance },
  }
}
