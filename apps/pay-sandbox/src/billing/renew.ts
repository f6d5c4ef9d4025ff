import type Stripe from 'stripe'
import { settingsOf } from '../settings.ts'
import type { Store } from '../store.ts'
import { get, idOf, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { update } from '../update.ts'
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
 * Ends the running period. The subscription ends, or its next period begins and is invoiced. A trial becomes active
 * before the invoice is collected.
 */
export function renew(store: Store, subscription: Stripe.Subscription): void {
  const at = timeOf(store, subscription)
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) return end(store, subscription)
  const isTrialOver = subscription.status === 'trialing'
  if (isTrialOver && lacksMethod(store, subscription)) {
    endSubscription(store, subscription, { reason: 'cancellation_requested' })
    return
  }
  const { items } = nextPeriod(store, subscription)
  const draft = renewalInvoice(
    store,
    subscription,
    at,
    subscription.status === 'unpaid' ? null : settingsOf(store).draftSeconds,
  )
  const renewed = update(
    store,
    subscription,
    {
      items: { ...subscription.items, data: items },
      latest_invoice: draft.id,
      ...(isTrialOver && { status: 'active' }),
    },
    'customer.subscription.updated',
  )
  spendDiscounts(store, renewed, keepDraft(store, draft))
}

/** The invoice of the next period: for previews, for the event `invoice.upcoming`, and for the renewal itself. */
export function renewalInvoice(
  store: Store,
  subscription: Stripe.Subscription,
  at: number,
  waits: number | null,
  more: { discounts?: readonly Stripe.Discount[]; lines?: readonly DraftLine[]; isPreview?: boolean } = {},
): Stripe.Invoice {
  const customer = get(store, 'customer', ownerOf(subscription.customer))
  const { lines } = nextPeriod(store, subscription)
  const pending = pendingLines(store, subscription.id).map(({ line }) => line)
  const draft = draftInvoice(store, {
    // A pending change expires with the period, and the credit that its invoice used returns to the balance.
    customer: { ...customer, balance: customer.balance + heldBalance(store, subscription.id) },
    subscription: subscription.id,
    metadata: subscription.metadata,
    defaultPaymentMethod: idOf(subscription.default_payment_method),
    currency: currencyOf(subscription.items.data),
    lines: [...pending, ...(more.lines ?? []), ...lines],
    discounts: more.discounts ?? discountsOf(store, subscription, at),
    reason: more.isPreview ? 'upcoming' : 'subscription_cycle',
    at,
    period: periodOf(subscription.items.data),
  })
  const next = waits === null ? null : at + waits
  return { ...draft, auto_advance: waits !== null, automatically_finalizes_at: next, next_payment_attempt: next }
}

/** Finalizes the draft invoice of a renewal, and charges it off-session. */
export function advanceDraft(store: Store, draft: Stripe.Invoice): void {
  const invoice = issue(store, draft, null)
  if (invoice.status === 'open') collect(store, invoice, { holder: 'awaited', isAutomatic: true })
}

/** Ends the subscription, after charging its pending lines. */
function end(store: Store, subscription: Stripe.Subscription): void {
  const pending = pendingLines(store, subscription.id).map(({ line }) => line)
  if (pending.length) {
    const at = timeOf(store, subscription)
    const draft = draftInvoice(store, {
      customer: get(store, 'customer', ownerOf(subscription.customer)),
      subscription: subscription.id,
      metadata: subscription.metadata,
      defaultPaymentMethod: idOf(subscription.default_payment_method),
      currency: currencyOf(subscription.items.data),
      lines: pending,
      discounts: discountsOf(store, subscription, at),
      reason: 'subscription_cycle',
      at,
      period: periodOf(subscription.items.data),
    })
    update(store, subscription, { latest_invoice: draft.id })
    const invoice = issue(store, keepDraft(store, draft), null)
    if (invoice.status === 'open') collect(store, invoice, { holder: 'awaited' })
  }
  endSubscription(store, get(store, 'subscription', subscription.id), { reason: 'cancellation_requested' })
}

function lacksMethod(store: Store, subscription: Stripe.Subscription): boolean {
  if (subscription.trial_settings?.end_behavior.missing_payment_method !== 'cancel') return false
  const customer = get(store, 'customer', ownerOf(subscription.customer))
  return !subscription.default_payment_method && !customer.invoice_settings.default_payment_method
}
