import type Stripe from 'stripe'
import { tell } from '../events.ts'
import type { Store } from '../store.ts'
import { get, idOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { update } from '../update.ts'
import { pendingLines } from './draft-invoice.ts'
import { voidInvoice } from './invoice-life.ts'
import { dropUpdate } from './pending-update.ts'

type Ending = {
  reason: 'cancellation_requested' | 'payment_failed'
  feedback?: Stripe.Subscription.CancellationDetails.Feedback | null | undefined
  comment?: string | null | undefined
}

/**
 * Ends the subscription, so that nothing more is charged. An incomplete subscription expires, and its first invoice is
 * voided.
 */
export function endSubscription(store: Store, subscription: Stripe.Subscription, ending: Ending): Stripe.Subscription {
  const at = timeOf(store, subscription)
  const before = dropUpdate(store, subscription, 'replaced')
  const isBegun = before.status !== 'incomplete'
  endSchedule(store, before, ending.reason)
  for (const { id } of pendingLines(store, before.id)) store.remove('_pending_line', id)
  for (const invoice of store.by<Stripe.Invoice>('invoice', 'parent.subscription_details.subscription', before.id)) {
    if (invoice.status === 'open' && !isBegun) voidInvoice(store, invoice)
    else if (invoice.status === 'open' || invoice.status === 'draft')
      update(store, invoice, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null })
  }
  const details = before.cancellation_details
  const ended = update(store, get(store, 'subscription', before.id), {
    status: isBegun ? 'canceled' : 'incomplete_expired',
    canceled_at: before.canceled_at ?? at,
    ended_at: at,
    schedule: null,
    cancellation_details: {
      comment: ending.comment === undefined ? (details?.comment ?? null) : ending.comment,
      feedback: ending.feedback === undefined ? (details?.feedback ?? null) : ending.feedback,
      feedback_option: null,
      reason: ending.reason,
    },
  })
  tell(
    store,
    isBegun ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    ended,
    isBegun ? undefined : { status: 'incomplete' },
  )
  return ended
}

function endSchedule(store: Store, subscription: Stripe.Subscription, reason: Ending['reason']): void {
  const id = idOf(subscription.schedule)
  if (!id) return
  const schedule = get(store, 'subscription_schedule', id)
  const canceled = update(store, schedule, {
    status: 'canceled',
    canceled_at: timeOf(store, schedule),
    current_phase: null,
  })
  tell(
    store,
    reason === 'payment_failed' ? 'subscription_schedule.aborted' : 'subscription_schedule.canceled',
    canceled,
  )
}
