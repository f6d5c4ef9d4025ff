import { expect, test } from 'vitest'
import { show } from '../../../../test/show.tsx'
import { volume } from '../picture.ts'
import { openChart } from './open-chart.ts'

/**
 * Draws a chart in black that has the same volume on every bar. Returns the average darkness of the lowest tenth of the
 * picture, where the volume columns are.
 */
async function darkness(count: number, isRising: boolean) {
  await show(<div id="chart" />)
  await expect.poll(() => document.querySelector('#chart')).not.toBeNull()
  const place = document.querySelector<HTMLElement>('#chart')!
  place.style.cssText = 'position:relative;width:800px;height:400px;--up:#000;--down:#000;--faded:#fff'
  const bars = Array.from({ length: count }, (_, at) => {
    const close = isRising ? 50 + at / 10 : 500 - at / 10
    const date = new Date(Date.UTC(2024, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
    return { date, open: close, close, high: close + 1, low: close - 1, volume: 1_000_000 }
  })
  const engine = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: false, onPoint() {}, onView() {} })
  engine.show({ bars, plots: volume(bars, { resolution: '1D', study: 'volume', name: '', averageName: '' }) })
  engine.look(0, count)
  await expect.poll(() => Math.round(engine.view()?.to ?? 0)).toBe(count)
  const picture = engine.snapshot()!
  const top = Math.round(picture.height * 0.8)
  const { data } = picture
    .getContext('2d')!
    .getImageData(20, top, picture.width - 150, Math.round(picture.height * 0.06))
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += 255 - data[at]!
  engine.remove()
  return sum / (data.length / 4)
}

test.each([
  ['wide', 30],
  ['narrow', 500],
])('%s volume columns show rises and falls differently even without colour', async (_how, count) => {
  const [rise, fall] = [await darkness(count, true), await darkness(count, false)]
  expect(rise).toBeGreaterThan(15)
  expect(fall).toBeGreaterThan(rise * 1.6)
})
