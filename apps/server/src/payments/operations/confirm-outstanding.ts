import type { Subscription } from '@finlist/contract/billing'
import type Stripe from 'stripe'
import { type BillingContext, lockOf, returnUrl } from '../billing-context.ts'
import { reading } from '../billing-errors.ts'
import { knownCustomer } from '../customer.ts'
import { readSubscriptions } from '../overview.ts'
import { assertTheirs } from '../owned-subscription.ts'
import { answered, idOf } from '../provider/provider.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/** What the bank has to confirm of an open renewal, after syncing what was paid meanwhile. NotFound when not theirs. */
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
 * The secret with which the browser lets the bank confirm the open renewal of a subscription, or null when the bank
 * does not ask. What was paid meanwhile is read into our rows first.
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
  const { client_secret, status } = await reading(billing.locks.hold(lockOf(userId), () => askBank(billing, intent)))
  return status === 'requires_action' ? client_secret : null
}

/** Asks anew, with the card on file, where the bank refused once or could not ask while the person was away. */
async function askBank(billing: BillingContext, intentId: string): Promise<Stripe.PaymentIntent> {
  const { stripe } = billing
  const intent = await answered('payment_intent', stripe.paymentIntents.retrieve(intentId))
  const card = idOf(intent.last_payment_error?.payment_method)
  if (intent.status !== 'requires_payment_method' || card === null) return intent
  const asked = { payment_method: card, return_url: returnUrl(billing), off_session: false }
  return await answered('payment_intent', stripe.paymentIntents.confirm(intentId, asked))
}
