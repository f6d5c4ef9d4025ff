import type { DayBar } from '@finlist/domain/chart/spans'
import { useEffect } from 'react'
import type { ChartEngine } from './engine/open-chart.ts'
import { type OutlinePoint, paintOutline } from './outline.ts'

/** Number of bars shown before the start of the base. */
const lead = 8

/** Draws a base, and scrolls its start into view. */
export function useOutline(engine: ChartEngine | undefined, outline: readonly OutlinePoint[], bars: readonly DayBar[]) {
  const base = outline[0]?.date
  useEffect(() => {
    if (!engine || outline.length === 0) return undefined
    const layer = engine.addLayer(frame => paintOutline(frame, outline))
    return () => engine.removeLayer(layer)
  }, [engine, outline])
  useEffect(() => {
    // Waits a frame, because the chart sets its initial view only then.
    const frame = requestAnimationFrame(() => {
      const view = engine?.view()
      const from = bars.findIndex(({ date }) => date === base) - lead
      if (view && from > -lead && from < view.from) engine?.look(Math.max(0, from), bars.length + 2)
    })
    return () => cancelAnimationFrame(frame)
  }, [engine, bars, base])
}
