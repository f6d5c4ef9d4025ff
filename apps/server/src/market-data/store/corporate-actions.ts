import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { breadthIsDue } from '../breadth/breadth-worker.ts'
import { settleGate } from '../quality/gate.ts'

/**
 * Call this in the transaction that adds, changes or deletes corporate actions. Marks figures computed from adjusted
 * bars for recomputation, rechecks unconfirmed moves, and invalidates caches. `from` is the earliest affected ex-date,
 * before or after the change. Without it, everything since the stocks' first bars is recomputed, which takes long for a
 * whole market.
 */
export async function actionsChanged(
  tx: Tx,
  exchange: ExchangeId,
  codes: readonly string[],
  from?: Day,
): Promise<void> {
  if (codes.length === 0) return
  const { rows } = await tx.query<{ day: Day | null }>(
    `select greatest(min(date), $3) as day from unnest($2::text[]) code, lateral bars_after($1, code, '-infinity', 1) first`,
    [exchange, codes, from ?? null],
  )
  const day = rows[0]?.day
  if (day) await breadthIsDue(tx, exchange, day)
  await settleGate(tx, exchange)
  await publish(tx, `prices:${exchange}`)
}
