import type Stripe from 'stripe'
import { endSubscription } from '../billing/end-subscription.ts'
import { giveBack } from '../billing/give-back.ts'
import { dropUpdate } from '../billing/pending-update.ts'
import { subscribe } from '../billing/subscribe.ts'
import { periodOf } from '../billing/target.ts'
import { refused } from '../errors.ts'
import {
  boolean,
  emptyable,
  integer,
  merged,
  metadata,
  need,
  oneOf,
  range,
  read,
  readList,
  ref,
  text,
} from '../params.ts'
import type { Route } from '../route.ts'
import { createdBetween, getOr404, idOf, newestFirst, where } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import {
  billingModeParam,
  detailsParam,
  discountsParam,
  newItemsParam,
  paymentSettingsParam,
  prorationParam,
  trialEndOf,
  trialEndParam,
  trialSettingsParam,
} from './subscription-params.ts'
import { isOver, ownMethod, updatable, updateSubscription } from './update-subscription.ts'

export const subscriptions: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    answer(store, { form }) {
      const input = read(form, {
        billing_mode: billingModeParam,
        cancel_at_period_end: boolean,
        collection_method: oneOf('charge_automatically'),
        currency: text(3),
        customer: ref,
        default_payment_method: ref,
        description: emptyable(text(500)),
        discounts: discountsParam,
        items: newItemsParam,
        metadata,
        off_session: boolean,
        payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
        payment_settings: paymentSettingsParam,
        proration_behavior: prorationParam,
        trial_end: trialEndParam,
        trial_period_days: integer(1, 730),
        trial_settings: trialSettingsParam,
      })
      const customer = getOr404(store, 'customer', need(input.customer, 'customer'), 'customer')
      const at = timeOf(store, { customer: customer.id })
      return subscribe(
        store,
        {
          customer,
          items: need(input.items, 'items'),
          discounts: input.discounts ?? [],
          trialEnd: trialEndOf(input.trial_end, input.trial_period_days, at),
        },
        {
          paymentBehavior: input.payment_behavior ?? 'allow_incomplete',
          defaultPaymentMethod: input.default_payment_method
            ? ownMethod(store, customer.id, input.default_payment_method)
            : null,
          saveMethod: input.payment_settings?.save_default_payment_method ?? 'off',
          cancelAtPeriodEnd: input.cancel_at_period_end ?? false,
          description: input.description ?? null,
          metadata: merged(null, input.metadata),
          missingMethod: input.trial_settings?.end_behavior?.missing_payment_method ?? 'create_invoice',
          isAbsent: input.off_session ?? false,
        },
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    answer: (store, { params }) => getOr404(store, 'subscription', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    answer: (store, { params, form }) =>
      updateSubscription(store, getOr404(store, 'subscription', params['id'] ?? ''), read(form, updatable)),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    answer(store, { params, form }) {
      const subscription = getOr404(store, 'subscription', params['id'] ?? '')
      const input = read(form, { cancellation_details: detailsParam, invoice_now: boolean, prorate: boolean })
      if (isOver(subscription))
        throw refused(`No such subscription: '${subscription.id}'`, { code: 'resource_missing', param: 'id' })
      if (input.prorate && input.invoice_now) giveBack(store, dropUpdate(store, subscription, 'replaced'))
      const now = getOr404(store, 'subscription', subscription.id)
      return endSubscription(store, now, { reason: 'cancellation_requested', ...input.cancellation_details })
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    list: true,
    answer(store, { form }) {
      const input = readList(form, {
        created: range,
        current_period_end: range,
        current_period_start: range,
        customer: ref,
        price: ref,
        status: oneOf(
          'active',
          'all',
          'canceled',
          'ended',
          'incomplete',
          'incomplete_expired',
          'past_due',
          'paused',
          'trialing',
          'unpaid',
        ),
        test_clock: ref,
      })
      const all = input.customer
        ? store.by<Stripe.Subscription>('subscription', 'customer', input.customer)
        : store.all<Stripe.Subscription>('subscription')
      const wanted = input.status
      return newestFirst(
        all,
        wanted === 'all'
          ? undefined
          : ({ status }) =>
              wanted === undefined
                ? status !== 'canceled'
                : wanted === 'ended'
                  ? status === 'canceled' || status === 'incomplete_expired'
                  : status === wanted,
        input.price ? ({ items }) => items.data.some(({ price }) => price.id === input.price) : undefined,
        input.current_period_end && (({ items }) => input.current_period_end?.(periodOf(items.data).end) ?? true),
        input.current_period_start && (({ items }) => input.current_period_start?.(periodOf(items.data).start) ?? true),
        where(input.test_clock, subscription => idOf(subscription.test_clock)),
        createdBetween(input.created),
      )
    },
  },
]
