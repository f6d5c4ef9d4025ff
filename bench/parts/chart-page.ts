import { CandlestickSeries, createChart, HistogramSeries, LineSeries } from 'lightweight-charts'
import { openChart } from '../../apps/web/src/components/price-chart/engine/open-chart.ts'
import { type Picture, priceAverage, volume } from '../../apps/web/src/components/price-chart/picture.ts'

/*
 * The page that bench/chart.ts measures in a browser. It shows our chart, or the engine alone with the same bars and
 * number of series. Each reports when it was painted, and can be advanced by a bar.
 */
type Bar = Picture['bars'][number]
type Opened = { step: (bars: Bar[]) => void; remove: () => void }

const of = { exchange: 'PRAC', resolution: '1D' } as const
export const pictureOf = (bars: Bar[]): Picture => ({
  bars,
  plots: [
    priceAverage(bars, { ...of, study: 'average', name: '' }),
    ...volume(bars, { ...of, study: 'volume', name: '', averageName: '' }),
  ],
})

function openOurs(place: HTMLElement, bars: Bar[]): Opened {
  const chart = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: true, onPoint() {}, onView() {} })
  chart.show(pictureOf(bars))
  chart.setRatio(3)
  chart.look(0, bars.length)
  return { step: next => chart.show(pictureOf(next)), remove: () => chart.remove() }
}

function openBare(place: HTMLElement, bars: Bar[]): Opened {
  const chart = createChart(place, { autoSize: true })
  const candles = chart.addSeries(CandlestickSeries)
  const average = chart.addSeries(LineSeries)
  const columns = chart.addSeries(HistogramSeries, {}, 1)
  const volumes = chart.addSeries(LineSeries, {}, 1)
  const { plots } = pictureOf(bars)
  const value = (at: number, place: number) => plots[at]!.values[place] ?? Number.NaN
  const points = (at: number) =>
    bars.flatMap(({ date }, place) => (Number.isNaN(value(at, place)) ? [] : [{ time: date, value: value(at, place) }]))
  candles.setData(bars.map(({ date, open, high, low, close }) => ({ time: date, open, high, low, close })))
  average.setData(points(0))
  columns.setData(bars.map(bar => ({ time: bar.date, value: bar.volume })))
  volumes.setData(points(2))
  chart.timeScale().setVisibleLogicalRange({ from: 0, to: bars.length })
  return {
    step(next) {
      const { date, open, high, low, close, volume: shares } = next.at(-1)!
      candles.update({ time: date, open, high, low, close })
      average.update({ time: date, value: close })
      columns.update({ time: date, value: shares })
      volumes.update({ time: date, value: shares })
    },
    remove: () => chart.remove(),
  }
}

/** Resolves after the next frame has been painted. */
export const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))

/** Milliseconds until a new chart is painted. */
async function paint(whose: 'ours' | 'bare', bars: Bar[]) {
  const place = document.getElementById('place')!
  await frame()
  const since = performance.now()
  const opened = (whose === 'ours' ? openOurs : openBare)(place, bars)
  await frame()
  return { ms: performance.now() - since, opened }
}

/** Mean duration in ms of a frame while the chart is dragged back and forth. */
async function drag(frames: number) {
  const canvases = document.querySelectorAll('#place canvas')
  const { left, top } = canvases[0]!.getBoundingClientRect()
  const at = (type: string, x: number) =>
    new MouseEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: left + x,
      clientY: top + 80,
      button: 0,
      buttons: 1,
    })
  const canvas = document.elementFromPoint(left + 400, top + 80)!
  canvas.dispatchEvent(at('mousedown', 400))
  let busy = 0
  for (let step = 0; step < frames; step++) {
    const x = 400 + 150 * Math.sin(step / 8)
    const since = performance.now()
    document.documentElement.dispatchEvent(at('mousemove', x))
    await frame()
    busy += performance.now() - since
  }
  document.documentElement.dispatchEvent(at('mouseup', 400))
  return busy / frames
}

/** Mean time in ms to add and paint one more bar. */
async function play(opened: Opened, bars: Bar[], from: number) {
  let busy = 0
  for (let length = from + 1; length <= bars.length; length++) {
    const next = bars.slice(0, length)
    const since = performance.now()
    opened.step(next)
    busy += performance.now() - since
    await frame()
  }
  return busy / (bars.length - from)
}

export const measures = {
  async draw(whose: 'ours' | 'bare', bars: Bar[]) {
    const { ms, opened } = await paint(whose, bars)
    const dragMs = await drag(60)
    opened.remove()
    return { ms, dragMs }
  },
  async step(whose: 'ours' | 'bare', bars: Bar[], from: number) {
    const { opened } = await paint(whose, bars.slice(0, from))
    const stepMs = await play(opened, bars, from)
    opened.remove()
    return stepMs
  },
}
Object.assign(window, { measures })

/** Drags the chart back and forth; returns the ms of each frame, from a pointer move to the paint that follows. */
export async function dragged(place: HTMLElement, count: number): Promise<number[]> {
  const { left, top } = place.getBoundingClientRect()
  const at = (type: string, x: number) =>
    new MouseEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: left + x,
      clientY: top + 80,
      button: 0,
      buttons: 1,
    })
  document.elementFromPoint(left + 400, top + 80)!.dispatchEvent(at('mousedown', 400))
  const took: number[] = []
  for (let step = 0; step < count; step++) {
    const since = performance.now()
    document.documentElement.dispatchEvent(at('mousemove', 400 + 150 * Math.sin(step / 8)))
    await frame()
    took.push(performance.now() - since)
  }
  document.documentElement.dispatchEvent(at('mouseup', 400))
  return took
}
