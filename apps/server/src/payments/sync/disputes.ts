import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dispute } from '../provider/disputes.ts'

/**
 * Upserts an invoice's disputes. The payment provider does not report when a dispute was decided. The stored time is
 * that of the event that reported the decision, or else `at`. Once stored, it never changes.
 */
export async function saveDisputes(tx: Tx, userId: number, invoiceId: string, disputes: readonly Dispute[], at: Date) {
  for (const { id, cents, state, openedAt } of disputes) {
    const toldAt = sql<Date>`coalesce((select max(e.created_at) from billing_event e
      join invoice i on i.payment_intent_id = e.object_id and i.user_id = ${userId} and i.invoice_id = ${invoiceId}
      where e.type in ('charge.dispute.closed', 'charge.dispute.funds_reinstated') and e.created_at <= ${at}), ${at})`
    await sql`
      insert into dispute (user_id, dispute_id, invoice_id, cents, state, opened_at, lost_at, won_at)
      values (${userId}, ${id}, ${invoiceId}, ${cents}, ${state}, ${openedAt},
        case when ${state} = 'lost' then ${toldAt} end, case when ${state} = 'won' then ${toldAt} end)
      on conflict (user_id, dispute_id) do update set cents = excluded.cents, state = excluded.state,
        lost_at = coalesce(dispute.lost_at, excluded.lost_at), won_at = coalesce(dispute.won_at, excluded.won_at)`.execute(
      tx,
    )
  }
}
