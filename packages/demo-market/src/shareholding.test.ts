import { expect, it } from 'vitest'
import { demoMarket } from './market.ts'
import { datesShown, holdingsOf, settlementDates } from './shareholding.ts'

const options = { seed: 'finlist', exchange: 'HKEX', startDate: '2023-05-19', stocks: 12 } as const
const market = demoMarket({ ...options, asOf: '2026-11-19' })
const dates = settlementDates(market).slice(-datesShown)

it('the demo has the shareholdings settled on every trading day up to the newest one', () => {
  expect(dates).toHaveLength(30)
  expect(dates.slice(-3)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19'])
  // Chung Yeung is on Sunday 18 October, so Monday is closed.
  expect(dates).not.toContain('2026-10-19')
})

it('each stock of the demo has 50 to 120 participants, who never hold more shares than are in issue', () => {
  for (const stock of market.stocks) {
    const newest = holdingsOf(market, stock, dates).filter(({ date }) => date === dates.at(-1))
    expect(newest.length).toBeGreaterThanOrEqual(50)
    expect(newest.length).toBeLessThanOrEqual(120)
    expect(new Set(newest.map(({ participantId }) => participantId)).size).toBe(newest.length)
    const shares = newest.reduce((sum, { shareholding }) => sum + shareholding, 0)
    expect(shares / stock.traits.sharesInIssue).toBeGreaterThan(0.2)
    expect(shares / stock.traits.sharesInIssue).toBeLessThan(0.96)
    expect(newest.every(({ shareholding }) => shareholding >= 0 && Number.isInteger(shareholding))).toBe(true)
  }
})

it('the demo’s shareholdings change a little from day to day, and earlier days do not change when later ones are added', () => {
  const stock = market.stocks[0]!
  const told = holdingsOf(market, stock, dates)
  const at = (date: string) => told.filter(it => it.date === date).map(it => it.shareholding)
  const [before, now] = [at(dates.at(-6)!), at(dates.at(-1)!)]
  const changed = now.filter((shares, row) => shares !== before[row]).length
  expect(changed).toBeGreaterThan(0)
  expect(changed).toBeLessThan(now.length / 2)
  const later = demoMarket({ ...options, asOf: '2027-03-12' })
  expect(holdingsOf(later, later.stocks[0]!, dates)).toEqual(told)
})
