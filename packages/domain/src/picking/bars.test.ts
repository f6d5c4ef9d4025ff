import { expect, it } from 'vitest'
import { barsUntil, placeUntil, type Stock } from './bars.ts'
import { method } from './method.ts'

const stock = (days: number[], over: Partial<Stock> = {}): Stock => ({
  code: 'A',
  days,
  high: days.map(() => 11.5),
  low: days.map(() => 9.25),
  close: days.map(() => 10.123),
  volume: days.map(() => 300),
  ...over,
})
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

it('the method’s bars have integer prices, and end with the given day', () => {
  const bars = barsUntil(stock([1, 2, 5, 6]), 5)
  expect([...bars.days]).toEqual([1, 2, 5])
  expect([bars.high[2], bars.low[2], bars.close[2], bars.volume[2], bars.last]).toEqual([
    115_000, 92_500, 101_230, 300, 2,
  ])
})

it('the method’s bars leave out days without a trade', () => {
  expect([...barsUntil(stock([1, 2, 3], { volume: [1, 0, 2] }), 9).days]).toEqual([1, 3])
})

it('the method’s bars are limited to its maximum number of bars and of days', () => {
  expect(barsUntil(stock(range(1, 700)), 700).last + 1).toBe(method.history.bars)
  const rare = barsUntil(stock(range(1, 300).map(at => at * 10)), 3_000)
  expect(rare.days[0]).toBe(3_000 - method.history.days + 10)
})

it.each<[string, Stock['splits'], number[], number[]]>([
  ['two for one', [{ exDay: 3, numerator: 2, denominator: 1 }], [50_615, 50_615, 101_230], [600, 600, 300]],
  ['ten into one', [{ exDay: 3, numerator: 1, denominator: 10 }], [1_012_300, 1_012_300, 101_230], [30, 30, 300]],
  [
    'three for two, halves rounded up',
    [{ exDay: 2, numerator: 3, denominator: 2 }],
    [67_487, 101_230, 101_230],
    [450, 300, 300],
  ],
  [
    'two of them, in any order',
    [
      { exDay: 2, numerator: 2, denominator: 1 },
      { exDay: 3, numerator: 5, denominator: 1 },
    ],
    [10_123, 20_246, 101_230],
    [3_000, 1_500, 300],
  ],
  ['one in the future', [{ exDay: 4, numerator: 2, denominator: 1 }], [101_230, 101_230, 101_230], [300, 300, 300]],
])('the method’s bars before a split are adjusted for it: %s', (_, splits, closes, volumes) => {
  const { close, volume } = barsUntil(stock([1, 2, 3], { splits: splits! }), 3)
  expect([...close]).toEqual(closes)
  expect([...volume]).toEqual(volumes)
})

it.each([
  [[], 5, -1],
  [[6], 5, -1],
  [[5], 5, 0],
  [[1, 3, 5, 9], 8, 2],
])('in %j, the last value that is at most %d is at index %d', (days, day, place) =>
  expect(placeUntil(days, day)).toBe(place),
)
