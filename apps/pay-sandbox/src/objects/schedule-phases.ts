import type Stripe from 'stripe'
import { priceFor } from '../billing/items.ts'
import { after } from '../calendar.ts'
import { exclusive, refused } from '../errors.ts'
import { either, emptyable, integer, list, merged, metadata, need, oneOf, ref, shape, timestamp } from '../params.ts'
import type { Store } from '../store.ts'
import { get, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'

const time = either(value => value === 'now', oneOf('now'), timestamp)
export const phaseParam = shape({
  billing_cycle_anchor: oneOf('automatic', 'phase_start'),
  discounts: emptyable(list(shape({ coupon: ref, discount: ref, promotion_code: ref }), 20)),
  duration: shape({ interval: oneOf('day', 'week', 'month', 'year'), interval_count: integer(1, 365) }),
  end_date: time,
  items: list(shape({ price: ref, quantity: integer(1, 1_000_000) }), 20),
  metadata,
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  start_date: time,
})
type PhaseParam = ReturnType<typeof phaseParam>

/** The phases that an update sets. They must include all phases except past ones, without gaps. */
export function phasesOf(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
  input: readonly PhaseParam[],
): Stripe.SubscriptionSchedule.Phase[] {
  const now = timeOf(store, schedule)
  const subscription = get(store, 'subscription', ownerOf(schedule.subscription))
  const phases: Stripe.SubscriptionSchedule.Phase[] = []
  for (const [place, one] of input.entries()) {
    const param = `phases[${place}]`
    const start =
      one.start_date === 'now'
        ? now
        : (one.start_date ?? phases.at(-1)?.end_date ?? schedule.current_phase?.start_date ?? now)
    const previous = phases.at(-1)
    if (previous && start !== previous.end_date)
      throw refused('The start date of a phase must be the end date of the one before.', {
        param: `${param}[start_date]`,
      })
    if (
      !previous &&
      schedule.current_phase &&
      start !== schedule.current_phase.start_date &&
      !schedule.phases.some(({ start_date }) => start_date === start)
    )
      throw refused('You can not modify the start date of the current phase.', { param: `${param}[start_date]` })
    const items = need(one.items, `${param}[items]`).map((item, at) => {
      const price = priceFor(store, need(item.price, `${param}[items][${at}][price]`), `${param}[items][${at}][price]`)
      return { price, item: phaseItem(price.id, item.quantity ?? 1) }
    })
    if (!items.length) throw refused('A phase must have at least one item.', { param: `${param}[items]` })
    if (one.duration && one.end_date !== undefined) throw exclusive(`${param}[duration]`, `${param}[end_date]`)
    const { interval, interval_count } = one.duration ?? items[0]?.price.recurring ?? {}
    const end =
      one.end_date === 'now'
        ? now
        : (one.end_date ??
          after(
            start,
            { interval: need(interval, `${param}[duration][interval]`), interval_count: interval_count ?? 1 },
            1,
          ))
    if (end <= start)
      throw refused('The end date of a phase must be after its start date.', { param: `${param}[end_date]` })
    phases.push(
      newPhase(subscription, {
        start_date: start,
        end_date: end,
        items: items.map(({ item }) => item),
        discounts: (one.discounts ?? []).map(({ coupon = null, discount = null, promotion_code = null }) => ({
          coupon,
          discount,
          promotion_code,
        })),
        proration_behavior: one.proration_behavior ?? 'create_prorations',
        billing_cycle_anchor: one.billing_cycle_anchor ?? null,
        metadata: merged(null, one.metadata),
      }),
    )
  }
  if (!currentOf(phases, now)) throw refused('The phases must contain the current time.', { param: 'phases' })
  return phases
}

export function currentOf(
  phases: readonly Stripe.SubscriptionSchedule.Phase[],
  now: number,
): Stripe.SubscriptionSchedule.CurrentPhase | null {
  const current = phases.find(({ start_date, end_date }) => start_date <= now && now < end_date)
  return current ? { start_date: current.start_date, end_date: current.end_date } : null
}

export const phaseItem = (price: string, quantity: number): Stripe.SubscriptionSchedule.Phase.Item => ({
  billing_thresholds: null,
  discounts: [],
  metadata: {},
  plan: price,
  price,
  quantity,
  tax_rates: [],
})

export function newPhase(
  subscription: Stripe.Subscription,
  values: Pick<Stripe.SubscriptionSchedule.Phase, 'start_date' | 'end_date' | 'items' | 'discounts'> &
    Partial<Stripe.SubscriptionSchedule.Phase>,
): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: subscription.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    invoice_settings: null,
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'create_prorations',
    transfer_data: null,
    trial_end: null,
    ...values,
  }
}
