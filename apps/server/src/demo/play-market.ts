import { type DemoSnapshot, snapshotsOf } from '@finlist/demo-market/snapshots'
import { type Day, dayAt, previousTradingDay } from '@finlist/domain/calendar'
import { snapshotTimes } from '@finlist/domain/movers/snapshot-times'
import type { Job } from '../background/jobs.ts'
import type { Database } from '../db/database.ts'
import { afterSnapshots } from '../market-data/folders/after-snapshots.ts'
import { grownMarket } from './market.ts'
import { publishToday, writeAnnouncements, writeSnapshots } from './write-today.ts'

/**
 * Job that keeps the invented Hong Kong market up to date. On a trading day it adds the snapshots and announcements
 * that are due, otherwise those missing from the last session. Generating a day takes about a second and is done once.
 */
export function playMarket(database: Database): Job {
  let planned: { day: Day; snapshots: DemoSnapshot[] } | undefined
  return {
    name: 'movers',
    brings: true,
    next: afterSnapshots,
    async run(now) {
      const today = dayAt('HKEX', now)
      const isOpen = snapshotTimes(today).some(time => time <= now)
      const day = isOpen ? today : previousTradingDay('HKEX', today)
      const due = snapshotTimes(day).filter(time => time <= now)
      if ((await countSnapshots(database, day)) >= due.length) return { rows: 0, asAt: day }

      const market = planned?.day === day ? undefined : await grownMarket(database, 'HKEX', day)
      if (market) planned = { day, snapshots: snapshotsOf(market, day) }
      if (planned?.day !== day) return { rows: 0 }
      const ripe = planned.snapshots.filter(({ takenAt }) => takenAt <= now)
      const write = async () =>
        await database.load(
          async tx => {
            const written = await writeSnapshots(tx, ripe)
            if (market) await writeAnnouncements(tx, market, now)
            await publishToday(tx)
            return written
          },
          { keep: true },
        )
      return { rows: await write(), asAt: day }
    },
  }
}

async function countSnapshots({ pool }: Database, day: Day): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from market_snapshot where exchange = 'HKEX' and date = $1`,
    [day],
  )
  return rows[0]!.count
}
