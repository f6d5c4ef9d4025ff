import { expect, test } from 'vitest'
import { smallChart } from '../../../test/small-charts.ts'
import { ticksOf } from './paint.ts'
import { pictureOf } from './picture.ts'

test.each([
  [92, 131, [100, 110, 120, 130]],
  [0.91, 1.02, [0.95, 1]],
  [3, 3, []],
  [9_800, 41_000, [10_000, 20_000, 30_000, 40_000]],
])('between %d and %d, the scale is marked at round prices', (low, high, expected) => {
  expect(ticksOf(low, high).map(price => Number(price.toFixed(6)))).toEqual(expected)
})

test('a daily chart has half a year of bars, and its average from the first one on', () => {
  const { bars, average, outline } = pictureOf(smallChart('HKEX:0005', '1D'), '1D')
  expect([bars.length, average.length]).toEqual([126, 126])
  expect(average.filter(value => value === null)).toEqual([])
  const last50 = bars.slice(-50).reduce((sum, { close }) => sum + close, 0) / 50
  expect(average.at(-1)).toBeCloseTo(last50, 6)
  expect(outline.map(({ at }) => at)).toEqual([126 - 60, 126 - 40, 126 - 25])
})

test('a base that began before the first bar is drawn from outside the chart', () => {
  const chart = smallChart('HKEX:0005', '1W')
  const points = [chart.t[0]! - 21 * 86_400, chart.t.at(-1)!].map(time => ({ time, price: 50 }))
  const base = { points, pivot: 50 }
  const bars = pictureOf({ ...chart, base }, '1W').bars.length
  expect(bars).toBe(104)
  // The first of the 113 weeks is nine before the first one shown.
  expect(pictureOf({ ...chart, base }, '1W').outline[0]!.at).toBe(-12)
})

test('a base that ended more than six weeks before the newest bar is left out, with its buy point', () => {
  const chart = smallChart('HKEX:0005', '1D')
  const endedAgo = (days: number) => {
    const base = { points: [{ time: chart.t.at(-1)! - days * 86_400, price: 50 }], pivot: 50 }
    const { outline, buyPoint } = pictureOf({ ...chart, base }, '1D')
    return [outline.length, buyPoint]
  }
  expect(endedAgo(42)).toEqual([1, 50])
  expect(endedAgo(43)).toEqual([0, undefined])
})

test('a new stock has the bars that there are, and no average yet', () => {
  const { bars, average } = pictureOf({ ...smallChart('US:NEW', '1D', 30), base: null }, '1D')
  expect(bars).toHaveLength(30)
  expect(average.every(value => value === null)).toBe(true)
})
