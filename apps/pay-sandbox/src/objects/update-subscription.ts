import type Stripe from 'stripe'
import { changeSubscription } from '../billing/change-subscription.ts'
import { discountsFor, redeem } from '../billing/discounts.ts'
import { currencyOf } from '../billing/items.ts'
import { periodOf } from '../billing/target.ts'
import { refused } from '../errors.ts'
import { boolean, emptyable, merged, metadata, oneOf, type read, ref, text, timestamp } from '../params.ts'
import type { Store } from '../store.ts'
import { getOr404, idOf, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { update } from '../update.ts'
import {
  anchorParam,
  changedItemsParam,
  detailsParam,
  discountsParam,
  paymentSettingsParam,
  prorationParam,
  trialEndParam,
  trialSettingsParam,
} from './subscription-params.ts'

export const updatable = {
  billing_cycle_anchor: anchorParam,
  cancel_at_period_end: boolean,
  cancellation_details: detailsParam,
  default_payment_method: emptyable(ref),
  description: emptyable(text(500)),
  discounts: discountsParam,
  items: changedItemsParam,
  metadata,
  off_session: boolean,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'),
  payment_settings: paymentSettingsParam,
  proration_behavior: prorationParam,
  proration_date: timestamp,
  trial_end: trialEndParam,
  trial_settings: trialSettingsParam,
}
type Input = ReturnType<typeof read<typeof updatable>>

/** The parameters that Stripe allows together with `pending_if_incomplete`. */
const pendable = [
  'billing_cycle_anchor',
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'off_session',
]

export function updateSubscription(store: Store, before: Stripe.Subscription, input: Input): Stripe.Subscription {
  refuseUnfit(before, input)
  let subscription = update(store, before, simple(store, before, input), 'customer.subscription.updated')
  if (input.items || input.billing_cycle_anchor?.type === 'now' || input.trial_end !== undefined)
    subscription = changeSubscription(
      store,
      subscription,
      {
        items: input.items ?? [],
        proration: input.proration_behavior ?? 'create_prorations',
        prorationDate: input.proration_date,
        anchorNow: input.billing_cycle_anchor?.type === 'now',
        trialEnd: input.trial_end === 'now' ? timeOf(store, before) : input.trial_end,
      },
      { paymentBehavior: input.payment_behavior ?? 'allow_incomplete', isAbsent: input.off_session ?? false },
    )
  return subscription
}

function refuseUnfit(subscription: Stripe.Subscription, input: Input): void {
  const names = Object.keys(input)
  if (isOver(subscription) && names.some(name => name !== 'metadata' && name !== 'cancellation_details'))
    throw refused('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    })
  if (
    subscription.status === 'incomplete' &&
    (input.items || input.billing_cycle_anchor || input.trial_end !== undefined || input.discounts !== undefined)
  )
    throw refused('This subscription is incomplete: its first invoice has to be paid before it can be changed.')
  const unfit = names.find(name => !pendable.includes(name))
  if (input.payment_behavior === 'pending_if_incomplete' && unfit)
    throw refused(
      `When payment_behavior is set to pending_if_incomplete, you can only set attributes that support pending updates. ${unfit} is not one of them.`,
      { param: unfit },
    )
  const schedule = idOf(subscription.schedule)
  if (schedule && input.cancel_at_period_end !== undefined)
    throw refused(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: 'cancel_at_period_end' },
    )
  if (schedule && (input.items || input.billing_cycle_anchor?.type === 'now' || input.trial_end !== undefined))
    throw refused(
      `The subscription is managed by the subscription schedule \`${schedule}\`; release it before you change the items.`,
      { param: 'items' },
    )
}

/** The changes that need no invoice. */
function simple(store: Store, subscription: Stripe.Subscription, input: Input): Partial<Stripe.Subscription> {
  const at = timeOf(store, subscription)
  const before = subscription.cancellation_details
  const ends = input.cancel_at_period_end
  return {
    metadata: merged(subscription.metadata, input.metadata),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.default_payment_method !== undefined && {
      default_payment_method:
        input.default_payment_method === null
          ? null
          : ownMethod(store, ownerOf(subscription.customer), input.default_payment_method),
    }),
    ...(input.payment_settings?.save_default_payment_method && {
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: input.payment_settings.save_default_payment_method,
      },
    }),
    ...(input.trial_settings?.end_behavior?.missing_payment_method && {
      trial_settings: {
        end_behavior: {
          billing_cycle_anchor: null,
          missing_payment_method: input.trial_settings.end_behavior.missing_payment_method,
        },
      },
    }),
    ...(input.discounts !== undefined && { discounts: newDiscounts(store, subscription, input.discounts ?? []) }),
    ...(ends !== undefined &&
      ends !== subscription.cancel_at_period_end && {
        cancel_at_period_end: ends,
        cancel_at: ends ? periodOf(subscription.items.data).end : null,
        canceled_at: ends ? at : null,
      }),
    ...((input.cancellation_details || ends !== undefined) && {
      cancellation_details:
        ends === false
          ? { comment: null, feedback: null, feedback_option: null, reason: null }
          : {
              comment: input.cancellation_details?.comment ?? before?.comment ?? null,
              feedback: input.cancellation_details?.feedback ?? before?.feedback ?? null,
              feedback_option: null,
              reason: ends ? 'cancellation_requested' : (before?.reason ?? null),
            },
    }),
  }
}

function newDiscounts(
  store: Store,
  subscription: Stripe.Subscription,
  input: NonNullable<Input['discounts']>,
): string[] {
  const subtotal = subscription.items.data.reduce(
    (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
    0,
  )
  const discounts = discountsFor(store, ownerOf(subscription.customer), input, {
    subtotal,
    currency: currencyOf(subscription.items.data),
    had: subscription.discounts.map(ownerOf),
    at: timeOf(store, subscription),
  })
  return redeem(store, discounts, subscription.id)
}

export const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

export function ownMethod(store: Store, customer: string, method: string): string {
  if (idOf(getOr404(store, 'payment_method', method, 'default_payment_method').customer) === customer) return method
  throw refused(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}
