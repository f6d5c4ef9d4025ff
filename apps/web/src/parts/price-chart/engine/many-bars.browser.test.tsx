import type { DayBar } from '@finlist/domain/chart/spans'
import { expect, test } from 'vitest'
import { timeOf } from '../picture.ts'
import { openChart } from './open-chart.ts'

const count = 3_000
/** Every place within a group of bars that share a pixel. */
const spikes = Array.from({ length: 16 }, (_, at) => 170 * (at + 1) + at)
const bars: DayBar[] = Array.from({ length: count }, (_, at) => {
  const date = new Date(Date.UTC(2006, 0, 2) + at * 86_400_000).toISOString().slice(0, 10)
  const isSpike = spikes.includes(at)
  return { date, open: 100, close: 100, volume: 1, high: isSpike ? 200 : 101, low: isSpike ? 20 : 99 }
})

test.each(['candles', 'hollow', 'bars'] as const)(
  '%s, several to a pixel: every high and every low is drawn',
  async kind => {
    const place = document.createElement('div')
    place.style.cssText = 'position:relative;width:1100px;height:400px'
    document.body.append(place)
    const chart = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: true, onPoint() {}, onView() {} })
    chart.setKind(kind)
    chart.show({ bars, plots: [] })
    chart.look(0, count)
    const isDrawn = (at: number, price: number) => {
      const picture = chart.snapshot()
      const { x, y } = chart.spotOf({ time: timeOf(bars[at]!), price })
      const scale = devicePixelRatio
      const { data } = picture.getContext('2d')!.getImageData(Math.round(x * scale) - 2, Math.round(y * scale), 5, 1)
      const pixels = Array.from({ length: 5 }, (_, pixel) => data.slice(pixel * 4, pixel * 4 + 3).join())
      return new Set(pixels).size > 1
    }
    await expect.poll(() => chart.view()?.to ?? 0).toBeGreaterThan(count - 10)
    const missing = () =>
      spikes.flatMap(at => [190, 30].flatMap(price => (isDrawn(at, price) ? [] : [`${at} at ${price}`])))
    await expect.poll(missing).toEqual([])
    // Between them nothing is drawn so high.
    expect(isDrawn(spikes[3]! + 85, 190)).toBe(false)
    chart.remove()
    place.remove()
  },
)
