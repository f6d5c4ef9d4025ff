import { describe, expect, it } from 'vitest'
import { after, periodEnd } from '../src/calendar.ts'
import { inWords, percentOf, round, share } from '../src/money.ts'

const at = (day: string) => Date.parse(day.length === 10 ? `${day}T00:00:00Z` : day) / 1000
const day = (time: number) => new Date(time * 1000).toISOString().slice(0, 10)

describe('rounding', () => {
  it.each([
    [0.5, 1],
    [-0.5, -1],
    [1.5, 2],
    [-1.5, -2],
    [2.4, 2],
    [-2.4, -2],
    [0, 0],
  ])('%d cents is rounded to %d, halves away from zero', (cents, rounded) => expect(round(cents)).toBe(rounded))
})

describe('a proportional share of an amount', () => {
  it.each([
    ['all of it', 168_000_000, 365, 365, 168_000_000],
    ['none', 5_000, 0, 100, 0],
    ['half a cent up', 1, 1, 2, 1],
    ['half a cent, away from zero', -1, 1, 2, -1],
    ['a third', 100, 1, 3, 33],
    ['two thirds', 100, 2, 3, 67],
    ['one second of a year', 1_680_000, 1, 31_536_000, 0],
    ['beyond what a float holds', 99_999_999, 2_678_399, 2_678_400, 99_999_962],
    ['of nothing', 0, 1, 7, 0],
    ['of no time', 100, 0, 0, 0],
  ])('is exact: %s', (_what, cents, part, whole, expected) => expect(share(cents, part, whole)).toBe(expected))
})

describe('a percentage', () => {
  it.each([
    [1_680_000, 20, 336_000],
    [1_680_000, 33.33, 559_944],
    [999, 50, 500],
    [1, 50, 1],
    [1, 49.9999, 0],
    [200_000, 12.5, 25_000],
    [480_000, 100, 480_000],
    [333, 0.1, 0],
  ])('a percentage of %d cents at %d %% is %d cents', (cents, percent, expected) =>
    expect(percentOf(cents, percent)).toBe(expected),
  )
})

it.each([
  [1_680_000, 'hkd', 'HK$16,800.00'],
  [5, 'hkd', 'HK$0.05'],
  [-123_456_789, 'hkd', '-HK$1,234,567.89'],
  [100, 'usd', '$1.00'],
  [100, 'eur', 'EUR 1.00'],
])('%d cents in %s is written as %s', (cents, currency, words) => expect(inWords(cents, currency)).toBe(words))

describe('billing periods', () => {
  const month = { interval: 'month', interval_count: 1 }
  const quarter = { interval: 'month', interval_count: 3 }
  const halfYear = { interval: 'month', interval_count: 6 }
  const year = { interval: 'year', interval_count: 1 }

  it.each([
    ['a month from January 31st', '2026-01-31', month, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['in a leap year', '2028-01-31', month, ['2028-02-29', '2028-03-31', '2028-04-30']],
    ['a month from the 30th', '2026-01-30', month, ['2026-02-28', '2026-03-30', '2026-04-30']],
    ['a quarter from November 30th', '2026-11-30', quarter, ['2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30']],
    ['half a year from August 31st', '2026-08-31', halfYear, ['2027-02-28', '2027-08-31', '2028-02-29']],
    ['a year from February 29th', '2024-02-29', year, ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['a month over the end of a year', '2026-12-15', month, ['2027-01-15', '2027-02-15']],
    ['a week', '2026-12-28', { interval: 'week', interval_count: 1 }, ['2027-01-04', '2027-01-11']],
    ['ten days', '2026-02-25', { interval: 'day', interval_count: 10 }, ['2026-03-07', '2026-03-17']],
  ])('end on the right day: %s', (_what, anchor, interval, ends) => {
    let start = at(anchor)
    for (const end of ends) {
      start = periodEnd(at(anchor), interval, start)
      expect(day(start)).toBe(end)
    }
  })

  it('keep the time of day, to the second', () => {
    const anchor = at('2026-01-31T15:59:59Z')
    expect(periodEnd(anchor, month, anchor)).toBe(at('2026-02-28T15:59:59Z'))
    expect(periodEnd(anchor, month, at('2026-02-28T15:59:59Z'))).toBe(at('2026-03-31T15:59:59Z'))
  })

  it('keep the day of the month on which the first period began, whichever date the next end is computed from', () => {
    const anchor = at('2026-01-31T12:00:00Z')
    expect(periodEnd(anchor, month, anchor - 1)).toBe(anchor)
    expect(day(periodEnd(anchor, month, at('2031-02-10')))).toBe('2031-02-28')
    expect(after(anchor, month, 60)).toBe(at('2031-01-31T12:00:00Z'))
  })

  it('return to the 31st after shorter months, over five years', () => {
    const anchor = at('2026-01-31')
    const ends = Array.from({ length: 60 }, (_, count) => day(after(anchor, month, count + 1)))
    expect(new Set(ends).size).toBe(60)
    expect(ends.filter(end => end.endsWith('-31'))).toHaveLength(35)
    expect(ends.at(-1)).toBe('2031-01-31')
  })
})
