import type Stripe from 'stripe'
import { answered } from './provider.ts'

export type Dispute = { id: string; cents: number; state: 'open' | 'lost' | 'won'; openedAt: Date }

const overWithoutLoss = ['won', 'warning_closed', 'prevented']

/** The disputes of a charge. The charge stays marked as disputed; only the disputes state how they were decided. */
export async function disputesOf(stripe: Stripe, charge: string): Promise<Dispute[]> {
  const { data } = await answered('list', stripe.disputes.list({ charge, limit: 10 }))
  return data.map(({ id, amount, status, created }) => ({
    id,
    cents: amount,
    state: status === 'lost' ? 'lost' : overWithoutLoss.includes(status) ? 'won' : 'open',
    openedAt: new Date(created * 1_000),
  }))
}
