import { addDays, type Day, halfDays } from '@finlist/domain/calendar'
import { daySoFar, type Load } from '@finlist/domain/movers/day-so-far'
import type { Moved } from '@finlist/domain/movers/top-movers'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { readSteps, sharesBy, stepRows } from '../../market-data/store/adjustments.ts'
import { readClosings } from '../../market-data/store/closings.ts'

export type Snapshot = { takenAt: Date; date: Day; comparedWith: Date | null }

/**
 * The newest snapshot that can be compared: either with a snapshot of the same day from 55 minutes to two hours earlier
 * (the latest of these), or with the source's own prices from an hour earlier.
 */
export async function readNewestSnapshot(db: Db): Promise<Snapshot | undefined> {
  const { rows } = await sql<Snapshot>`
    select snapshot.taken_at as "takenAt", snapshot.date, before.taken_at as "comparedWith"
    from market_snapshot snapshot
    left join lateral (
      select taken_at from market_snapshot earlier
      where earlier.exchange = snapshot.exchange and earlier.date = snapshot.date
        and earlier.taken_at between snapshot.taken_at - interval '2 hours' and snapshot.taken_at - interval '55 minutes'
      order by taken_at desc limit 1
    ) before on true
    where snapshot.exchange = 'HKEX' and (before.taken_at is not null or exists (
      select from market_snapshot_price told where told.exchange = snapshot.exchange
        and told.taken_at = snapshot.taken_at and told.previous_price is not null))
    order by snapshot.taken_at desc limit 1`.execute(db)
  return rows[0]
}

export type MovedStock = Moved & {
  stockName: string
  stockNameZh: string
  averageVolume: number | null
  dayPrices: number[]
}

/** Upper limit on rows; no exchange lists this many stocks. */
const most = 20_000
const averageDays = 50
/**
 * Number of days back for which half days are looked up. Only the averages of rarely traded stocks cover older days.
 */
const halfDaysBack = 1_500

/**
 * Stocks whose price changed within the hour. The average volume covers the last 50 days before the snapshot's day, in
 * today's shares, leaving out half days and days without a trade.
 */
export async function readMoved(db: Db, { takenAt, date, comparedWith }: Snapshot): Promise<MovedStock[]> {
  const told = await readClosings(db)
  const notCounted = halfDays('HKEX', addDays(date, -halfDaysBack), date, told)
  const steps = new Map([['HKEX' as const, await readSteps(db, 'HKEX', { ofBars: true })]])
  const previous = sql`coalesce(now.previous_price, before.price)`
  const { rows } = await sql<Omit<MovedStock, 'turnover' | 'dayPrices'>>`
    select now.stock_code as "stockCode", stock_name as "stockName", stock_name_zh as "stockNameZh", now.price,
      ${previous} as "previousPrice", now.volume, usual.volume as "averageVolume"
    from market_snapshot_price now
    join stock using (exchange, stock_code)
    left join market_snapshot_price before on before.exchange = now.exchange
      and before.taken_at = ${comparedWith}::timestamptz and before.stock_code = now.stock_code
    left join lateral (
      select avg(volume)::double precision as volume from (
        select ${sharesBy(sql`volume`, sql`coalesce(step.shares, 1)`)} as volume
        from trades_before(now.exchange, now.stock_code, ${date}, ${averageDays}, ${notCounted}::date[]) bar
        left join ${stepRows(steps)} step on step.stock_code = bar.stock_code and bar.date >= since and bar.date < before
      ) counted
    ) usual on true
    where now.exchange = 'HKEX' and now.taken_at = ${takenAt} and not is_index and ${previous} <> now.price
    order by now.stock_code limit ${most}`.execute(db)
  const loads = await readLoads(db, takenAt, date)
  return rows.map(row => ({ ...row, ...daySoFar(loads.get(row.stockCode) ?? []) }))
}

/** Each stock's prices and volumes in the day's snapshots up to this one, in order. */
async function readLoads(db: Db, takenAt: Date, date: Day) {
  const { rows } = await sql<Load & { stockCode: string }>`
    select stock_code as "stockCode", price, volume
    from market_snapshot_price join market_snapshot using (exchange, taken_at)
    where exchange = 'HKEX' and date = ${date} and taken_at <= ${takenAt} order by taken_at`.execute(db)
  return Map.groupBy(rows, row => row.stockCode)
}
