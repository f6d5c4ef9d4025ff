import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import type { View } from '../../../components/price-chart/engine/open-chart.ts'

/** The address of the chart in its current state: symbol, interval and the days in view. */
export function linkTo(
  { symbol, resolution, bars }: { symbol: string; resolution: Resolution; bars: readonly DayBar[] },
  view: View | undefined,
): string {
  const at = (place: number) => bars[Math.min(Math.max(Math.round(place), 0), bars.length - 1)]?.date
  const [from, to] = view ? [at(view.from), at(view.to)] : []
  const search = new URLSearchParams({ symbol, interval: resolution, ...(from && to && { from, to }) })
  return new URL(`/interactive-chart?${search}`, location.origin).href
}
