import type { Day } from '../calendar.ts'
import { adjustedPrice, type Step, stepAt } from './adjustment.ts'

export type Entered = { buyPrice: number; shares: number; enteredOn: Day }

const shareParts = 1e4

/**
 * A position in today's shares. One entered on or after an ex-date is already in new shares. Fractions of a share,
 * which a consolidation may leave, are kept.
 */
export function positionNow({ buyPrice, shares, enteredOn }: Entered, steps: readonly Step[]) {
  const step = stepAt(steps, enteredOn)
  return step
    ? { buyPrice: adjustedPrice(buyPrice, step), shares: Math.round(shares * step.shares * shareParts) / shareParts }
    : { buyPrice, shares }
}
