import { describe, expect, it } from 'vitest'
import {
  type Closings,
  closingsKnownUntil,
  dayAt,
  guessedClosings,
  isHalfDay,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
  tradingDays,
} from './calendar.ts'

describe('the trading calendar', () => {
  it.each([
    ['HKEX', '2026-02-17', false],
    ['HKEX', '2026-02-20', true],
    ['US', '2026-07-03', false],
    ['US', '2026-11-26', false],
    ['JP', '2026-12-31', false],
    ['CN', '2026-10-07', false],
    ['TW', '2026-02-12', false],
    ['US', '2026-11-21', false],
  ] as const)('gives the right answer for %s on %s', (exchange, day, open) =>
    expect(isTradingDay(exchange, day)).toBe(open),
  )

  it.each([
    ['HKEX', 2025, 246],
    ['US', 2025, 250],
    ['JP', 2025, 243],
    ['CN', 2025, 243],
    ['TW', 2025, 243],
  ] as const)('gives %s in %s exactly %s trading days', (exchange, year, count) =>
    expect(tradingDays(exchange, `${year}-01-01`, `${year}-12-31`)).toHaveLength(count),
  )

  it('treats every weekday after its last covered year as a trading day', () => {
    expect(isTradingDay('HKEX', '2029-12-25')).toBe(true)
    expect(isTradingDay('HKEX', '2029-12-22')).toBe(false)
  })

  it('skips holidays and weekends', () => {
    expect(nextTradingDay('CN', '2026-09-30')).toBe('2026-10-08')
    expect(previousTradingDay('HKEX', '2026-04-08')).toBe('2026-04-02')
  })

  it('returns the day in the exchange’s time zone', () => {
    const instant = Date.parse('2026-11-20T03:00:00Z')
    expect(dayAt('US', instant)).toBe('2026-11-19')
    expect(dayAt('HKEX', instant)).toBe('2026-11-20')
  })

  it('prefers closings loaded by the operator to its built-in ones', () => {
    const told: Closings = new Map([
      ['HKEX 2026-09-21', 'full'],
      ['HKEX 2026-12-24', 'open'],
      ['HKEX 2026-12-25', 'open'],
      ['HKEX 2026-12-28', 'half'],
      ['HKEX 2026-12-26', 'open'],
      ['US 2026-09-21', 'half'],
    ])
    const seen = (exchange: 'HKEX' | 'US', day: string) => [
      isTradingDay(exchange, day, told),
      isHalfDay(exchange, day, told),
    ]
    expect(seen('HKEX', '2026-09-21')).toEqual([false, false])
    expect(seen('US', '2026-09-21')).toEqual([true, true])
    expect(seen('HKEX', '2026-12-24')).toEqual([true, false])
    expect(seen('HKEX', '2026-12-25')).toEqual([true, false])
    expect(seen('HKEX', '2026-12-26')).toEqual([false, false])
    expect(seen('HKEX', '2026-12-28')).toEqual([true, true])
    expect(nextTradingDay('HKEX', '2026-09-18', told)).toBe('2026-09-22')
    expect(previousTradingDay('HKEX', '2026-12-28', told)).toBe('2026-12-25')
    expect(tradingDays('HKEX', '2026-12-24', '2026-12-28', told)).toEqual(['2026-12-24', '2026-12-25', '2026-12-28'])
  })

  it('contains closings up to the end of its last year, or of a later year that was loaded in full', () => {
    const holidays = (year: number, count: number) =>
      Array.from({ length: count }, (_, at) => [`JP ${year}-0${at + 1}-05`, 'full'] as const)
    const last = Number(closingsKnownUntil('JP').slice(0, 4))
    expect(closingsKnownUntil('JP', new Map(holidays(last + 1, 4)))).toBe(`${last}-12-31`)
    expect(closingsKnownUntil('JP', new Map(holidays(last + 1, 5)))).toBe(`${last + 1}-12-31`)
    expect(closingsKnownUntil('JP', new Map(holidays(last + 2, 5)))).toBe(`${last}-12-31`)
    expect(closingsKnownUntil('US', new Map(holidays(last + 1, 5)))).toBe(closingsKnownUntil('US'))
    for (const { exchange, year } of guessedClosings())
      expect(guessedClosings(new Map(holidays(year, 5))).some(guess => guess.exchange === exchange)).toBe(
        exchange !== 'JP',
      )
  })

  it('recognises the half days of Hong Kong', () => {
    expect(['2026-02-16', '2026-12-24', '2026-12-31'].map(day => isHalfDay('HKEX', day))).toEqual([true, true, true])
    expect(isHalfDay('HKEX', '2022-12-24')).toBe(false)
    expect(isHalfDay('US', '2026-12-24')).toBe(false)
  })
})
