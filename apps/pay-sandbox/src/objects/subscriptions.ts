import type Stripe from 'stripe'
import { changeSubscription } from '../billing/change-subscription.ts'
import { issue } from '../billing/collect.ts'
import { discountsFor, redeem } from '../billing/discounts.ts'
import { draftInvoice } from '../billing/draft-invoice.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import { keepDraft } from '../billing/invoice-life.ts'
import { currencyOf } from '../billing/items.ts'
import { dropUpdate } from '../billing/pending-update.ts'
import { subscribe } from '../billing/subscribe.ts'
import { endCredits, periodOf } from '../billing/target.ts'
import type { Books } from '../books.ts'
import { daySeconds } from '../calendar.ts'
import { exclusive, refused } from '../errors.ts'
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
  text,
  timestamp,
} from '../params.ts'
import { revise } from '../revise.ts'
import type { Route } from '../route.ts'
import { born, found, idOf, kept, newestFirst, ownerOf, where } from '../things.ts'
import { timeOf } from '../time.ts'

export const feedback = oneOf(
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
)
const details = shape({ feedback: emptyable(feedback), comment: emptyable(text(5000)) })
export const discountsParam = emptyable(list(shape({ coupon: ref, promotion_code: ref, discount: ref }), 20))
export const prorationBehavior = oneOf('always_invoice', 'create_prorations', 'none')
export const trialEndParam = either(value => value === 'now', oneOf('now'), timestamp)
export const anchorParam = shape({ type: oneOf('now', 'unchanged') })
export const billingModeParam = shape({
  type: oneOf('flexible'),
  flexible: shape({ proration_discounts: oneOf('included') }),
})
export const changedItemsParam = list(
  shape({ id: ref, price: ref, quantity: integer(1, 1_000_000), deleted: boolean }),
  20,
)
const newItems = list(shape({ price: ref, quantity: integer(1, 1_000_000) }), 20)
const paymentSettings = shape({
  save_default_payment_method: oneOf('off', 'on_subscription'),
  payment_method_types: list(oneOf('card'), 1),
})
const trialSettings = shape({ end_behavior: shape({ missing_payment_method: oneOf('cancel', 'create_invoice') }) })

