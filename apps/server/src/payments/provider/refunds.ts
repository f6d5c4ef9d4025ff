import type Stripe from 'stripe'
import { answered, type Once } from './provider.ts'

export type Refund = { id: string; cents: number; at: Date; operationId: string | undefined }

/** The refunds of a payment, without those that failed. */
export async function refundsOf(stripe: Stripe, payment_intent: string): Promise<Refund[]> {
  const { data } = await answered('list', stripe.refunds.list({ payment_intent, limit: 100 }))
  return data
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .map(({ id, amount, created, metadata }) => ({
      id,
      cents: amount,
      at: new Date(created * 1_000),
      operationId: metadata?.['operation_id'],
    }))
}

/** Refunds an amount to the card. Returns the refund's id. */
export async function refundToCard(
  stripe: Stripe,
  { intent, cents, metadata }: { intent: string; cents: number; metadata: Record<string, string> },
  once: Once,
): Promise<string> {
  const request = { payment_intent: intent, amount: cents, reason: 'requested_by_customer', metadata } as const
  return (await answered('refund', stripe.refunds.create(request, once))).id
}
