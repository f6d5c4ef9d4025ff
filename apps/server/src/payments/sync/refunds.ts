import type { Tx } from '../../db/database.ts'
import type { Refund } from '../provider/refunds.ts'

/** Replaces our rows of an invoice's refunds with what was read. */
export async function saveRefunds(tx: Tx, userId: number, invoiceId: string, refunds: readonly Refund[]) {
  await tx
    .deleteFrom('refund')
    .where('user_id', '=', userId)
    .where('invoice_id', '=', invoiceId)
    .where('to_credit', '=', false)
    .execute()
  if (refunds.length === 0) return
  await tx
    .insertInto('refund')
    .values(
      refunds.map(({ id, cents, at }) => ({
        user_id: userId,
        refund_id: id,
        invoice_id: invoiceId,
        cents,
        created_at: at,
      })),
    )
    .execute()
}
