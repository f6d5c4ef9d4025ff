import type Stripe from 'stripe'
import type { Books, Row } from '../books.ts'

/** A change that waits for its invoice to be paid, and what it makes of the subscription; `id` is the subscription's. */
export type PendingUpdate = Row & {
  invoice: string
  target: {
    items: Stripe.SubscriptionItem[]
    anchor: number
    trialEnd: number | null
    status: Stripe.Subscription.Status
  }
}

export const pendingOf = (books: Books, subscription: string): PendingUpdate | undefined =>
  books.find<PendingUpdate>('_pending', subscription)
