import type { ListView, ViewedList } from '@finlist/contract/list-views'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export async function readViews(db: Db, userId: number) {
  return await db.selectFrom('list_view').select(['list', 'view']).where('user_id', '=', userId).execute()
}

export async function writeView(tx: Tx, userId: number, list: ViewedList, view: ListView) {
  const values = { view: JSON.stringify(view), changed_at: sql<Date>`product_now()` }
  await tx
    .insertInto('list_view')
    .values({ user_id: userId, list, ...values })
    .onConflict(conflict => conflict.columns(['user_id', 'list']).doUpdateSet(values))
    .execute()
}
