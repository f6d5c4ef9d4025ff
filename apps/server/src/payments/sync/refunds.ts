import type Stripe from 'stripe'
import type { Tx } from '../../db/database.ts'
import { paidIntent } from '../provider/invoice-facts.ts'
import { answered } from '../provider/provider.ts'
import type { Everything, ReadInvoice } from '../provider/read-customer.ts'

/** The refunds of each invoice whose charge was read, without refunds that failed. */
export async function readRefunds(stripe: Stripe, invoices: readonly ReadInvoice[], charges: Everything['charges']) {
  const refunds: Everything['refunds'] = new Map()
  for (const { invoice } of invoices) {
    const charge = charges.get(invoice.id)
    const intent = paidIntent(invoice)
    if (!charge || intent === null) continue
    refunds.set(invoice.id, charge.refunded_cents === 0 ? [] : await refundsOf(stripe, intent))
  }
  return refunds
}

export async function refundsOf(stripe: Stripe, payment_intent: string): Promise<Stripe.Refund[]> {
  const { data } = await answered('list', stripe.refunds.list({ payment_intent, limit: 100 }))
  return data.filter(({ status }) => status !== 'failed' && status !== 'canceled')
}

/** Replaces our rows of an invoice's refunds with what was read. */
export async function saveRefunds(tx: Tx, userId: number, invoiceId: string, refunds: readonly Stripe.Refund[]) {
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
      refunds.map(({ id, amount, created }) => ({
        user_id: userId,
        refund_id: id,
        invoice_id: invoiceId,
        cents: amount,
        created_at: new Date(created * 1_000),
      })),
    )
    .execute()
}
