import { describe, expect, it } from 'vitest'
import { dayAt, isHalfDay, isTradingDay, nextTradingDay, previousTradingDay, tradingDays } from './calendar.ts'

describe('trading days', () => {
  it.each([
    ['HKEX', '2026-02-17', false],
    ['HKEX', '2026-02-20', true],
    ['US', '2026-07-03', false],
    ['US', '2026-11-26', false],
    ['JP', '2026-12-31', false],
    ['CN', '2026-10-07', false],
    ['TW', '2026-02-12', false],
    ['US', '2026-11-21', false],
  ] as const)('%s %s', (exchange, day, open) => expect(isTradingDay(exchange, day)).toBe(open))

  it.each([
    ['HKEX', 2025, 246],
    ['US', 2025, 250],
    ['JP', 2025, 243],
    ['CN', 2025, 243],
    ['TW', 2025, 243],
  ] as const)('%s has them in %s: %s', (exchange, year, count) =>
    expect(tradingDays(exchange, `${year}-01-01`, `${year}-12-31`)).toHaveLength(count),
  )

  it('takes every weekday after the last year of the table', () => {
    expect(isTradingDay('HKEX', '2029-12-25')).toBe(true)
    expect(isTradingDay('HKEX', '2029-12-22')).toBe(false)
  })

  it('steps over holidays and weekends', () => {
    expect(nextTradingDay('CN', '2026-09-30')).toBe('2026-10-08')
    expect(previousTradingDay('HKEX', '2026-04-08')).toBe('2026-04-02')
  })

  it('tells the day where the exchange is', () => {
    const instant = Date.parse('2026-11-20T03:00:00Z')
    expect(dayAt('US', instant)).toBe('2026-11-19')
    expect(dayAt('HKEX', instant)).toBe('2026-11-20')
  })

  it('knows the half days of Hong Kong', () => {
    expect(['2026-02-16', '2026-12-24', '2026-12-31'].map(day => isHalfDay('HKEX', day))).toEqual([true, true, true])
    expect(isHalfDay('HKEX', '2022-12-24')).toBe(false)
    expect(isHalfDay('US', '2026-12-24')).toBe(false)
  })
})
