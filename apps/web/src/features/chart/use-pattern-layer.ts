import type { ChartPattern } from '@finlist/contract/charts/chart'
import { useEffect, useState } from 'react'
import type { ChartEngine } from '../../components/price-chart/engine/open-chart.ts'
import { paintPatterns, patternAt } from './pattern-layer.ts'

const reach = { mouse: 6, touch: 14 }

/** Draws the outlines of bases. `shown`: the base last pointed at, tapped or selected; initially the newest one. */
export function usePatternLayer(engine: ChartEngine | undefined, patterns: readonly ChartPattern[]) {
  const [meant, setMeant] = useState<ChartPattern>()
  const [pointed, setPointed] = useState(false)
  const shown = meant && patterns.includes(meant) ? meant : patterns.at(-1)
  useEffect(() => {
    if (!engine || patterns.length === 0) return
    const layer = engine.addLayer(frame => paintPatterns(frame, patterns, shown), { behind: true })
    const find = (event: PointerEvent) => {
      const { left, top } = engine.place.getBoundingClientRect()
      const spot = { x: event.clientX - left, y: event.clientY - top }
      const how = event.pointerType === 'touch' ? 'touch' : 'mouse'
      return patternAt(patterns, spot, { spotOf: engine.spotOf, reach: reach[how] })
    }
    const point = (event: PointerEvent) => {
      const found = find(event)
      if (found) setMeant(found)
      setPointed(found !== undefined)
    }
    const gone = new AbortController()
    const on = { signal: gone.signal }
    engine.place.addEventListener(
      'pointermove',
      event => event.pointerType === 'mouse' && event.buttons === 0 && point(event),
      on,
    )
    engine.place.addEventListener('pointerdown', point, on)
    engine.place.addEventListener('pointerleave', () => setPointed(false), on)
    return () => {
      gone.abort()
      engine.removeLayer(layer)
    }
  }, [engine, patterns, shown])
  return { shown, pointed: pointed ? shown : undefined, mean: setMeant }
}
