import type { Bars } from '../bars.ts'
import { method } from '../method.ts'
import { qualityOf } from '../quality.ts'
import { highest, lowest, sum } from '../stretch.ts'
import { isAtLeast, isShare, isWithin, thousandths } from '../whole.ts'
import type { Base } from './base.ts'
import { bowlOf } from './bowl.ts'
import type { Lip } from './lips.ts'

const { cup, quality } = method

/** A cup that began at the lip, with a handle once one has formed. */
export function cupOf(bars: Bars, lip: Lip): Base | undefined {
  const { high, low, close, last } = bars
  if (last - lip.at < cup.length[0] || !isAtLeast(lip.advance, 1_000, method.advance.least)) return undefined
  const bottom = lowest(low, lip.at, last)
  const floor = low[bottom]!
  const height = lip.high - floor
  if (!isShare(height, lip.high, cup.depth)) return undefined
  const right = highest(high, bottom, last)
  const hasHandle = last - right >= cup.handle.length[0]
  const end = hasHandle ? right : last
  if (!isWithin(end - lip.at, cup.length) || !isAtLeast(high[right]! - floor, height, cup.regained)) return undefined
  if (hasHandle ? !fitsHandle(bars, lip, floor, right) : !isOpen(bars, lip)) return undefined
  if (!isShare(bottom - lip.at, end - lip.at, cup.bowl.lowest)) return undefined
  const heights: number[] = []
  for (let at = lip.at; at <= end; at++) heights.push(thousandths(close[at]! - floor, height))
  const bowl = bowlOf(heights)
  if (!(bowl.ofLines <= cup.bowl.ofLines) || !isWithin(bowl.lowAt, cup.bowl.lowAt)) return undefined
  const depth = thousandths(height, lip.high)
  const isSaucer = end - lip.at >= cup.saucer.length && depth <= cup.saucer.depth
  const base = {
    variant: isSaucer ? ('saucer' as const) : null,
    from: lip.at,
    low: floor,
    depth,
    length: last - lip.at,
  }
  const facts = { advance: lip.advance, bowl: bowl.ofLines, lowAt: bowl.lowAt, cupLength: end - lip.at }
  if (!hasHandle) {
    const values = { bowl: bowl.ofLines, advance: lip.advance, close: thousandths(close[last]!, lip.high) }
    return {
      ...base,
      pattern: 'CUP',
      pivot: lip.high,
      quality: qualityOf(quality.CUP, values),
      points: { leftLip: lip.at, low: bottom },
      facts: { ...facts, close: values.close },
    }
  }
  const handleLow = lowest(low, right + 1, last)
  const handle = thousandths(high[right]! - low[handleLow]!, high[right]!)
  const dry = dryness(bars, right)
  return {
    ...base,
    pattern: 'CWH',
    pivot: high[right]!,
    quality: qualityOf(quality.CWH, { bowl: bowl.ofLines, handle, dry, advance: lip.advance }),
    points: { leftLip: lip.at, low: bottom, rightLip: right, handleLow },
    facts: { ...facts, handleLength: last - right, handleDepth: handle, dry },
  }
}

/** Whether the lip has not been exceeded since, and the close is near it. */
function isOpen({ close, last }: Bars, lip: Lip): boolean {
  return lip.highSince <= lip.high && isAtLeast(close[last]!, lip.high, cup.close)
}

function fitsHandle({ high, low, last }: Bars, lip: Lip, floor: number, right: number): boolean {
  const { length, depth, baseLength } = cup.handle
  const top = high[right]!
  const bottom = low[lowest(low, right + 1, last)]!
  return (
    last - lip.at >= baseLength &&
    last - right <= length[1] &&
    isShare(top - bottom, top, depth) &&
    top + bottom >= lip.high + floor
  )
}

/** The handle's mean volume in thousandths of the usual volume. */
function dryness({ volume, last }: Bars, right: number): number {
  const { usual } = method.quiet
  return thousandths(sum(volume, right + 1, last) * usual, sum(volume, last - usual + 1, last) * (last - right))
}
