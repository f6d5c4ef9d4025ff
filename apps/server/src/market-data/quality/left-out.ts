import { addDays, type Day } from '@finlist/domain/calendar'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { method } from '@finlist/domain/picking/method'
import type { LeftOut } from '@finlist/domain/prices/left-out'
import type { Tx } from '../../db/database.ts'

/** Safety limit; no market ever has this many. */
const most = 5_000

/**
 * The stocks that a list of the day leaves out because their prices are in doubt, by code, each with its newest doubt.
 * Omits stocks that had stopped trading by then, because the method would not have looked at them anyway.
 */
export async function readLeftOut(tx: Pick<Tx, 'query'>, exchange: ExchangeId, day: Day): Promise<LeftOut[]> {
  const { rows } = await tx.query<LeftOut>(
    `select distinct on (stock_code collate "C") stock_code as code, kind, date,
       encode(sha256(convert_to(evidence::text, 'UTF8')), 'hex') as evidence
     from doubt
     where exchange = $1 and ended_at is null and $2::date between date and held_until and stock_code <> $3
       and exists (select from bars_between($1, stock_code, $4, $2) where volume > 0)
       and stock_code <> all(array(select stock_code from stock where exchange = $1 and is_index))
     order by stock_code collate "C", date desc, kind limit ${most}`,
    [exchange, day, marketIndex[exchange], addDays(day, -method.eligible.newestDays)],
  )
  return rows
}
