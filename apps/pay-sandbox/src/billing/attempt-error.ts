import type Stripe from 'stripe'
import { cardError } from '../errors.ts'
import type { ApiError } from '../route.ts'
import type { Store } from '../store.ts'
import { get } from '../stripe-objects.ts'
import { errorOf, type Outcome } from './intents.ts'
import { paymentOf } from './invoice-life.ts'

/** The error for a call whose attempt to pay an invoice failed. `keeps`: the failed attempt is saved. */
export function attemptError(
  store: Store,
  invoice: Stripe.Invoice,
  outcome: Exclude<Outcome, { kind: 'paid' }>,
  keeps: boolean,
): ApiError {
  const intent = paymentOf(store, invoice)
  if (outcome.kind === 'declined') return declined(store, intent, outcome.decline, keeps)
  const message =
    'Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.'
  return cardError({ code: 'invoice_payment_intent_requires_action', message }, { payment_intent: intent }, keeps)
}

/** The error for a declined payment intent. The response includes the intent and the card. */
export function declined(
  store: Store,
  intent: Stripe.PaymentIntent,
  decline: Extract<Outcome, { kind: 'declined' }>['decline'],
  keeps: boolean,
): ApiError {
  const now = get(store, 'payment_intent', intent.id)
  const { payment_method, charge, doc_url, payment_method_type } =
    now.last_payment_error ?? errorOf(store, decline, undefined, undefined)
  const more = {
    ...(charge && { charge }),
    doc_url,
    payment_intent: now,
    ...(payment_method && { payment_method, payment_method_type }),
  }
  return cardError(decline, more, keeps)
}
