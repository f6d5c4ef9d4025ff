import type { Day } from '@finlist/domain/calendar'
import type { ReportType } from '@finlist/domain/profit-alerts/report-type'
import { Random } from '@finlist/domain/random'
import type { DemoMarket } from './market.ts'
import { hasBar } from './series.ts'

/** A company's profit announcement; `releasedAt` in ms since the epoch. */
export type Announcement = { stockCode: string; releasedAt: number; reportType: ReportType }

/**
 * The months with more announcements. Half-year results are due by the end of August and full-year results by the end
 * of March; profit announcements are made in the weeks before.
 */
const busyMonths = new Set(['02', '03', '08'])
const minuteMs = 60_000

/** Companies' profit announcements on a trading day, before the open or in the evening, oldest first. */
export function announcementsOf(market: DemoMarket, day: Day): Announcement[] {
  const at = market.days.indexOf(day)
  const random = new Random(market.seed, 'announcements', day)
  const most = busyMonths.has(day.slice(5, 7)) ? 8 : 4
  const heard = new Map<string, Announcement>()
  for (let count = random.whole(1, most); count > 0; count--) {
    const stock = random.pick(market.stocks)
    const chance = random.uniform()
    const minutes =
      random.uniform() < 0.8 ? random.whole(16 * 60 + 30, 22 * 60 + 30) : random.whole(6 * 60, 8 * 60 + 30)
    if (at < 0 || !hasBar(stock.series, at)) continue
    const { stockCode } = stock.listing
    heard.set(stockCode, {
      stockCode,
      releasedAt: Date.parse(`${day}T00:00:00+08:00`) + minutes * minuteMs,
      reportType: chance < 0.4 ? 'POSITIVE' : chance < 0.85 ? 'NEGATIVE' : 'OTHER',
    })
  }
  return [...heard.values()].toSorted((a, b) => a.releasedAt - b.releasedAt)
}
