import { describe, expect, it } from 'vitest'
import type { Base } from './bases/base.ts'
import { bowlOf } from './bases/bowl.ts'
import { baseShown } from './bases/find.ts'
import { ranksOf } from './rank.ts'
import { scoreOf, scoreParts } from './score.ts'

const heights = (days: number, height: (share: number) => number) =>
  Array.from({ length: days + 1 }, (_, day) => Math.floor(1_000 * height(day / days)))

describe('distinguishing a rounded bottom from straight lines', () => {
  it.each<[string, (share: number) => number, boolean]>([
    ['a parabola', share => (2 * share - 1) ** 2, true],
    ['a wide cup', share => (2 * share - 1) ** 4, true],
    ['a V', share => Math.abs(2 * share - 1), false],
    ['a V with its low at a third', share => (share < 1 / 3 ? 1 - 3 * share : (3 * share - 1) / 2), false],
  ])('gives the right result: %s', (_, height, isBowl) =>
    expect(bowlOf(heights(80, height)).ofLines <= 950).toBe(isBowl),
  )

  it('the low of a rounded bottom is found', () => {
    const leaning = heights(100, share => (share < 0.3 ? ((0.3 - share) / 0.3) ** 2 : ((share - 0.3) / 0.7) ** 2))
    expect(bowlOf(leaning).lowAt).toBe(320)
  })
})

it('stocks are ranked from 1 to 99, with ties in order of code', () => {
  const stocks = [
    { code: 'B', strength: 9 },
    { code: 'A', strength: 9 },
    { code: 'C', strength: 8.5 },
  ]
  expect(ranksOf(stocks)).toEqual([99, 50, 1])
  expect(ranksOf([{ code: 'A', strength: 9 }])).toEqual([1])
})

it.each([
  ['everything', { rank: 99, template: 8, quality: 100, volume: 500 }, 100],
  ['a leader without a base', { rank: 90, template: 8, quality: 0, volume: 1_500 }, 61],
  ['twice the usual volume is not quiet', { rank: 70, template: 7, quality: 60, volume: 2_000 }, 64],
  ['the usual volume is half quiet', { rank: 70, template: 7, quality: 60, volume: 1_000 }, 69],
])('the score of a pick is right: %s', (_, stock, score) => expect(scoreOf(scoreParts(stock))).toBe(score))

describe('the choice of one base among several', () => {
  const base = (pattern: Base['pattern'], variant: Base['variant'], quality = 50, from = 100) =>
    ({ pattern, variant, quality, from }) as Base

  it.each<[string, Base[], Base]>([
    ['a cup with handle before all others', [base('FB', null), base('CWH', 'saucer')], base('CWH', 'saucer')],
    [
      'a high tight flag before a double bottom',
      [base('DB', null, 99), base('BASE', 'high-tight-flag')],
      base('BASE', 'high-tight-flag'),
    ],
    ['a cup before a consolidation', [base('BASE', 'consolidation', 99), base('CUP', null)], base('CUP', null)],
    ['the better of two of a kind', [base('CUP', null, 50), base('CUP', null, 51)], base('CUP', null, 51)],
    ['the newer of two equals', [base('CUP', null, 50, 90), base('CUP', null, 50, 91)], base('CUP', null, 50, 91)],
  ])('follows the order of preference: %s', (_, bases, shown) => {
    expect(baseShown(bases)).toEqual(shown)
    expect(baseShown(bases.toReversed())).toEqual(shown)
  })
})
