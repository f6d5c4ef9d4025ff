import { read, write } from '../../../api/storage.ts'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'

/** The properties that charts side by side can share. */
export const syncs = ['symbol', 'interval', 'crosshair', 'range'] as const
export type Sync = (typeof syncs)[number]

export const togetherIn = (kept: unknown): Record<Sync, boolean> => {
  const { symbol = false, interval = false, crosshair = true, range = true } = (kept ?? {}) as Record<string, unknown>
  return { symbol: symbol === true, interval: interval === true, crosshair: crosshair === true, range: range === true }
}
export const keep = (part: Record<string, unknown>) => write('chartAround', { ...read('chartAround'), ...part })

/**
 * The charts side by side. When the user moves the crosshair or the range of one, the others follow if the charts
 * share it.
 */
export class Together {
  readonly #engines = new Map<number, ChartEngine>()
  /** The index of the chart under the pointer or with the focus; 0 if there is none. */
  #moved = 0
  #is = togetherIn(undefined)

  choose(is: Record<Sync, boolean>) {
    this.#is = is
  }

  /** Adds a chart. Returns a function that removes it. */
  join(at: number, engine: ChartEngine): () => void {
    this.#engines.set(at, engine)
    const gone = new AbortController()
    const { place } = engine
    for (const kind of ['pointerenter', 'pointerdown', 'focusin'])
      place.addEventListener(kind, () => (this.#moved = at), { signal: gone.signal })
    place.addEventListener('pointerleave', () => (this.#moved = 0), { signal: gone.signal })
    const stop = engine.onMove(moved => {
      if (at !== this.#moved || !this.#is['from' in moved ? 'range' : 'crosshair']) return
      for (const [other, it] of this.#engines) if (other !== at) it.moveAlong(moved)
    })
    return () => {
      stop()
      gone.abort()
      this.#engines.delete(at)
    }
  }
}
