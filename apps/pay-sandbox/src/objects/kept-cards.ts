import type Stripe from 'stripe'
import { type AcceptedCard, acceptNumber, type Behaviour, readyMade, refusalToAttach } from '../cards.ts'
import { cardError, refused } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Row, Store } from '../store.ts'
import { get, getOr404, idOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'

/** Data about a card that only the bank has. */
export type BankCard = Row & {
  behaviour: Behaviour
  /** Whether the card holder has authenticated the card for off-session payments. */
  isSetUp: boolean
}

export const methodsOf = (store: Store, customer: string): readonly Stripe.PaymentMethod[] =>
  store.by<Stripe.PaymentMethod>('payment_method', 'customer', customer)

/** The payment method with this id. One of Stripe's predefined names creates a new payment method. */
export function methodFor(
  store: Store,
  id: string,
  param: string | undefined = 'payment_method',
): Stripe.PaymentMethod {
  const number = readyMade[id]
  if (number === undefined || store.find('payment_method', id)) return getOr404(store, 'payment_method', id, param)
  return newMethod(store, ready(store, number), {})
}

/** Attaches a card to a customer. Throws a 402 `card_error` if the bank declines that. */
export function attach(store: Store, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  const owner = idOf(method.customer)
  if (owner === customer) return method
  if (owner)
    throw refused('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  if (get(store, 'customer', customer).deleted) throw refused('The customer is deleted.', { param: 'customer' })
  const refusal = refusalToAttach(bankCard(store, method.id).behaviour)
  if (refusal) throw cardError(refusal)
  if (methodsOf(store, customer).length >= 200)
    throw refused('The customer has reached the maximum number of payment methods.', {
      code: 'customer_max_payment_methods',
    })
  return add(store, { ...method, customer }, 'payment_method.attached')
}

export function detach(store: Store, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const owner = get(store, 'customer', idOf(method.customer) ?? '')
  if (owner.invoice_settings.default_payment_method === method.id)
    update(
      store,
      owner,
      { invoice_settings: { ...owner.invoice_settings, default_payment_method: null } },
      'customer.updated',
    )
  for (const subscription of store.by<Stripe.Subscription>('subscription', 'customer', owner.id))
    if (subscription.default_payment_method === method.id)
      update(store, subscription, { default_payment_method: null }, 'customer.subscription.updated')
  return update(store, method, { customer: null }, 'payment_method.detached')
}

export function bankCard(store: Store, method: string): BankCard {
  const card = store.find<BankCard>('_card', method)
  if (!card) throw new Error(`the bank does not know ${method}`)
  return card
}

/** Marks the card as authenticated for off-session payments. */
export function setUp(store: Store, method: string): void {
  const card = bankCard(store, method)
  if (!card.isSetUp) store.put('_card', { ...card, isSetUp: true })
}

export function ready(store: Store, number: string): AcceptedCard {
  const year = new Date(store.now() * 1000).getUTCFullYear() + 3
  return acceptNumber(number, 12, year, undefined, store.now())
}

type More = {
  wallet?: 'apple_pay' | 'google_pay' | null
  cvc?: boolean
  billing?: Partial<Stripe.PaymentMethod.BillingDetails>
  address?: { [part: string]: string | null | undefined }
  metadata?: Stripe.Metadata
}

export function newMethod(store: Store, card: AcceptedCard, more: More): Stripe.PaymentMethod {
  const id = newId('pm_')
  store.put<BankCard>('_card', { id, behaviour: card.behaviour, isSetUp: false })
  const part = (name: string) => more.address?.[name] ?? null
  const method: Stripe.PaymentMethod = {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: part('city'),
        country: part('country'),
        line1: part('line1'),
        line2: part('line2'),
        postal_code: part('postal_code'),
        state: part('state'),
      },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
      ...more.billing,
    },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: more.cvc ? 'unchecked' : null,
      },
      country: card.country,
      display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: more.wallet ? { [more.wallet]: {}, dynamic_last4: null, type: more.wallet } : null,
    },
    created: timeOf(store, {}),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: more.metadata ?? {},
    type: 'card',
  }
  return add(store, method)
}
