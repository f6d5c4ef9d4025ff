import type { DayBar } from '@finlist/domain/chart/spans'
import { expect, test } from 'vitest'
import { type Plot, timeOf } from '../picture.ts'
import { openChart } from './open-chart.ts'

const count = 3_000
/** The indices of spikes, one at every position within a group of bars that share a pixel. */
const spikes = Array.from({ length: 16 }, (_, at) => 170 * (at + 1) + at)
const bars: DayBar[] = Array.from({ length: count }, (_, at) => {
  const date = new Date(Date.UTC(2006, 0, 2) + at * 86_400_000).toISOString().slice(0, 10)
  const isSpike = spikes.includes(at)
  return { date, open: 100, close: 100, volume: 1, high: isSpike ? 200 : 101, low: isSpike ? 20 : 99 }
})

function opened() {
  const place = document.createElement('div')
  place.style.cssText = 'position:relative;width:1100px;height:400px'
  document.body.append(place)
  const chart = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: true, onPoint() {}, onView() {} })
  /** Whether the picture has more than one colour within two pixels of a point. */
  const isDrawn = (picture: HTMLCanvasElement, { x, y }: { x: number; y: number }) => {
    const scale = devicePixelRatio
    const { data } = picture.getContext('2d')!.getImageData(Math.round(x * scale) - 2, Math.round(y * scale), 5, 1)
    const pixels = Array.from({ length: 5 }, (_, pixel) => data.slice(pixel * 4, pixel * 4 + 3).join())
    return new Set(pixels).size > 1
  }
  const close = () => {
    chart.remove()
    place.remove()
  }
  return { chart, isDrawn, close }
}

test.each(['candles', 'hollow', 'bars'] as const)(
  'a chart with several %s per pixel shows every high and every low',
  async kind => {
    const { chart, isDrawn, close } = opened()
    chart.setKind(kind)
    chart.show({ bars, plots: [] })
    chart.look(0, count)
    const isAt = (at: number, price: number) =>
      isDrawn(chart.snapshot(), chart.spotOf({ time: timeOf(bars[at]!), price }))
    await expect.poll(() => chart.view()?.to ?? 0).toBeGreaterThan(count - 10)
    const missing = () =>
      spikes.flatMap(at => [190, 30].flatMap(price => (isAt(at, price) ? [] : [`${at} at ${price}`])))
    await expect.poll(missing).toEqual([])
    // Halfway between two spikes, nothing is drawn at that height.
    expect(isAt(spikes[3]! + 85, 190)).toBe(false)
    close()
  },
)

const lines = {
  thin: { width: 1 },
  thick: { width: 2 },
  dashed: { line: 'dashed' },
  columns: { kind: 'columns' },
} as const
const cases = (['linear', 'log', 'percent'] as const).flatMap(scale =>
  [400, count].flatMap(shown => (['thin', 'thick', 'dashed', 'columns'] as const).map(how => ({ scale, shown, how }))),
)

test.each(cases)(
  'a chart shows every peak of a study, $how, on a $scale scale with $shown bars',
  async ({ scale, shown, how }) => {
    const { chart, isDrawn, close } = opened()
    // The newest bar reaches as far as the study, so that prices keep most of the chart's height.
    const calm = bars.map((bar, at) => ({
      ...bar,
      ...(at < count - 1 ? { high: 101, low: 99 } : { high: 160, low: 80 }),
    }))
    const plot: Plot = {
      key: 'study',
      study: 'study',
      onPrice: true,
      kind: 'line',
      colour: '#c00',
      name: '',
      unit: 'price',
      values: bars.map((_, at) => (at < 100 ? null : spikes.includes(at) ? 150 : 90)),
      ...lines[how],
    }
    chart.setScale(scale)
    chart.show({ bars: calm, plots: [plot] })
    chart.look(count - shown, count)
    await expect.poll(() => chart.view()?.to ?? 0).toBeGreaterThan(count - 10)
    const seen = spikes.filter(at => at >= 100 && at > count - shown)
    // Looks at several pixels, because a dashed line has gaps.
    const isAt = (at: number) => {
      const picture = chart.snapshot()
      return [149, 140, 130, 120].some(price => isDrawn(picture, chart.spotOf({ time: timeOf(bars[at]!), price })))
    }
    await expect.poll(() => seen.filter(at => !isAt(at))).toEqual([])
    expect(isAt(seen[0]! + 85)).toBe(false)
    close()
  },
)

test('a study’s line crosses the view even if its only values are before and after the view', async () => {
  const { chart, close } = opened()
  const plot: Plot = {
    key: 'study',
    study: 'study',
    onPrice: false,
    kind: 'line',
    colour: '#ff0000',
    name: '',
    unit: 'number',
    values: bars.map((_, at) => (at % 100 === 0 ? at % 300 : null)),
  }
  chart.show({ bars, plots: [plot] })
  chart.look(1_020, 1_080)
  await expect.poll(() => chart.view()?.to ?? count).toBeLessThan(1_100)
  /** The columns of the study's pane (the lower part of the picture) in which some pixel is more red than grey. */
  const columnsWithRed = () => {
    const picture = chart.snapshot()
    const top = Math.round(picture.height * 0.7)
    const { data, width } = picture.getContext('2d')!.getImageData(0, top, picture.width, picture.height - top)
    const columns = new Set<number>()
    for (let at = 0; at < data.length; at += 4)
      if (data[at]! > Math.max(data[at + 1]!, data[at + 2]!) + 40) columns.add((at / 4) % width)
    return columns.size
  }
  await expect.poll(columnsWithRed).toBeGreaterThan(500)
  close()
})
