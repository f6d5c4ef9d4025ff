import type Stripe from 'stripe'
import { acceptNumber } from '../cards.ts'
import { refused } from '../errors.ts'
import { emptyable, integer, merged, metadata, need, oneOf, read, readList, ref, shape, text } from '../params.ts'
import type { Route } from '../route.ts'
import { getOr404, newestFirst, where } from '../stripe-objects.ts'
import { update } from '../update.ts'
import { attach, detach, methodFor, methodsOf, newMethod, ready } from './kept-cards.ts'

/** The tokens that a phone's wallet, or a test, sends instead of a card number. */
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
    answer(store, { form }) {
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
        ? ready(store, token.number)
        : acceptNumber(
            need(typed.number, 'card[number]'),
            need(typed.exp_month, 'card[exp_month]'),
            need(typed.exp_year, 'card[exp_year]'),
            typed.cvc,
            store.now(),
          )
      return newMethod(store, accepted, {
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
    answer: (store, { params }) => getOr404(store, 'payment_method', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    // Simulates that the bank reissues the card. A past expiry date makes the card expired.
    answer(store, { params, form }) {
      const method = getOr404(store, 'payment_method', params['id'] ?? '')
      const { card, metadata: given } = read(form, {
        card: shape({ exp_month: integer(1, 12), exp_year: integer(1970, 2099) }),
        metadata,
      })
      const { exp_month, exp_year } = card ?? {}
      const changes: Partial<Stripe.PaymentMethod> = { metadata: merged(method.metadata, given) }
      if (method.card && exp_month !== undefined && exp_year !== undefined)
        changes.card = { ...method.card, exp_month, exp_year }
      return update(store, method, changes, 'payment_method.updated')
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    answer(store, { params, form }) {
      const { customer } = read(form, { customer: ref })
      const owner = getOr404(store, 'customer', need(customer, 'customer'), 'customer')
      return attach(store, methodFor(store, params['id'] ?? '', undefined), owner.id)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    answer(store, { params, form }) {
      read(form, {})
      const method = getOr404(store, 'payment_method', params['id'] ?? '')
      if (!method.customer)
        throw refused('The payment method you provided is not attached to a customer so detachment is impossible.')
      return detach(store, method)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    list: true,
    answer(store, { form }) {
      const input = readList(form, { customer: ref, type: oneOf('card') })
      const customer = getOr404(store, 'customer', need(input.customer, 'customer'), 'customer')
      return newestFirst(
        methodsOf(store, customer.id),
        where(input.type, method => method.type as 'card'),
      )
    },
  },
]
