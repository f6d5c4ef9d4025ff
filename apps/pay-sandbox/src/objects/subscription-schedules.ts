import type Stripe from 'stripe'
import { priceFor } from '../billing/items.ts'
import { enterPhase, releaseSchedule } from '../billing/schedule.ts'
import { periodOf } from '../billing/target.ts'
import type { Books } from '../books.ts'
import { after } from '../calendar.ts'
import { exclusive, refused } from '../errors.ts'
import { newId } from '../ids.ts'
import {
  boolean,
  either,
  emptyable,
  integer,
  list,
  merged,
  metadata,
  need,
  oneOf,
  range,
  read,
  readList,
  ref,
  shape,
  timestamp,
} from '../params.ts'
import { add, revise } from '../revise.ts'
import type { Route } from '../route.ts'
import { born, found, idOf, kept, newestFirst, ownerOf, where } from '../things.ts'
import { timeOf } from '../time.ts'

const time = either(value => value === 'now', oneOf('now'), timestamp)
const phaseParam = shape({
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

export const subscriptionSchedules: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscription_schedules',
    answer(books, { form }) {
      const asked = read(form, { from_subscription: ref, metadata })
      const subscription = found(
        books,
        'subscription',
        need(asked.from_subscription, 'from_subscription'),
        'from_subscription',
      )
      if (subscription.schedule)
        throw refused(
          `You cannot migrate a subscription that is already attached to a schedule: \`${idOf(subscription.schedule)}\`.`,
          { param: 'from_subscription' },
        )
      if (!['active', 'trialing', 'past_due'].includes(subscription.status))
        throw refused(`You cannot migrate a subscription with status ${subscription.status}.`, {
          param: 'from_subscription',
        })
      if (subscription.cancel_at_period_end)
        throw refused('You cannot migrate a subscription that is set to cancel at the end of its period.', {
          param: 'from_subscription',
        })
      const schedule = add(
        books,
        newSchedule(books, subscription, merged(null, asked.metadata)),
        'subscription_schedule.created',
      )
      revise(books, subscription, { schedule: schedule.id }, 'customer.subscription.updated')
      return schedule
    },
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules/:id',
    answer: (books, { params }) => found(books, 'subscription_schedule', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    answer(books, { params, form }) {
      const schedule = found(books, 'subscription_schedule', params['id'] ?? '')
      const asked = read(form, {
        end_behavior: oneOf('cancel', 'release'),
        metadata,
        phases: list(phaseParam, 10),
        proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
      })
      refuseOver(schedule)
      const phases = asked.phases ? phasesOf(books, schedule, asked.phases) : schedule.phases
      const updated = revise(
        books,
        schedule,
        {
          metadata: merged(schedule.metadata, asked.metadata),
          ...(asked.end_behavior && { end_behavior: asked.end_behavior }),
          phases,
          current_phase: currentOf(phases, timeOf(books, schedule)),
        },
        'subscription_schedule.updated',
      )
      const current = phases.find(({ start_date }) => start_date === updated.current_phase?.start_date)
      if (asked.phases && current)
        enterPhase(books, kept(books, 'subscription', idOf(schedule.subscription) ?? ''), {
          ...current,
          proration_behavior: asked.proration_behavior ?? current.proration_behavior,
        })
      return found(books, 'subscription_schedule', schedule.id)
    },
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    answer(books, { params, form }) {
      read(form, { preserve_cancel_date: boolean })
      const schedule = found(books, 'subscription_schedule', params['id'] ?? '')
      refuseOver(schedule)
      return releaseSchedule(books, schedule)
    },
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules',
    list: true,
    answer(books, { form }) {
      const asked = readList(form, {
        canceled_at: range,
        completed_at: range,
        created: range,
        customer: ref,
        released_at: range,
        scheduled: boolean,
      })
      const within = (wanted: ((time: number) => boolean) | undefined, time: number | null) =>
        !wanted || (time !== null && wanted(time))
      return newestFirst(
        books.all<Stripe.SubscriptionSchedule>('subscription_schedule'),
        where(asked.customer, schedule => idOf(schedule.customer)),
        schedule =>
          within(asked.canceled_at, schedule.canceled_at) &&
          within(asked.completed_at, schedule.completed_at) &&
          within(asked.released_at, schedule.released_at),
        where(asked.scheduled, schedule => schedule.status === 'not_started'),
        born(asked.created),
      )
    },
  },
]

function newSchedule(
  books: Books,
  subscription: Stripe.Subscription,
  given: Stripe.Metadata,
): Stripe.SubscriptionSchedule {
  const { start, end } = periodOf(subscription.items.data)
  const phase = newPhase(subscription, {
    start_date: start,
    end_date: end,
    items: subscription.items.data.map(({ price, quantity }) => phaseItem(price.id, quantity ?? 1)),
    discounts: subscription.discounts.map(one => ({ coupon: null, discount: idOf(one), promotion_code: null })),
    trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
  })
  return {
    id: newId('sub_sched_'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: timeOf(books, subscription),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: given,
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  }
}

/** The phases of an update: all of them have to be given, those that are over excepted, one after the other. */
function phasesOf(
  books: Books,
  schedule: Stripe.SubscriptionSchedule,
  asked: readonly PhaseParam[],
): Stripe.SubscriptionSchedule.Phase[] {
  const now = timeOf(books, schedule)
  const subscription = kept(books, 'subscription', ownerOf(schedule.subscription))
  const phases: Stripe.SubscriptionSchedule.Phase[] = []
  for (const [place, one] of asked.entries()) {
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
      const price = priceFor(books, need(item.price, `${param}[items][${at}][price]`), `${param}[items][${at}][price]`)
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

function currentOf(
  phases: readonly Stripe.SubscriptionSchedule.Phase[],
  now: number,
): Stripe.SubscriptionSchedule.CurrentPhase | null {
  const current = phases.find(({ start_date, end_date }) => start_date <= now && now < end_date)
  return current ? { start_date: current.start_date, end_date: current.end_date } : null
}

const phaseItem = (price: string, quantity: number): Stripe.SubscriptionSchedule.Phase.Item => ({
  billing_thresholds: null,
  discounts: [],
  metadata: {},
  plan: price,
  price,
  quantity,
  tax_rates: [],
})

function newPhase(
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

function refuseOver(schedule: Stripe.SubscriptionSchedule): void {
  if (schedule.status !== 'active')
    throw refused(`This schedule is ${schedule.status}: only an active one can be changed or released.`)
}
