import { expect, onTestFinished, test } from 'vitest'
import { emulateMedia, printPage } from '../../../../test/media.ts'
import { looks, show } from '../../../../test/show.tsx'
import { openChart } from './open-chart.ts'

const bars = Array.from({ length: 60 }, (_, at) => ({
  date: new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString().slice(0, 10),
  open: 50 + at,
  close: 50 + at + (at % 2 ? 2 : -2),
  high: 53 + at,
  low: 47 + at,
  volume: 1_000_000,
}))

test.each(looks)('a chart in the $theme theme is printed as a light picture with its price axis', async look => {
  await show(<div id="chart" style={{ position: 'relative', width: 800, height: 400 }} />, look)
  await expect.poll(() => document.querySelector('#chart')).not.toBeNull()
  const place = document.querySelector<HTMLElement>('#chart')!
  const engine = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: false, onPoint() {}, onView() {} })
  onTestFinished(() => engine.remove())
  engine.show({ bars, plots: [] })
  engine.look(0, bars.length)
  const onScreen = () => ({ ...engine.size(), ...coloursIn(engine.snapshot()!), ...engine.view() })
  await expect.poll(onScreen).toMatchObject({ from: 0 })
  const before = onScreen()
  await printPage()
  const picture = document.querySelector<HTMLCanvasElement>('canvas.paper')!
  expect(picture.checkVisibility()).toBe(false)
  const axis = coloursIn(picture, 0.95)
  expect(axis.ground).toBe('255, 255, 255')
  expect(axis.inked).toBeGreaterThan(100)
  await expect.poll(onScreen).toEqual(before)
  expect(place.firstElementChild!.clientWidth).toBe(800)
  await emulateMedia({ media: 'print' })
  expect(place.checkVisibility()).toBe(false)
  expect(picture.checkVisibility()).toBe(true)
  expect(picture.clientWidth).toBe(document.body.clientWidth)
})

/** The most common colour in the right part of the picture, and the number of pixels that have another colour. */
function coloursIn(picture: HTMLCanvasElement, share = 0) {
  const { width, height } = picture
  const from = Math.round(width * share)
  const { data } = picture.getContext('2d')!.getImageData(from, 0, width - from, height)
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = `${data[at]}, ${data[at + 1]}, ${data[at + 2]}`
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const [[ground, count]] = [...counts].toSorted(([, a], [, b]) => b - a) as [[string, number]]
  return { ground, inked: data.length / 4 - count }
}
