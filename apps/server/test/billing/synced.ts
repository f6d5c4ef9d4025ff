import type { Database } from '../../src/db/database.ts'

const tables = ['billing_customer', 'subscription', 'invoice', 'plan_grant'] as const
const notCompared = { read_at: null, compared_at: null, grant_id: null, created_at: null }

/** Returns a user's rows in our billing tables, without their times of synchronisation. */
export async function synced({ db }: Database, userId: number): Promise<Record<string, string[] | undefined>> {
  const rows = await Promise.all(
    tables.map(async table => {
      const found = await db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()
      return found.map(row => JSON.stringify({ ...row, ...notCompared })).toSorted()
    }),
  )
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]))
}

/** Deletes our copy of the user's data at the payment provider. */
export async function forget({ db }: Database, userId: number): Promise<void> {
  await db.deleteFrom('subscription').where('user_id', '=', userId).execute()
  await db.deleteFrom('invoice').where('user_id', '=', userId).execute()
  await db.deleteFrom('plan_grant').where('user_id', '=', userId).execute()
  await db
    .updateTable('billing_customer')
    .set({ credit_cents: 0, payment_method_id: null, card_last4: null })
    .where('user_id', '=', userId)
    .execute()
}
