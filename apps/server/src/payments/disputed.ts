import type { ProductId } from '@finlist/domain/plans/products'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type Row = ReturnType<typeof sql>

/** The paid invoice that currently pays for subscription `s`. */
export const payingInvoice = (s: Row) => sql<string>`
  (select p.invoice_id from invoice p where p.user_id = ${s}.user_id and p.subscription_id = ${s}.subscription_id
    and p.status = 'paid' order by p.period_end desc, p.created_at desc limit 1)`

/** Whether the payment for subscription `s` is disputed, or a dispute about it was lost. */
export const isDisputed = (s: Row) => sql<boolean>`
  exists (select from invoice d where d.user_id = ${s}.user_id and d.disputed and d.invoice_id = ${payingInvoice(s)})`

/** The user's plans of the product with a disputed payment; a new purchase replaces them. */
export async function disputedPlans(db: Db, userId: number, productId: ProductId): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription as s')
    .select('s.subscription_id')
    .where('s.user_id', '=', userId)
    .where('s.product_id', '=', productId)
    .where('s.status', 'in', ['trialing', 'active', 'past_due', 'unpaid', 'paused'])
    .where(isDisputed(sql`s`))
    .execute()
  return rows.map(row => row.subscription_id)
}
