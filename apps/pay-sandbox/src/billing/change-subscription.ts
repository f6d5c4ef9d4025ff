import type Stripe from 'stripe'
import { refused } from '../errors.ts'
import type { Store } from '../store.ts'
import { get, idOf, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { update } from '../update.ts'
import { attemptError } from './attempt-error.ts'
import { collect, issue } from './collect.ts'
import { discountsOf, liveDiscounts, spendDiscounts } from './discounts.ts'
import { draftInvoice, type PendingLine, pendingLines } from './draft-invoice.ts'
import { keepDraft } from './invoice-life.ts'
import { changedItems, currencyOf, type ItemParam } from './items.ts'
import { dropUpdate, heldBalance, holdUpdate, prepareUpdate } from './pending-update.ts'
import { changeTarget, type Target } from './target.ts'
import { pendingOf } from './waiting-update.ts'

export type ChangeWish = {
  items: readonly ItemParam[]
  proration: 'always_invoice' | 'create_prorations' | 'none'
  prorationDate: number | undefined
  anchorNow: boolean
  trialEnd: number | undefined
}

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

/**
 * Computes a change without applying it: the resulting subscription, and the invoice that is due immediately, if any. A
 * preview shows that invoice, and `changeSubscription` charges it.
 */
export function changeOf(
  store: Store,
  subscription: Stripe.Subscription,
  wish: ChangeWish,
  {
    discounts,
    isPreview = false,
    param = 'items',
  }: { discounts?: readonly Stripe.Discount[]; isPreview?: boolean; param?: string } = {},
): { target: Target; invoice: Stripe.Invoice | undefined } {
  const now = timeOf(store, subscription)
  const items = changedItems(store, subscription.items.data, wish.items, {
    subscription: subscription.id,
    at: now,
    param,
  })
  if (currencyOf(items) !== subscription.currency)
    throw refused('The currency of a subscription cannot be changed.', { param })
  const target = changeTarget(store, subscription, { ...wish, items }, now)
  if (!target.isBilledNow) return { target, invoice: undefined }
  const pending = pendingLines(store, subscription.id).map(({ line }) => line)
  const customer = get(store, 'customer', ownerOf(subscription.customer))
  const invoice = draftInvoice(store, {
    customer: { ...customer, balance: customer.balance + heldBalance(store, subscription.id) },
    subscription: subscription.id,
    metadata: subscription.metadata,
    defaultPaymentMethod: idOf(subscription.default_payment_method),
    currency: subscription.currency,
    lines: [...pending, ...target.lines],
    // As for the proration, use the discounts that are valid at the time of the change. A preview for that time then
    // equals the charge.
    discounts: liveDiscounts(discounts ?? discountsOf(store, subscription, target.at), target.at),
    reason: isPreview ? 'upcoming' : 'subscription_update',
    at: now,
    period: { start: target.at, end: target.at },
    prorationDate: target.at,
  })
  return { target, invoice }
}

/** Changes the items, interval or trial of a running subscription. Drops a pending change. */
export function changeSubscription(
  store: Store,
  before: Stripe.Subscription,
  wish: ChangeWish,
  { paymentBehavior, isAbsent }: { paymentBehavior: PaymentBehavior; isAbsent: boolean },
): Stripe.Subscription {
  const subscription = dropUpdate(store, before, 'replaced')
  const { target, invoice } = changeOf(store, subscription, wish)
  if (!invoice) {
    for (const line of target.lines)
      store.put<PendingLine>('_pending_line', { id: line.invoiceItem ?? '', subscription: subscription.id, line })
    return become(store, subscription, target)
  }
  const waits = paymentBehavior === 'pending_if_incomplete' && invoice.amount_due > 0
  if (waits) prepareUpdate(store, subscription, target, invoice.id)
  else become(store, subscription, target, invoice.id)
  const draft = keepDraft(store, invoice)
  if (!waits) spendDiscounts(store, get(store, 'subscription', subscription.id), draft)
  const open = issue(store, draft, 'off_session')
  if (open.status === 'open') {
    if (paymentBehavior === 'default_incomplete') awaitPayment(store, subscription.id)
    else {
      const outcome = collect(store, open, {
        holder: isAbsent ? 'absent' : 'present',
        isAutomatic: paymentBehavior === 'allow_incomplete',
      })
      if (outcome.kind !== 'paid' && paymentBehavior === 'error_if_incomplete')
        throw attemptError(store, open, outcome, false)
      const pending = pendingOf(store, subscription.id)
      if (waits && pending) holdUpdate(store, pending)
    }
  }
  return get(store, 'subscription', subscription.id)
}

function become(
  store: Store,
  subscription: Stripe.Subscription,
  { items, anchor, trialEnd, status }: Target,
  invoice?: string,
): Stripe.Subscription {
  return update(
    store,
    subscription,
    {
      items: { ...subscription.items, data: items },
      billing_cycle_anchor: anchor,
      trial_end: trialEnd,
      status,
      ...(invoice && { latest_invoice: invoice }),
      ...(subscription.cancel_at_period_end && { cancel_at: items[0]?.current_period_end ?? null }),
      ...(status === 'trialing' && subscription.trial_start === null && { trial_start: timeOf(store, subscription) }),
    },
    'customer.subscription.updated',
  )
}

/** Makes the subscription past due until the card holder has confirmed the payment. */
function awaitPayment(store: Store, id: string): void {
  const subscription = get(store, 'subscription', id)
  if (subscription.status === 'active')
    update(store, subscription, { status: 'past_due' }, 'customer.subscription.updated')
}
