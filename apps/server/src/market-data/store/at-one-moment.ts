import type { Tx } from '../../db/database.ts'
import { setForTriggers } from '../../db/spread.ts'

/** Fixes one timestamp for all bars replaced or deleted in the rest of the transaction, on every database node. */
export async function atOneMoment(tx: Pick<Tx, 'query'>): Promise<void> {
  const { rows } = await tx.query<{ at: string }>('select product_now()::text as at')
  await setForTriggers(tx, 'finlist.at', rows[0]!.at)
}
