import type Stripe from 'stripe'
import { attemptError } from '../billing/attempt-error.ts'
import { collect, issue, standing } from '../billing/collect.ts'
import { subscriptionOf } from '../billing/draft-invoice.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import { methodFor as cardFor, voidInvoice } from '../billing/invoice-life.ts'
import { dropUpdate } from '../billing/pending-update.ts'
import { previewChange, previewFirst } from '../billing/preview.ts'
import { pendingOf } from '../billing/waiting-update.ts'
import { exclusive, refused } from '../errors.ts'
import { boolean, need, oneOf, range, read, readList, ref, shape, text, timestamp } from '../params.ts'
import type { Route } from '../route.ts'
import type { Store } from '../store.ts'
import { createdBetween, get, getOr404, idOf, newestFirst, where } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { methodFor } from './kept-cards.ts'
import {
  anchorParam,
  billingModeParam,
  changedItemsParam,
  discountsParam,
  prorationParam,
  trialEndOf,
  trialEndParam,
} from './subscription-params.ts'

export const invoices: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    answer(store, { form }) {
      const input = read(form, {
        currency: text(3),
        customer: ref,
        discounts: discountsParam,
        preview_mode: oneOf('next'),
        subscription: ref,
        subscription_details: shape({
          billing_cycle_anchor: anchorParam,
          billing_mode: billingModeParam,
          cancel_at_period_end: boolean,
          items: changedItemsParam,
          proration_behavior: prorationParam,
          proration_date: timestamp,
          trial_end: trialEndParam,
        }),
      })
      return preview(store, input)
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    answer: (store, { params }) => getOr404(store, 'invoice', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    answer(store, { params, form }) {
      const input = read(form, { off_session: boolean, payment_method: ref })
      const invoice = getOr404(store, 'invoice', params['id'] ?? '')
      if (invoice.status === 'paid') throw refused('Invoice is already paid')
      if (invoice.status === 'void') throw refused('This invoice can no longer be paid: it is void.')
      const given = input.payment_method ? ownMethod(store, invoice, input.payment_method) : undefined
      const open = invoice.status === 'draft' ? issue(store, invoice, null) : invoice
      if (open.status === 'paid') return open
      const method = given ?? cardFor(store, open)
      if (!method)
        throw refused(
          'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method or provide a payment_method.',
          { code: 'resource_missing', param: 'payment_method' },
        )
      const holder = input.off_session === false ? 'present' : 'awaited'
      const outcome = collect(store, open, { method, holder })
      if (outcome.kind !== 'paid') throw attemptError(store, open, outcome, true)
      return get(store, 'invoice', invoice.id)
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    answer(store, { params, form }) {
      read(form, {})
      const invoice = getOr404(store, 'invoice', params['id'] ?? '')
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
        throw refused(`You can only pass in open invoices. This invoice isn't open.`)
      const subscription = get(store, 'subscription', subscriptionOf(invoice))
      if (pendingOf(store, subscription.id)?.invoice === invoice.id) dropUpdate(store, subscription, 'expired')
      else if (subscription.status === 'incomplete')
        endSubscription(store, subscription, { reason: 'cancellation_requested' })
      else {
        voidInvoice(store, invoice)
        standing(store, get(store, 'subscription', subscription.id))
      }
      return get(store, 'invoice', invoice.id)
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices',
    list: true,
    answer(store, { form }) {
      const input = readList(form, {
        collection_method: oneOf('charge_automatically', 'send_invoice'),
        created: range,
        customer: ref,
        status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
        subscription: ref,
      })
      const all = input.subscription
        ? store.by<Stripe.Invoice>('invoice', 'parent.subscription_details.subscription', input.subscription)
        : input.customer
          ? store.by<Stripe.Invoice>('invoice', 'customer', input.customer)
          : store.all<Stripe.Invoice>('invoice')
      return newestFirst(
        all,
        where(input.customer, invoice => idOf(invoice.customer)),
        where<Stripe.Invoice, string>(input.status, invoice => invoice.status),
        where<Stripe.Invoice, string>(input.collection_method, invoice => invoice.collection_method),
        createdBetween(input.created),
      )
    },
  },
]

type PreviewAsked = {
  customer?: string | undefined
  subscription?: string | undefined
  discounts?: ReturnType<typeof discountsParam> | undefined
  subscription_details?:
    | {
        items?: ReturnType<typeof changedItemsParam> | undefined
        billing_cycle_anchor?: ReturnType<typeof anchorParam> | undefined
        cancel_at_period_end?: boolean | undefined
        proration_behavior?: ReturnType<typeof prorationParam> | undefined
        proration_date?: number | undefined
        trial_end?: 'now' | number | undefined
      }
    | undefined
}

function preview(
  store: Store,
  { customer, subscription, discounts, subscription_details: details = {} }: PreviewAsked,
): Stripe.Invoice {
  if (!subscription) {
    const owner = getOr404(store, 'customer', need(customer, 'customer'), 'customer')
    const at = timeOf(store, { customer: owner.id })
    return previewFirst(store, owner, {
      items: need(details.items, 'subscription_details[items]'),
      discounts: discounts ?? [],
      trialEnd: trialEndOf(details.trial_end, undefined, at),
    })
  }
  const changed = getOr404(store, 'subscription', subscription, 'subscription')
  if (customer && idOf(changed.customer) !== customer) throw exclusive('customer', 'subscription')
  return previewChange(store, changed, {
    items: details.items ?? [],
    proration: details.proration_behavior ?? 'create_prorations',
    prorationDate: details.proration_date,
    anchorNow: details.billing_cycle_anchor?.type === 'now',
    trialEnd: details.trial_end === 'now' ? timeOf(store, changed) : details.trial_end,
    cancelAtPeriodEnd: details.cancel_at_period_end,
    discounts: discounts === undefined ? undefined : (discounts ?? []),
  })
}

function ownMethod(store: Store, invoice: Stripe.Invoice, id: string): string {
  const method = methodFor(store, id)
  const owner = idOf(method.customer)
  if (owner && owner !== idOf(invoice.customer))
    throw refused(`The customer does not have a payment method with the ID ${id}.`, {
      code: 'resource_missing',
      param: 'payment_method',
    })
  return method.id
}
