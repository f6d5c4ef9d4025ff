import { seldomFacts } from '@finlist/i18n/seldom-facts'
import { type BillingContext, lockOf } from './billing-context.ts'
import { createCustomer, describeCustomer } from './provider/customers.ts'

/** The user's customer id at the payment provider. Creates the customer if there is none. */
export async function customerOf(billing: BillingContext, userId: number): Promise<string> {
  return (
    (await knownCustomer(billing, userId)) ??
    (await billing.locks.hold(lockOf(userId), () => introduce(billing, userId)))
  )
}

/** The user's customer id, if there is one; never creates a customer. */
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

/**
 * Creates the customer with nothing but the user id: the request then never changes, so its idempotency key still
 * applies after a crash. A customer who was deleted at the payment provider is created again, under another key.
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
  const once = known ? `cus:${userId}:after:${known.customer_id}` : `cus:${userId}`
  const id = await createCustomer(stripe, userId, once)
  await crashAt('customer created')
  const { language, ...particulars } = user
  await describeCustomer(stripe, id, { ...particulars, locale: seldomFacts[language ?? 'en'].payments })
  await database.db
    .insertInto('billing_customer')
    .values({ user_id: userId, customer_id: id })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ customer_id: id, deleted: false }))
    .execute()
  return id
}
