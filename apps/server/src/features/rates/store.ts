import type { Db } from '../../db/database.ts'

/** The newest rate of each currency. */
export async function readNewestRates(db: Db) {
  return await db
    .selectFrom('exchange_rate')
    .select(['currency', 'hkd', 'date', 'source'])
    .distinctOn('currency')
    .orderBy('currency')
    .orderBy('date', 'desc')
    .execute()
}
