import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export type BillingEmail = Selectable<Tables['billing_email']>
export const readInvoice = (db: Db, { user_id, subject_id }: BillingEmail) =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('invoice_id', '=', subject_id)
    .executeTakeFirst()

export const readSubscription = (db: Db, { user_id, subject_id }: BillingEmail) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('subscription_id', '=', subject_id.split(':')[0]!)
    .executeTakeFirst()

export async function readGiven(db: Db, { user_id, subject_id }: BillingEmail) {
  const [word, id] = subject_id.split(':')
  if (word !== 'holding') return undefined
  return await db
    .selectFrom('plan_grant')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('grant_id', '=', sql<number>`${Number(id)}`)
    .executeTakeFirst()
}
