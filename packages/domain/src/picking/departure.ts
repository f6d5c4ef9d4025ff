import type { DepartureReason } from './departure-reasons.ts'
import { conditionsMet, hasBase, type IssueRow, inCurrency } from './issue.ts'
import type { Look } from './look.ts'
import { method } from './method.ts'
import { isAtMost } from './whole.ts'

/**
 * A pick of the previous list. Prices are in the market's currency and in the share terms of the new list's day. Prices
 * and `baseAge` are null for a pick without a base.
 */
export type PickBefore = {
  code: string
  pattern: IssueRow['pattern']
  variant: string
  buyPoint: number | null
  stop: number | null
  /** Number of bars from the beginning of the pick's base to the new list's day. */
  baseAge: number | null
}

/**
 * The reason why a pick of the previous list is not on the new one. `look` has the method's figures for the stock on
 * the new list's day; undefined if the stock is not eligible.
 */
export function departureOf(before: PickBefore, look: Look | undefined): DepartureReason {
  if (!look) return 'not-eligible'
  const close = inCurrency(look.close)
  if (before.buyPoint !== null && close >= before.buyPoint) return 'broke-out'
  if (before.stop !== null && close <= before.stop) return 'under-stop'
  const wanted = before.buyPoint === null ? method.leaders : method.listed
  if (look.rank < wanted.rank) return 'rank'
  if (conditionsMet(look) < wanted.template) return 'template'
  if (!hasBase(look)) {
    if (before.buyPoint === null) return 'crowded-out'
    return isTooOld(before) ? 'too-old' : 'base-broken'
  }
  return isAtMost(look.base!.pivot - look.close, look.close, method.listed.pivotOver) ? 'crowded-out' : 'too-far'
}

const longest: Record<string, number> = {
  CWH: method.cup.length[1] + method.cup.handle.length[1],
  CUP: method.cup.length[1],
  DB: method.doubleBottom.length[1],
  FB: method.flatBase.length[1],
  'high-tight-flag': method.highTightFlag.length[1],
  ascending: method.ascending.length[1],
}

function isTooOld({ pattern, variant, baseAge }: PickBefore): boolean {
  const most = longest[pattern === 'BASE' ? variant : pattern]
  return most !== undefined && baseAge !== null && baseAge > most
}
