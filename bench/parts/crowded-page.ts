import { closesAt } from '@finlist/domain/chart/compare'
import { comparedColours } from '@finlist/domain/chart/price-scale'
import { openChart } from '../../apps/web/src/components/price-chart/engine/open-chart.ts'
import type { Picture } from '../../apps/web/src/components/price-chart/picture.ts'
import { ComparedLines } from '../../apps/web/src/features/chart/compare/compared-lines.ts'
import { DrawingBoard } from '../../apps/web/src/features/chart/drawing/drawing-board.ts'
import { allKinds } from '../../apps/web/src/features/chart/studies/all-kinds.ts'
import { palette } from '../../apps/web/src/features/chart/studies/palette.ts'
import { plotsOf } from '../../apps/web/src/features/chart/studies/plots-of.ts'
import { dragged, frame } from './chart-page.ts'
import { drawingsOn } from './drawings-page.ts'

/*
 * The page that bench/crowded.ts measures in a browser: a chart with four compared symbols, ten studies and 50
 * drawings.
 */
type Bar = Picture['bars'][number]

const ten = ['SMA', 'EMA', 'BB', 'KC', 'VOL', 'RSI', 'STOCH', 'MACD', 'ADX', 'HIGH']
const t = (key: string) => key

/** The frame times in ms of a drag with `shown` bars in view. */
async function frames(bars: Bar[], shown: number, count: number): Promise<number[]> {
  const place = document.getElementById('place')!
  const chart = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: true, onPoint() {}, onView() {} })
  const studies = ten.map(type => ({ id: type, type, params: {} }))
  chart.show({ bars, plots: plotsOf(studies, { bars, index: undefined, resolution: '1D', kinds: allKinds, t }) })
  chart.look(bars.length - shown, bars.length)
  chart.setScale('percent')
  const others = comparedColours.map((colour, at) => ({
    symbol: colour,
    code: colour,
    colour: palette[colour]!,
    closes: closesAt(
      bars,
      bars.map((bar, place) => ({ ...bar, close: bar.close * (1 + Math.sin(place / (50 + at)) / 3) + at + 1 })),
      '1D',
    ),
  }))
  const part = chart.addPart(lines => new ComparedLines(lines))
  part?.show(bars, others)
  part?.setView(bars.length - shown)
  const board = new DrawingBoard(chart, { onMoved() {}, onSelect() {}, onPoints() {}, onPlaced() {} })
  const drawings = drawingsOn(bars.slice(-shown), 50)
  board.set({
    drawings,
    selected: [],
    isSeveral: false,
    tool: undefined,
    bars,
    isMagnetOn: false,
    handle: undefined,
    t,
  })
  for (let settling = 0; settling < 3; settling++) await frame()
  const took = await dragged(place, count)
  board.remove()
  chart.remove()
  return took
}

export const measures = { frames }
Object.assign(window, { measures })
