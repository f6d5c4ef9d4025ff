import type Stripe from 'stripe'
import { isInvalid } from './errors.ts'
import type { Price } from './prices.ts'
import { answered, type Once } from './provider.ts'
import type { ProviderSubscription } from './subscriptions.ts'

/**
 * Schedules a change to `price` at the end of the paid period; nothing changes until then. Replaces an earlier change
 * scheduled for that day. Safe to repeat with the same keys. Returns the schedule's id.
 */
export async function scheduleChange(
  stripe: Stripe,
  { id, item, schedule: known, discounts: given }: ProviderSubscription,
  price: Price,
  onceFor: (step: 'schedule' | 'phases') => Once,
): Promise<string> {
  const schedule = await answered(
    'subscription_schedule',
    known
      ? stripe.subscriptionSchedules.retrieve(known)
      : stripe.subscriptionSchedules.create({ from_subscription: id }, onceFor('schedule')),
  )
  const current = schedule.current_phase
  const { rhythm } = price
  if (!current || !item || !rhythm) throw new Error(`schedule ${schedule.id} has no current phase`)
  const discounts = given.map(discount => ({ discount: discount.id }))
  const kept = discounts.length > 0 ? { discounts } : {}
  await answered(
    'subscription_schedule',
    stripe.subscriptionSchedules.update(
      schedule.id,
      {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          { items: [{ price: item.price }], start_date: current.start_date, end_date: current.end_date, ...kept },
          {
            items: [{ price: price.id }],
            duration: rhythm,
            proration_behavior: 'none',
            ...kept,
          },
        ],
      },
      onceFor('phases'),
    ),
  )
  return schedule.id
}

/** Cancels the scheduled change; does nothing if there is none. */
export async function releaseSchedule(stripe: Stripe, scheduleId: string): Promise<void> {
  await stripe.subscriptionSchedules.release(scheduleId).catch(async error => {
    if (!isInvalid(error)) throw error
    const { status } = await answered('subscription_schedule', stripe.subscriptionSchedules.retrieve(scheduleId))
    if (status === 'active' || status === 'not_started') throw error
  })
}
