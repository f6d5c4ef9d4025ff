import type { RecordWidening } from '@finlist/contract/track-record'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Widening } from '@finlist/domain/outcome/widening'
import { method } from '@finlist/domain/picking/method'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/**
 * The factor by which the market's confidence intervals are widened under the current method; null if not computed yet.
 */
export async function readWidening(db: Db, exchange: ExchangeId): Promise<RecordWidening | null> {
  const row = await db
    .selectFrom('record_widening')
    .select(['factor', 'cells', 'held', 'held_widened', 'worlds', 'weeks', 'made_at'])
    .where('exchange', '=', exchange)
    .where('method_id', '=', method.id)
    .executeTakeFirst()
  if (!row) return null
  const { held_widened, made_at, ...told } = row
  return { ...told, heldWidened: held_widened, countedAt: made_at.toISOString() }
}

/** Replaces the market's previous factor. */
export async function writeWidening(
  tx: Tx,
  exchange: ExchangeId,
  { worlds, weeks, seed }: { worlds: number; weeks: number; seed: string },
  { factor, cells, held, heldWidened: held_widened, stocks }: Widening & { stocks: number },
): Promise<void> {
  const counted = { factor, cells, held, held_widened, worlds, weeks, stocks, seed }
  await tx.deleteFrom('record_widening').where('exchange', '=', exchange).where('method_id', '=', method.id).execute()
  await tx
    .insertInto('record_widening')
    .values({ exchange, method_id: method.id, ...counted })
    .execute()
}

/** The number of weeks covered by the market's lists; 0 if there are none. */
export async function readRecordWeeks(db: Db, exchange: ExchangeId): Promise<number> {
  const { rows } = await sql<{ weeks: number }>`
    select coalesce((max(issue_date) - min(issue_date)) / 7 + 1, 0) as weeks
    from finlist_issue where exchange = ${exchange}`.execute(db)
  return rows[0]!.weeks
}
