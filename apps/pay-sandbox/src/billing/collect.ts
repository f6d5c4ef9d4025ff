import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { daySeconds } from '../calendar.ts'
import { tell } from '../events.ts'
import { revise } from '../revise.ts'
import { settingsOf } from '../settings.ts'
import { idOf, kept } from '../things.ts'
import { timeOf } from '../time.ts'
import { subscriptionOf } from './draft-invoice.ts'
import { endSubscription } from './end-subscription.ts'
import { attempt, type Outcome, type Try } from './intents.ts'
import { attemptsOf, delinquency, finalize, invoicePaidBy, markPaid, methodFor, paymentOf } from './invoice-life.ts'
import { applyUpdate } from './pending-update.ts'
import { pendingOf } from './waiting-update.ts'

/** Finalizes a draft; when that leaves nothing to pay, its subscription knows. */
export function issue(books: Books, draft: Stripe.Invoice, future: 'off_session' | null): Stripe.Invoice {
  const invoice = finalize(books, draft, future)
  if (invoice.status === 'paid') subscriptionPaid(books, invoice)
  return kept(books, 'invoice', invoice.id)
}

/**
 * Tries to take an open invoice from a card, and lets invoice and subscription follow. `isAutomatic`: a try of the
 * retry schedule, which plans the next one.
 */
export function collect(
  books: Books,
  invoice: Stripe.Invoice,
  { method, isAutomatic = false, ...how }: Partial<Try> & { holder: Try['holder']; isAutomatic?: boolean },
): Outcome {
  const intent = paymentOf(books, invoice)
  const outcome = attempt(books, intent, { ...how, method: method ?? methodFor(books, invoice) })
  follow(books, intent.id, outcome, isAutomatic, how.holder === 'present')
  return outcome
}

/** The invoice and the subscription after a try to pay. */
export function follow(books: Books, intent: string, outcome: Outcome, isAutomatic = false, isPresent = true): void {
  const { invoice } = invoicePaidBy(books, intent)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return
  if (outcome.kind === 'paid') return subscriptionPaid(books, markPaid(books, invoice, isAutomatic))
  const attempts = attemptsOf(invoice, isAutomatic)
  const tried = revise(books, invoice, {
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: isAutomatic ? nextTry(books, invoice, attempts) : invoice.next_payment_attempt,
  })
  if (outcome.kind === 'declined' || !isPresent) tell(books, 'invoice.payment_failed', tried)
  if (outcome.kind === 'action') tell(books, 'invoice.payment_action_required', tried)
  subscriptionFailed(books, tried)
  delinquency(books, idOf(invoice.customer as string) ?? '')
  if (isAutomatic && tried.next_payment_attempt === null) giveUp(books, tried)
}

/** The subscription after one of its invoices was paid. */
export function subscriptionPaid(books: Books, invoice: Stripe.Invoice): void {
  const subscription = kept(books, 'subscription', subscriptionOf(invoice))
  const pending = pendingOf(books, subscription.id)
  if (pending?.invoice === invoice.id) {
    standing(books, applyUpdate(books, pending))
    return
  }
  if (subscription.status === 'incomplete' && invoice.billing_reason === 'subscription_create')
    revise(
      books,
      subscription,
      { status: 'active', ...savedMethod(books, subscription, invoice) },
      'customer.subscription.updated',
    )
  else standing(books, subscription)
}

/** A subscription that is behind is active again once its newest invoice is paid. */
export function standing(books: Books, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.status !== 'past_due' && subscription.status !== 'unpaid') return subscription
  const pending = pendingOf(books, subscription.id)?.invoice
  const newest = books
    .by<Stripe.Invoice>('invoice', 'parent.subscription_details.subscription', subscription.id)
    .findLast(({ id, status }) => id !== pending && status !== 'void' && status !== 'draft')
  if (newest && newest.status !== 'paid') return subscription
  return revise(books, subscription, { status: 'active' }, 'customer.subscription.updated')
}

function subscriptionFailed(books: Books, invoice: Stripe.Invoice): void {
  const subscription = kept(books, 'subscription', subscriptionOf(invoice))
  if (pendingOf(books, subscription.id)?.invoice === invoice.id) return
  if (subscription.status === 'active' || subscription.status === 'trialing')
    revise(books, subscription, { status: 'past_due' }, 'customer.subscription.updated')
}

/** When an invoice is tried again; null: never. */
function nextTry(books: Books, invoice: Stripe.Invoice, attempts: number): number | null {
  const days = settingsOf(books).retryDays[attempts - 1]
  const first = invoice.status_transitions.finalized_at ?? timeOf(books, invoice)
  return days === undefined ? null : first + days * daySeconds
}

/** After the last try. */
function giveUp(books: Books, invoice: Stripe.Invoice): void {
  const { afterRetries, unpaidInvoice } = settingsOf(books)
  const subscription = kept(books, 'subscription', subscriptionOf(invoice))
  if (subscription.status !== 'past_due') return
  if (afterRetries === 'unpaid') revise(books, subscription, { status: 'unpaid' }, 'customer.subscription.updated')
  else endSubscription(books, subscription, { reason: 'payment_failed' })
  if (unpaidInvoice === 'open') return
  const given = kept(books, 'invoice', invoice.id)
  const transitions = { ...given.status_transitions, marked_uncollectible_at: timeOf(books, given) }
  const marked = revise(books, given, { status: 'uncollectible', status_transitions: transitions })
  tell(books, 'invoice.marked_uncollectible', marked)
}

function savedMethod(
  books: Books,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Partial<Stripe.Subscription> {
  if (subscription.payment_settings?.save_default_payment_method !== 'on_subscription' || invoice.amount_paid === 0)
    return {}
  return { default_payment_method: idOf(paymentOf(books, invoice).payment_method) }
}
