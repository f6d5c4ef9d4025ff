import type Stripe from 'stripe'
import { periodEnd } from '../calendar.ts'
import { refused } from '../errors.ts'
import { share } from '../money.ts'
import type { Store } from '../store.ts'
import { beatOf, soldOf } from './items.ts'
import { type DraftLine, fullLine, prorationLine, trialLine } from './lines.ts'
import { unusedOf } from './unused-time.ts'

/** The result of a change: the new subscription and its invoice lines, computed but not yet applied. */
export type Target = {
  items: Stripe.SubscriptionItem[]
  anchor: number
  trialEnd: number | null
  status: Stripe.Subscription.Status
  /** Billed immediately on a separate invoice if `isBilledNow`, otherwise on the next invoice. */
  lines: DraftLine[]
  isBilledNow: boolean
  /** The time from which the change applies. */
  at: number
}

type Wish = {
  items: Stripe.SubscriptionItem[]
  proration: 'always_invoice' | 'create_prorations' | 'none'
  prorationDate?: number | undefined
  anchorNow: boolean
  /** In seconds since the epoch; undefined to leave it unchanged. */
  trialEnd?: number | undefined
}

/** A new subscription at `at`, with its first period or its trial. */
export function firstTarget(
  store: Store,
  items: Stripe.SubscriptionItem[],
  at: number,
  trialEnd: number | null,
): Target {
  const anchor = trialEnd ?? at
  const end = trialEnd ?? periodEnd(anchor, beatOf(items), at)
  const period = { start: at, end }
  const line = trialEnd === null ? fullLine : trialLine
  return {
    items: items.map(item => inPeriod(item, period)),
    anchor,
    trialEnd,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    lines: items.map(item => line(store, soldOf(item), period)),
    isBilledNow: true,
    at,
  }
}

/**
 * Computes a change of a running subscription at `now`, prorated by the second. If the billing anchor is reset, or the
 * length of the interval changes, a new period begins immediately and is charged in full. Otherwise the changed items
 * are charged for the rest of the running period. Unused time that has been paid for is credited. With `proration`
 * 'none' nothing is prorated or credited.
 */
export function changeTarget(store: Store, subscription: Stripe.Subscription, wish: Wish, now: number): Target {
  const before = subscription.items.data
  const isTrialing = subscription.status === 'trialing'
  if (wish.trialEnd !== undefined && (isTrialing || wish.trialEnd > now))
    return trialTarget(store, subscription, wish, now)
  const same = {
    anchor: subscription.billing_cycle_anchor,
    trialEnd: subscription.trial_end,
    status: subscription.status,
  }
  if (isTrialing)
    return { ...same, items: wish.items.map(item => onBeat(item, before)), lines: [], isBilledNow: false, at: now }
  const at = wish.prorationDate ?? now
  const running = periodOf(before)
  if (at < running.start || at > running.end || at > now)
    throw refused('Cannot specify proration date outside of current subscription period.', { param: 'proration_date' })
  const beat = beatOf(wish.items)
  const [oldBeat, newBeat] = [beatOf(before), beat]
  const isNewPeriod =
    wish.anchorNow || oldBeat.interval !== newBeat.interval || oldBeat.interval_count !== newBeat.interval_count
  const period = isNewPeriod ? { start: at, end: periodEnd(at, beat, at) } : running
  const rest = { start: at, end: running.end }
  const changed = (item: Stripe.SubscriptionItem) => {
    const old = before.find(({ id }) => id === item.id)
    return !old || old.price.id !== item.price.id || old.quantity !== item.quantity
  }
  const prorates = wish.proration !== 'none'
  const gone = before.filter(
    old =>
      isNewPeriod ||
      !wish.items.some(({ id }) => id === old.id) ||
      changed(wish.items.find(({ id }) => id === old.id) ?? old),
  )
  const credits = prorates ? gone.flatMap(old => creditOf(store, subscription, old, rest)) : []
  const charges = wish.items.flatMap(item => {
    if (isNewPeriod) return [fullLine(store, soldOf(item), period)]
    if (!prorates || !changed(item)) return []
    const whole = (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
    return [prorationLine(store, soldOf(item), rest, share(whole, rest.end - rest.start, running.end - running.start))]
  })
  const lines = [...credits, ...charges]
  return {
    items: wish.items.map(item => inPeriod(item, period)),
    anchor: isNewPeriod ? at : subscription.billing_cycle_anchor,
    trialEnd: subscription.trial_end,
    status: subscription.status,
    lines,
    isBilledNow: lines.length > 0 && (isNewPeriod || wish.proration === 'always_invoice'),
    at,
  }
}

/** The credits for the unused time if the subscription ends at `at`. */
export function endCredits(store: Store, subscription: Stripe.Subscription, at: number): DraftLine[] {
  const rest = { start: at, end: periodOf(subscription.items.data).end }
  return subscription.items.data.flatMap(item => creditOf(store, subscription, item, rest))
}

/** The next period of a subscription and its invoice lines. A trial ends when its next period begins. */
export function nextPeriod(
  store: Store,
  subscription: Stripe.Subscription,
): { items: Stripe.SubscriptionItem[]; lines: DraftLine[] } {
  const items = subscription.items.data
  const start = periodOf(items).end
  const period = { start, end: periodEnd(subscription.billing_cycle_anchor, beatOf(items), start) }
  return {
    items: items.map(item => inPeriod(item, period)),
    lines: items.map(item => fullLine(store, soldOf(item), period)),
  }
}

export function periodOf(items: readonly Stripe.SubscriptionItem[]): { start: number; end: number } {
  const [first] = items
  if (!first) throw new Error('a subscription without items')
  return { start: first.current_period_start, end: first.current_period_end }
}

function trialTarget(store: Store, { items: { data: before } }: Stripe.Subscription, wish: Wish, now: number): Target {
  const end = wish.trialEnd ?? now
  if (end <= now) return { ...firstTarget(store, wish.items, now, null), status: 'active', trialEnd: now }
  const period = { start: before[0]?.current_period_start ?? now, end }
  return {
    items: wish.items.map(item => inPeriod(item, period)),
    anchor: end,
    trialEnd: end,
    status: 'trialing',
    lines: [],
    isBilledNow: false,
    at: now,
  }
}

function creditOf(
  store: Store,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  rest: { start: number; end: number },
): DraftLine[] {
  const paid = unusedOf(store, subscription, item.id, rest.start)
  if (!paid) return []
  const until = { start: rest.start, end: paid.period.end }
  return [prorationLine(store, soldOf(item), until, 0 - paid.unused, paid.credited)]
}

const inPeriod = (
  item: Stripe.SubscriptionItem,
  { start, end }: { start: number; end: number },
): Stripe.SubscriptionItem => ({
  ...item,
  current_period_start: start,
  current_period_end: end,
})

const onBeat = (item: Stripe.SubscriptionItem, before: readonly Stripe.SubscriptionItem[]) =>
  inPeriod(item, periodOf(before))
