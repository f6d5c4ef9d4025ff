import type { Subscription } from '@finlist/contract/billing'
import { type BillingContext, lockOf, returnUrl } from '../billing-context.ts'
import { knownCustomer } from '../customer.ts'
import { readSubscriptions } from '../overview.ts'
import { assertTheirs } from '../owned-subscription.ts'
import { reading } from '../provider/errors.ts'
import { askBankAgain } from '../provider/invoice-payment.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/**
 * Returns the subscription, and the secret for the bank's confirmation of its unpaid renewal if the bank requires one.
 * Syncs recent payments first. Throws NotFound if the subscription is not the user's.
 */
export async function confirmOutstanding(
  billing: BillingContext,
  userId: number,
  subscriptionId: string,
): Promise<{ paymentIntentSecret: string | null; subscription: Subscription | null }> {
  await assertTheirs(billing, userId, subscriptionId)
  const paymentIntentSecret = await secretOf(billing, userId, subscriptionId)
  const [subscription = null] = await readSubscriptions(billing.database.db, userId, subscriptionId)
  return { paymentIntentSecret, subscription }
}

/**
 * The secret that lets the browser open the bank's confirmation of the subscription's unpaid renewal; null if the bank
 * requires none. Syncs recent payments first.
 */
async function secretOf(billing: BillingContext, userId: number, subscriptionId: string): Promise<string | null> {
  const customerId = await knownCustomer(billing, userId)
  if (!customerId) return null
  await reading(billing.locks.hold(lockOf(userId), () => syncCustomer(billing, userId, customerId)))
  const open = await billing.database.db
    .selectFrom('invoice')
    .select('payment_intent_id')
    .where('user_id', '=', userId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .where('needs_bank', '=', true)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!open?.payment_intent_id) return null
  const intent = open.payment_intent_id
  const ask = () => askBankAgain(billing.stripe, intent, returnUrl(billing))
  const payment = await reading(billing.locks.hold(lockOf(userId), ask))
  return payment.status === 'requires_action' ? payment.secret : null
}
