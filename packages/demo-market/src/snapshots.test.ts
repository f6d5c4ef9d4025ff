import { expect, it } from 'vitest'
import { announcementsOf } from './announcements.ts'
import { barsOf, demoMarket } from './market.ts'
import { snapshotsOf } from './snapshots.ts'

const options = { seed: 'finlist', exchange: 'HKEX', startDate: '2026-06-01', stocks: 40 } as const
const market = demoMarket({ ...options, asOf: '2026-11-19' })
const barOf = (stockCode: string, day: string) =>
  [...barsOf(market.days, market.stocks.find(it => it.listing.stockCode === stockCode)!.series, day)][0]!

it.each(['2026-11-19', '2026-08-27'])(
  'the demo’s snapshots of %s end at the prices of the daily bars and stay within their range',
  day => {
    const snapshots = snapshotsOf(market, day)
    expect(snapshots).toHaveLength(13)
    expect(snapshots.at(-1)!.stocks.length).toBeGreaterThan(30)
    for (const { stockCode, price, volume } of snapshots.at(-1)!.stocks) {
      const bar = barOf(stockCode, day)
      expect([price, volume]).toEqual([bar.close, bar.volume])
      const path = snapshots.map(({ stocks }) => stocks.find(stock => stock.stockCode === stockCode)!)
      expect(path[0]!.price).toBe(bar.volume === 0 ? bar.close : bar.open)
      for (const [at, now] of path.entries()) {
        expect(now.price).toBeGreaterThanOrEqual(bar.low)
        expect(now.price).toBeLessThanOrEqual(bar.high)
        expect(now.volume).toBeGreaterThanOrEqual(path[at - 1]?.volume ?? 0)
      }
      const reached = new Set(path.map(it => it.price))
      expect(bar.volume === 0 || (reached.has(bar.high) && reached.has(bar.low))).toBe(true)
    }
  },
)

it('the demo’s snapshots of a past day do not change when later days are added', () => {
  const later = demoMarket({ ...options, asOf: '2026-12-18' })
  expect(snapshotsOf(later, '2026-11-19')).toEqual(snapshotsOf(market, '2026-11-19'))
  expect(announcementsOf(later, '2026-11-19')).toEqual(announcementsOf(market, '2026-11-19'))
})

it('on a day without trading the demo has no snapshots', () => {
  expect(snapshotsOf(market, '2026-11-21')).toEqual([])
  expect(announcementsOf(market, '2026-11-21')).toEqual([])
})

it('the demo’s announcements have good and bad news, and are made before the open or after the close', () => {
  const all = market.days.flatMap(day => announcementsOf(market, day))
  const hours = all.map(({ releasedAt }) => new Date(releasedAt + 8 * 3_600_000).getUTCHours())
  expect(hours.every(hour => (hour >= 6 && hour <= 8) || (hour >= 16 && hour <= 22))).toBe(true)
  const share = (type: string) => all.filter(({ reportType }) => reportType === type).length / all.length
  expect(share('POSITIVE')).toBeGreaterThan(0.3)
  expect(share('POSITIVE')).toBeLessThan(0.5)
  expect(share('NEGATIVE')).toBeGreaterThan(share('OTHER'))
})
