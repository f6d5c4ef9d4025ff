import { isHalfDay, isTradingDay } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { issueOf } from '@finlist/domain/picking/issue'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Issue, issueDates, issuesOf } from './issues.ts'
import { type DemoMarket, demoMarket } from './market.ts'
import { pickingStocks } from './picking-stocks.ts'

const options = { seed: 'finlist', startDate: '2023-05-19', asOf: '2026-11-19' }

const usualSizes: Partial<Record<ExchangeId, number>> = { HKEX: 30, US: 46, JP: 20, CN: 20, TW: 18 }

/** A year of lists takes seconds to make, so the tests of all markets except one are tagged slow. */
for (const exchange of exchangeIds)
  describe(`the demo’s lists of ${exchange}`, { tags: exchange === 'TW' ? [] : ['slow'] }, () => {
    let market: DemoMarket
    let dates: string[]
    let issues: Issue[]
    beforeAll(() => {
      market = demoMarket({ ...options, exchange })
      dates = issueDates(market).slice(-52)
      issues = issuesOf(market, dates)
    })

    it('end with the last completed week', () => {
      expect(dates).toHaveLength(52)
      expect(dates.at(-1)).toBe('2026-11-13')
      expect(dates.every(date => isTradingDay(exchange, date))).toBe(true)
    })

    it('match, row by row, what the method makes from the data known on their day', () => {
      const stocks = pickingStocks(market)
      for (const { date, method, constants, picks } of [issues[0]!, issues[30]!, issues[51]!]) {
        const made = issueOf(exchange, stocks, dayNumber(date))
        expect({ method, constants }).toEqual({ method: made.method, constants: made.constants })
        expect(picks).toMatchObject(made.picks)
      }
    })

    it('have the expected size, picks with and without a base, and one free pick: the best of those with a base', () => {
      const sizes = issues.map(({ picks }) => picks.length).toSorted((one, other) => one - other)
      expect(sizes[0]).toBeGreaterThanOrEqual(10)
      expect(sizes.at(-1)).toBeLessThanOrEqual(60)
      expect(sizes[26]).toBeGreaterThanOrEqual(usualSizes[exchange] ?? 12)
      for (const { picks } of issues) {
        const [listed, leaders] = [picks.filter(({ base }) => base), picks.filter(({ base }) => !base)]
        expect(Math.min(listed.length, leaders.length)).toBeGreaterThan(0)
        expect(picks).toEqual([...listed, ...leaders])
        for (const { pattern, buyPoint, stop } of leaders)
          expect({ pattern, buyPoint, stop }).toEqual({ pattern: 'NIL', buyPoint: -1, stop: -1 })
        expect(picks.filter(({ freePick }) => freePick)).toEqual([listed[0]])
        expect(picks.filter(({ score }) => score < 1 || score > 100)).toEqual([])
      }
    })

    it('have no buy point far above the close, and no base older than a year', () => {
      const offered = issues.flatMap(({ picks }) => picks).filter(({ base }) => base)
      // A pivot is at most 12% above the close, and the buy point is a price step above the pivot.
      expect(offered.filter(({ close, buyPoint }) => close < buyPoint / 1.13)).toEqual([])
      expect(new Set(offered.map(({ pattern }) => pattern))).toEqual(new Set(['BASE', 'CUP', 'CWH', 'DB', 'FB']))
    })

    it('give a reason for every pick of the previous week that is no longer listed', () => {
      const gone = issues.slice(1).map(({ picks }, at) => {
        const now = new Set(picks.map(({ code }) => code))
        return issues[at]!.picks.flatMap(({ code }) => (now.has(code) ? [] : [code])).toSorted()
      })
      expect(issues.slice(1).map(({ departures }) => Object.keys(departures).toSorted())).toEqual(gone)
      expect(gone.flat().length).toBeGreaterThan(50)
    })

    it('compare volume with the 50 days before, leaving out half days', () => {
      const { date, picks } = issues.at(-1)!
      const told = picks.map(({ volumeChange }) => volumeChange)
      const counted = picks.map(({ code, volume }) => {
        const { series } = market.stocks.find(({ listing }) => listing.stockCode === code)!
        const before = market.days
          .map((day, at) => ({ day, volume: series.volume[at] ?? 0 }))
          .filter(it => it.day < date && it.volume > 0 && !isHalfDay(exchange, it.day))
          .slice(-50)
        const mean = before.reduce((sum, it) => sum + it.volume, 0) / before.length
        return Math.round((volume / mean - 1) * 10_000) / 100
      })
      expect(told).toEqual(counted)
    })

    it('show the same figures for a quarter in every issue, and include the planted reports', () => {
      const told = new Map<string, string>()
      for (const { picks } of issues)
        for (const { code, quarters } of picks)
          for (const quarter of quarters) {
            const key = `${code} ${quarter.thisReportDate}`
            const text = JSON.stringify(quarter)
            expect(told.get(key) ?? text).toBe(text)
            told.set(key, text)
          }
      const picks = issues.flatMap(issue => issue.picks)
      expect(picks.filter(({ quarters }) => quarters.length === 0).length).toBeGreaterThan(0)
      expect(picks.every(({ quarters }) => quarters.length === 0 || quarters.length === 8)).toBe(true)
      expect(picks.some(({ quarters }) => quarters.some(({ epsChange }) => epsChange! > 9999))).toBe(true)
    })
  })

it('a demo issue does not change when later days are added', () => {
  const few = { ...options, exchange: 'JP' as ExchangeId, stocks: 40 }
  const later = demoMarket({ ...few, asOf: '2027-03-12' })
  expect(issuesOf(later, ['2026-11-13'])).toEqual(issuesOf(demoMarket(few), ['2026-11-13']))
})
