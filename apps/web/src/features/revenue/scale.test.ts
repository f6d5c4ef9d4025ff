import { expect, test } from 'vitest'
import { ticksFor } from './scale.ts'

test.each([
  [0, 0, [0, 1]],
  [0, 1_680_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
  [-300, 900, [-500, 0, 500, 1_000]],
  [0, 9_999_999, [0, 2_500_000, 5_000_000, 7_500_000, 10_000_000]],
])('the axis for values from %i to %i has lines at round numbers', (low, high, ticks) => {
  expect(ticksFor(low, high)).toEqual(ticks)
})

test('the axis of a revenue chart always covers the given range, with few lines', () => {
  for (const high of [1, 7, 99, 12_345, 8_400_000, 123_456_789])
    for (const low of [0, -1, -high / 3, -high * 2]) {
      const ticks = ticksFor(low, high)
      expect(ticks[0]!).toBeLessThanOrEqual(low)
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(high)
      expect(ticks).toContain(0)
      expect(ticks.length).toBeLessThanOrEqual(7)
    }
})
