import type Stripe from 'stripe'
import { type Behaviour, declineOf, declines, isPast } from '../cards.ts'
import type { Decline } from '../errors.ts'
import { tell } from '../events.ts'
import { newId, newSecret } from '../ids.ts'
import { bankCard, setUp } from '../objects/kept-cards.ts'
import { settingsOf } from '../settings.ts'
import type { Store } from '../store.ts'
import { get, idOf, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'
import { charge } from './charges.ts'
import { dispute } from './disputes.ts'

/** The outcome of an attempt to pay, for payment intents and setup intents alike. */
export type Outcome = { kind: 'paid' } | { kind: 'action' } | { kind: 'declined'; decline: Decline }

export type Try = {
  /** Undefined if no payment method is on file. */
  method: string | undefined
  /**
   * `present`: the card holder can be asked to authenticate. `absent`: the attempt fails if the bank requires
   * authentication. `awaited`: the card holder is absent but may authenticate this payment later.
   */
  holder: 'present' | 'absent' | 'awaited'
  /** The URL that the bank's page returns to; undefined if the browser's script handles the return. */
  returnUrl?: string | undefined
}

export function newIntent(
  store: Store,
  invoice: Stripe.Invoice,
  method: string | undefined,
  future: 'off_session' | null,
): Stripe.PaymentIntent {
  const id = newId('pi_')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newSecret(id),
    confirmation_method: 'automatic',
    created: timeOf(store, invoice),
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: future,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  return add(store, intent, 'payment_intent.created')
}

/** Tries to charge the intent, and returns the outcome. The caller must update the invoice and the subscription. */
export function attempt(store: Store, intent: Stripe.PaymentIntent, { method, holder, returnUrl }: Try): Outcome {
  if (!method) return fail(store, intent, undefined, declines.noMethod)
  const card = bankCard(store, method)
  if (!wantsHolder(card, holder === 'present') || hasExpired(store, method, timeOf(store, intent)))
    return settle(store, intent, method, false)
  if (holder === 'absent') return fail(store, intent, method, declines.authenticationRequired)
  const waiting = {
    ...intent,
    status: 'requires_action',
    payment_method: method,
    next_action: bankPage(store, intent, returnUrl),
    last_payment_error:
      holder === 'awaited' ? errorOf(store, declines.authenticationRequired, method, undefined) : null,
  } satisfies Stripe.PaymentIntent
  add(store, waiting, 'payment_intent.requires_action')
  return { kind: 'action' }
}

/** Charges or declines the card, after the bank's page or, if no authentication is needed, directly. */
export function settle(store: Store, intent: Stripe.PaymentIntent, method: string, isAuthenticated: boolean): Outcome {
  const card = bankCard(store, method)
  const decline = hasExpired(store, method, timeOf(store, intent)) ? declines.expired : declineOf[card.behaviour]
  const made = charge(store, intent, method, decline, isAuthenticated)
  if (decline) return fail(store, intent, method, decline, made.id)
  if (isAuthenticated && intent.setup_future_usage) setUp(store, method)
  const owner = idOf(intent.customer)
  const face = get(store, 'payment_method', method)
  if (intent.setup_future_usage && owner && !face.customer)
    add(store, { ...face, customer: owner }, 'payment_method.attached')
  const paid = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: made.id,
    last_payment_error: null,
    next_action: null,
    payment_method: method,
  } satisfies Stripe.PaymentIntent
  add(store, paid, 'payment_intent.succeeded')
  if (card.behaviour === 'disputed') dispute(store, made)
  return { kind: 'paid' }
}

/** Records that the card holder failed the authentication. Nothing is charged, and another card may be tried. */
export const failAuthentication = (store: Store, intent: Stripe.PaymentIntent): Outcome =>
  fail(store, intent, ownerOf(intent.payment_method), declines.notAuthenticated)

export function cancelIntent(
  store: Store,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return intent
  const canceled = {
    ...intent,
    status: 'canceled',
    canceled_at: timeOf(store, intent),
    cancellation_reason: reason,
    next_action: null,
  } satisfies Stripe.PaymentIntent
  return add(store, canceled, 'payment_intent.canceled')
}

export function wantsHolder(
  { behaviour, isSetUp }: { behaviour: Behaviour; isSetUp: boolean },
  isPresent: boolean,
): boolean {
  if (behaviour === 'authenticate-unless-set-up') return !isSetUp
  // Once this card is set up, the bank does not require authentication for off-session charges, but declines them.
  if (behaviour === 'authenticate-then-decline') return isPresent || !isSetUp
  return behaviour === 'authenticate-always'
}

/**
 * The bank's page, `/_sandbox/3ds/<id>`, as an intent's next action. Its URL contains the secret that gives the page
 * access to the intent.
 */
export function bankPage(
  store: Store,
  intent: { id: string; client_secret: string | null },
  returnUrl: string | undefined,
): {
  type: string
  redirect_to_url?: { return_url: string; url: string }
  use_stripe_sdk?: { [name: string]: unknown }
} {
  const url = `${settingsOf(store).origin}/_sandbox/3ds/${intent.id}?client_secret=${intent.client_secret}`
  return returnUrl === undefined
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}

export function hasExpired(store: Store, method: string, now: number): boolean {
  const { card } = get(store, 'payment_method', method)
  return !!card && isPast(card.exp_month, card.exp_year, now)
}

/** The error in the form of `last_payment_error` and similar fields. */
export function errorOf(
  store: Store,
  { code, message, decline_code, param }: Decline,
  method: string | undefined,
  chargeId: string | undefined,
): Stripe.PaymentIntent.LastPaymentError {
  return {
    ...(chargeId && { charge: chargeId }),
    code: code as Stripe.PaymentIntent.LastPaymentError.Code,
    ...(decline_code && { decline_code }),
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    message,
    ...(param && { param }),
    ...(method && { payment_method: get(store, 'payment_method', method), payment_method_type: 'card' }),
    type: code === 'payment_intent_authentication_failure' ? 'invalid_request_error' : 'card_error',
  }
}

function fail(
  store: Store,
  intent: Stripe.PaymentIntent,
  method: string | undefined,
  decline: Decline,
  chargeId?: string,
): Outcome {
  const failed = update(store, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: chargeId ?? intent.latest_charge,
    last_payment_error: errorOf(store, decline, method, chargeId),
  })
  tell(store, 'payment_intent.payment_failed', failed)
  return { kind: 'declined', decline }
}
