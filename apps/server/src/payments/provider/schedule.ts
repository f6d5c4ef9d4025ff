import Stripe from 'stripe'
import type { Operation } from '../operations/operation.ts'
import { onceAs } from '../operations/operation.ts'
import { answered, idOf } from './provider.ts'

/** The price that a subscription changes to when its current phase is over, or null. */
export function nextPriceOf({ phases, current_phase, status }: Stripe.SubscriptionSchedule): string | null {
  if (!current_phase || status !== 'active') return null
  const next = phases.find(({ start_date }) => start_date >= current_phase.end_date)
  return idOf(next?.items[0]?.price)
}

/**
 * Makes the subscription cost `price` from the end of the paid time; nothing changes until then. Replaces an earlier
 * plan for that day. Safe to repeat.
 */
export async function scheduleChange(
  stripe: Stripe,
  op: Operation,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  step: string,
): Promise<string> {
  const known = idOf(subscription.schedule)
  const schedule = await answered(
    'subscription_schedule',
    known
      ? stripe.subscriptionSchedules.retrieve(known)
      : stripe.subscriptionSchedules.create({ from_subscription: subscription.id }, onceAs(op, `${step}: schedule`)),
  )
  const current = schedule.current_phase
  const [item] = subscription.items.data
  const { recurring } = price
  if (!current || !item || !recurring) throw new Error(`schedule ${schedule.id} has no current phase`)
  const discounts = subscription.discounts.map(discount => ({ discount: idOf(discount)! }))
  const kept = discounts.length > 0 ? { discounts } : {}
  await answered(
    'subscription_schedule',
    stripe.subscriptionSchedules.update(
      schedule.id,
      {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          { items: [{ price: item.price.id }], start_date: current.start_date, end_date: current.end_date, ...kept },
          {
            items: [{ price: price.id }],
            duration: { interval: recurring.interval, interval_count: recurring.interval_count },
            proration_behavior: 'none',
            ...kept,
          },
        ],
      },
      onceAs(op, `${step}: phases`),
    ),
  )
  return schedule.id
}

/** Cancels the scheduled change; does nothing when there is none. */
export async function releaseSchedule(stripe: Stripe, scheduleId: string): Promise<void> {
  await stripe.subscriptionSchedules.release(scheduleId).catch(async error => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const { status } = await answered('subscription_schedule', stripe.subscriptionSchedules.retrieve(scheduleId))
    if (status === 'active' || status === 'not_started') throw error
  })
}
