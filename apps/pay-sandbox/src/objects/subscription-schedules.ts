import type Stripe from 'stripe'
import { enterPhase, releaseSchedule } from '../billing/schedule.ts'
import { periodOf } from '../billing/target.ts'
import { refused } from '../errors.ts'
import { newId } from '../ids.ts'
import { boolean, list, merged, metadata, need, oneOf, range, read, readList, ref } from '../params.ts'
import type { Route } from '../route.ts'
import type { Store } from '../store.ts'
import { createdBetween, get, getOr404, idOf, newestFirst, where } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'
import { currentOf, newPhase, phaseItem, phaseParam, phasesOf } from './schedule-phases.ts'

export const subscriptionSchedules: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscription_schedules',
    answer(store, { form }) {
      const input = read(form, { from_subscription: ref, metadata })
      const subscription = getOr404(
        store,
        'subscription',
        need(input.from_subscription, 'from_subscription'),
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
      if (subscription.pending_update)
        throw refused('You cannot migrate a subscription that has a pending update.', { param: 'from_subscription' })
      if (subscription.cancel_at_period_end)
        throw refused('You cannot migrate a subscription that is set to cancel at the end of its period.', {
          param: 'from_subscription',
        })
      const schedule = add(
        store,
        newSchedule(store, subscription, merged(null, input.metadata)),
        'subscription_schedule.created',
      )
      update(store, subscription, { schedule: schedule.id }, 'customer.subscription.updated')
      return schedule
    },
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules/:id',
    answer: (store, { params }) => getOr404(store, 'subscription_schedule', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    answer(store, { params, form }) {
      const schedule = getOr404(store, 'subscription_schedule', params['id'] ?? '')
      const input = read(form, {
        end_behavior: oneOf('cancel', 'release'),
        metadata,
        phases: list(phaseParam, 10),
        proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
      })
      refuseOver(schedule)
      const phases = input.phases ? phasesOf(store, schedule, input.phases) : schedule.phases
      const updated = update(
        store,
        schedule,
        {
          metadata: merged(schedule.metadata, input.metadata),
          ...(input.end_behavior && { end_behavior: input.end_behavior }),
          phases,
          current_phase: currentOf(phases, timeOf(store, schedule)),
        },
        'subscription_schedule.updated',
      )
      const current = phases.find(({ start_date }) => start_date === updated.current_phase?.start_date)
      if (input.phases && current)
        enterPhase(store, get(store, 'subscription', idOf(schedule.subscription) ?? ''), {
          ...current,
          proration_behavior: input.proration_behavior ?? current.proration_behavior,
        })
      return getOr404(store, 'subscription_schedule', schedule.id)
    },
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    answer(store, { params, form }) {
      read(form, { preserve_cancel_date: boolean })
      const schedule = getOr404(store, 'subscription_schedule', params['id'] ?? '')
      refuseOver(schedule)
      return releaseSchedule(store, schedule)
    },
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules',
    list: true,
    answer(store, { form }) {
      const input = readList(form, {
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
        store.all<Stripe.SubscriptionSchedule>('subscription_schedule'),
        where(input.customer, schedule => idOf(schedule.customer)),
        schedule =>
          within(input.canceled_at, schedule.canceled_at) &&
          within(input.completed_at, schedule.completed_at) &&
          within(input.released_at, schedule.released_at),
        where(input.scheduled, schedule => schedule.status === 'not_started'),
        createdBetween(input.created),
      )
    },
  },
]

function newSchedule(
  store: Store,
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
    created: timeOf(store, subscription),
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

function refuseOver(schedule: Stripe.SubscriptionSchedule): void {
  if (schedule.status !== 'active')
    throw refused(`This schedule is ${schedule.status}: only an active one can be changed or released.`)
}
