import { expect, it } from 'vitest'
import { bought, rescaled, resultAt, tallyOf } from './replay.ts'

const trade = (price: number, soldAt: number, stopPercent = 10) => ({
  ...bought('2024-05-02', price, stopPercent),
  soldOn: '2024-05-03',
  soldAt,
})

it.each([
  ['twice what was risked', trade(100, 120), { percent: 20, r: 2 }],
  ['sold at the stop', trade(100, 90), { percent: -10, r: -1 }],
  ['a narrower stop risks less', trade(50, 55, 5), { percent: 10, r: 2 }],
])('the result of a practice trade in a replay: %s', (_, sold, expected) => {
  const { percent, r } = resultAt(sold, sold.soldAt)
  expect(percent).toBeCloseTo(expected.percent)
  expect(r).toBeCloseTo(expected.r)
})

it('a split does not change the result of a practice trade', () => {
  const position = bought('2024-05-02', 700, 7)
  const after = resultAt(rescaled(position, 1 / 7), 110)
  expect(after.percent).toBeCloseTo(10)
  expect(after.r).toBeCloseTo(10 / 7)
})

it('each practice trade counts with the same stake', () => {
  const tally = tallyOf([trade(100, 120), trade(10, 9.5)])
  expect(tally).toMatchObject({ count: 2, won: 1 })
  expect(tally.percent).toBeCloseTo(15)
  expect(tally.r).toBeCloseTo(1.5)
  expect(tallyOf([])).toEqual({ count: 0, won: 0, percent: 0, r: 0 })
})
