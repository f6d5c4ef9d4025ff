import type Stripe from 'stripe'
import type { Row, Store } from '../store.ts'

/**
 * A change that waits for its invoice to be paid, with the resulting subscription. `id` is the id of the subscription.
 */
export type PendingUpdate = Row & {
  invoice: string
  target: {
    items: Stripe.SubscriptionItem[]
    anchor: number
    trialEnd: number | null
    status: Stripe.Subscription.Status
  }
}

export const pendingOf = (store: Store, subscription: string): PendingUpdate | undefined =>
  store.find<PendingUpdate>('_pending', subscription)
