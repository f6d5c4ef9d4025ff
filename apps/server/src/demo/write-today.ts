import { announcementsOf } from '@finlist/demo-market/announcements'
import type { DemoMarket } from '@finlist/demo-market/market'
import type { DemoSnapshot } from '@finlist/demo-market/snapshots'
import { dayAt } from '@finlist/domain/calendar'
import type { Tx } from '../db/database.ts'
import { publish } from '../db/topics.ts'
import { announcementPath } from './announcement-page.ts'
import { copyRows } from './copy-rows.ts'

/** Number of trading days with announcements (ten weeks). */
const announcedDays = 50

/**
 * Writes the missing snapshots; existing ones are kept, including those that users have loaded. Returns the number of
 * rows written.
 */
export async function writeSnapshots(tx: Tx, snapshots: DemoSnapshot[]): Promise<number> {
  let written = 0
  for (const { takenAt, stocks } of snapshots) {
    const at = new Date(takenAt)
    const { rowCount } = await tx.query(
      `insert into market_snapshot (exchange, taken_at, date) values ('HKEX', $1, $2) on conflict do nothing`,
      [at, dayAt('HKEX', takenAt)],
    )
    if (rowCount === 0) continue
    written += await copyRows(
      tx,
      'market_snapshot_price',
      ['exchange', 'taken_at', 'stock_code', 'price', 'volume'],
      stocks.map(({ stockCode, price, volume }) => ['HKEX', at, stockCode, price, volume] as const),
    )
  }
  return written
}

/** Writes the announcements of the last ten weeks up to `now` (ms); existing ones are kept. */
export async function writeAnnouncements(tx: Tx, market: DemoMarket, now = Infinity): Promise<void> {
  const announced = market.days.slice(-announcedDays).flatMap(day => announcementsOf(market, day))
  const rows = announced
    .filter(({ releasedAt }) => releasedAt <= now)
    .map(({ stockCode, releasedAt, reportType }) => {
      const path = announcementPath(stockCode, releasedAt)
      return ['HKEX', stockCode, new Date(releasedAt), reportType, path, `${path}?lang=zh`] as const
    })
  const columns = 'exchange stock_code released_at report_type link link_zh'
  await copyRows(tx, 'profit_alert', columns.split(' '), rows, { keep: true })
}

export async function publishToday(tx: Tx) {
  await publish(tx, 'movers:HKEX', 'profit-alerts:HKEX')
}
