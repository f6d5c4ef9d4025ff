import { expect, it } from 'vitest'
import { weekday } from '../calendar.ts'
import { actualPrice, shownPrice, shownTimes, shownVolume } from './scale.ts'

it.each([0.01, 0.335, 4.2, 128.6, 51_230])('a game price of %d is scaled and converted back (GAME-12)', actual => {
  for (const multiplier of [0.137, 1, 3.3]) {
    expect(shownPrice(actual, multiplier)).toBeCloseTo(
      actual * multiplier,
      5 - Math.ceil(Math.log10(actual * multiplier)),
    )
    expect(actualPrice(shownPrice(actual, multiplier), multiplier)).toBeCloseTo(
      actual,
      4 - Math.ceil(Math.log10(actual)),
    )
  }
})

it('a game level’s scale keeps price times volume unchanged', () =>
  expect(shownVolume(3_000, 1.5) * shownPrice(2, 1.5)).toBe(6_000))

it.each(['2023-05-03', '2024-02-29', '1999-12-31'])(
  'a game level shows the week of %s as the first of 2000, and keeps weekdays',
  day => {
    const shown = new Date(shownTimes(day)(day))
    expect(shown.getUTCDay()).toBe(weekday(day))
    expect(shown.toISOString() >= '2000-01-03' && shown.toISOString() < '2000-01-10').toBe(true)
    expect(shownTimes(day)('2024-03-08') - shownTimes(day)('2024-03-01')).toBe(7 * 86_400_000)
  },
)
