import type { Subscription } from '@finlist/contract/billing'
import { knownCustomer } from './customer.ts'
import { reading } from './declined.ts'
import { assertTheirs } from './held.ts'
import { mirror } from './mirror.ts'
import { readSubscriptions } from './overview.ts'
import { answered } from './provider.ts'
import { lockOf, type Till } from './till.ts'

/** What the bank has to confirm of an open renewal, after reading what was paid meanwhile. NotFound when it is not theirs. */
export async function confirmOutstanding(
  till: Till,
  userId: number,
  subscriptionId: string,
): Promise<{ paymentIntentSecret: string | null; subscription: Subscription | null }> {
  await assertTheirs(till, userId, subscriptionId)
  const paymentIntentSecret = await secretOf(till, userId, subscriptionId)
  const [subscription = null] = await readSubscriptions(till.database.db, userId, subscriptionId)
  return { paymentIntentSecret, subscription }
}

/**
 * The secret with which the browser lets the bank confirm the open renewal of a subscription, or null when the bank does
 * not ask. What was paid meanwhile is read into our rows first.
 */
async function secretOf(till: Till, userId: number, subscriptionId: string): Promise<string | null> {
  const customerId = await knownCustomer(till, userId)
  if (!customerId) return null
  await reading(till.locks.hold(lockOf(userId), () => mirror(till, userId, customerId)))
  const open = await till.database.db
    .selectFrom('invoice')
    .select('payment_intent_id')
    .where('user_id', '=', userId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .where('needs_bank', '=', true)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!open?.payment_intent_id) return null
  const intent = till.stripe.paymentIntents.retrieve(open.payment_intent_id)
  const { client_secret, status } = await reading(answered('payment_intent', intent))
  return status === 'succeeded' ? null : client_secret
}
