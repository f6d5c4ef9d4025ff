import { knownCustomer } from './customer.ts'
import { reading } from './declined.ts'
import { mirror } from './mirror.ts'
import { answered } from './provider.ts'
import { lockOf, type Till } from './till.ts'

/**
 * The secret with which the browser lets the bank confirm the open renewal of a subscription, or null when the bank does
 * not ask. What was paid meanwhile is read into our rows first.
 */
export async function confirmOutstanding(till: Till, userId: number, subscriptionId: string): Promise<string | null> {
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
