import { expect, it } from 'vitest'
import { likelyRatio } from './likely-ratio.ts'

it.each([
  ['a 7-for-1 split', 645.57, 93.7, { numerator: 7, denominator: 1 }],
  ['a 2-for-1 split on a falling day', 100, 48, { numerator: 2, denominator: 1 }],
  ['three for two', 30, 20.3, { numerator: 3, denominator: 2 }],
  ['a consolidation of ten into one', 0.11, 1.08, { numerator: 1, denominator: 10 }],
  ['a rise of 17%, which is none', 100, 117, undefined],
  ['a fall to a thousandth, which is beyond every ratio', 1000, 1, undefined],
])('a price move looks like a split: %s', (_, previous, close, ratio) =>
  expect(likelyRatio(previous, close)).toEqual(ratio),
)
