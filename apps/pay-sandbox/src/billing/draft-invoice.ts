import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { settingsOf } from '../settings.ts'
import type { Row, Store } from '../store.ts'
import { idOf, listOf, ownerOf } from '../stripe-objects.ts'
import { discountAmounts } from './discounts.ts'
import { type DraftLine, written } from './lines.ts'

export type Bill = {
  customer: Stripe.Customer
  /** The subscription's id. The preview of a new subscription has one too. */
  subscription: string
  metadata: Stripe.Metadata
  defaultPaymentMethod: string | null
  currency: string
  lines: readonly DraftLine[]
  /** The discounts that apply when the invoice is created. */
  discounts: readonly Stripe.Discount[]
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'
  /** The time at which the invoice is created. */
  at: number
  period: { start: number; end: number }
  prorationDate?: number | undefined
}

/** An invoice line that results from a change and waits for the next invoice. */
export type PendingLine = Row & { subscription: string; line: DraftLine }

export const pendingLines = (store: Store, subscription: string): readonly PendingLine[] =>
  store.by<PendingLine>('_pending_line', 'subscription', subscription)

/**
 * Computes an invoice for both previews and charges, so that they match to the cent. Saves nothing, and uses the
 * customer's current balance.
 */
export function draftInvoice(store: Store, bill: Bill): Stripe.Invoice {
  const { customer, currency, subscription } = bill
  const id = newId(bill.reason === 'upcoming' ? 'upcoming_in_' : 'in_')
  const { discounts } = bill
  const sold = bill.lines.map(({ amount, discountable, price }) => ({
    amount,
    discountable,
    product: ownerOf(price.product),
  }))
  const taken = discountAmounts(store, discounts, sold)
  const lines = bill.lines.map((line, place) =>
    written(line, taken[place] ?? [], { invoice: id, subscription, currency }),
  )
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const off = discounts.map(discount => ({
    amount: taken.flat().reduce((sum, one) => (one.discount === discount.id ? sum + one.amount : sum), 0),
    discount: discount.id,
  }))
  const total = off.reduce((sum, { amount }) => sum - amount, subtotal)
  const { accountCountry, accountName } = settingsOf(store)
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    account_country: accountCountry,
    account_name: accountName,
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: bill.reason,
    collection_method: 'charge_automatically',
    created: bill.at,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: bill.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map(discount => discount.id),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: customer.invoice_settings.footer,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: bill.metadata,
        subscription,
        ...(bill.prorationDate !== undefined && { subscription_proration_date: bill.prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: bill.period.end,
    period_start: bill.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: idOf(customer.test_clock),
    total,
    total_discount_amounts: off,
    total_excluding_tax: total,
    total_pretax_credit_amounts: off.map(one => ({ ...one, type: 'discount' })),
    total_taxes: [],
    webhooks_delivered_at: null,
  }
  return { ...invoice, ...dueOf(invoice, customer.balance, settingsOf(store).minimumCharge) }
}

/**
 * The amount due after the balance is applied. Credit is used first. An amount below the card minimum is added to the
 * next invoice.
 */
export function dueOf(
  { total }: Pick<Stripe.Invoice, 'total'>,
  balance: number,
  minimumCharge: number,
): { amount_due: number; amount_remaining: number; starting_balance: number } {
  const rest = total + balance
  const due = rest < minimumCharge ? 0 : rest
  return { amount_due: due, amount_remaining: due, starting_balance: balance }
}

/** The balance after an invoice: what was not due remains as credit or debt. */
export const endingBalance = ({ total, starting_balance, amount_due }: Stripe.Invoice): number =>
  total + starting_balance - amount_due

export function subscriptionOf(invoice: Stripe.Invoice): string {
  return ownerOf(invoice.parent?.subscription_details?.subscription)
}
