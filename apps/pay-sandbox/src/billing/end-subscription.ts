import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { tell } from '../events.ts'
import { revise } from '../revise.ts'
import { idOf, kept } from '../things.ts'
import { timeOf } from '../time.ts'
import { pendingLines } from './draft-invoice.ts'
import { voidInvoice } from './invoice-life.ts'
import { dropUpdate } from './pending-update.ts'

type Ending = {
  reason: 'cancellation_requested' | 'payment_failed'
  feedback?: Stripe.Subscription.CancellationDetails.Feedback | null | undefined
  comment?: string | null | undefined
}

/** Nothing is charged from now on. One that never began expires, and its first invoice is void. */
export function endSubscription(books: Books, subscription: Stripe.Subscription, ending: Ending): Stripe.Subscription {
  const at = timeOf(books, subscription)
  const before = dropUpdate(books, subscription, 'replaced')
  const isBegun = before.status !== 'incomplete'
  endSchedule(books, before, ending.reason)
  for (const { id } of pendingLines(books, before.id)) books.remove('_pending_line', id)
  for (const invoice of books.by<Stripe.Invoice>('invoice', 'parent.subscription_details.subscription', before.id)) {
    if (invoice.status === 'open' && !isBegun) voidInvoice(books, invoice)
    else if (invoice.status === 'open' || invoice.status === 'draft')
      revise(books, invoice, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null })
  }
  const details = before.cancellation_details
  const ended = revise(books, kept(books, 'subscription', before.id), {
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
    books,
    isBegun ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    ended,
    isBegun ? undefined : { status: 'incomplete' },
  )
  return ended
}

function endSchedule(books: Books, subscription: Stripe.Subscription, reason: Ending['reason']): void {
  const id = idOf(subscription.schedule)
  if (!id) return
  const schedule = kept(books, 'subscription_schedule', id)
  const canceled = revise(books, schedule, {
    status: 'canceled',
    canceled_at: timeOf(books, schedule),
    current_phase: null,
  })
  tell(
    books,
    reason === 'payment_failed' ? 'subscription_schedule.aborted' : 'subscription_schedule.canceled',
    canceled,
  )
}
