import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { tell } from '../events.ts'
import { detach, methodsOf } from '../objects/kept-cards.ts'
import { kept } from '../things.ts'
import { endSubscription } from './end-subscription.ts'

/** Its subscriptions end at once and its cards are kept no more; what was billed stays. */
export function deleteCustomer(books: Books, id: string): Stripe.DeletedCustomer {
  for (const subscription of books.by<Stripe.Subscription>('subscription', 'customer', id))
    if (subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired')
      endSubscription(books, subscription, { reason: 'cancellation_requested' })
  for (const method of methodsOf(books, id)) detach(books, method)
  const customer = kept(books, 'customer', id)
  books.remove('customer', id)
  const gone: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true }
  books.put('_deleted_customer', gone)
  tell(books, 'customer.deleted', customer)
  return gone
}
