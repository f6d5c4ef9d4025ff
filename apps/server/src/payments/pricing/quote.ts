import type { Database } from '../../db/database.ts'
import { quoteChanged } from '../billing-errors.ts'

const validMs = 10 * 60_000

/** The purchase that a price was requested for. `subscriptionId` and `promotionCodeId` are empty if there is none. */
export type Quoted = {
  productId: number
  subscriptionId: string
  periodId: number
  promotionCodeId: string
}

/** Stores the price quoted to the user at `at`, a whole second. */
export async function keepQuote({ db }: Database, userId: number, quoted: Quoted, amountCents: number, at: Date) {
  await db
    .deleteFrom('billing_quote')
    .where('user_id', '=', userId)
    .where('quoted_at', '<', new Date(at.getTime() - validMs * 6))
    .execute()
  await db
    .insertInto('billing_quote')
    .values({ ...columnsOf(userId, quoted), amount_cents: amountCents, quoted_at: at })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'product_id', 'subscription_id', 'period_id', 'promotion_code_id'])
        .doUpdateSet({ amount_cents: amountCents, quoted_at: at }),
    )
    .execute()
}

/**
 * The quote that a purchase is based on; undefined if the user requested none. Throws `quote_changed` if it is older
 * than ten minutes.
 */
export async function quoteFor(
  { db }: Database,
  userId: number,
  quoted: Quoted,
  now: number,
): Promise<{ amountCents: number; at: Date } | undefined> {
  const row = await db
    .selectFrom('billing_quote')
    .select(['amount_cents', 'quoted_at'])
    .where(({ and }) => and(columnsOf(userId, quoted)))
    .executeTakeFirst()
  if (row && now - row.quoted_at.getTime() > validMs) throw quoteChanged()
  return row && { amountCents: row.amount_cents, at: row.quoted_at }
}

/** Deletes earlier quotes for the product after a purchase. */
export async function forgetQuotes({ db }: Database, userId: number, productId: number) {
  await db.deleteFrom('billing_quote').where('user_id', '=', userId).where('product_id', '=', productId).execute()
}

const columnsOf = (userId: number, quoted: Quoted) => ({
  user_id: userId,
  product_id: quoted.productId,
  subscription_id: quoted.subscriptionId,
  period_id: quoted.periodId,
  promotion_code_id: quoted.promotionCodeId,
})
