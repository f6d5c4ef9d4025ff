import type { Tx } from '../db/database.ts'
import { setForTriggers } from '../db/spread.ts'

/** Bars that are replaced or deleted from here to the transaction's end were so until this moment, on whichever node they lie. */
export async function atOneMoment(tx: Pick<Tx, 'query'>): Promise<void> {
  const { rows } = await tx.query<{ at: string }>('select product_now()::text as at')
  await setForTriggers(tx, 'finlist.at', rows[0]!.at)
}
