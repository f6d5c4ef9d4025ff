import { expect, test } from 'vitest'
import { dayBars } from './day-bars.ts'

const bars = Array.from({ length: 400 }, (_, at) => ({
  time: Date.UTC(2026, 0, 1) + at * 86_400_000,
  open: 1,
  high: 2,
  low: 1,
  close: at,
  volume: at === 399 ? 0 : 100,
}))

test('the newest 320 days with a full average each, days without a trade left out of the volume', () => {
  const days = dayBars('US:ABC', bars)
  expect(days).toHaveLength(320)
  expect(days.at(-1)).toMatchObject({ date: '2027-02-04', close: 399, priceAverage: 374.5, volumeAverage: 100 })
  expect(days[0]?.priceAverage).toBe(55.5)
})

test('no average before there are 50 days', () => {
  const days = dayBars('US:ABC', bars.slice(0, 50))
  expect(days[48]).toMatchObject({ priceAverage: null, volumeAverage: null })
  expect(days[49]?.priceAverage).toBe(24.5)
})
