import { isHalfDay, isTradingDay } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { describe, expect, it } from 'vitest'
import { issueDates, issueOf } from './issues.ts'
import { demoMarket } from './market.ts'

const options = { seed: 'finlist', startDate: '2023-05-19', asOf: '2026-11-19' }

describe.each(exchangeIds)('%s', exchange => {
  const market = demoMarket({ ...options, exchange })
  const dates = issueDates(market).slice(-52)
  const issues = dates.map(date => issueOf(market, date))

  it('ends with the last week that is over', () => {
    expect(dates).toHaveLength(52)
    expect(dates.at(-1)).toBe('2026-11-13')
    expect(dates.every(date => isTradingDay(exchange, date))).toBe(true)
  })

  it('has its size, one free pick with the best score of those with a buy point, and ranks from 1 to 99', () => {
    const [least, most] = exchange === 'HKEX' || exchange === 'US' ? [46, 60] : [30, 40]
    for (const { picks } of issues) {
      expect(picks.length).toBeGreaterThanOrEqual(least)
      expect(picks.length).toBeLessThanOrEqual(most)
      const free = picks.filter(({ freePick }) => freePick)
      expect(free).toHaveLength(1)
      expect(free[0]).toBe(picks.find(({ patternType }) => patternType !== null) ?? picks[0])
      expect(picks.filter(({ percivalScore }) => percivalScore < 1 || percivalScore > 99)).toEqual([])
      expect(picks.filter(({ patternType, buyPoint }) => patternType !== null && buyPoint === null)).toEqual([])
    }
    expect(issues.filter(({ picks }) => picks.some(({ buyPoint }) => buyPoint !== null)).length).toBeGreaterThan(40)
  })

  it('offers no buy point that is far away or past', () => {
    const offered = issues.flatMap(({ picks }) => picks).filter(({ buyPoint }) => buyPoint !== null)
    expect(offered.filter(({ close, buyPoint }) => close < buyPoint! * 0.9 || close > buyPoint! * 1.05)).toEqual([])
  })

  it('has a pick with a buy point and no pattern, and in a year one of every pattern', () => {
    for (const { picks } of issues)
      expect(picks.filter(({ buyPoint, patternType }) => buyPoint !== null && patternType === null)).toHaveLength(1)
    const kinds = new Set(issues.flatMap(({ picks }) => picks.map(({ patternType }) => patternType)))
    expect(kinds).toEqual(new Set([null, 'BASE', 'CUP', 'CWH', 'DB', 'FB']))
  })

  it('compares the volume with the 50 days before that count', () => {
    const { date, picks } = issues.at(-1)!
    const told = picks.map(({ volumeChange }) => volumeChange)
    const counted = picks.map(({ stockCode, volume }) => {
      const { series } = market.stocks.find(({ listing }) => listing.stockCode === stockCode)!
      const before = market.days
        .map((day, at) => ({ day, volume: series.volume[at] ?? 0 }))
        .filter(it => it.day < date && it.volume > 0 && !isHalfDay(exchange, it.day))
        .slice(-50)
      const mean = before.reduce((sum, it) => sum + it.volume, 0) / before.length
      return Math.round((volume / mean - 1) * 10_000) / 100
    })
    expect(told).toEqual(counted)
  })

  it('tells a quarter the same way in every issue, and shows the planted reports', () => {
    const told = new Map<string, string>()
    for (const { picks } of issues)
      for (const { stockCode, quarters } of picks)
        for (const quarter of quarters) {
          const key = `${stockCode} ${quarter.thisReportDate}`
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

it('reads the same when the market has gone on', () => {
  const few = { ...options, exchange: 'JP' as ExchangeId, stocks: 40 }
  const later = demoMarket({ ...few, asOf: '2027-03-12' })
  expect(issueOf(later, '2026-11-13')).toEqual(issueOf(demoMarket(few), '2026-11-13'))
})
