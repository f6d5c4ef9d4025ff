import { describe, expect, it } from 'vitest'
import {
  firstShown,
  firstTimeframe,
  fitted,
  type PriceRange,
  spanShown,
  taller,
  timeframes,
  wideRatio,
} from './first-view.ts'

const dates = Array.from({ length: 400 }, (_, at) =>
  new Date(Date.UTC(2025, 0, 1) + at * 86_400_000).toISOString().slice(0, 10),
)
const shown = (...args: Parameters<typeof firstShown> extends [unknown, ...infer Rest] ? Rest : never) =>
  dates[firstShown(dates, ...args)]

describe('the chart’s first view', () => {
  it('covers 6 months, or 3 on a phone (CHART-08), and several years with weekly and monthly bars', () => {
    expect([firstTimeframe(false), firstTimeframe(true)]).toEqual(['6m', '3m'])
    expect([spanShown('1D', '6m'), spanShown('1W', '6m'), spanShown('1M', '3m')]).toEqual([6, 30, 120])
  })

  it('can be one of the timeframes 5y, 1y, 6m, 3m and 1m (CHART-09)', () => {
    expect(timeframes.map(({ id, months }) => [id, months])).toEqual([
      ['5y', 60],
      ['1y', 12],
      ['6m', 6],
      ['3m', 3],
      ['1m', 1],
    ])
  })

  it('begins the given number of months before the newest bar', () => {
    expect(dates.at(-1)).toBe('2026-02-04')
    expect(shown(6)).toBe('2025-08-04')
    expect(shown(60)).toBe('2025-01-01')
    expect(firstShown([], 6)).toBe(0)
    expect(firstShown(['2026-01-30', '2026-02-27', '2026-03-31'], 1)).toBe(2)
  })

  it('can begin at the start of the year, or at the oldest bar', () => {
    expect(shown('ytd')).toBe('2026-01-01')
    expect(shown('all')).toBe('2025-01-01')
    expect(firstShown(['2025-12-31', '2026-01-02', '2026-01-05'], 'ytd')).toBe(1)
    expect([spanShown('1D', 'all'), spanShown('1W', 'ytd')]).toEqual(['all', 30])
  })

  it('is widened to at least 90 days when the chart opens (CHART-05)', () => {
    expect(shown(1)).toBe('2026-01-04')
    expect(shown(1, { atLeast90: true })).toBe('2025-11-06')
    expect(shown(6, { atLeast90: true })).toBe('2025-08-04')
    // The day 90 days before that Friday is a Saturday, which has no bar.
    const weekdays = dates.filter(date => ![0, 6].includes(new Date(date).getUTCDay()))
    expect(weekdays.at(-1)).toBe('2026-02-04')
    const toFriday = weekdays.slice(0, weekdays.indexOf('2026-01-30') + 1)
    expect(toFriday[firstShown(toFriday, 1, { atLeast90: true })]).toBe('2025-10-31')
    expect(firstShown(['2026-01-29', '2026-01-30'], 1, { atLeast90: true })).toBe(0)
  })
})

const span = ({ low, high }: { low: number; high: number }) => high - low

describe('fitting a chart to its prices (CHART-06)', () => {
  const share = (prices: PriceRange, over: PriceRange | undefined) =>
    span(prices) / span(fitted(prices, over, 'linear'))

  it('leaves a tenth of the height free above and below', () => {
    const { low, high } = fitted({ low: 100, high: 180 }, undefined, 'linear')
    expect([low, high]).toEqual([expect.closeTo(90, 10), expect.closeTo(190, 10)])
    const log = fitted({ low: 1, high: 4 }, undefined, 'log')
    expect(Math.log(4) / Math.log(log.high / log.low)).toBeCloseTo(0.8, 10)
    expect(Math.sqrt(log.low * log.high)).toBeCloseTo(2, 10)
  })

  it('includes studies that extend beyond the prices, while the prices keep 65% of the height', () => {
    const prices = { low: 100, high: 180 }
    expect(fitted(prices, { low: 95, high: 170 }, 'linear')).toEqual(fitted(prices, undefined, 'linear'))
    expect(fitted(prices, { low: 80, high: 170 }, 'linear').low).toBeCloseTo(80, 10)
    for (const over of [
      { low: 5, high: 170 },
      { low: 100, high: 900 },
      { low: 10, high: 300 },
    ])
      expect(share(prices, over)).toBeCloseTo(0.65, 10)
  })

  it('shows nothing below zero when all prices are above it', () => {
    const prices = { low: 0.01, high: 1 }
    expect(fitted(prices, { low: -2, high: 1 }, 'linear').low).toBe(0)
    expect(share(prices, { low: -2, high: 1 })).toBeGreaterThanOrEqual(0.65)
    expect(fitted({ low: -2, high: 2 }, undefined, 'linear').low).toBe(-2.5)
  })
})

describe('the wide price scale, which shows three times the range', () => {
  it('extends around the middle, but not below zero', () => {
    expect(taller({ low: 100, high: 120 }, wideRatio, 'linear')).toEqual({ low: 80, high: 140 })
    const lifted = taller({ low: 1, high: 5 }, 3, 'linear')
    expect(lifted.low).toBe(0)
    expect(span(lifted)).toBe(12)
    expect(taller({ low: -2, high: 2 }, 3, 'linear')).toEqual({ low: -6, high: 6 })
  })

  it('triples a ratio on a logarithmic scale', () => {
    const { low, high } = taller({ low: 1, high: 5 }, 3, 'log')
    expect(Math.log(high / low)).toBeCloseTo(3 * Math.log(5), 10)
    expect(Math.sqrt(low * high)).toBeCloseTo(Math.sqrt(5), 10)
  })
})
