import type Stripe from 'stripe'
import { answered, type Once } from './provider.ts'

/** The customer's credit in cents; 0 for a debt. */
export async function creditThere(stripe: Stripe, customerId: string): Promise<number> {
  const customer = await answered<Stripe.Customer | Stripe.DeletedCustomer>(
    'customer',
    stripe.customers.retrieve(customerId),
  )
  return customer.deleted ? 0 : Math.max(0, -customer.balance)
}

/** A change of credit: positive `cents` are given, negative ones are taken back. */
export type CreditMove = { customer: string; cents: number; metadata: Record<string, string>; description?: string }

/** Gives or takes back credit. Returns the id of the balance transaction. */
export async function moveCredit(
  stripe: Stripe,
  { customer, cents, ...rest }: CreditMove,
  once: Once,
): Promise<string> {
  // The payment provider stores credit as a negative balance.
  const moved = stripe.customers.createBalanceTransaction(customer, { amount: -cents, currency: 'hkd', ...rest }, once)
  return (await answered('customer_balance_transaction', moved)).id
}

/** Id of the balance transaction made by one of our operations, if there is one. */
export async function creditMoveOf(stripe: Stripe, customer: string, operationId: string): Promise<string | undefined> {
  const { data } = await answered('list', stripe.customers.listBalanceTransactions(customer, { limit: 100 }))
  return data.find(({ metadata }) => metadata?.['operation_id'] === operationId)?.id
}
