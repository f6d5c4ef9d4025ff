import { answered } from './provider.ts'
import { lockOf, type Till } from './till.ts'

/** The person's customer id at the card company, where they are made known when it is first needed. */
export async function customerOf(till: Till, userId: number): Promise<string> {
  return (await knownCustomer(till, userId)) ?? (await till.locks.hold(lockOf(userId), () => introduce(till, userId)))
}

/** Without making anybody known. */
export async function knownCustomer({ database }: Till, userId: number): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('billing_customer')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.customer_id
}

export async function userOfCustomer({ database }: Till, customerId: string): Promise<number | undefined> {
  const row = await database.db
    .selectFrom('billing_customer')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.user_id
}

/** Made with nothing but the id, which never changes, so that the idempotency key holds after a crash as well. */
async function introduce(till: Till, userId: number): Promise<string> {
  const { database, stripe, crashAt } = till
  const known = await knownCustomer(till, userId)
  if (known) return known
  const user = await database.db
    .selectFrom('users')
    .select(['email', 'name', 'phone', 'language'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { id } = await answered(
    'customer',
    stripe.customers.create({ metadata: { user_id: String(userId) } }, { idempotencyKey: `cus:${userId}` }),
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
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
  return id
}
