import type { Drawing } from '@finlist/domain/chart/drawings'
import { openChart } from '../../apps/web/src/components/price-chart/engine/open-chart.ts'
import { type Picture, timeOf } from '../../apps/web/src/components/price-chart/picture.ts'
import { DrawingBoard } from '../../apps/web/src/features/chart/drawing/drawing-board.ts'
import { kinds } from '../../apps/web/src/features/chart/drawing/kinds.ts'
import { dragged, frame, pictureOf } from './chart-page.ts'

/* The page that bench/drawings.ts measures in a browser: our chart, with and without drawings over it. */
type Bar = Picture['bars'][number]

/** Drawings that cycle through all kinds and are spread over the bars. */
export function drawingsOn(bars: readonly Bar[], count: number): Drawing[] {
  return Array.from({ length: count }, (_, at): Drawing => {
    const kind = kinds[at % kinds.length]!
    const from = Math.floor((bars.length * (at + 0.5)) / count)
    const points = Array.from({ length: kind.isStroke ? 200 : kind.points }, (_, point) => {
      const bar = bars[Math.min(from + point * (kind.isStroke ? 1 : 40), bars.length - 1)]!
      return { time: timeOf(bar), price: bar.close * (1 + point / 20) }
    })
    return { id: String(at), type: kind.type, points, text: 'Breakout' }
  })
}

/** The frame times in ms of a drag over all bars. */
async function frames(bars: Bar[], drawings: number, count: number): Promise<number[]> {
  const place = document.getElementById('place')!
  const chart = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: true, onPoint() {}, onView() {} })
  chart.show(pictureOf(bars))
  chart.look(0, bars.length)
  const board = new DrawingBoard(chart, { onMoved() {}, onSelect() {}, onPoints() {}, onPlaced() {} })
  const shown = drawingsOn(bars, drawings)
  const t = (key: string) => key
  board.set({
    drawings: shown,
    selected: shown.slice(0, 1).map(({ id }) => id),
    isSeveral: false,
    tool: undefined,
    bars,
    isMagnetOn: false,
    handle: undefined,
    t,
  })
  await frame()
  await frame()
  const took = await dragged(place, count)
  board.remove()
  chart.remove()
  return took
}

export const measures = { frames }
Object.assign(window, { measures })
