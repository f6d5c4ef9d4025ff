import type { Day } from '../calendar.ts'
import { adjustedPrice, type Step, stepAt } from './adjustment.ts'

export type Entered = { buyPrice: number; shares: number; enteredOn: Day }

const shareParts = 1e4

/**
 * Converts a position to today's shares. A position entered on or after an ex-date is already in new shares. A
 * consolidation may leave a fraction of a share; it is rounded to four decimals.
 */
export function positionNow({ buyPrice, shares, enteredOn }: Entered, steps: readonly Step[]) {
  const step = stepAt(steps, enteredOn)
  return step
    ? { buyPrice: adjustedPrice(buyPrice, step), shares: Math.round(shares * step.shares * shareParts) / shareParts }
    : { buyPrice, shares }
}
