import type Stripe from 'stripe'
import { tell } from '../events.ts'
import { ApiError } from '../route.ts'
import { settingsOf } from '../settings.ts'
import type { Store } from '../store.ts'
import { ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { type ChangeWish, changeOf } from './change-subscription.ts'
import { type DiscountParam, discountsFor, liveDiscounts } from './discounts.ts'
import { endingBalance } from './draft-invoice.ts'
import type { ItemParam } from './items.ts'
import type { DraftLine } from './lines.ts'
import { renewalInvoice } from './renew.ts'
import { atRenewal } from './schedule.ts'
import { firstInvoice } from './subscribe.ts'
import { periodOf } from './target.ts'

/** The invoice that a new subscription would produce. */
export function previewFirst(
  store: Store,
  customer: Stripe.Customer,
  wish: { items: readonly ItemParam[]; discounts: readonly DiscountParam[]; trialEnd: number | null },
): Stripe.Invoice {
  const terms = { metadata: {}, defaultPaymentMethod: null, isPreview: true }
  return shown(firstInvoice(store, { customer, ...wish }, terms, 'subscription_details[items]').invoice)
}

/** The invoice that a change would produce immediately or, if there is none, that of the next renewal. */
export function previewChange(
  store: Store,
  subscription: Stripe.Subscription,
  wish: ChangeWish & { cancelAtPeriodEnd: boolean | undefined; discounts: readonly DiscountParam[] | undefined },
): Stripe.Invoice {
  if (['canceled', 'incomplete_expired', 'incomplete'].includes(subscription.status)) throw nothingComing(subscription)
  const at = timeOf(store, subscription)
  const discounts = wish.discounts
    ? discountsFor(store, ownerOf(subscription.customer), wish.discounts, {
        subtotal: subscription.items.data.reduce(
          (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
          0,
        ),
        currency: subscription.currency,
        had: subscription.discounts.map(ownerOf),
        at,
      })
    : undefined
  const { target, invoice } = changeOf(store, subscription, wish, {
    ...(discounts && { discounts }),
    isPreview: true,
    param: 'subscription_details[items]',
  })
  if (invoice) return shown(invoice)
  if (wish.cancelAtPeriodEnd ?? subscription.cancel_at_period_end) throw nothingComing(subscription)
  const changed: Stripe.Subscription = {
    ...subscription,
    items: { ...subscription.items, data: target.items },
    billing_cycle_anchor: target.anchor,
    trial_end: target.trialEnd,
  }
  const coming = upcoming(store, changed, { discounts, lines: target.lines })
  if (!coming) throw nothingComing(subscription)
  return coming
}

export function tellUpcoming(store: Store, subscription: Stripe.Subscription): void {
  const invoice = upcoming(store, subscription)
  if (invoice) tell(store, 'invoice.upcoming', invoice)
}

/** The invoice of the next renewal; undefined if there is none. */
function upcoming(
  store: Store,
  subscription: Stripe.Subscription,
  more: { discounts?: readonly Stripe.Discount[] | undefined; lines?: readonly DraftLine[] } = {},
): Stripe.Invoice | undefined {
  const coming = atRenewal(store, subscription)
  if (!coming) return undefined
  const { end } = periodOf(subscription.items.data)
  const invoice = renewalInvoice(store, coming.subscription, end, settingsOf(store).draftSeconds, {
    discounts: more.discounts ? liveDiscounts(more.discounts, end) : coming.discounts,
    lines: more.lines ?? [],
    isPreview: true,
  })
  return shown(invoice)
}

const shown = (invoice: Stripe.Invoice): Stripe.Invoice => ({ ...invoice, ending_balance: endingBalance(invoice) })

function nothingComing(subscription: Stripe.Subscription): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${ownerOf(subscription.customer)}`,
  })
}
