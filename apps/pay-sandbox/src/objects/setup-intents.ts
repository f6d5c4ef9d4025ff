import type Stripe from 'stripe'
import type { Outcome } from '../billing/intents.ts'
import { confirmSetup, newSetup } from '../billing/setup.ts'
import { cardError, refused } from '../errors.ts'
import { boolean, emptyable, list, merged, metadata, oneOf, read, ref, text } from '../params.ts'
import type { ApiError, Route } from '../route.ts'
import type { Store } from '../store.ts'
import { get, getOr404, idOf } from '../stripe-objects.ts'
import { methodFor } from './kept-cards.ts'
import { checkSecret } from './payment-intents.ts'

const shared = {
  allowed_payment_method_types: list(oneOf('card'), 1),
  payment_method: ref,
  return_url: text(5000),
  use_stripe_sdk: boolean,
}

export const setupIntents: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    answer(store, { form }) {
      const input = read(form, {
        ...shared,
        confirm: boolean,
        customer: ref,
        description: emptyable(text(1000)),
        metadata,
        usage: oneOf('off_session', 'on_session'),
      })
      const customer = input.customer ? getOr404(store, 'customer', input.customer, 'customer').id : null
      const method = input.payment_method ? ownMethod(store, customer, input.payment_method) : null
      const setup = newSetup(store, {
        customer,
        method,
        usage: input.usage ?? 'off_session',
        description: input.description ?? null,
        metadata: merged(null, input.metadata),
      })
      return input.confirm ? confirm(store, setup, { ...input, payment_method: method ?? undefined }) : setup
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    publishable: true,
    answer(store, { params, form, key }) {
      const { client_secret } = read(form, { client_secret: text(250) })
      const setup = getOr404(store, 'setup_intent', params['id'] ?? '')
      checkSecret('setup_intent', setup, client_secret, key)
      return setup
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    publishable: true,
    answer(store, { params, form, key }) {
      const input = read(form, { ...shared, client_secret: text(250) })
      const setup = getOr404(store, 'setup_intent', params['id'] ?? '')
      checkSecret('setup_intent', setup, input.client_secret, key)
      if (setup.status === 'succeeded' || setup.status === 'canceled')
        throw refused(`You cannot confirm this SetupIntent because it has a status of ${setup.status}.`, {
          code: 'setup_intent_unexpected_state',
        })
      return confirm(store, setup, input)
    },
  },
]

type Confirmation = {
  payment_method?: string | undefined
  return_url?: string | undefined
  use_stripe_sdk?: boolean | undefined
}

function confirm(store: Store, setup: Stripe.SetupIntent, input: Confirmation): Stripe.SetupIntent {
  const id = input.payment_method ?? idOf(setup.payment_method)
  if (!id)
    throw refused("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
    })
  const method = ownMethod(store, idOf(setup.customer), id)
  const outcome = confirmSetup(store, setup, method, input.use_stripe_sdk ? undefined : input.return_url)
  if (outcome.kind === 'declined') throw refusal(store, setup.id, outcome)
  return get(store, 'setup_intent', setup.id)
}

function refusal(store: Store, id: string, { decline }: Extract<Outcome, { kind: 'declined' }>): ApiError {
  const setup = get(store, 'setup_intent', id)
  const method = setup.last_setup_error?.payment_method
  return cardError(
    decline,
    { setup_intent: setup, ...(method && { payment_method: method, payment_method_type: 'card' }) },
    true,
  )
}

function ownMethod(store: Store, customer: string | null, id: string): string {
  const method = methodFor(store, id)
  const owner = idOf(method.customer)
  if (owner && owner !== customer)
    throw refused(
      'The payment method you provided has already been attached to a customer; the SetupIntent must have that customer.',
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    )
  return method.id
}
