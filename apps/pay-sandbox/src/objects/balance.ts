import type Stripe from 'stripe'
import { refused } from '../errors.ts'
import { newId } from '../ids.ts'
import { emptyable, integer, merged, metadata, need, range, read, readList, ref, text } from '../params.ts'
import type { Route } from '../route.ts'
import type { Store } from '../store.ts'
import { createdBetween, get, getOr404, idOf, newestFirst, where } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'

/**
 * Changes a customer's balance. No other function may change it, because it must be the sum of these transactions. A
 * negative balance is credit, which is used before the card; the next invoice collects a positive one.
 */
export function moveBalance(
  store: Store,
  customerId: string,
  amount: number,
  move: {
    type: Stripe.CustomerBalanceTransaction.Type
    currency: string
    invoice?: string
    description?: string | null
    metadata?: Stripe.Metadata
  },
): Stripe.CustomerBalanceTransaction {
  const customer = get(store, 'customer', customerId)
  if (customer.currency && customer.currency !== move.currency)
    throw refused(
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}.`,
    )
  const ending = customer.balance + amount
  const changed = update(store, customer, { balance: ending, currency: move.currency }, 'customer.updated')
  const transaction: Stripe.CustomerBalanceTransaction = {
    id: newId('cbtxn_'),
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: timeOf(store, changed),
    credit_note: null,
    currency: move.currency,
    customer: customerId,
    customer_account: null,
    description: move.description ?? null,
    ending_balance: ending,
    invoice: move.invoice ?? null,
    livemode: false,
    metadata: move.metadata ?? {},
    type: move.type,
  }
  return add(store, transaction)
}

export const balance: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers/:id/balance_transactions',
    answer(store, { params, form }) {
      const customer = getOr404(store, 'customer', params['id'] ?? '')
      const input = read(form, { amount: integer(), currency: text(3), description: emptyable(text(350)), metadata })
      return moveBalance(store, customer.id, need(input.amount, 'amount'), {
        type: 'adjustment',
        currency: need(input.currency, 'currency').toLowerCase(),
        description: input.description ?? null,
        metadata: merged(null, input.metadata),
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/balance_transactions',
    list: true,
    answer(store, { params, form }) {
      const customer = getOr404(store, 'customer', params['id'] ?? '')
      const input = readList(form, { created: range, invoice: ref })
      return newestFirst(
        store.by<Stripe.CustomerBalanceTransaction>('customer_balance_transaction', 'customer', customer.id),
        where(input.invoice, move => idOf(move.invoice)),
        createdBetween(input.created),
      )
    },
  },
]
