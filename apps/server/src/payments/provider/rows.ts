import type Stripe from 'stripe'
import type { SubscriptionStatus } from '../../db/tables/billing.ts'
import { paidIntent, recurringCents } from './invoice-facts.ts'
import { balanceUsed } from './price-lines.ts'
import type { Plan } from './prices.ts'
import { idOf } from './provider.ts'

export type ReadSubscription = {
  subscription: Stripe.Subscription
  plan: Plan
  future: Plan | null
  /** The price of the next payment, before credit. */
  nextCents: number
}
/** `line` is the invoice line that pays for a period; null if the invoice is for something else. */
export type ReadInvoice = {
  invoice: Stripe.Invoice
  line: Stripe.InvoiceLineItem | null
  plan: Plan | null
  needsBank: boolean
}

const instant = (seconds: number) => new Date(seconds * 1_000)
const instantOrNone = (seconds: number | null) => (seconds === null ? null : instant(seconds))

export function customerRow(customer: Stripe.Customer | Stripe.DeletedCustomer) {
  const card = customer.deleted ? null : customer.invoice_settings.default_payment_method
  const known = card !== null && typeof card !== 'string' ? card : null
  return {
    deleted: customer.deleted === true,
    // The payment provider stores credit as a negative balance.
    credit_cents: customer.deleted ? 0 : Math.max(0, -customer.balance),
    owed_cents: customer.deleted ? 0 : Math.max(0, customer.balance),
    payment_method_id: known?.id ?? null,
    card_brand: known?.card?.brand ?? null,
    card_last4: known?.card?.last4 ?? null,
    card_exp_month: known?.card?.exp_month ?? null,
    card_exp_year: known?.card?.exp_year ?? null,
    card_fingerprint: known?.card?.fingerprint ?? null,
  }
}

export function subscriptionRow({ subscription, plan, future, nextCents }: ReadSubscription) {
  const [item] = subscription.items.data
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  return {
    subscription_id: subscription.id,
    product_id: plan.productId,
    period_id: plan.periodId,
    future_period_id: future?.periodId ?? 0,
    schedule_id: future ? idOf(subscription.schedule) : null,
    status: subscription.status as SubscriptionStatus,
    renews: !subscription.cancel_at_period_end && subscription.cancel_at === null,
    started_at: instant(subscription.start_date),
    period_start: instant(item.current_period_start),
    period_end: instant(item.current_period_end),
    trial_end: instantOrNone(subscription.trial_end),
    ended_at: instantOrNone(subscription.ended_at),
    price_cents: item.price.unit_amount ?? 0,
    next_cents: nextCents,
    coupon_id: couponOf(subscription.discounts),
  }
}

export function invoiceRow({ invoice, line, plan, needsBank }: ReadInvoice) {
  const [discount] = invoice.discounts
  return {
    invoice_id: invoice.id,
    subscription_id: idOf(invoice.parent?.subscription_details?.subscription),
    product_id: plan?.productId ?? null,
    period_id: plan?.periodId ?? null,
    number: invoice.number,
    status: (invoice.status ?? 'draft') as 'draft' | 'open' | 'paid' | 'void' | 'uncollectible',
    subtotal_cents: invoice.subtotal,
    discount_cents: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
    total_cents: invoice.total,
    credit_cents: balanceUsed(invoice).credit,
    paid_cents: invoice.amount_paid,
    due_cents: invoice.amount_due,
    promotion_code_id: discount === undefined || typeof discount === 'string' ? null : idOf(discount.promotion_code),
    coupon_id: couponOf(invoice.discounts),
    period_start: instant(line?.period.start ?? invoice.period_start),
    period_end: instant(line?.period.end ?? invoice.period_end),
    created_at: instant(invoice.created),
    paid_at: instantOrNone(invoice.status_transitions.paid_at),
    next_attempt_at: instantOrNone(invoice.next_payment_attempt),
    recurring_cents: recurringCents(line),
    payment_intent_id: paidIntent(invoice),
    needs_bank: needsBank,
  }
}

function couponOf([discount]: (string | Stripe.Discount | Stripe.DeletedDiscount)[]): string | null {
  return discount === undefined || typeof discount === 'string' ? null : idOf(discount.source.coupon)
}
