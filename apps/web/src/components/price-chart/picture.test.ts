import { expect, test } from 'vitest'
import { barsOf, newest, priceAverage, volume } from './picture.ts'

const bars = barsOf(
  Array.from({ length: 400 }, (_, at) => ({
    time: Date.UTC(2026, 0, 1) + at * 86_400_000,
    open: 1,
    high: 2,
    low: 1,
    close: at,
    volume: at === 399 ? 0 : 100,
  })),
)
const of = { resolution: '1D', study: 'x', name: 'x', averageName: 'y' } as const

test('a small chart shows the newest bars with complete averages, and leaves days without a trade out of its volume average', () => {
  const shown = newest({ bars, plots: [priceAverage(bars, of), ...volume(bars, of)] }, 320)
  expect(shown.bars).toHaveLength(320)
  expect(shown.bars.at(-1)).toMatchObject({ date: '2027-02-04', close: 399 })
  const [price, columns, average] = shown.plots
  expect([price!.values[0], price!.values.at(-1), average!.values.at(-1)]).toEqual([55.5, 374.5, 100])
  expect(columns!.rose!(0)).toBe(true)
})

test('a small chart marks the volume columns of days with a lower close, and has no average until there are 50 earlier days', () => {
  const fallen = bars.slice(0, 51).map((bar, at) => ({ ...bar, close: at === 49 ? 0 : bar.close }))
  const [columns, average] = volume(fallen, of)
  expect([columns!.rose!(0), columns!.rose!(48), columns!.rose!(49)]).toEqual([true, true, false])
  expect([average!.values[49], average!.values[50]]).toEqual([null, 100])
})
