import type Stripe from 'stripe'
import { daySeconds } from '../calendar.ts'
import { tell } from '../events.ts'
import { settingsOf } from '../settings.ts'
import type { Store } from '../store.ts'
import { get, idOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { update } from '../update.ts'
import { subscriptionOf } from './draft-invoice.ts'
import { endSubscription } from './end-subscription.ts'
import { attempt, type Outcome, type Try } from './intents.ts'
import { attemptsOf, delinquency, finalize, invoicePaidBy, markPaid, methodFor, paymentOf } from './invoice-life.ts'
import { applyUpdate } from './pending-update.ts'
import { pendingOf } from './waiting-update.ts'

/** Finalizes a draft. If nothing is left to pay, updates the subscription as after a payment. */
export function issue(store: Store, draft: Stripe.Invoice, future: 'off_session' | null): Stripe.Invoice {
  const invoice = finalize(store, draft, future)
  if (invoice.status === 'paid') subscriptionPaid(store, invoice)
  return get(store, 'invoice', invoice.id)
}

/**
 * Tries to charge an open invoice to a card, and updates the invoice and the subscription. `isAutomatic`: the retry
 * schedule made the attempt, so the next one is scheduled.
 */
export function collect(
  store: Store,
  invoice: Stripe.Invoice,
  { method, isAutomatic = false, ...how }: Partial<Try> & { holder: Try['holder']; isAutomatic?: boolean },
): Outcome {
  const intent = paymentOf(store, invoice)
  const outcome = attempt(store, intent, { ...how, method: method ?? methodFor(store, invoice) })
  follow(store, intent.id, outcome, isAutomatic, how.holder === 'present')
  return outcome
}

/** Updates the invoice and the subscription after a payment attempt. */
export function follow(store: Store, intent: string, outcome: Outcome, isAutomatic = false, isPresent = true): void {
  const { invoice } = invoicePaidBy(store, intent)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return
  if (outcome.kind === 'paid') return subscriptionPaid(store, markPaid(store, invoice, isAutomatic))
  const attempts = attemptsOf(invoice, isAutomatic)
  const tried = update(store, invoice, {
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: isAutomatic ? nextTry(store, invoice, attempts) : invoice.next_payment_attempt,
  })
  if (outcome.kind === 'declined' || !isPresent) tell(store, 'invoice.payment_failed', tried)
  if (outcome.kind === 'action') tell(store, 'invoice.payment_action_required', tried)
  subscriptionFailed(store, tried)
  delinquency(store, idOf(invoice.customer as string) ?? '')
  if (isAutomatic && tried.next_payment_attempt === null) giveUp(store, tried)
}

/** Updates the subscription after one of its invoices has been paid. */
function subscriptionPaid(store: Store, invoice: Stripe.Invoice): void {
  const subscription = get(store, 'subscription', subscriptionOf(invoice))
  const pending = pendingOf(store, subscription.id)
  if (pending?.invoice === invoice.id) {
    standing(store, applyUpdate(store, pending))
    return
  }
  if (subscription.status === 'incomplete' && invoice.billing_reason === 'subscription_create')
    update(
      store,
      subscription,
      { status: 'active', ...savedMethod(store, subscription, invoice) },
      'customer.subscription.updated',
    )
  else standing(store, subscription)
}

/** Makes a past-due or unpaid subscription active again if its newest invoice is paid. */
export function standing(store: Store, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.status !== 'past_due' && subscription.status !== 'unpaid') return subscription
  const pending = pendingOf(store, subscription.id)?.invoice
  const newest = store
    .by<Stripe.Invoice>('invoice', 'parent.subscription_details.subscription', subscription.id)
    .findLast(({ id, status }) => id !== pending && status !== 'void' && status !== 'draft')
  if (newest && newest.status !== 'paid') return subscription
  return update(store, subscription, { status: 'active' }, 'customer.subscription.updated')
}

function subscriptionFailed(store: Store, invoice: Stripe.Invoice): void {
  const subscription = get(store, 'subscription', subscriptionOf(invoice))
  if (pendingOf(store, subscription.id)?.invoice === invoice.id) return
  if (subscription.status === 'active' || subscription.status === 'trialing')
    update(store, subscription, { status: 'past_due' }, 'customer.subscription.updated')
}

/** The time of the next attempt to pay an invoice; null if there is none. */
function nextTry(store: Store, invoice: Stripe.Invoice, attempts: number): number | null {
  const days = settingsOf(store).retryDays[attempts - 1]
  const first = invoice.status_transitions.finalized_at ?? timeOf(store, invoice)
  return days === undefined ? null : first + days * daySeconds
}

/** Applies the settings `afterRetries` and `unpaidInvoice` after the last retry has failed. */
function giveUp(store: Store, invoice: Stripe.Invoice): void {
  const { afterRetries, unpaidInvoice } = settingsOf(store)
  const subscription = get(store, 'subscription', subscriptionOf(invoice))
  if (subscription.status !== 'past_due') return
  if (afterRetries === 'unpaid') update(store, subscription, { status: 'unpaid' }, 'customer.subscription.updated')
  else endSubscription(store, subscription, { reason: 'payment_failed' })
  if (unpaidInvoice === 'open') return
  const given = get(store, 'invoice', invoice.id)
  const transitions = { ...given.status_transitions, marked_uncollectible_at: timeOf(store, given) }
  const marked = update(store, given, { status: 'uncollectible', status_transitions: transitions })
  tell(store, 'invoice.marked_uncollectible', marked)
}

function savedMethod(
  store: Store,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Partial<Stripe.Subscription> {
  if (subscription.payment_settings?.save_default_payment_method !== 'on_subscription' || invoice.amount_paid === 0)
    return {}
  return { default_payment_method: idOf(paymentOf(store, invoice).payment_method) }
}
