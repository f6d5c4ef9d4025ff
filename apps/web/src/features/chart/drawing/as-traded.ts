import type { CorporateActionFacts } from '@finlist/contract/corporate-action'
import { type Step, stepAt, stepsOf } from '@finlist/domain/adjust/adjustment'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import type { Drawing, DrawingPoint } from '@finlist/domain/chart/drawings'
import { type DayBar, type Resolution, startOfSpan } from '@finlist/domain/chart/spans'

/* Drawings are stored in prices as traded, so later splits do not change them. They are shown in the chart's prices. */

type Chart = {
  adjustment: Adjustment
  bars: readonly DayBar[]
  resolution: Resolution
  /** The market's trading currency. Dividends in other currencies cause no adjustment. */
  currency: string
  today: Day
}

/**
 * The adjustment steps of the chart's prices. The close as traded before a dividend is computed from the adjusted bars.
 */
export function stepsOfChart(
  actions: readonly CorporateActionFacts[],
  { adjustment, bars, resolution, currency, today }: Chart,
): Step[] {
  const counted = actions.map(action => (action.currency === currency ? action : { ...action, amount: null }))
  const splits = stepsOf(counted, { adjustment: 'splits', asOf: today })
  if (adjustment !== 'splits-and-dividends') return adjustment === 'splits' ? splits : []
  let kept = 1
  // Called for each ex-date, from the newest to the oldest.
  const closeBefore = (exDate: Day) => {
    const bar = bars.findLast(({ date }) => date < startOfSpan(exDate, resolution))
    if (!bar) return undefined
    const paid = counted.reduce((sum, action) => sum + (action.exDate === exDate ? (action.amount ?? 0) : 0), 0)
    const close = bar.close / ((stepAt(splits, bar.date)?.prices ?? 1) * kept) + paid
    if (paid < close) kept *= 1 - paid / close
    return close
  }
  return stepsOf(counted, { adjustment, asOf: today, closeBefore })
}

const factorAt = ({ time }: DrawingPoint, steps: readonly Step[]) =>
  stepAt(steps, new Date(time * 1_000).toISOString().slice(0, 10))?.prices ?? 1

/** Returns the drawing in the chart's prices; the same object if nothing is adjusted. */
export function shownDrawing(drawing: Drawing, steps: readonly Step[]): Drawing {
  if (!drawing.asTraded || steps.length === 0) return drawing
  const points = drawing.points.map(point => ({ ...point, price: point.price * factorAt(point, steps) }))
  return { ...drawing, points }
}

/** Returns the drawing as it is stored, in prices as traded. */
export const tradedDrawing = (drawing: Drawing, steps: readonly Step[]): Drawing => ({
  ...drawing,
  points: drawing.points.map(point => ({ ...point, price: point.price / factorAt(point, steps) })),
  asTraded: true,
})
