import { firstShown, wideRatio } from '@finlist/domain/chart/first-view'
import type { DayBar } from '@finlist/domain/chart/spans'
import { expect, test } from 'vitest'
import { type Picture, priceAverage, volume } from '../picture.ts'
import { openChart } from './open-chart.ts'

/** Pseudo-random numbers from 0 to 1, the same on every run. */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/**
 * Two years of a stock that trades at some price between two cents and thousands of dollars. Its price falls or rises
 * many times over.
 */
function pictureOf(stock: number): Picture {
  const next = chance(stock + 1)
  const drift = (stock % 5) * 0.0015 - 0.002
  let close = 0.02 * 1.45 ** stock
  const bars: DayBar[] = Array.from({ length: 500 }, (_, at) => {
    const open = close * (1 + (next() - 0.5) * 0.02)
    close = open * (1 + drift + (next() - 0.5) * 0.05)
    return {
      date: new Date(Date.UTC(2024, 0, 1) + at * 86_400_000).toISOString().slice(0, 10),
      open,
      close,
      high: Math.max(open, close) * (1 + next() * 0.02),
      low: Math.min(open, close) * (1 - next() * 0.02),
      volume: Math.round(next() * 1_000_000),
    }
  })
  const of = { resolution: '1D', name: '', averageName: '' } as const
  return {
    bars,
    plots: [
      priceAverage(bars, { ...of, study: 'average' }),
      priceAverage(bars, { ...of, study: 'long', length: 200 }),
      ...volume(bars, { ...of, study: 'volume' }),
    ],
  }
}
const pictures = Array.from({ length: 35 }, (_, stock) => pictureOf(stock))

/**
 * Opens a chart that shows `months`. Returns the fraction of the pane's height that the prices take, and the price at
 * the pane's lower edge.
 */
async function fittedTo(picture: Picture, { ratio = 1, width = 1_440, months = 6 }) {
  const place = document.createElement('div')
  place.style.cssText = `position:relative;width:${width}px;height:500px`
  document.body.append(place)
  const chart = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: true, onPoint() {}, onView() {} })
  const { bars } = picture
  chart.setRatio(ratio)
  chart.show(picture)
  const from = firstShown(
    bars.map(({ date }) => date),
    months,
  )
  chart.look(from, bars.length + 2)
  await expect.poll(() => Math.round(chart.view()?.from ?? 0)).toBe(from)
  const seen = bars.slice(from)
  const [top, bottom] = [chart.priceAt(0)!, chart.priceAt(chart.size().height)!]
  const prices = Math.max(...seen.map(({ high }) => high)) - Math.min(...seen.map(({ low }) => low))
  chart.remove()
  place.remove()
  return { share: prices / (top - bottom), bottom }
}

const widths = [
  { width: 390, months: 3 },
  { width: 768, months: 6 },
  { width: 1_440, months: 6 },
]

test.each(widths)(
  'on a chart $width px wide, the prices of each of 35 stocks take 65 to 85% of the height, and no axis starts below zero (CHART-06)',
  { tags: ['slow'] },
  async width => {
    const outside: object[] = []
    for (const [stock, picture] of pictures.entries()) {
      const { share, bottom } = await fittedTo(picture, width)
      if (!(share > 0.645 && share < 0.855 && bottom > -1e-6)) outside.push({ stock, share, bottom })
    }
    expect(outside).toEqual([])
  },
)

test('a chart with the wide scale shows three times the price range', async () => {
  const picture = pictures[20]!
  const { share } = await fittedTo(picture, {})
  expect((await fittedTo(picture, { ratio: wideRatio })).share).toBeCloseTo(share / wideRatio, 1)
})
