import type { ProviderClient } from '../provider/provider.ts'
import type { CustomerCopy } from '../provider/read-customer.ts'
import { releaseSchedule } from '../provider/schedule.ts'
import { cancelSubscription, readStatus, setRenews } from '../provider/subscriptions.ts'

/**
 * Cancels the disputed plans of a user who bought the product again, so that they are not charged twice. Idempotent.
 */
export async function endDisputed(stripe: ProviderClient, subscriptionIds: readonly string[]): Promise<void> {
  for (const id of subscriptionIds)
    if ((await readStatus(stripe, id)) !== 'canceled') await cancelSubscription(stripe, id)
}

/** Turns off renewal of disputed plans. Returns whether this changed anything at the payment provider. */
export async function stopDisputed(
  stripe: ProviderClient,
  { subscriptions, invoices }: CustomerCopy,
): Promise<boolean> {
  let isChanged = false
  for (const { row, schedule, endsAtPeriodEnd } of subscriptions) {
    const { subscription_id: id, status } = row
    if (endsAtPeriodEnd || !['trialing', 'active', 'past_due'].includes(status)) continue
    const [last] = invoices
      .filter(invoice => invoice.row.status === 'paid' && invoice.row.subscription_id === id)
      .toSorted((one, other) => other.paidUntil - one.paidUntil)
    if (!last?.row.disputed) continue
    if (schedule !== null) await releaseSchedule(stripe, schedule)
    await setRenews(stripe, id, false)
    isChanged = true
  }
  return isChanged
}
