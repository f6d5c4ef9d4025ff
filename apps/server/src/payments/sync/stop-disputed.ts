import type Stripe from 'stripe'
import { answered, idOf } from '../provider/provider.ts'
import type { Everything } from '../provider/read-customer.ts'
import { releaseSchedule } from '../provider/schedule.ts'

/** Ends the disputed plans of a person who bought anew, so that they are not charged for both. Safe to repeat. */
export async function endDisputed(stripe: Stripe, subscriptionIds: readonly string[]): Promise<void> {
  for (const id of subscriptionIds) {
    const { status } = await answered('subscription', stripe.subscriptions.retrieve(id))
    if (status !== 'canceled') await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
  }
}

/** Turns off renewal of disputed plans. Answers whether anything was changed at the payment provider. */
export async function stopDisputed(stripe: Stripe, { subscriptions, invoices, charges }: Everything): Promise<boolean> {
  let isChanged = false
  for (const { subscription } of subscriptions) {
    const { id, status, schedule, cancel_at_period_end: ends } = subscription
    if (ends || !['trialing', 'active', 'past_due'].includes(status)) continue
    const paid = invoices
      .filter(({ invoice }) => invoice.status === 'paid' && subscriptionOf(invoice) === id)
      .toSorted((one, other) => (other.line?.period.end ?? 0) - (one.line?.period.end ?? 0))
    if (!paid[0] || !charges.get(paid[0].invoice.id)?.disputed) continue
    if (schedule !== null) await releaseSchedule(stripe, idOf(schedule)!)
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    isChanged = true
  }
  return isChanged
}

const subscriptionOf = (invoice: Stripe.Invoice) => idOf(invoice.parent?.subscription_details?.subscription)
