import { describe, expect, it } from 'vitest'
import { type Ended, threeMonthEnds } from './three-months.ts'

const ends = ['03-31', '06-30', '09-30', '12-31']
const quarters = (year: number, values: readonly (number | undefined)[]): Ended[] =>
  values.flatMap((value, at) => (value === undefined ? [] : [{ end: `${year}-${ends[at]!}`, value }]))
const year = (of: number, value: number): Ended => ({ end: `${of}-12-31`, value })
const found = (periods: Ended[], years: Ended[], mayRepeat = false) =>
  [...threeMonthEnds(periods, years, { tolerance: 0.05, mayRepeat })].toSorted()

describe('periods of three months', () => {
  it('are found if the sum of the four is the year’s figure, with up to three more after the newest year', () => {
    const periods = [...quarters(2025, [10, 12, 11, 14]), ...quarters(2026, [11, 13, 12, 15])]
    expect(found(periods, [year(2025, 47)])).toEqual([
      '2025-03-31',
      '2025-06-30',
      '2025-09-30',
      '2025-12-31',
      '2026-03-31',
      '2026-06-30',
      '2026-09-30',
    ])
  })

  it.each<[string, Ended[], number]>([
    ['half-years', quarters(2025, [undefined, 22, undefined, 25]), 47],
    ['sums since the year began', quarters(2025, [10, 22, 33, 47]), 47],
    ['half-years divided evenly', quarters(2025, [11, 11, 12.5, 12.5]), 47],
    ['a year divided evenly', quarters(2025, [11.75, 11.75, 11.75, 11.75]), 47],
    ['a quarter and the rest of the half-year as if both were half-years', quarters(2025, [22, 12, 25, 14]), 47],
    ['three quarters and no fourth', quarters(2025, [10, 12, 11]), 33],
  ])('are not found in %s', (_, periods, whole) => {
    expect(found([...periods, ...quarters(2026, [11, 12])], [year(2025, whole)])).toEqual([])
  })

  it('end at a gap after the newest year', () => {
    const periods = [...quarters(2025, [10, 12, 11, 14]), ...quarters(2026, [11, undefined, 12])]
    expect(found(periods, [year(2025, 47)])).toHaveLength(5)
  })

  it('periods of three months after the newest year do not count if that year’s periods do not', () => {
    const periods = [
      ...quarters(2024, [9, 10, 11, 12]),
      ...quarters(2025, [undefined, 22, undefined, 25]),
      ...quarters(2026, [11]),
    ]
    expect(found(periods, [year(2024, 42), year(2025, 47)])).toEqual([
      '2024-03-31',
      '2024-06-30',
      '2024-09-30',
      '2024-12-31',
    ])
  })

  it('may include losses, even if their sum is close to zero', () => {
    expect(found(quarters(2025, [-10, 12, -11, 9.5]), [year(2025, 0.4)])).toHaveLength(4)
    expect(found(quarters(2025, [-10, 12, -11, 9.5]), [year(2025, 9.5)])).toEqual([])
  })

  it('include years of 12, 12, 12 and 16 weeks', () => {
    const periods = ['2024-11-24', '2025-02-16', '2025-05-11', '2025-08-31'].map((end, at) => ({ end, value: 10 + at }))
    expect(found(periods, [{ end: '2025-08-31', value: 46 }])).toHaveLength(4)
  })

  it('may have the same value twice if the caller allows it', () => {
    const periods = quarters(2025, [0.25, 0.25, 0.3, 0.3])
    expect(found(periods, [year(2025, 1.1)])).toEqual([])
    expect(found(periods, [year(2025, 1.1)], true)).toHaveLength(4)
  })
})
