import type { DayBar } from '@finlist/domain/chart/spans'
import { useEffect } from 'react'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'

/** Days to bring into view: from the first to the last, or the first alone at the current width. */
export type Aim = { from: string; to?: string; isWhole?: boolean }

type Of = {
  engine: ChartEngine | undefined
  bars: readonly DayBar[]
  /** Whether there are older bars; `older` fetches them. */
  mayHaveOlder: boolean
  older: () => void
  aim: Aim | undefined
  onAimed: () => void
}

/** Brings days into view once their bars are loaded: older ones are fetched stretch by stretch. */
export function useAim({ engine, bars, mayHaveOlder, older, aim, onAimed }: Of): void {
  useEffect(() => {
    const [first] = bars
    if (!aim || !engine || !first) return
    if (first.date > aim.from && mayHaveOlder) return older()
    const frame = requestAnimationFrame(() => {
      onAimed()
      const from = placeOn(bars, aim.from)
      if (aim.to) return engine.look(from, Math.max(placeOn(bars, aim.to) + 1, from + 2))
      if (aim.isWhole) return engine.look(from, bars.length + 2)
      const view = engine.view()
      const width = view ? view.to - view.from : 120
      engine.look(from - width / 2, from + width / 2)
      engine.pointAt(from)
    })
    return () => cancelAnimationFrame(frame)
  }, [aim, engine, bars, mayHaveOlder, older, onAimed])
}

/** The first bar on or after the day; else the newest. */
function placeOn(bars: readonly DayBar[], day: string): number {
  const at = bars.findIndex(({ date }) => date >= day)
  return at === -1 ? bars.length - 1 : at
}
