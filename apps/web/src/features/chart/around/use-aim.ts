import type { DayBar } from '@finlist/domain/chart/spans'
import { useEffect } from 'react'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'

/**
 * The days to bring into view. With `to`: the range from `from` to `to`. With `isWhole`: everything since `from`.
 * Otherwise `from` in the centre, at the current zoom.
 */
export type Aim = { from: string; to?: string; isWhole?: boolean }

type Of = {
  engine: ChartEngine | undefined
  bars: readonly DayBar[]
  /** Whether there are older bars, which `older` fetches. */
  mayHaveOlder: boolean
  older: () => void
  aim: Aim | undefined
  onAimed: () => void
}

/** Brings days into view once their bars are loaded. Older bars are fetched one range at a time. */
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

/** The index of the first bar on or after the day, or of the newest bar if there is none. */
function placeOn(bars: readonly DayBar[], day: string): number {
  const at = bars.findIndex(({ date }) => date >= day)
  return at === -1 ? bars.length - 1 : at
}
