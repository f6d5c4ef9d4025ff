import { method } from '@finlist/domain/picking/method'
import type { Plant } from './plant.ts'

/**
 * The pivot of a planted base; undefined if the noise has moved the base out of the limits. The pivot is computed from
 * the days on which the base was drawn. The detectors do not know these days, and none of their code is used here.
 */
export function pivotStillShown({ kind, stock, from, readyAt: last, turns }: Plant): number | undefined {
  const { high, low, close } = stock
  const most = (from_: number, to: number) => Math.max(...Array.from(high).slice(Math.max(0, from_), to + 1))
  const least = (from_: number, to: number) => Math.min(...Array.from(low).slice(Math.max(0, from_), to + 1))
  const within = (share: number, [a, b]: readonly [number, number]) => 1_000 * share >= a && 1_000 * share <= b
  const lip = most(from - 4, from + 4)
  const floor = least(from, last)
  const depth = 1 - floor / lip
  const advance = 1_000 * (lip / least(from - method.advance.bars, from) - 1)
  const isAdvanced = advance >= method.advance.least
  const now = close[last]!
  switch (kind) {
    case 'CWH': {
      const [right] = turns as [number]
      const top = most(right - 3, right + 2)
      const handle = least(right + 1, last)
      const isHandle = within(1 - handle / top, method.cup.handle.depth) && (top + handle) / 2 >= (lip + floor) / 2
      const isRegained = 1_000 * (top - floor) >= method.cup.regained * (lip - floor)
      const isCup = within(depth, method.cup.depth) && isRegained && 1_000 * (top / lip - 1) <= method.lip.passedBy
      return isAdvanced && isCup && isHandle && most(right + 3, last) < top ? top : undefined
    }
    case 'CUP': {
      const isOpen = most(from + 5, last) <= lip && now >= 0.9 * lip
      return isAdvanced && within(depth, method.cup.depth) && isOpen ? lip : undefined
    }
    case 'DB': {
      const [a, m, b] = turns as [number, number, number]
      const [first, middle, second] = [least(a - 3, a + 3), most(m - 3, m + 3), least(b - 3, b + 3)]
      const isPair = within(second / first, method.doubleBottom.second)
      const isOpen = middle < 0.99 * lip && most(b, last) < middle && now > second + 0.4 * (middle - second)
      const isMiddle = (middle - floor) / (lip - floor) >= 0.4
      return isAdvanced && within(depth, method.doubleBottom.depth) && isPair && isMiddle && isOpen ? middle : undefined
    }
    case 'FB': {
      const top = most(from - 4, last)
      const isAdvancedEnough = 1_000 * (top / least(from - method.advance.bars, from) - 1) >= method.advance.leastOfFlat
      const isShallow = 1_000 * (1 - floor / top) <= method.flatBase.depth[1]
      const isOpen = most(last - 4, last) < top && now >= 0.9 * top
      return isAdvancedEnough && isShallow && isOpen ? top : undefined
    }
    case 'ascending': {
      const peaks = [from, turns[1]!, turns[3]!].map(day => most(day - 3, day + 3))
      const troughs = [turns[0]!, turns[2]!, turns[4]!].map(day => least(day - 3, day + 3))
      const isRising = [peaks, troughs].every(list => list.every((value, at) => at === 0 || value > list[at - 1]!))
      const arePullBacks = peaks.every((peak, at) =>
        within(1 - troughs[at]! / peak, [80, method.ascending.pullBack[1]]),
      )
      const pivot = peaks[2]!
      const isOpen = most(turns[4]!, last) < pivot && 1_000 * now >= method.ascending.close * pivot
      return isRising && arePullBacks && isOpen ? pivot : undefined
    }
    case 'high-tight-flag':
      return most(turns[0]! - 3, last)
  }
}
