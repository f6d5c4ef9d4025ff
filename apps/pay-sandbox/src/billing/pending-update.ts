import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { tell } from '../events.ts'
import { revise } from '../revise.ts'
import { kept } from '../things.ts'
import { timeOf } from '../time.ts'
import { spendDiscounts } from './discounts.ts'
import { usedBalance, voidInvoice } from './invoice-life.ts'
import { periodOf, type Target } from './target.ts'
import { type PendingUpdate, pendingOf } from './waiting-update.ts'

/** What comes back to the customer's balance when a change that waits is given up. */
export function heldBalance(books: Books, subscription: string): number {
  const pending = pendingOf(books, subscription)
  const invoice = pending && kept(books, 'invoice', pending.invoice)
  return invoice?.status === 'open' ? usedBalance(invoice) : 0
}

const patienceSeconds = 23 * 3600

/** Nothing of the change is true before its invoice is paid. */
export function prepareUpdate(books: Books, subscription: Stripe.Subscription, target: Target, invoice: string): void {
  const { items, anchor, trialEnd, status } = target
  books.put<PendingUpdate>('_pending', { id: subscription.id, invoice, target: { items, anchor, trialEnd, status } })
}

/** The invoice was not paid at once: the change waits, for 23 hours or to the end of the running period. */
export function holdUpdate(
  books: Books,
  { id, invoice, target: { items, anchor } }: PendingUpdate,
): Stripe.Subscription {
  const subscription = kept(books, 'subscription', id)
  const expires = Math.min(timeOf(books, subscription) + patienceSeconds, periodOf(subscription.items.data).end)
  return revise(
    books,
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

/** The invoice is paid: the change is true, from the time it was asked for. */
export function applyUpdate(books: Books, pending: PendingUpdate): Stripe.Subscription {
  books.remove('_pending', pending.id)
  const before = kept(books, 'subscription', pending.id)
  const { items, anchor, trialEnd, status } = pending.target
  const end = items[0]?.current_period_end ?? null
  const applied = revise(
    books,
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
  if (before.pending_update) tell(books, 'customer.subscription.pending_update_applied', applied)
  return spendDiscounts(books, applied, kept(books, 'invoice', pending.invoice))
}

/** The change is given up, and its invoice with it; the subscription is as it was. */
export function dropUpdate(
  books: Books,
  subscription: Stripe.Subscription,
  how: 'expired' | 'replaced',
): Stripe.Subscription {
  const pending = pendingOf(books, subscription.id)
  if (!pending) return subscription
  books.remove('_pending', pending.id)
  const invoice = kept(books, 'invoice', pending.invoice)
  if (invoice.status === 'open') voidInvoice(books, invoice)
  const after = revise(
    books,
    kept(books, 'subscription', subscription.id),
    { pending_update: null },
    'customer.subscription.updated',
  )
  if (how === 'expired') tell(books, 'customer.subscription.pending_update_expired', after)
  return after
}
