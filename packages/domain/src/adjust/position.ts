import type { Day } from '../calendar.ts'
import { adjustedPrice, type Step, stepAt } from './adjustment.ts'

export type Entered = { buyPrice: number; shares: number; enteredOn: Day }

const shareParts = 1e4

/**
 * What a position has become in shares of today: one entered on an ex-date or later is in new shares already. Parts of a
 * share, which a consolidation may leave, are kept.
 */
export function positionNow({ buyPrice, shares, enteredOn }: Entered, steps: readonly Step[]) {
  const step = stepAt(steps, enteredOn)
  return step
    ? { buyPrice: adjustedPrice(buyPrice, step), shares: Math.round(shares * step.shares * shareParts) / shareParts }
    : { buyPrice, shares }
}
