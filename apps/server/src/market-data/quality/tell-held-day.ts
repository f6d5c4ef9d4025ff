import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'
import { ask, type Said } from './ask.ts'

/**
 * Call this before notifying subscribers of these days. Throws NeedsConfirmation if one of them is quarantined and the
 * load is not confirmed; otherwise, and in a dry run, returns notes.
 */
export async function tellHeldDays(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  days: readonly Day[],
  said: Said,
): Promise<Reason[]> {
  const { rows } = await tx.query<{ date: Day; stocks: number; before: number }>(
    `select date, stocks, stocks_before as before from held_day
     where exchange = $1 and released_at is null and date = any($2) order by date desc limit 5`,
    [exchange, days],
  )
  return ask(
    rows.map(values => ({ text: 'import.gate.of-held-day', values })),
    said,
  )
}
