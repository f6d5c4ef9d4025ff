import Stripe from 'stripe'
import { type BillingContext, lockOf } from './billing-context.ts'
import { answered } from './provider/provider.ts'

/** The person's customer id at the payment provider; the customer is created when first needed. */
export async function customerOf(billing: BillingContext, userId: number): Promise<string> {
  return (
    (await knownCustomer(billing, userId)) ??
    (await billing.locks.hold(lockOf(userId), () => introduce(billing, userId)))
  )
}

/** The customer id, if there is one; creates no customer. */
export async function knownCustomer(billing: BillingContext, userId: number): Promise<string | undefined> {
  const row = await readCustomerRow(billing, userId)
  return row?.deleted ? undefined : row?.customer_id
}

const readCustomerRow = async ({ database }: BillingContext, userId: number) =>
  await database.db
    .selectFrom('billing_customer')
    .select(['customer_id', 'deleted'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function userOfCustomer({ database }: BillingContext, customerId: string): Promise<number | undefined> {
  const row = await database.db
    .selectFrom('billing_customer')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.user_id
}

/** The customer with the card on file expanded. A deleted customer has none, and asking to expand it is an error. */
export async function customerWithCard(
  stripe: Stripe,
  customerId: string,
): Promise<Stripe.Customer | Stripe.DeletedCustomer> {
  const retrieve = (params: Stripe.CustomerRetrieveParams) =>
    answered<Stripe.Customer | Stripe.DeletedCustomer>('customer', stripe.customers.retrieve(customerId, params))
  return await retrieve({ expand: ['invoice_settings.default_payment_method'] }).catch(async (error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'expand')) throw error
    return await retrieve({})
  })
}

/**
 * Creates the customer with nothing but the user id, which never changes, so that the idempotency key holds after a
 * crash as well. A customer deleted at the payment provider is created anew, under another key.
 */
async function introduce(billing: BillingContext, userId: number): Promise<string> {
  const { database, stripe, crashAt } = billing
  const known = await readCustomerRow(billing, userId)
  if (known && !known.deleted) return known.customer_id
  const user = await database.db
    .selectFrom('users')
    .select(['email', 'name', 'phone', 'language'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { id } = await answered(
    'customer',
    stripe.customers.create(
      { metadata: { user_id: String(userId) } },
      { idempotencyKey: known ? `cus:${userId}:after:${known.customer_id}` : `cus:${userId}` },
    ),
  )
  await crashAt('customer created')
  await stripe.customers.update(id, {
    email: user.email,
    name: user.name,
    phone: user.phone,
    preferred_locales: [user.language === 'zh' ? 'zh-HK' : 'en'],
  })
  await database.db
    .insertInto('billing_customer')
    .values({ user_id: userId, customer_id: id })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ customer_id: id, deleted: false }))
    .execute()
  return id
}
