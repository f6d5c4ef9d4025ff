import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar.ts'
import { adjustedBars, type CorporateAction, priceParts, stepsOf } from './adjustment.ts'
import { type ActionKind, adjustments } from './kinds.ts'

const bar = (date: string, price: number, volume = 700) => ({
  date,
  open: price,
  high: price,
  low: price,
  close: price,
  volume,
})
const shares = (exDate: string, kind: ActionKind, numerator: number, denominator: number): CorporateAction => ({
  exDate,
  kind,
  numerator,
  denominator,
  amount: null,
})
const paid = (exDate: string, amount: number, kind: ActionKind = 'dividend'): CorporateAction => ({
  exDate,
  kind,
  numerator: null,
  denominator: null,
  amount,
})
const asOf = '2014-12-31'
const split = shares('2014-06-09', 'split', 7, 1)
const cells = (actions: CorporateAction[], bars: ReturnType<typeof bar>[], day = asOf) =>
  adjustedBars(bars, stepsOf(actions, { adjustment: 'splits', asOf: day })).map(({ close, volume }) => [close, volume])

describe('prices and volumes adjusted for changes in the number of shares', () => {
  const before = bar('2014-06-06', 630)
  const after = bar('2014-06-09', 92)
  it.each<[string, CorporateAction[], ReturnType<typeof bar>[], [number, number][]]>([
    ['no action', [], [before], [[630, 700]]],
    [
      '7 for 1',
      [split],
      [before, after],
      [
        [90, 4_900],
        [92, 700],
      ],
    ],
    [
      'a consolidation of ten into one',
      [shares('2014-06-09', 'consolidation', 1, 10)],
      [bar('2014-06-06', 0.3), after],
      [
        [3, 70],
        [92, 700],
      ],
    ],
    ['a bonus of two for one', [shares('2014-06-09', 'bonus', 3, 1)], [before], [[210, 2_100]]],
    ['3 for 2', [shares('2014-06-09', 'split', 3, 2)], [before], [[420, 1_050]]],
    [
      'two splits in a week',
      [shares('2014-06-12', 'split', 2, 1), split],
      [before, bar('2014-06-10', 90)],
      [
        [45, 9_800],
        [45, 1_400],
      ],
    ],
    ['two on one day', [split, shares('2014-06-09', 'bonus', 3, 2)], [before], [[60, 7_350]]],
    [
      'a split on a day without a bar',
      [split],
      [before, bar('2014-06-10', 91)],
      [
        [90, 4_900],
        [91, 700],
      ],
    ],
    [
      'a split and its reversal',
      [split, shares('2014-07-01', 'consolidation', 1, 7)],
      [before, after],
      [
        [630, 700],
        [644, 100],
      ],
    ],
    [
      'a split that was cancelled',
      [],
      [before, after],
      [
        [630, 700],
        [92, 700],
      ],
    ],
    [
      'a dividend, a rights issue and a spin-off',
      [
        paid('2014-06-09', 9),
        paid('2014-06-09', 9, 'rights'),
        { ...paid('2014-06-09', 9, 'spin-off'), numerator: 1, denominator: 3 },
      ],
      [before],
      [[630, 700]],
    ],
  ])('give the expected bars: %s', (_, actions, bars, expected) => expect(cells(actions, bars)).toEqual(expected))

  it('ignore corporate actions whose ex-date is later', () => {
    expect(cells([split], [before], '2014-06-08')).toEqual([[630, 700]])
    expect(cells([split], [before], '2014-06-09')).toEqual([[90, 4_900]])
  })
})

