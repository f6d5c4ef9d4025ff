import type { CorporateActionFacts } from '@finlist/contract/corporate-action'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Drawing } from '@finlist/domain/chart/drawings'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { useMemo, useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { shownDrawing, stepsOfChart, tradedDrawing } from './as-traded.ts'

type Chart = {
  /** The drawings as stored, in prices as traded. */
  drawings: readonly Drawing[]
  bars: readonly DayBar[]
  resolution: Resolution
  adjustment: Adjustment
  currency: string
  actions: readonly CorporateActionFacts[] | undefined
}

/** Converts drawings to the chart's prices. `stored` converts a drawing back to prices as traded. */
export function useShownDrawings({ drawings, bars, resolution, adjustment, currency, actions }: Chart) {
  const [today] = useState(() => new Date(productNow()).toISOString().slice(0, 10))
  const steps = useMemo(
    () => actions && stepsOfChart(actions, { adjustment, bars, resolution, currency, today }),
    [actions, adjustment, bars, resolution, currency, today],
  )
  const shown = useMemo(() => (steps ? drawings.map(it => shownDrawing(it, steps)) : drawings), [drawings, steps])
  const stored = (drawing: Drawing) => (steps ? tradedDrawing(drawing, steps) : drawing)
  return { shown, stored }
}
