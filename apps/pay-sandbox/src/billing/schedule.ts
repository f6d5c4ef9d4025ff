import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { add, revise } from '../revise.ts'
import { idOf, kept } from '../things.ts'
import { timeOf } from '../time.ts'
import { changeSubscription } from './change-subscription.ts'
import { type DiscountParam, discountsFor, redeem } from './discounts.ts'
import { endSubscription } from './end-subscription.ts'
import { newItem, repriced } from './items.ts'
import { periodOf } from './target.ts'

/** The running phase is over: the next one begins, or the schedule lets go of the subscription or ends it. */
export function advanceSchedule(books: Books, schedule: Stripe.SubscriptionSchedule): void {
  const at = timeOf(books, schedule)
  const subscription = kept(books, 'subscription', idOf(schedule.subscription) ?? '')
  const next = schedule.phases.find(({ start_date, end_date }) => start_date <= at && at < end_date)
  if (next) {
    revise(
      books,
      schedule,
      { current_phase: { start_date: next.start_date, end_date: next.end_date } },
      'subscription_schedule.updated',
    )
    enterPhase(books, subscription, next)
  } else if (schedule.end_behavior === 'cancel') {
    complete(books, schedule)
    endSubscription(books, kept(books, 'subscription', subscription.id), { reason: 'cancellation_requested' })
  } else releaseSchedule(books, schedule)
}

/** The subscription goes on by itself, as it is now. */
export function releaseSchedule(books: Books, schedule: Stripe.SubscriptionSchedule): Stripe.SubscriptionSchedule {
  const subscription = kept(books, 'subscription', idOf(schedule.subscription) ?? '')
  const released = {
    ...schedule,
    status: 'released',
    released_at: timeOf(books, schedule),
    released_subscription: subscription.id,
    subscription: null,
    current_phase: null,
  } satisfies Stripe.SubscriptionSchedule
  add(books, released, 'subscription_schedule.released')
  revise(books, subscription, { schedule: null }, 'customer.subscription.updated')
  return released
}

/** A phase that is unlike the subscription changes it; one that begins with a period is charged by its renewal. */
export function enterPhase(
  books: Books,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): void {
  const at = timeOf(books, subscription)
  const items = phase.items.map(({ price, quantity = 1 }, place) => {
    const wanted = kept(books, 'price', idOf(price as string) ?? '')
    const old = subscription.items.data[place]
    if (!old) return newItem(wanted, quantity, { subscription: subscription.id, at })
    return old.price.id === wanted.id && old.quantity === quantity ? old : repriced(old, wanted, quantity)
  })
  const dressed = revise(
    books,
    subscription,
    { discounts: phaseDiscounts(books, subscription, phase) },
    'customer.subscription.updated',
  )
  const isSame =
    items.length === dressed.items.data.length && items.every((item, place) => item === dressed.items.data[place])
  if (isSame) return
  const { end } = periodOf(dressed.items.data)
  if (at >= end || phase.proration_behavior === 'none') {
    const period = dressed.items.data[0]
    const data = items.map(item => ({
      ...item,
      current_period_start: period?.current_period_start ?? at,
      current_period_end: end,
    }))
    const beat = data[0]?.price.recurring
    const oldBeat = period?.price.recurring
    const isOtherBeat = beat?.interval !== oldBeat?.interval || beat?.interval_count !== oldBeat?.interval_count
    revise(
      books,
      dressed,
      { items: { ...dressed.items, data }, ...(isOtherBeat && { billing_cycle_anchor: end }) },
      'customer.subscription.updated',
    )
    return
  }
  changeSubscription(
    books,
    dressed,
    {
      items: items.map(({ id, price, quantity }, place) => ({
        ...(dressed.items.data[place] && { id }),
        price: price.id,
        quantity,
      })),
      proration: phase.proration_behavior === 'always_invoice' ? 'always_invoice' : 'create_prorations',
      prorationDate: undefined,
      anchorNow: false,
      trialEnd: undefined,
    },
    { paymentBehavior: 'allow_incomplete', isAbsent: true },
  )
}

function complete(books: Books, schedule: Stripe.SubscriptionSchedule): void {
  const at = timeOf(books, schedule)
  add(
    books,
    { ...schedule, status: 'completed', completed_at: at, current_phase: null },
    'subscription_schedule.completed',
  )
  const subscription = kept(books, 'subscription', idOf(schedule.subscription) ?? '')
  revise(books, subscription, { schedule: null })
}

/** A phase says all of its discounts: one that it does not name is gone. */
function phaseDiscounts(
  books: Books,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): string[] {
  const had = subscription.discounts.map(one => idOf(one) ?? '')
  const wanted = phase.discounts.flatMap((one): DiscountParam[] => {
    const discount = idOf(one.discount)
    // One that was good for one invoice may be used up by now.
    if (discount) return had.includes(discount) ? [{ discount }] : []
    return [{ coupon: idOf(one.coupon) ?? undefined, promotion_code: idOf(one.promotion_code) ?? undefined }]
  })
  const order = {
    subtotal: Number.MAX_SAFE_INTEGER,
    currency: subscription.currency,
    had,
    at: timeOf(books, subscription),
  }
  try {
    return redeem(
      books,
      discountsFor(books, idOf(subscription.customer as string) ?? '', wanted, order),
      subscription.id,
    )
  } catch {
    // A coupon that has lapsed since it was scheduled takes nothing off.
    return had.filter(id => wanted.some(({ discount }) => discount === id))
  }
}
