import { type Colours, coloursAt, onThemeChange } from '../price-chart/engine/colours.ts'

/** The colours of each market and colour scheme on the page. Resolving them takes longer than drawing a chart. */
const known = new Map<string, Colours>()
const redraws = new Set<() => void>()
let stop: (() => void) | undefined

/** The colours in effect at the canvas, which charts of the same market and colour scheme share. */
export function coloursOf(canvas: HTMLCanvasElement): Colours {
  const market = canvas.closest<HTMLElement>('[data-market]')?.dataset['market']
  const key = `${market} ${getComputedStyle(canvas).colorScheme}`
  const colours = known.get(key) ?? coloursAt(canvas.parentElement!)
  known.set(key, colours)
  return colours
}

/** Calls `redraw` when colours may have changed. Returns a function that stops this. */
export function whenColoursChange(redraw: () => void): () => void {
  stop ??= onThemeChange(() => {
    known.clear()
    for (const one of redraws) one()
  })
  redraws.add(redraw)
  return () => {
    redraws.delete(redraw)
    if (redraws.size > 0) return
    stop?.()
    stop = undefined
    known.clear()
  }
}
