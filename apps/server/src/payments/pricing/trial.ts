import type { ProductId } from '@finlist/domain/plans/products'
import type { BillingContext } from '../billing-context.ts'
import { quoteChanged } from '../billing-errors.ts'

/** Length, in days, of the trial that a purchase would begin with; 0 after a trial or purchase of the product. */
export async function trialDaysFor(
  { database, config }: BillingContext,
  userId: number,
  productId: ProductId,
): Promise<number> {
  if (config.TRIAL_DAYS === 0) return 0
  const taken = await database.db
    .selectFrom('trial_taken')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .limit(1)
    .executeTakeFirst()
  const had = await database.db
    .selectFrom('subscription')
    .select('subscription_id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('status', 'not in', ['incomplete', 'incomplete_expired'])
    .limit(1)
    .executeTakeFirst()
  return taken || had ? 0 : config.TRIAL_DAYS
}

/**
 * Uses up the trial. Throws `quote_changed` if another user has already had one with this card; the next preview then
 * shows the price.
 */
export async function takeTrial(
  { database }: BillingContext,
  userId: number,
  productId: ProductId,
  fingerprint: string | null,
) {
  const others =
    fingerprint !== null &&
    (await database.db
      .selectFrom('trial_taken')
      .select('user_id')
      .where('product_id', '=', productId)
      .where('card_fingerprint', '=', fingerprint)
      .limit(1)
      .executeTakeFirst())
  await database.db
    .insertInto('trial_taken')
    .values({ user_id: userId, product_id: productId, card_fingerprint: others ? '' : (fingerprint ?? '') })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  if (others) throw quoteChanged()
}

export async function giveTrialBack({ database }: BillingContext, userId: number, productId: number) {
  await database.db
    .deleteFrom('trial_taken')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .execute()
}
