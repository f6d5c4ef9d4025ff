import type Stripe from 'stripe'
import { declines, refusalToAttach } from '../cards.ts'
import type { Decline } from '../errors.ts'
import { tell } from '../events.ts'
import { newId, newSecret } from '../ids.ts'
import { attach, bankCard, setUp } from '../objects/kept-cards.ts'
import type { Store } from '../store.ts'
import { get, idOf, ownerOf } from '../stripe-objects.ts'
import { clockOf, nowBy } from '../time.ts'
import { add, update } from '../update.ts'
import { bankPage, errorOf, hasExpired, type Outcome, wantsHolder } from './intents.ts'

type Wish = {
  customer: string | null
  method: string | null
  usage?: string
  description?: string | null
  metadata?: Stripe.Metadata
}

export function newSetup(store: Store, { customer, method, ...wish }: Wish): Stripe.SetupIntent {
  const id = newId('seti_')
  const setup: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newSecret(id),
    created: nowBy(store, customer && clockOf(store, customer)),
    customer,
    customer_account: null,
    description: wish.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: { enabled: false },
    mandate: null,
    metadata: wish.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: wish.usage ?? 'off_session',
  }
  return add(store, setup, 'setup_intent.created')
}

/** Asks the bank whether the card may be charged later without the card holder. */
export function confirmSetup(
  store: Store,
  setup: Stripe.SetupIntent,
  method: string,
  returnUrl: string | undefined,
): Outcome {
  if (wantsHolder(bankCard(store, method), true) && !hasExpired(store, method, clockTime(store, setup))) {
    const waiting = {
      ...setup,
      status: 'requires_action',
      payment_method: method,
      next_action: bankPage(store, setup, returnUrl),
      last_setup_error: null,
    } satisfies Stripe.SetupIntent
    add(store, waiting, 'setup_intent.requires_action')
    return { kind: 'action' }
  }
  return settleSetup(store, setup, method)
}

/**
 * Attaches the card to the customer, or declines it, after the bank's page or, if no authentication is needed,
 * directly.
 */
export function settleSetup(store: Store, setup: Stripe.SetupIntent, method: string): Outcome {
  const { behaviour } = bankCard(store, method)
  const decline = hasExpired(store, method, clockTime(store, setup))
    ? declines.expired
    : behaviour === 'authenticate-then-decline'
      ? declines.generic
      : refusalToAttach(behaviour)
  if (decline) return failSetup(store, setup, method, decline)
  const customer = idOf(setup.customer)
  if (customer) attach(store, get(store, 'payment_method', method), customer)
  setUp(store, method)
  const done = {
    ...setup,
    status: 'succeeded',
    payment_method: method,
    next_action: null,
    last_setup_error: null,
  } satisfies Stripe.SetupIntent
  add(store, done, 'setup_intent.succeeded')
  for (const subscription of store.by<Stripe.Subscription>('subscription', 'pending_setup_intent', setup.id))
    update(store, subscription, { pending_setup_intent: null }, 'customer.subscription.updated')
  return { kind: 'paid' }
}

export const failSetupAuthentication = (store: Store, setup: Stripe.SetupIntent): Outcome =>
  failSetup(store, setup, ownerOf(setup.payment_method), declines.setupNotAuthenticated)

function failSetup(store: Store, setup: Stripe.SetupIntent, method: string, decline: Decline): Outcome {
  const { type, ...error } = errorOf(store, decline, method, undefined)
  const failed = update(store, setup, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      ...(error as Omit<Stripe.SetupIntent.LastSetupError, 'type'>),
      type: decline === declines.setupNotAuthenticated ? 'invalid_request_error' : type,
    },
  })
  tell(store, 'setup_intent.setup_failed', failed)
  return { kind: 'declined', decline }
}

const clockTime = (store: Store, setup: Stripe.SetupIntent): number => {
  const customer = idOf(setup.customer)
  return nowBy(store, customer && clockOf(store, customer))
}
