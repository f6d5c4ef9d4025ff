import type Stripe from 'stripe'
import { ApiError } from '../route.ts'
import type { Store } from '../store.ts'
import { get, idOf, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'
import { changeSubscription } from './change-subscription.ts'
import { discountsFor, discountsOf, liveDiscounts, redeem } from './discounts.ts'
import { endSubscription } from './end-subscription.ts'
import { beatOf, newItem, repriced } from './items.ts'
import { periodOf } from './target.ts'

/**
 * Ends the current phase of a schedule. The next phase begins or, after the last one, the schedule ends and its
 * subscription is released or cancelled.
 */
export function advanceSchedule(store: Store, schedule: Stripe.SubscriptionSchedule): void {
  const at = timeOf(store, schedule)
  const subscription = get(store, 'subscription', idOf(schedule.subscription) ?? '')
  const next = schedule.phases.find(({ start_date, end_date }) => start_date <= at && at < end_date)
  if (next) {
    update(
      store,
      schedule,
      { current_phase: { start_date: next.start_date, end_date: next.end_date } },
      'subscription_schedule.updated',
    )
    enterPhase(store, subscription, next)
  } else if (schedule.end_behavior === 'cancel') {
    complete(store, schedule)
    endSubscription(store, get(store, 'subscription', subscription.id), { reason: 'cancellation_requested' })
  } else releaseSchedule(store, schedule)
}

/** Detaches the subscription from its schedule. The subscription continues unchanged. */
export function releaseSchedule(store: Store, schedule: Stripe.SubscriptionSchedule): Stripe.SubscriptionSchedule {
  const subscription = get(store, 'subscription', idOf(schedule.subscription) ?? '')
  const released = {
    ...schedule,
    status: 'released',
    released_at: timeOf(store, schedule),
    released_subscription: subscription.id,
    subscription: null,
    current_phase: null,
  } satisfies Stripe.SubscriptionSchedule
  add(store, released, 'subscription_schedule.released')
  update(store, subscription, { schedule: null }, 'customer.subscription.updated')
  return released
}

/**
 * Begins a phase by applying its differences to the subscription. If a billing period ends at the same time, the
 * renewal charges for the phase.
 */
export function enterPhase(store: Store, before: Stripe.Subscription, phase: Stripe.SubscriptionSchedule.Phase): void {
  const discounts = redeem(store, discountsIn(store, before, phase), before.id)
  const subscription = update(store, before, { discounts }, 'customer.subscription.updated')
  const { end } = periodOf(subscription.items.data)
  if (timeOf(store, subscription) >= end || phase.proration_behavior === 'none') {
    const { items, billing_cycle_anchor } = inPhase(store, subscription, phase)
    update(store, subscription, { items, billing_cycle_anchor }, 'customer.subscription.updated')
    return
  }
  const items = itemsIn(store, subscription, phase)
  if (isSame(items, subscription)) return
  const input = items.map(({ id, price, quantity }, place) => ({
    ...(subscription.items.data[place] && { id }),
    price: price.id,
    quantity,
  }))
  const proration = phase.proration_behavior === 'always_invoice' ? 'always_invoice' : 'create_prorations'
  changeSubscription(
    store,
    subscription,
    { items: input, proration, prorationDate: undefined, anchorNow: false, trialEnd: undefined },
    { paymentBehavior: 'allow_incomplete', isAbsent: true },
  )
}

/**
 * The subscription and discounts that the schedule provides for after the running period; undefined if the subscription
 * ends then.
 */
export function atRenewal(
  store: Store,
  subscription: Stripe.Subscription,
): { subscription: Stripe.Subscription; discounts: Stripe.Discount[] } | undefined {
  const { end } = periodOf(subscription.items.data)
  const asItIs = { subscription, discounts: discountsOf(store, subscription, end) }
  const id = idOf(subscription.schedule)
  const schedule = id ? get(store, 'subscription_schedule', id) : undefined
  if (!schedule?.current_phase || schedule.current_phase.end_date > end) return asItIs
  const next = schedule.phases.find(({ start_date, end_date }) => start_date <= end && end < end_date)
  if (!next) return schedule.end_behavior === 'cancel' ? undefined : asItIs
  return {
    subscription: inPhase(store, subscription, next),
    discounts: liveDiscounts(discountsIn(store, subscription, next), end),
  }
}

/** The subscription with the items of a phase, which apply from the next period on. */
function inPhase(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): Stripe.Subscription {
  const items = itemsIn(store, subscription, phase)
  if (isSame(items, subscription)) return subscription
  const { start, end } = periodOf(subscription.items.data)
  const [beat, oldBeat] = [beatOf(items), beatOf(subscription.items.data)]
  const isOtherBeat = beat.interval !== oldBeat.interval || beat.interval_count !== oldBeat.interval_count
  const data = items.map(item => ({ ...item, current_period_start: start, current_period_end: end }))
  return {
    ...subscription,
    items: { ...subscription.items, data },
    ...(isOtherBeat && { billing_cycle_anchor: end }),
  }
}

function itemsIn(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): Stripe.SubscriptionItem[] {
  return phase.items.map(({ price, quantity = 1 }, place) => {
    const wanted = get(store, 'price', ownerOf(price))
    const old = subscription.items.data[place]
    if (!old) return newItem(wanted, quantity, { subscription: subscription.id, at: timeOf(store, subscription) })
    return old.price.id === wanted.id && old.quantity === quantity ? old : repriced(old, wanted, quantity)
  })
}

const isSame = (items: readonly Stripe.SubscriptionItem[], { items: { data } }: Stripe.Subscription): boolean =>
  items.length === data.length && items.every((item, place) => item === data[place])

function complete(store: Store, schedule: Stripe.SubscriptionSchedule): void {
  const at = timeOf(store, schedule)
  add(
    store,
    { ...schedule, status: 'completed', completed_at: at, current_phase: null },
    'subscription_schedule.completed',
  )
  const subscription = get(store, 'subscription', idOf(schedule.subscription) ?? '')
  update(store, subscription, { schedule: null })
}

/** The discounts of a phase. A discount that the phase does not name is removed. */
function discountsIn(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): Stripe.Discount[] {
  const had = subscription.discounts.map(ownerOf)
  const order = {
    subtotal: Number.MAX_SAFE_INTEGER,
    currency: subscription.currency,
    had,
    at: timeOf(store, subscription),
  }
  return phase.discounts.flatMap(({ discount, coupon, promotion_code }) => {
    const held = idOf(discount)
    // A discount for a single invoice may have been used by now.
    if (held && !had.includes(held)) return []
    const input = held
      ? { discount: held }
      : { coupon: idOf(coupon) ?? undefined, promotion_code: idOf(promotion_code) ?? undefined }
    try {
      return discountsFor(store, ownerOf(subscription.customer), [input], order)
    } catch (error) {
      // A discount that has expired since the phase was scheduled is left out.
      if (error instanceof ApiError) return []
      throw error
    }
  })
}
