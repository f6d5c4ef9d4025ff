import { deletionsListed, type PriceDeletion } from '@finlist/contract/staff/data'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { atOneMoment } from '../../market-data/store/at-one-moment.ts'
import { named } from './store.ts'

type Deleted = {
  exchange: ExchangeId
  stockCode: string | undefined
  date: Day | undefined
  reason: string
  by: number
}

/** Deletes bars in a way that can be undone. Returns the number of deleted bars and the first day affected. */
export async function deleteBars(
  tx: Tx,
  { exchange, stockCode, date, reason, by }: Deleted,
): Promise<{ deleted: number; first: Day | null }> {
  await atOneMoment(tx)
  const { rows } = await sql<{ deleted: number; first: Day | null }>`
    with gone as (
      delete from bar where exchange = ${exchange}
        ${stockCode === undefined ? sql`` : sql`and stock_code = ${stockCode}`}
        ${date === undefined ? sql`` : sql`and date = ${date}`}
      returning date),
    counted as (select count(*) as deleted, min(date) as first from gone),
    noted as (
      insert into bar_deletion (exchange, stock_code, date, bars, reason, deleted_by)
      select ${exchange}, ${stockCode ?? null}, ${date ?? null}::date, deleted, ${reason}, ${named(by)} from counted)
    select * from counted`.execute(tx)
  return rows[0]!
}

/** The market's latest deletions, newest first. */
export async function readDeletions(db: Db, exchange: ExchangeId): Promise<PriceDeletion[]> {
  const rows = await db
    .selectFrom('bar_deletion')
    .selectAll()
    .where('exchange', '=', exchange)
    .orderBy('deletion_id', 'desc')
    .limit(deletionsListed)
    .execute()
  return rows.map(row => ({
    deletionId: row.deletion_id,
    stockCode: row.stock_code,
    date: row.date,
    bars: row.bars,
    reason: row.reason,
    by: row.deleted_by,
    at: row.deleted_at.toISOString(),
    restoredBy: row.restored_by,
  }))
}

/** Marks the deletion as restored and returns it; undefined if there is none or it was already restored. */
export async function takeBackDeletion(
  tx: Tx,
  by: number,
  { exchange, deletionId }: { exchange: ExchangeId; deletionId: number },
) {
  const { rows } = await sql<{ stock_code: string | null; date: Day | null }>`
    update bar_deletion set restored_at = product_now(), restored_by = ${named(by)}
    where deletion_id = ${deletionId} and exchange = ${exchange} and restored_at is null
    returning stock_code, date`.execute(tx)
  return rows[0]
}
