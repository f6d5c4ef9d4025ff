import type { Bars } from '../bars.ts'
import { method } from '../method.ts'
import { highest, lowest } from '../stretch.ts'
import { isAtLeast, isAtMost, thousandths } from '../whole.ts'

/** A high followed by a decline, where a cup, a double bottom or a consolidation may have begun. */
export type Lip = {
  at: number
  high: number
  /** The highest price since the lip. */
  highSince: number
  /** The rise of prices up to the lip, in thousandths of the low from which they rose. */
  advance: number
}

/** Every high of a stock that could still be a left lip, newest first. */
export function lipsOf({ high, low, last }: Bars): Lip[] {
  const { youngest, oldest, before, ofHighBefore, passedBy } = method.lip
  const { bars, leastOfFlat } = method.advance
  const lips: Lip[] = []
  let highSince = high[last]!
  for (let at = last - 1; at >= Math.max(bars, last - oldest); at--) {
    const top = high[at]!
    const isPassed = !isAtMost(highSince - top, top, passedBy)
    if (last - at >= youngest && !isPassed && isSwingHigh(high, at, last)) {
      const floor = low[lowest(low, at - bars, at)]!
      const highBefore = high[highest(high, at - before, at)]!
      if (isAtLeast(top, highBefore, ofHighBefore) && isAtLeast(top - floor, floor, leastOfFlat))
        lips.push({ at, high: top, highSince, advance: thousandths(top - floor, floor) })
    }
    highSince = Math.max(highSince, top)
  }
  return lips
}

function isSwingHigh(high: Float64Array, at: number, last: number): boolean {
  const { swing } = method.lip
  return high[highest(high, at - swing, Math.min(last, at + swing))]! <= high[at]!
}
