import { expect, onTestFinished, test } from 'vitest'
import { emulateMedia } from '../../../../test/media.ts'
import { show } from '../../../../test/show.tsx'
import { volume } from '../picture.ts'
import { type ChartEngine, openChart } from './open-chart.ts'

const bars = Array.from({ length: 60 }, (_, at) => ({
  date: new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString().slice(0, 10),
  open: 50 + at,
  close: 50 + at + (at % 2 ? 2 : -2),
  high: 53 + at,
  low: 47 + at,
  volume: 1_000_000,
}))

async function chartOf() {
  await show(<div id="chart" style={{ position: 'relative', width: 800, height: 400 }} />)
  await expect.poll(() => document.querySelector('#chart')).not.toBeNull()
  const place = document.querySelector<HTMLElement>('#chart')!
  const engine = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: false, onPoint() {}, onView() {} })
  onTestFinished(() => engine.remove())
  engine.show({ bars, plots: volume(bars, { resolution: '1D', study: 'volume', name: '', averageName: '' }) })
  engine.look(0, bars.length)
  return engine
}

/**
 * The most common colour of the picture, the fraction of the picture that this colour fills, and the number of colours.
 */
function ground(engine: ChartEngine) {
  const picture = engine.snapshot()!
  const { data } = picture.getContext('2d')!.getImageData(0, 0, picture.width, picture.height)
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = `${data[at]}, ${data[at + 1]}, ${data[at + 2]}`
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const [[colour, count]] = [...counts].toSorted(([, a], [, b]) => b - a) as [[string, number]]
  return { colour, share: count / (data.length / 4), colours: counts.size }
}

test('a chart is drawn in the system’s forced colours, and redrawn when they are switched on or off', async () => {
  const engine = await chartOf()
  await expect.poll(() => ground(engine).share).toBeLessThan(0.97)
  await emulateMedia({ 'forced-colors': 'active', 'prefers-color-scheme': 'dark' })
  await expect.poll(() => ground(engine)).toMatchObject({ colour: '0, 0, 0' })
  expect(ground(engine).share).toBeLessThan(0.97)
  expect(ground(engine).colours).toBeGreaterThan(4)
  await emulateMedia({ 'forced-colors': 'none', 'prefers-color-scheme': 'light' })
  await expect.poll(() => ground(engine)).toMatchObject({ colour: '255, 255, 255' })
})

test('a chart has stronger lines as soon as the user requests more contrast', async () => {
  const engine = await chartOf()
  const pixels = () => JSON.stringify(ground(engine))
  await expect.poll(() => ground(engine).share).toBeLessThan(0.97)
  const before = pixels()
  await emulateMedia({ 'prefers-contrast': 'more' })
  await expect.poll(pixels).not.toBe(before)
})

test('a chart is printed in the light theme', async () => {
  const engine = await chartOf()
  document.documentElement.dataset['theme'] = 'dark'
  await expect.poll(() => ground(engine).colour).toBe('26, 30, 36')
  await emulateMedia({ media: 'print' })
  await expect.poll(() => ground(engine).colour).toBe('255, 255, 255')
})
