import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { revise } from '../revise.ts'
import { settingsOf } from '../settings.ts'
import { idOf, kept, ownerOf } from '../things.ts'
import { timeOf } from '../time.ts'
import { collect, issue } from './collect.ts'
import { discountsOf, spendDiscounts } from './discounts.ts'
import { draftInvoice, pendingLines } from './draft-invoice.ts'
import { endSubscription } from './end-subscription.ts'
import { keepDraft } from './invoice-life.ts'
import { currencyOf } from './items.ts'
import type { DraftLine } from './lines.ts'
import { heldBalance } from './pending-update.ts'
import { nextPeriod, periodOf } from './target.ts'

/**
 * The running period is over: the subscription ends, or begins its next one and is invoiced for it. A trial becomes
 * active before anything is collected.
 */
export function renew(books: Books, subscription: Stripe.Subscription): void {
  const at = timeOf(books, subscription)
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) return end(books, subscription)
  const isTrialOver = subscription.status === 'trialing'
  if (isTrialOver && lacksMethod(books, subscription)) {
    endSubscription(books, subscription, { reason: 'cancellation_requested' })
    return
  }
  const { items } = nextPeriod(books, subscription)
  const draft = renewalInvoice(
    books,
    subscription,
    at,
    subscription.status === 'unpaid' ? null : settingsOf(books).draftSeconds,
  )
  const renewed = revise(
    books,
    subscription,
    {
      items: { ...subscription.items, data: items },
      latest_invoice: draft.id,
      ...(isTrialOver && { status: 'active' }),
    },
    'customer.subscription.updated',
  )
  spendDiscounts(books, renewed, keepDraft(books, draft))
}

/** The invoice of the next period, as a preview, as `invoice.upcoming` and in truth. */
export function renewalInvoice(
  books: Books,
  subscription: Stripe.Subscription,
  at: number,
  waits: number | null,
  more: { discounts?: readonly Stripe.Discount[]; lines?: readonly DraftLine[]; isPreview?: boolean } = {},
): Stripe.Invoice {
  const customer = kept(books, 'customer', ownerOf(subscription.customer))
  const { lines } = nextPeriod(books, subscription)
  const pending = pendingLines(books, subscription.id).map(({ line }) => line)
  const draft = draftInvoice(books, {
    // A change that waits for payment lapses with the period, and gives back the credit it holds.
    customer: { ...customer, balance: customer.balance + heldBalance(books, subscription.id) },
    subscription: subscription.id,
    metadata: subscription.metadata,
    defaultPaymentMethod: idOf(subscription.default_payment_method),
    currency: currencyOf(subscription.items.data),
    lines: [...pending, ...(more.lines ?? []), ...lines],
    discounts: more.discounts ?? discountsOf(books, subscription, at),
    reason: more.isPreview ? 'upcoming' : 'subscription_cycle',
    at,
    period: periodOf(subscription.items.data),
  })
  const next = waits === null ? null : at + waits
  return { ...draft, auto_advance: waits !== null, automatically_finalizes_at: next, next_payment_attempt: next }
}

/** A renewal's draft has waited long enough: it is finalized and collected without the holder. */
export function advanceDraft(books: Books, draft: Stripe.Invoice): void {
  const invoice = issue(books, draft, null)
  if (invoice.status === 'open') collect(books, invoice, { holder: 'awaited', isAutomatic: true })
}

/** What still stands on the next invoice is collected before it ends. */
function end(books: Books, subscription: Stripe.Subscription): void {
  const pending = pendingLines(books, subscription.id).map(({ line }) => line)
  if (pending.length) {
    const at = timeOf(books, subscription)
    const draft = draftInvoice(books, {
      customer: kept(books, 'customer', ownerOf(subscription.customer)),
      subscription: subscription.id,
      metadata: subscription.metadata,
      defaultPaymentMethod: idOf(subscription.default_payment_method),
      currency: currencyOf(subscription.items.data),
      lines: pending,
      discounts: discountsOf(books, subscription, at),
      reason: 'subscription_cycle',
      at,
      period: periodOf(subscription.items.data),
    })
    revise(books, subscription, { latest_invoice: draft.id })
    const invoice = issue(books, keepDraft(books, draft), null)
    if (invoice.status === 'open') collect(books, invoice, { holder: 'awaited' })
  }
  endSubscription(books, kept(books, 'subscription', subscription.id), { reason: 'cancellation_requested' })
}

function lacksMethod(books: Books, subscription: Stripe.Subscription): boolean {
  if (subscription.trial_settings?.end_behavior.missing_payment_method !== 'cancel') return false
  const customer = kept(books, 'customer', ownerOf(subscription.customer))
  return !subscription.default_payment_method && !customer.invoice_settings.default_payment_method
}
