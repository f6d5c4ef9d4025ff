import { expect, test } from 'vitest'
import { daySoFar } from './day-so-far.ts'

test.each([
  ['nothing known', [], 0, []],
  ['one snapshot: all at its price, no line', [[10, 100]], 1_000, []],
  [
    'two: the rest at the mean of both, no line',
    [
      [10, 100],
      [12, 200],
    ],
    1_000 + 1_100,
    [],
  ],
  [
    'three make a line',
    [
      [10, 100],
      [12, 200],
      [12, 250],
    ],
    1_000 + 1_100 + 600,
    [10, 12, 12],
  ],
  [
    'a volume corrected downwards subtracts nothing',
    [
      [10, 100],
      [10, 50],
      [10, 150],
    ],
    1_000 + 1_000,
    [10, 10, 10],
  ],
] as const)('prices and turnover from a day’s snapshots: %s', (_, loads, turnover, dayPrices) => {
  expect(daySoFar(loads.map(([price, volume]) => ({ price, volume })))).toEqual({ turnover, dayPrices })
})
