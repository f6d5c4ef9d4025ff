import type Stripe from 'stripe'
import { answered, idOf } from './provider.ts'

/** The price of a subscription line after coupons, in cents. Credit for unused time is on a separate line. */
export function recurringCents(line: Stripe.InvoiceLineItem | null): number {
  if (!line) return 0
  return line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/** For each invoice, by its id, the cents that later, paid invoices credited for its unused time. */
export function creditedBy(invoices: readonly Stripe.Invoice[]): Map<string, number> {
  const credited = new Map<string, number>()
  for (const { status, lines } of invoices) {
    if (status !== 'paid') continue
    for (const { amount, parent } of lines.data) {
      const of = parent?.subscription_item_details?.proration_details?.credited_items
      if (of) credited.set(of.invoice, (credited.get(of.invoice) ?? 0) - amount)
    }
  }
  return credited
}

/** The payment intent that paid, or is to pay, an invoice. `payments` must be expanded. */
export function paidIntent({ payments }: Stripe.Invoice): string | null {
  const all = payments?.data ?? []
  const counting = all.find(({ status }) => status === 'paid') ?? all.find(({ status }) => status === 'open')
  return idOf(counting?.payment.payment_intent)
}

const waitsForPerson = ['authentication_required', 'payment_intent_authentication_failure']

/** Whether a failed renewal waits for the user to confirm it with the bank. */
export async function needsBank(stripe: Stripe, invoice: Stripe.Invoice): Promise<boolean> {
  if (invoice.status !== 'open' || invoice.billing_reason !== 'subscription_cycle') return false
  const id = paidIntent(invoice)
  if (id === null) return false
  const { status, last_payment_error } = await answered('payment_intent', stripe.paymentIntents.retrieve(id))
  return (
    status === 'requires_action' ||
    (status === 'requires_payment_method' && waitsForPerson.includes(last_payment_error?.code ?? ''))
  )
}
