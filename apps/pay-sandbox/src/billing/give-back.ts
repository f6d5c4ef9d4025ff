import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { revise } from '../revise.ts'
import { idOf, kept, ownerOf } from '../things.ts'
import { timeOf } from '../time.ts'
import { issue } from './collect.ts'
import { draftInvoice } from './draft-invoice.ts'
import { keepDraft } from './invoice-life.ts'
import { endCredits } from './target.ts'

/** What is left of the running period goes to the customer's balance. */
export function giveBack(books: Books, subscription: Stripe.Subscription): void {
  const at = timeOf(books, subscription)
  const lines = endCredits(books, subscription, at)
  if (!lines.length || subscription.status === 'incomplete') return
  const draft = draftInvoice(books, {
    customer: kept(books, 'customer', ownerOf(subscription.customer)),
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
  revise(books, subscription, { latest_invoice: draft.id })
  issue(books, keepDraft(books, draft), null)
}
