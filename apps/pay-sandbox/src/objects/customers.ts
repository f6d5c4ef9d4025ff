import type Stripe from 'stripe'
import { deleteCustomer } from '../billing/delete-customer.ts'
import { refused } from '../errors.ts'
import { newCode, newId } from '../ids.ts'
import {
  emptyable,
  integer,
  list,
  type Metadata,
  merged,
  metadata,
  oneOf,
  range,
  read,
  readList,
  ref,
  shape,
  text,
} from '../params.ts'
import type { Route } from '../route.ts'
import type { Row, Store } from '../store.ts'
import { createdBetween, getOr404, idOf, newestFirst, where } from '../stripe-objects.ts'
import { nowBy } from '../time.ts'
import { add, update } from '../update.ts'
import { moveBalance } from './balance.ts'
import { attach, methodFor, methodsOf } from './kept-cards.ts'

const line = emptyable(text(500))
const settable = {
  address: emptyable(shape({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line })),
  balance: integer(),
  description: emptyable(text(5000)),
  email: emptyable(text(512)),
  invoice_settings: shape({ default_payment_method: emptyable(ref), footer: emptyable(text(5000)) }),
  metadata,
  name: emptyable(text(256)),
  phone: emptyable(text(20)),
  preferred_locales: list(text(20), 10),
}

export const customers: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    answer(store, { form }) {
      const input = read(form, { ...settable, payment_method: ref, test_clock: ref })
      const clock = input.test_clock ?? null
      if (clock) getOr404(store, 'test_helpers.test_clock', clock, 'test_clock')
      const made: Stripe.Customer = {
        id: newId('cus_'),
        object: 'customer',
        address: null,
        balance: 0,
        created: nowBy(store, clock),
        currency: null,
        customer_account: null,
        default_source: null,
        delinquent: false,
        description: null,
        discount: null,
        email: null,
        invoice_prefix: newCode(),
        invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
        livemode: false,
        metadata: {},
        name: null,
        next_invoice_sequence: 1,
        phone: null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: clock,
      }
      let customer = add(store, { ...made, ...chosen(made, input) }, 'customer.created')
      if (input.payment_method) attach(store, methodFor(store, input.payment_method), customer.id)
      customer = withDefault(store, customer, input.invoice_settings?.default_payment_method)
      return withBalance(store, customer, input.balance)
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    answer(store, { params }) {
      const id = params['id'] ?? ''
      return store.find<Row & Stripe.DeletedCustomer>('_deleted_customer', id) ?? getOr404(store, 'customer', id)
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    answer: (store, { params }) => deleteCustomer(store, getOr404(store, 'customer', params['id'] ?? '').id),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    answer(store, { params, form }) {
      const before = getOr404(store, 'customer', params['id'] ?? '')
      const input = read(form, settable)
      const customer = update(store, before, chosen(before, input), 'customer.updated')
      return withBalance(
        store,
        withDefault(store, customer, input.invoice_settings?.default_payment_method),
        input.balance,
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    list: true,
    answer(store, { form }) {
      const input = readList(form, { created: range, email: text(512), test_clock: ref })
      return newestFirst(
        store.all<Stripe.Customer>('customer'),
        where(input.email, customer => customer.email),
        input.test_clock
          ? where(input.test_clock, customer => idOf(customer.test_clock))
          : customer => !customer.test_clock,
        createdBetween(input.created),
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    list: true,
    answer(store, { params, form }) {
      const customer = getOr404(store, 'customer', params['id'] ?? '')
      const input = readList(form, { type: oneOf('card') })
      return newestFirst(
        methodsOf(store, customer.id),
        where(input.type, method => method.type as 'card'),
      )
    },
  },
]

type Input = Omit<ReturnType<typeof read<typeof settable>>, 'metadata'> & { metadata?: Metadata | null | undefined }

function chosen(before: Stripe.Customer, input: Input): Partial<Stripe.Customer> {
  const address = input.address
  const footer = input.invoice_settings?.footer
  return {
    ...(address !== undefined && {
      address: address && { ...nowhere, ...Object.fromEntries(Object.entries(address).filter(([, part]) => part)) },
    }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.email !== undefined && { email: input.email }),
    ...(input.name !== undefined && { name: input.name }),
    ...(input.phone !== undefined && { phone: input.phone }),
    ...(input.preferred_locales !== undefined && { preferred_locales: input.preferred_locales }),
    ...(footer !== undefined && { invoice_settings: { ...before.invoice_settings, footer } }),
    metadata: merged(before.metadata, input.metadata),
  }
}

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

function withDefault(store: Store, customer: Stripe.Customer, method: string | null | undefined): Stripe.Customer {
  if (method === undefined) return customer
  if (
    method !== null &&
    idOf(getOr404(store, 'payment_method', method, 'invoice_settings[default_payment_method]').customer) !== customer.id
  )
    throw refused(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    )
  const settings = { ...customer.invoice_settings, default_payment_method: method }
  return update(store, customer, { invoice_settings: settings }, 'customer.updated')
}

function withBalance(store: Store, customer: Stripe.Customer, balance: number | undefined): Stripe.Customer {
  if (balance === undefined || balance === customer.balance) return customer
  moveBalance(store, customer.id, balance - customer.balance, {
    type: 'adjustment',
    currency: customer.currency ?? 'hkd',
  })
  return getOr404(store, 'customer', customer.id)
}
