import type Stripe from 'stripe'
import { tell } from '../events.ts'
import type { Store } from '../store.ts'
import { get } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { update } from '../update.ts'
import { spendDiscounts } from './discounts.ts'
import { usedBalance, voidInvoice } from './invoice-life.ts'
import { periodOf, type Target } from './target.ts'
import { type PendingUpdate, pendingOf } from './waiting-update.ts'

/** The amount that returns to the customer's balance if the pending change is dropped. */
export function heldBalance(store: Store, subscription: string): number {
  const pending = pendingOf(store, subscription)
  const invoice = pending && get(store, 'invoice', pending.invoice)
  return invoice?.status === 'open' ? usedBalance(invoice) : 0
}

const patienceSeconds = 23 * 3600

/** Saves a change that applies only once its invoice is paid. */
export function prepareUpdate(store: Store, subscription: Stripe.Subscription, target: Target, invoice: string): void {
  const { items, anchor, trialEnd, status } = target
  store.put<PendingUpdate>('_pending', { id: subscription.id, invoice, target: { items, anchor, trialEnd, status } })
}

/**
 * Marks a change as pending because its invoice was not paid immediately. The change expires after 23 hours, or at the
 * end of the running period if that is earlier.
 */
export function holdUpdate(
  store: Store,
  { id, invoice, target: { items, anchor } }: PendingUpdate,
): Stripe.Subscription {
  const subscription = get(store, 'subscription', id)
  const expires = Math.min(timeOf(store, subscription) + patienceSeconds, periodOf(subscription.items.data).end)
  return update(
    store,
    subscription,
    {
      latest_invoice: invoice,
      pending_update: {
        billing_cycle_anchor: anchor,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: expires,
        metadata: null,
        subscription_items: items,
        trial_end: null,
        trial_from_plan: null,
      },
    },
    'customer.subscription.updated',
  )
}

/** Applies a change after its invoice has been paid. It takes effect as of the time of the request. */
export function applyUpdate(store: Store, pending: PendingUpdate): Stripe.Subscription {
  store.remove('_pending', pending.id)
  const before = get(store, 'subscription', pending.id)
  const { items, anchor, trialEnd, status } = pending.target
  const end = items[0]?.current_period_end ?? null
  const applied = update(
    store,
    before,
    {
      items: { ...before.items, data: items },
      billing_cycle_anchor: anchor,
      trial_end: trialEnd,
      status: before.status === 'active' || before.status === 'trialing' ? status : before.status,
      pending_update: null,
      latest_invoice: pending.invoice,
      ...(before.cancel_at_period_end && { cancel_at: end }),
    },
    'customer.subscription.updated',
  )
  if (before.pending_update) tell(store, 'customer.subscription.pending_update_applied', applied)
  return spendDiscounts(store, applied, get(store, 'invoice', pending.invoice))
}

/** Drops a pending change and voids its invoice. The items of the subscription stay as they are. */
export function dropUpdate(
  store: Store,
  subscription: Stripe.Subscription,
  how: 'expired' | 'replaced',
): Stripe.Subscription {
  const pending = pendingOf(store, subscription.id)
  if (!pending) return subscription
  store.remove('_pending', pending.id)
  const invoice = get(store, 'invoice', pending.invoice)
  if (invoice.status === 'open') voidInvoice(store, invoice)
  const after = update(
    store,
    get(store, 'subscription', subscription.id),
    { pending_update: null },
    'customer.subscription.updated',
  )
  if (how === 'expired') tell(store, 'customer.subscription.pending_update_expired', after)
  return after
}