describe('prices adjusted for dividends as well', () => {
  const closes: Record<string, number> = { '2014-06-09': 100, '2014-08-01': 50 }
  const closesOf = (actions: CorporateAction[]) =>
    adjustedBars(
      [bar('2014-06-06', 100), bar('2014-07-31', 50)],
      stepsOf(actions, { adjustment: 'splits-and-dividends', asOf, closeBefore: day => closes[day] }),
    ).map(({ close, volume }) => [close, volume])
  it.each<[string, CorporateAction[], [number, number][]]>([
    [
      'one dividend',
      [paid('2014-06-09', 2)],
      [
        [98, 700],
        [50, 700],
      ],
    ],
    [
      'two, the later one first',
      [paid('2014-08-01', 5), paid('2014-06-09', 2)],
      [
        [88.2, 700],
        [45, 700],
      ],
    ],
    [
      'a split after a dividend',
      [paid('2014-06-09', 2), shares('2014-08-01', 'split', 2, 1)],
      [
        [49, 1_400],
        [25, 1_400],
      ],
    ],
    [
      'both on one day: the dividend is per share before the split',
      [paid('2014-06-09', 2), shares('2014-06-09', 'split', 2, 1)],
      [
        [49, 1_400],
        [50, 700],
      ],
    ],
    [
      'no previous close',
      [paid('2014-05-01', 2)],
      [
        [100, 700],
        [50, 700],
      ],
    ],
    [
      'more than the close',
      [paid('2014-06-09', 100)],
      [
        [100, 700],
        [50, 700],
      ],
    ],
    [
      'a rights issue with its value',
      [paid('2014-06-09', 2, 'rights')],
      [
        [98, 700],
        [50, 700],
      ],
    ],
  ])('give the expected bars: %s', (_, actions, expected) => expect(closesOf(actions)).toEqual(expected))
})

describe('the adjustment for random actions of random bars', () => {
  const day = fc.integer({ min: 0, max: 600 }).map(number => addDays('2013-01-01', number))
  const action = fc.oneof(
    fc
      .record({
        exDate: day,
        kind: fc.constantFrom<ActionKind>('split', 'consolidation', 'bonus'),
        numerator: fc.integer({ min: 1, max: 50 }),
        denominator: fc.integer({ min: 1, max: 50 }),
      })
      .map(it => ({ ...it, amount: null })),
    fc
      .record({ exDate: day, amount: fc.integer({ min: 1, max: 300 }) })
      .map(({ exDate, amount }) => paid(exDate, amount / 100)),
  )
  const actions = fc.uniqueArray(action, { maxLength: 8, selector: ({ exDate, kind }) => `${exDate} ${kind}` })
  const bars = fc
    .uniqueArray(
      fc.record({ date: day, price: fc.integer({ min: 500, max: 90_000 }), volume: fc.integer({ min: 0, max: 1e9 }) }),
      {
        minLength: 2,
        maxLength: 40,
        selector: ({ date }) => date,
      },
    )
    .map(days =>
      days
        .toSorted((a, b) => (a.date < b.date ? -1 : 1))
        .map(({ date, price, volume }) => bar(date, price / 100, volume)),
    )
  const adjusted = (given: CorporateAction[], of: ReturnType<typeof bar>[], adjustment: (typeof adjustments)[number]) =>
    adjustedBars(
      of,
      stepsOf(given, { adjustment, asOf, closeBefore: exDate => of.findLast(({ date }) => date < exDate)?.close }),
    )

  it('leaves bars as traded unchanged', () =>
    fc.assert(
      fc.property(actions, bars, (given, of) => {
        expect(adjusted(given, of, 'as-traded')).toEqual(of)
      }),
    ))

  it('leaves the ratio of two closes unchanged unless an ex-date lies between them', () =>
    fc.assert(
      fc.property(actions, bars, fc.constantFrom(...adjustments), (given, of, adjustment) => {
        const found = adjusted(given, of, adjustment)
        for (let at = 1; at < of.length; at++) {
          const [one, next] = [of[at - 1]!, of[at]!]
          if (given.some(({ exDate }) => exDate > one.date && exDate <= next.date)) continue
          const [left, right] = [found[at]!.close * one.close, found[at - 1]!.close * next.close]
          expect(Math.abs(left - right)).toBeLessThanOrEqual((one.close + next.close) / priceParts + 1e-12 * left)
        }
      }),
    ))

  it('an adjustment for splits leaves price times volume unchanged, except for rounding to whole shares', () =>
    fc.assert(
      fc.property(actions, bars, (given, of) => {
        adjusted(given, of, 'splits').forEach(({ close, volume }, at) => {
          const turnover = of[at]!.close * of[at]!.volume
          expect(Math.abs(close * volume - turnover)).toBeLessThanOrEqual(
            close * 0.5 + volume / priceParts + turnover * 1e-9,
          )
        })
      }),
    ))

  it('does not depend on the order of the actions', () =>
    fc.assert(
      fc.property(actions, bars, (given, of) => {
        const [one, other] = [
          adjusted(given, of, 'splits-and-dividends'),
          adjusted(given.toReversed(), of, 'splits-and-dividends'),
        ]
        one.forEach(({ close, volume }, at) => {
          expect(close).toBeCloseTo(other[at]!.close, 6)
          expect(volume).toBe(other[at]!.volume)
        })
      }),
    ))
})
