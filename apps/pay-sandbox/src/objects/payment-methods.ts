import type Stripe from 'stripe'
import type { Books, Row } from '../books.ts'
import { type AcceptedCard, acceptNumber, type Behaviour, readyMade, refusalToAttach } from '../cards.ts'
import { cardError, refused } from '../errors.ts'
import { newId } from '../ids.ts'
import { emptyable, integer, merged, metadata, need, oneOf, read, readList, ref, shape, text } from '../params.ts'
import { add, revise } from '../revise.ts'
import type { Route } from '../route.ts'
import { found, idOf, kept, newestFirst, where } from '../things.ts'
import { timeOf } from '../time.ts'

/** What the bank knows of a card besides what it shows. */
export type BankCard = Row & {
  behaviour: Behaviour
  /** The holder has authenticated it for payments without him. */
  isSetUp: boolean
}

/** What stands for a card that a phone's wallet or a test hands over instead of a number. */
const tokens: Readonly<Record<string, { number: string; wallet: 'apple_pay' | 'google_pay' | null }>> = {
  tok_visa: { number: '4242424242424242', wallet: null },
  tok_googlepay: { number: '4242424242424242', wallet: 'google_pay' },
  tok_applepay: { number: '4242424242424242', wallet: 'apple_pay' },
}

const line = emptyable(text(500))
const billing = shape({
  address: shape({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line }),
  email: line,
  name: line,
  phone: line,
})

export const paymentMethods: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    publishable: true,
    answer(books, { form }) {
      const {
        type,
        card,
        billing_details,
        metadata: given,
      } = read(form, {
        type: oneOf('card'),
        card: shape({
          number: text(40),
          exp_month: integer(0, 9999),
          exp_year: integer(0, 9999),
          cvc: text(10),
          token: ref,
        }),
        billing_details: billing,
        metadata,
      })
      need(type, 'type')
      const typed = need(card, 'card')
      const token = typed.token === undefined ? undefined : tokens[typed.token]
      if (typed.token !== undefined && !token)
        throw refused(`No such token: '${typed.token}'`, { code: 'resource_missing', param: 'card[token]' })
      const accepted = token
        ? ready(books, token.number)
        : acceptNumber(
            need(typed.number, 'card[number]'),
            need(typed.exp_month, 'card[exp_month]'),
            need(typed.exp_year, 'card[exp_year]'),
            typed.cvc,
            books.now(),
          )
      return newMethod(books, accepted, {
        wallet: token?.wallet ?? null,
        cvc: typed.cvc !== undefined,
        billing: {
          email: billing_details?.email ?? null,
          name: billing_details?.name ?? null,
          phone: billing_details?.phone ?? null,
        },
        address: billing_details?.address ?? {},
        metadata: merged(null, given),
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    answer: (books, { params }) => found(books, 'payment_method', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    // The bank has issued the card anew; a month that is past makes an expired card.
    answer(books, { params, form }) {
      const method = found(books, 'payment_method', params['id'] ?? '')
      const { card, metadata: given } = read(form, {
        card: shape({ exp_month: integer(1, 12), exp_year: integer(1970, 2099) }),
        metadata,
      })
      const { exp_month, exp_year } = card ?? {}
      const changes: Partial<Stripe.PaymentMethod> = { metadata: merged(method.metadata, given) }
      if (method.card && exp_month !== undefined && exp_year !== undefined)
        changes.card = { ...method.card, exp_month, exp_year }
      return revise(books, method, changes, 'payment_method.updated')
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    answer(books, { params, form }) {
      const { customer } = read(form, { customer: ref })
      const owner = found(books, 'customer', need(customer, 'customer'), 'customer')
      return attach(books, methodFor(books, params['id'] ?? '', undefined), owner.id)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    answer(books, { params, form }) {
      read(form, {})
      const method = found(books, 'payment_method', params['id'] ?? '')
      if (!method.customer)
        throw refused('The payment method you provided is not attached to a customer so detachment is impossible.')
      return detach(books, method)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    list: true,
    answer(books, { form }) {
      const asked = readList(form, { customer: ref, type: oneOf('card') })
      const customer = found(books, 'customer', need(asked.customer, 'customer'), 'customer')
      return newestFirst(
        methodsOf(books, customer.id),
        where(asked.type, method => method.type as 'card'),
      )
    },
  },
]

export const methodsOf = (books: Books, customer: string): readonly Stripe.PaymentMethod[] =>
  books.by<Stripe.PaymentMethod>('payment_method', 'customer', customer)

/** The payment method of that id; one of Stripe's ready-made names makes a new one. */
export function methodFor(
  books: Books,
  id: string,
  param: string | undefined = 'payment_method',
): Stripe.PaymentMethod {
  const number = readyMade[id]
  if (number === undefined || books.find('payment_method', id)) return found(books, 'payment_method', id, param)
  return newMethod(books, ready(books, number), {})
}

/** Keeps a card with a customer. Throws `card_error` 402 when its bank refuses already that. */
export function attach(books: Books, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  const owner = idOf(method.customer)
  if (owner === customer) return method
  if (owner)
    throw refused('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  if (kept(books, 'customer', customer).deleted) throw refused('The customer is deleted.', { param: 'customer' })
  const refusal = refusalToAttach(bankCard(books, method.id).behaviour)
  if (refusal) throw cardError(refusal)
  if (methodsOf(books, customer).length >= 200)
    throw refused('The customer has reached the maximum number of payment methods.', {
      code: 'customer_max_payment_methods',
    })
  return add(books, { ...method, customer }, 'payment_method.attached')
}

export function detach(books: Books, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const owner = kept(books, 'customer', idOf(method.customer) ?? '')
  if (owner.invoice_settings.default_payment_method === method.id)
    revise(
      books,
      owner,
      { invoice_settings: { ...owner.invoice_settings, default_payment_method: null } },
      'customer.updated',
    )
  for (const subscription of books.by<Stripe.Subscription>('subscription', 'customer', owner.id))
    if (subscription.default_payment_method === method.id)
      revise(books, subscription, { default_payment_method: null }, 'customer.subscription.updated')
  return revise(books, method, { customer: null }, 'payment_method.detached')
}

export function bankCard(books: Books, method: string): BankCard {
  const card = books.find<BankCard>('_card', method)
  if (!card) throw new Error(`the bank does not know ${method}`)
  return card
}

/** From now on the card pays without its holder. */
export function setUp(books: Books, method: string): void {
  const card = bankCard(books, method)
  if (!card.isSetUp) books.put('_card', { ...card, isSetUp: true })
}

function ready(books: Books, number: string): AcceptedCard {
  const year = new Date(books.now() * 1000).getUTCFullYear() + 3
  return acceptNumber(number, 12, year, undefined, books.now())
}

type More = {
  wallet?: 'apple_pay' | 'google_pay' | null
  cvc?: boolean
  billing?: Partial<Stripe.PaymentMethod.BillingDetails>
  address?: { [part: string]: string | null | undefined }
  metadata?: Stripe.Metadata
}

function newMethod(books: Books, card: AcceptedCard, more: More): Stripe.PaymentMethod {
  const id = newId('pm_')
  books.put<BankCard>('_card', { id, behaviour: card.behaviour, isSetUp: false })
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
    created: timeOf(books, {}),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: more.metadata ?? {},
    type: 'card',
  }
  return add(books, method)
}
