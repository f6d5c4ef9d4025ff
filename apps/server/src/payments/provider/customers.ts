import Stripe from 'stripe'
import { isInvalid } from './errors.ts'
import { answered } from './provider.ts'

/**
 * The customer, with the card on file expanded. A deleted customer is read without it, because the provider refuses to
 * expand it.
 */
export async function customerWithCard(
  stripe: Stripe,
  customerId: string,
): Promise<Stripe.Customer | Stripe.DeletedCustomer> {
  const retrieve = (params: Stripe.CustomerRetrieveParams) =>
    answered<Stripe.Customer | Stripe.DeletedCustomer>('customer', stripe.customers.retrieve(customerId, params))
  return await retrieve({ expand: ['invoice_settings.default_payment_method'] }).catch(async (error: unknown) => {
    if (!(isInvalid(error) && error.param === 'expand')) throw error
    return await retrieve({})
  })
}

/** Creates a customer with only the user id; returns the customer's id. */
export async function createCustomer(stripe: Stripe, userId: number, idempotencyKey: string): Promise<string> {
  const made = stripe.customers.create({ metadata: { user_id: String(userId) } }, { idempotencyKey })
  return (await answered('customer', made)).id
}

/** The data about a user that are sent to the provider; `locale` as in `zh-HK`. */
export type Particulars = { email: string; name: string; phone: string; locale: string }

export async function describeCustomer(stripe: Stripe, id: string, { locale, ...told }: Particulars): Promise<void> {
  await stripe.customers.update(id, { ...told, preferred_locales: [locale] })
}

/** Erases the customer's name, e-mail address and phone number; invoices keep theirs. */
export async function eraseParticulars(stripe: Stripe, id: string): Promise<void> {
  await stripe.customers.update(id, { name: '', email: '', phone: '' })
}
