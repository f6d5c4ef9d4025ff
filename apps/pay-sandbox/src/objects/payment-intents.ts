import type Stripe from 'stripe'
import { declined } from '../billing/attempt-error.ts'
import { follow } from '../billing/collect.ts'
import { attempt, cancelIntent } from '../billing/intents.ts'
import { invoicePaidBy } from '../billing/invoice-life.ts'
import { refused } from '../errors.ts'
import { boolean, list, oneOf, read, ref, text } from '../params.ts'
import type { Input, Route } from '../route.ts'
import type { Store } from '../store.ts'
import { get, getOr404, idOf } from '../stripe-objects.ts'
import { methodFor } from './kept-cards.ts'

export const paymentIntents: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    publishable: true,
    answer(store, { params, form, key }) {
      const { client_secret } = read(form, { client_secret: text(250) })
      const intent = getOr404(store, 'payment_intent', params['id'] ?? '')
      checkSecret('payment_intent', intent, client_secret, key)
      return intent
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    publishable: true,
    answer(store, { params, form, key }) {
      const input = read(form, {
        allowed_payment_method_types: list(oneOf('card'), 1),
        client_secret: text(250),
        off_session: boolean,
        payment_method: ref,
        return_url: text(5000),
        use_stripe_sdk: boolean,
      })
      const intent = getOr404(store, 'payment_intent', params['id'] ?? '')
      checkSecret('payment_intent', intent, input.client_secret, key)
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw refused(
          intent.status === 'succeeded'
            ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
            : 'You cannot confirm this PaymentIntent because it has a status of canceled.',
          { code: 'payment_intent_unexpected_state' },
        )
      const method = methodOf(store, intent, input.payment_method)
      const outcome = attempt(store, intent, {
        method,
        holder: input.off_session ? 'absent' : 'present',
        returnUrl: input.use_stripe_sdk ? undefined : input.return_url,
      })
      follow(store, intent.id, outcome)
      if (outcome.kind === 'declined') throw declined(store, intent, outcome.decline, true)
      return get(store, 'payment_intent', intent.id)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    answer(store, { params, form }) {
      const { cancellation_reason: reason } = read(form, {
        cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
      })
      const intent = getOr404(store, 'payment_intent', params['id'] ?? '')
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw refused(
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
          { code: 'payment_intent_unexpected_state' },
        )
      const canceled = cancelIntent(store, intent, reason ?? null)
      const { payment } = invoicePaidBy(store, intent.id)
      const transitions = { ...payment.status_transitions, canceled_at: canceled.canceled_at }
      store.put('invoice_payment', { ...payment, status: 'canceled', status_transitions: transitions })
      return canceled
    },
  },
]

/** Throws unless the caller has sent the intent's client secret, which gives a browser access to the intent. */
export function checkSecret(
  noun: 'payment_intent' | 'setup_intent',
  intent: { id: string; client_secret: string | null },
  given: string | undefined,
  key: Input['key'],
): void {
  if (given === intent.client_secret || (given === undefined && key === 'secret')) return
  throw refused(`No such ${noun}: '${intent.id}'`, { code: 'resource_missing', param: 'intent' })
}

function methodOf(store: Store, intent: Stripe.PaymentIntent, given: string | undefined): string {
  const id = given ?? idOf(intent.payment_method)
  if (!id)
    throw refused(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state' },
    )
  const method = methodFor(store, id)
  const owner = idOf(method.customer)
  if (owner && owner !== idOf(intent.customer))
    throw refused(
      `The provided PaymentMethod (${id}) cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.`,
      { code: 'payment_intent_unexpected_state', param: 'payment_method' },
    )
  return method.id
}
