import type { Db } from '../db/database.ts'

/** Subscriptions that will charge the card again unless they are turned off. */
export async function renewingSubscriptions(db: Db, userId: number) {
  return await db
    .selectFrom('subscription')
    .select(['subscription_id', 'future_period_id'])
    .where('user_id', '=', userId)
    .where('renews', '=', true)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .execute()
}