export const subscriptions: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    answer(books, { form }) {
      const asked = read(form, {
        billing_mode: billingModeParam,
        cancel_at_period_end: boolean,
        collection_method: oneOf('charge_automatically'),
        currency: text(3),
        customer: ref,
        default_payment_method: ref,
        description: emptyable(text(500)),
        discounts: discountsParam,
        items: newItems,
        metadata,
        off_session: boolean,
        payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
        payment_settings: paymentSettings,
        proration_behavior: prorationBehavior,
        trial_end: trialEndParam,
        trial_period_days: integer(1, 730),
        trial_settings: trialSettings,
      })
      const customer = found(books, 'customer', need(asked.customer, 'customer'), 'customer')
      const at = timeOf(books, { customer: customer.id })
      return subscribe(
        books,
        {
          customer,
          items: need(asked.items, 'items'),
          discounts: asked.discounts ?? [],
          trialEnd: trialEndOf(asked.trial_end, asked.trial_period_days, at),
        },
        {
          paymentBehavior: asked.payment_behavior ?? 'allow_incomplete',
          defaultPaymentMethod: asked.default_payment_method
            ? ownMethod(books, customer.id, asked.default_payment_method)
            : null,
          saveMethod: asked.payment_settings?.save_default_payment_method ?? 'off',
          cancelAtPeriodEnd: asked.cancel_at_period_end ?? false,
          description: asked.description ?? null,
          metadata: merged(null, asked.metadata),
          missingMethod: asked.trial_settings?.end_behavior?.missing_payment_method ?? 'create_invoice',
          isAbsent: asked.off_session ?? false,
        },
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    answer: (books, { params }) => found(books, 'subscription', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    answer: (books, { params, form }) =>
      update(books, found(books, 'subscription', params['id'] ?? ''), read(form, updatable)),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    answer(books, { params, form }) {
      const subscription = found(books, 'subscription', params['id'] ?? '')
      const asked = read(form, { cancellation_details: details, invoice_now: boolean, prorate: boolean })
      if (isOver(subscription))
        throw refused(`No such subscription: '${subscription.id}'`, { code: 'resource_missing', param: 'id' })
      if (asked.prorate && asked.invoice_now) giveBack(books, dropUpdate(books, subscription, 'replaced'))
      const now = found(books, 'subscription', subscription.id)
      return endSubscription(books, now, { reason: 'cancellation_requested', ...asked.cancellation_details })
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    list: true,
    answer(books, { form }) {
      const asked = readList(form, {
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
      const all = asked.customer
        ? books.by<Stripe.Subscription>('subscription', 'customer', asked.customer)
        : books.all<Stripe.Subscription>('subscription')
      const wanted = asked.status
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
        asked.price ? ({ items }) => items.data.some(({ price }) => price.id === asked.price) : undefined,
        asked.current_period_end && (({ items }) => asked.current_period_end?.(periodOf(items.data).end) ?? true),
        asked.current_period_start && (({ items }) => asked.current_period_start?.(periodOf(items.data).start) ?? true),
        where(asked.test_clock, subscription => idOf(subscription.test_clock)),
        born(asked.created),
      )
    },
  },
]

const updatable = {
  billing_cycle_anchor: anchorParam,
  cancel_at_period_end: boolean,
  cancellation_details: details,
  default_payment_method: emptyable(ref),
  description: emptyable(text(500)),
  discounts: discountsParam,
  items: changedItemsParam,
  metadata,
  off_session: boolean,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'),
  payment_settings: paymentSettings,
  proration_behavior: prorationBehavior,
  proration_date: timestamp,
  trial_end: trialEndParam,
  trial_settings: trialSettings,
}
type Asked = ReturnType<typeof read<typeof updatable>>

/** What may be changed together with `pending_if_incomplete`. */
const pendable = [
  'billing_cycle_anchor',
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'off_session',
]

function update(books: Books, before: Stripe.Subscription, asked: Asked): Stripe.Subscription {
  refuseUnfit(before, asked)
  let subscription = revise(books, before, simple(books, before, asked), 'customer.subscription.updated')
  if (asked.items || asked.billing_cycle_anchor?.type === 'now' || asked.trial_end !== undefined)
    subscription = changeSubscription(
      books,
      subscription,
      {
        items: asked.items ?? [],
        proration: asked.proration_behavior ?? 'create_prorations',
        prorationDate: asked.proration_date,
        anchorNow: asked.billing_cycle_anchor?.type === 'now',
        trialEnd: asked.trial_end === 'now' ? timeOf(books, before) : asked.trial_end,
      },
      { paymentBehavior: asked.payment_behavior ?? 'allow_incomplete', isAbsent: asked.off_session ?? false },
    )
  return subscription
}

function refuseUnfit(subscription: Stripe.Subscription, asked: Asked): void {
  const names = Object.keys(asked)
  if (isOver(subscription) && names.some(name => name !== 'metadata' && name !== 'cancellation_details'))
    throw refused('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    })
  if (
    subscription.status === 'incomplete' &&
    (asked.items || asked.billing_cycle_anchor || asked.trial_end !== undefined || asked.discounts !== undefined)
  )
    throw refused('This subscription is incomplete: its first invoice has to be paid before it can be changed.')
  const unfit = names.find(name => !pendable.includes(name))
  if (asked.payment_behavior === 'pending_if_incomplete' && unfit)
    throw refused(
      `When payment_behavior is set to pending_if_incomplete, you can only set attributes that support pending updates. ${unfit} is not one of them.`,
      { param: unfit },
    )
  const schedule = idOf(subscription.schedule)
  if (schedule && asked.cancel_at_period_end !== undefined)
    throw refused(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: 'cancel_at_period_end' },
    )
  if (schedule && (asked.items || asked.billing_cycle_anchor?.type === 'now' || asked.trial_end !== undefined))
    throw refused(
      `The subscription is managed by the subscription schedule \`${schedule}\`; release it before you change the items.`,
      { param: 'items' },
    )
}

/** What needs no invoice. */
function simple(books: Books, subscription: Stripe.Subscription, asked: Asked): Partial<Stripe.Subscription> {
  const at = timeOf(books, subscription)
  const before = subscription.cancellation_details
  const ends = asked.cancel_at_period_end
  return {
    metadata: merged(subscription.metadata, asked.metadata),
    ...(asked.description !== undefined && { description: asked.description }),
    ...(asked.default_payment_method !== undefined && {
      default_payment_method:
        asked.default_payment_method === null
          ? null
          : ownMethod(books, ownerOf(subscription.customer), asked.default_payment_method),
    }),
    ...(asked.payment_settings?.save_default_payment_method && {
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: asked.payment_settings.save_default_payment_method,
      },
    }),
    ...(asked.trial_settings?.end_behavior?.missing_payment_method && {
      trial_settings: {
        end_behavior: {
          billing_cycle_anchor: null,
          missing_payment_method: asked.trial_settings.end_behavior.missing_payment_method,
        },
      },
    }),
    ...(asked.discounts !== undefined && { discounts: newDiscounts(books, subscription, asked.discounts ?? []) }),
    ...(ends !== undefined &&
      ends !== subscription.cancel_at_period_end && {
        cancel_at_period_end: ends,
        cancel_at: ends ? periodOf(subscription.items.data).end : null,
        canceled_at: ends ? at : null,
      }),
    ...((asked.cancellation_details || ends !== undefined) && {
      cancellation_details:
        ends === false
          ? { comment: null, feedback: null, feedback_option: null, reason: null }
          : {
              comment: asked.cancellation_details?.comment ?? before?.comment ?? null,
              feedback: asked.cancellation_details?.feedback ?? before?.feedback ?? null,
              feedback_option: null,
              reason: ends ? 'cancellation_requested' : (before?.reason ?? null),
            },
    }),
  }
}

function newDiscounts(
  books: Books,
  subscription: Stripe.Subscription,
  asked: NonNullable<Asked['discounts']>,
): string[] {
  const subtotal = subscription.items.data.reduce(
    (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
    0,
  )
  const discounts = discountsFor(books, ownerOf(subscription.customer), asked, {
    subtotal,
    currency: currencyOf(subscription.items.data),
    had: subscription.discounts.map(ownerOf),
    at: timeOf(books, subscription),
  })
  return redeem(books, discounts, subscription.id)
}

/** What is left of the running period goes to the customer's balance. */
function giveBack(books: Books, subscription: Stripe.Subscription): void {
  const at = timeOf(books, subscription)
  const lines = endCredits(books, subscription, at)
  if (!lines.length || subscription.status === 'incomplete') return
  const draft = draftInvoice(books, {
    customer: kept(books, 'customer', ownerOf(subscription.customer)),
    subscription: subscription.id,
    metadata: subscription.metadata,
    defaultPaymentMethod: idOf(subscription.default_payment_method),
    currency: subscription.currency,
    lines,
    discounts: [],
    reason: 'subscription_update',
    at,
    period: { start: at, end: at },
    prorationDate: at,
  })
  revise(books, subscription, { latest_invoice: draft.id })
  issue(books, keepDraft(books, draft), null)
}

export function trialEndOf(end: 'now' | number | undefined, days: number | undefined, at: number): number | null {
  if (end !== undefined && days !== undefined) throw exclusive('trial_end', 'trial_period_days')
  if (typeof end === 'number' && end <= at)
    throw refused('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  if (typeof end === 'number') return end
  return days === undefined ? null : at + days * daySeconds
}

const isOver = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

function ownMethod(books: Books, customer: string, method: string): string {
  if (idOf(found(books, 'payment_method', method, 'default_payment_method').customer) === customer) return method
  throw refused(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}
