import type Stripe from 'stripe'
import { refused } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'
import { get, idOf, listOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'
import { attemptError } from './attempt-error.ts'
import { collect, issue } from './collect.ts'
import { type DiscountParam, discountsFor, redeem, spendDiscounts } from './discounts.ts'
import { draftInvoice } from './draft-invoice.ts'
import { keepDraft } from './invoice-life.ts'
import { changedItems, currencyOf, type ItemParam } from './items.ts'
import { confirmSetup, newSetup } from './setup.ts'
import { firstTarget, type Target } from './target.ts'

export type SubscribeWish = {
  customer: Stripe.Customer
  items: readonly ItemParam[]
  discounts: readonly DiscountParam[]
  /** In seconds since the epoch; null for no trial. */
  trialEnd: number | null
}

export type SubscribeTerms = {
  paymentBehavior: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete'
  defaultPaymentMethod: string | null
  saveMethod: 'off' | 'on_subscription'
  cancelAtPeriodEnd: boolean
  description: string | null
  metadata: Stripe.Metadata
  missingMethod: 'cancel' | 'create_invoice'
  isAbsent: boolean
}

/** Computes the first invoice of a subscription, for the preview and for `subscribe`. */
export function firstInvoice(
  store: Store,
  { customer, ...wish }: SubscribeWish,
  {
    metadata,
    defaultPaymentMethod,
    isPreview = false,
  }: { metadata: Stripe.Metadata; defaultPaymentMethod: string | null; isPreview?: boolean },
  param = 'items',
): { id: string; target: Target; discounts: Stripe.Discount[]; invoice: Stripe.Invoice } {
  const at = timeOf(store, { customer: customer.id })
  const id = newId('sub_')
  const items = changedItems(store, [], wish.items, { subscription: id, at, param })
  const currency = currencyOf(items)
  if (customer.currency && customer.currency !== currency)
    throw refused(
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}.`,
    )
  const target = firstTarget(store, items, at, wish.trialEnd)
  const subtotal = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0)
  const discounts = discountsFor(store, customer.id, wish.discounts, { subtotal, currency, had: [], at })
  const invoice = draftInvoice(store, {
    customer,
    subscription: id,
    metadata,
    defaultPaymentMethod,
    currency,
    lines: target.lines,
    discounts,
    reason: isPreview ? 'upcoming' : 'subscription_create',
    at,
    period: { start: at, end: at },
  })
  return { id, target, discounts, invoice }
}

/** Starts a subscription. `paymentBehavior` determines what happens if its first invoice cannot be paid immediately. */
export function subscribe(store: Store, wish: SubscribeWish, terms: SubscribeTerms): Stripe.Subscription {
  const { customer } = wish
  const { id, target, discounts, invoice } = firstInvoice(store, wish, terms)
  const method = terms.defaultPaymentMethod ?? idOf(customer.invoice_settings.default_payment_method)
  if (invoice.amount_due > 0 && terms.paymentBehavior !== 'default_incomplete' && !method)
    throw refused(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    )
  const begun = add(
    store,
    newSubscription(id, wish, target, terms, {
      latest_invoice: invoice.id,
      discounts: redeem(store, discounts, id),
      status: target.status === 'incomplete' && invoice.amount_due === 0 ? 'active' : target.status,
    }),
    'customer.subscription.created',
  )
  if (customer.currency === null)
    store.put('customer', { ...get(store, 'customer', customer.id), currency: begun.currency })
  spendDiscounts(store, begun, keepDraft(store, invoice))
  const open = issue(store, invoice, 'off_session')
  if (open.status === 'open' && terms.paymentBehavior !== 'default_incomplete') {
    const outcome = collect(store, open, { holder: terms.isAbsent ? 'absent' : 'present' })
    if (outcome.kind !== 'paid' && terms.paymentBehavior === 'error_if_incomplete')
      throw attemptError(store, open, outcome, false)
  }
  if (open.status === 'paid' && terms.paymentBehavior === 'default_incomplete')
    prepareSetup(store, id, customer.id, method)
  return get(store, 'subscription', id)
}

/**
 * Creates a setup intent for a subscription with nothing due now, so that the card holder can add a card for later
 * payments.
 */
function prepareSetup(store: Store, subscription: string, customer: string, method: string | null): void {
  const setup = newSetup(store, { customer, method })
  if (method && confirmSetup(store, setup, method, undefined).kind === 'paid') return
  update(
    store,
    get(store, 'subscription', subscription),
    { pending_setup_intent: setup.id },
    'customer.subscription.updated',
  )
}

function newSubscription(
  id: string,
  { customer, trialEnd }: SubscribeWish,
  { items, anchor, at }: Target,
  terms: SubscribeTerms,
  first: { latest_invoice: string; discounts: string[]; status: Stripe.Subscription.Status },
): Stripe.Subscription {
  const end = items[0]?.current_period_end ?? at
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: terms.cancelAtPeriodEnd ? end : null,
    cancel_at_period_end: terms.cancelAtPeriodEnd,
    canceled_at: terms.cancelAtPeriodEnd ? at : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: terms.cancelAtPeriodEnd ? 'cancellation_requested' : null,
    },
    collection_method: 'charge_automatically',
    created: at,
    currency: currencyOf(items),
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: terms.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: terms.description,
    discounts: first.discounts,
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: first.latest_invoice,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: terms.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: terms.saveMethod,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: first.status,
    test_clock: idOf(customer.test_clock),
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: terms.missingMethod } },
    trial_start: trialEnd === null ? null : at,
  }
}
