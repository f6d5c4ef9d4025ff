import type { Bars } from '../bars.ts'
import { method } from '../method.ts'
import { qualityOf } from '../quality.ts'
import { highest, lowest } from '../stretch.ts'
import { isAtLeast, isShare, isWithin, thousandths } from '../whole.ts'
import type { Base } from './base.ts'
import type { Lip } from './lips.ts'

const limits = method.doubleBottom

/** Indexes of the two lows and of the peak between them. */
type Turns = { first: number; middle: number; second: number }

/**
 * A double bottom that began at the lip. Its lowest day can be the first or the second low. If both readings fit, the
 * one with the more prominent middle peak counts.
 */
export function doubleBottomOf(bars: Bars, lip: Lip): Base | undefined {
  const { high, low, last } = bars
  if (!isWithin(last - lip.at, limits.length) || lip.highSince > lip.high) return undefined
  if (!isAtLeast(lip.advance, 1_000, method.advance.least)) return undefined
  const bottom = lowest(low, lip.at, last)
  if (!isShare(lip.high - low[bottom]!, lip.high, limits.depth)) return undefined
  const seen = [endingAt(bars, lip.at, bottom), beginningAt(bars, bottom)].filter(
    turns => turns !== undefined && fits(bars, lip, turns, low[bottom]!),
  ) as Turns[]
  const [one, other] = seen
  if (!one) return undefined
  const standsOut = ({ first, middle, second }: Turns) => high[middle]! / Math.max(low[first]!, low[second]!)
  return baseOf(bars, lip, other && standsOut(other) > standsOut(one) ? other : one, low[bottom]!)
}

/**
 * The turns if the lowest day is the second low. The middle peak is the high that rises most above the lowest low
 * before it.
 */
function endingAt({ high, low }: Bars, from: number, second: number): Turns | undefined {
  let [middle, most, lowBefore] = [-1, 0, low[from]!]
  for (let at = from + 1; at <= second - limits.leg; at++) {
    lowBefore = Math.min(lowBefore, low[at]!)
    if (at < from + 2 * limits.leg || high[at]! - lowBefore <= most) continue
    middle = at
    most = high[at]! - lowBefore
  }
  return middle < 0 ? undefined : { first: lowest(low, from, middle), middle, second }
}

/**
 * The turns if the lowest day is the first low. The second low is the lowest day at least two legs later, and the
 * middle peak is the highest day between the two.
 */
function beginningAt({ high, low, last }: Bars, first: number): Turns | undefined {
  if (first + 2 * limits.leg > last) return undefined
  const second = lowest(low, first + 2 * limits.leg, last)
  return { first, middle: highest(high, first + limits.leg, second - limits.leg), second }
}

function fits({ high, low, close, last }: Bars, lip: Lip, { first, middle, second }: Turns, floor: number): boolean {
  const [low1, low2, peak] = [low[first]!, low[second]!, high[middle]!]
  return (
    last - second >= limits.since &&
    first - lip.at >= limits.leg &&
    middle - first >= limits.leg &&
    second - middle >= limits.leg &&
    isShare(low2, low1, limits.second) &&
    isShare(peak - floor, lip.high - floor, limits.middle) &&
    high[highest(high, second, last)]! <= peak &&
    isAtLeast(close[last]! - low2, peak - low2, limits.regained)
  )
}

function baseOf({ high, low, close, last }: Bars, lip: Lip, turns: Turns, floor: number): Base {
  const { first, middle, second } = turns
  const peak = high[middle]!
  const height = thousandths(peak - floor, lip.high - floor)
  const toBest = Math.abs(height - method.bestMiddle)
  const undercut = low[second]! < low[first]! ? 1_000 : method.notUndercut
  const facts = {
    advance: lip.advance,
    middle: height,
    second: thousandths(low[second]!, low[first]!),
    close: thousandths(close[last]!, peak),
  }
  return {
    pattern: 'DB',
    variant: null,
    from: lip.at,
    pivot: peak,
    low: floor,
    depth: thousandths(lip.high - floor, lip.high),
    length: last - lip.at,
    quality: qualityOf(method.quality.DB, { ...facts, undercut, middle: toBest }),
    points: { leftLip: lip.at, firstLow: first, middle, secondLow: second },
    facts,
  }
}
