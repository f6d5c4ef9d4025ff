import type Stripe from 'stripe'
import { tell } from '../events.ts'
import { detach, methodsOf } from '../objects/kept-cards.ts'
import type { Store } from '../store.ts'
import { get } from '../stripe-objects.ts'
import { endSubscription } from './end-subscription.ts'

/** Deletes a customer: ends their subscriptions immediately and detaches their cards. Invoices are kept. */
export function deleteCustomer(store: Store, id: string): Stripe.DeletedCustomer {
  for (const subscription of store.by<Stripe.Subscription>('subscription', 'customer', id))
    if (subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired')
      endSubscription(store, subscription, { reason: 'cancellation_requested' })
  for (const method of methodsOf(store, id)) detach(store, method)
  const customer = get(store, 'customer', id)
  store.remove('customer', id)
  const gone: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true }
  store.put('_deleted_customer', gone)
  tell(store, 'customer.deleted', customer)
  return gone
}
