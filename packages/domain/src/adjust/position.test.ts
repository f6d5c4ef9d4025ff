import { describe, expect, it } from 'vitest'
import { stepsOf } from './adjustment.ts'
import type { ActionKind } from './kinds.ts'
import { positionNow } from './position.ts'

const action = (exDate: string, kind: ActionKind, numerator: number, denominator: number) => ({
  exDate,
  kind,
  numerator,
  denominator,
  amount: null,
})
const split = action('2014-06-09', 'split', 7, 1)

describe('a position of 100 shares bought at 600', () => {
  it.each<[string, string, ReturnType<typeof action>[], { buyPrice: number; shares: number }]>([
    ['without an action', '2014-06-06', [], { buyPrice: 600, shares: 100 }],
    ['before a split', '2014-06-06', [split], { buyPrice: 85.714286, shares: 700 }],
    ['on the day of the split', '2014-06-09', [split], { buyPrice: 600, shares: 100 }],
    ['before two', '2014-06-06', [split, action('2014-06-11', 'bonus', 3, 2)], { buyPrice: 57.142857, shares: 1_050 }],
    ['between two', '2014-06-10', [split, action('2014-06-11', 'bonus', 3, 2)], { buyPrice: 400, shares: 150 }],
    [
      'before a consolidation of eight into one',
      '2014-06-06',
      [action('2014-06-09', 'consolidation', 1, 8)],
      { buyPrice: 4_800, shares: 12.5 },
    ],
    ['before a future split', '2014-06-06', [action('2015-01-02', 'split', 7, 1)], { buyPrice: 600, shares: 100 }],
  ])('is adjusted correctly: %s', (_, enteredOn, actions, expected) =>
    expect(
      positionNow(
        { buyPrice: 600, shares: 100, enteredOn },
        stepsOf(actions, { adjustment: 'splits', asOf: '2014-12-31' }),
      ),
    ).toEqual(expected),
  )
})
