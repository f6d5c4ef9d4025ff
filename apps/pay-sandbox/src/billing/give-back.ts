import type Stripe from 'stripe'
import type { Store } from '../store.ts'
import { get, idOf, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { update } from '../update.ts'
import { issue } from './collect.ts'
import { draftInvoice } from './draft-invoice.ts'
import { keepDraft } from './invoice-life.ts'
import { endCredits } from './target.ts'

/** Credits the unused part of the running period to the customer's balance. */
export function giveBack(store: Store, subscription: Stripe.Subscription): void {
  const at = timeOf(store, subscription)
  const lines = endCredits(store, subscription, at)
  if (!lines.length || subscription.status === 'incomplete') return
  const draft = draftInvoice(store, {
    customer: get(store, 'customer', ownerOf(subscription.customer)),
    subscription: subscription.id,
    metadata: subscription.metadata,
    defaultPaymentMethod: idOf(subscription.default_payment_method),
    currency: subscription.currency,
    lines,
    discounts: [],
    reason: 'subscription_update',
    at,
    period: { start: at, end: at },
    prorationDate: at,
  })
  update(store, subscription, { latest_invoice: draft.id })
  issue(store, keepDraft(store, draft), null)
}
