import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { tell } from '../events.ts'
import { base62, newId } from '../ids.ts'
import { moveBalance } from '../objects/balance.ts'
import { add, revise } from '../revise.ts'
import { settingsOf } from '../settings.ts'
import { idOf, kept, ownerOf } from '../things.ts'
import { timeOf } from '../time.ts'
import { dueOf, endingBalance, pendingLines, subscriptionOf } from './draft-invoice.ts'
import { cancelIntent, newIntent } from './intents.ts'

/** Keeps a draft, with the lines that waited for it. */
export function keepDraft(books: Books, draft: Stripe.Invoice): Stripe.Invoice {
  for (const { id } of pendingLines(books, subscriptionOf(draft))) books.remove('_pending_line', id)
  return add(books, draft, 'invoice.created')
}

/**
 * A draft becomes what the customer owes: it gets its number, uses the balance, and, when something is left to pay, a
 * payment intent; with nothing left it is paid.
 */
export function finalize(books: Books, draft: Stripe.Invoice, future: 'off_session' | null): Stripe.Invoice {
  const customer = kept(books, 'customer', ownerOf(draft.customer))
  const { origin, minimumCharge } = settingsOf(books)
  const at = timeOf(books, draft)
  const sequence = customer.next_invoice_sequence ?? 1
  books.put('customer', { ...customer, next_invoice_sequence: sequence + 1, currency: draft.currency })
  const due = { ...draft, ...dueOf(draft, customer.balance, minimumCharge) }
  const ending = endingBalance(due)
  if (ending !== customer.balance)
    moveBalance(books, customer.id, ending - customer.balance, {
      type: ending > 0 ? 'invoice_too_small' : 'applied_to_invoice',
      currency: draft.currency,
      invoice: draft.id,
    })
  const address = `${origin}/_sandbox/invoices/${draft.id}/pdf?key=${base62(24)}`
  const open = {
    ...due,
    status: 'open',
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    ending_balance: ending,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    effective_at: at,
    hosted_invoice_url: address,
    invoice_pdf: address,
    status_transitions: { ...due.status_transitions, finalized_at: at },
  } satisfies Stripe.Invoice
  add(books, open, 'invoice.finalized')
  if (open.amount_due === 0) return markPaid(books, open)
  openPayment(books, open, future)
  return kept(books, 'invoice', open.id)
}

/** The default payment of an open invoice; a new one when the last was canceled. */
export function paymentOf(books: Books, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const payment = paymentsOf(books, invoice.id).findLast(({ status }) => status !== 'canceled')
  if (!payment) return openPayment(books, invoice, 'off_session')
  return kept(books, 'payment_intent', ownerOf(payment.payment.payment_intent))
}

export const paymentsOf = (books: Books, invoice: string): readonly Stripe.InvoicePayment[] =>
  books.by<Stripe.InvoicePayment>('invoice_payment', 'invoice', invoice)

/** The invoice that an intent pays. */
export function invoicePaidBy(
  books: Books,
  intent: string,
): { invoice: Stripe.Invoice; payment: Stripe.InvoicePayment } {
  const [payment] = books.by<Stripe.InvoicePayment>('invoice_payment', 'payment.payment_intent', intent)
  if (!payment) throw new Error(`no invoice for ${intent}`)
  return { payment, invoice: kept(books, 'invoice', ownerOf(payment.invoice)) }
}

/** The card that an invoice is charged to by itself: the invoice's, the subscription's, the customer's. */
export function methodFor(books: Books, invoice: Stripe.Invoice): string | undefined {
  const subscription = kept(books, 'subscription', subscriptionOf(invoice))
  const customer = kept(books, 'customer', ownerOf(invoice.customer))
  return (
    idOf(invoice.default_payment_method) ??
    idOf(subscription.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method) ??
    undefined
  )
}

export function markPaid(books: Books, invoice: Stripe.Invoice, isAutomatic = false): Stripe.Invoice {
  const at = timeOf(books, invoice)
  const payment = paymentsOf(books, invoice.id).findLast(({ status }) => status === 'open')
  if (payment) {
    const transitions = { ...payment.status_transitions, paid_at: at }
    add(
      books,
      { ...payment, status: 'paid', amount_paid: invoice.amount_due, status_transitions: transitions },
      'invoice_payment.paid',
    )
  }
  const paid = revise(books, invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: payment ? attemptsOf(invoice, isAutomatic) : 0,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  })
  tell(books, 'invoice.paid', paid)
  tell(books, 'invoice.payment_succeeded', paid)
  delinquency(books, ownerOf(invoice.customer))
  return paid
}

/** Any first try counts, and after it those of the retry schedule. */
export const attemptsOf = ({ attempt_count: before }: Stripe.Invoice, isAutomatic: boolean): number =>
  isAutomatic ? before + 1 : Math.max(1, before)

/** A void invoice is as if it had never been: the balance it used is given back, its payment canceled. */
export function voidInvoice(books: Books, invoice: Stripe.Invoice): Stripe.Invoice {
  const at = timeOf(books, invoice)
  const used = usedBalance(invoice)
  const voided = revise(books, invoice, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: at },
  })
  if (used !== 0)
    moveBalance(books, ownerOf(invoice.customer), used, {
      type: 'unapplied_from_invoice',
      currency: invoice.currency,
      invoice: invoice.id,
    })
  cancelPayments(books, invoice.id, 'void_invoice')
  tell(books, 'invoice.voided', voided)
  delinquency(books, ownerOf(invoice.customer))
  return voided
}

/** What an invoice took from the balance, as it would be given back. */
export const usedBalance = ({ starting_balance: start, ending_balance: end }: Stripe.Invoice): number =>
  start - (end ?? start)

export function cancelPayments(
  books: Books,
  invoice: string,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  for (const payment of paymentsOf(books, invoice)) {
    if (payment.status !== 'open') continue
    const intent = kept(books, 'payment_intent', ownerOf(payment.payment.payment_intent))
    const canceled = cancelIntent(books, intent, reason)
    const transitions = { ...payment.status_transitions, canceled_at: canceled.canceled_at }
    books.put('invoice_payment', { ...payment, status: 'canceled', status_transitions: transitions })
  }
}

/** A customer is delinquent while an invoice that was tried is open. */
export function delinquency(books: Books, customerId: string): void {
  const customer = books.find<Stripe.Customer>('customer', customerId)
  if (!customer) return
  const delinquent = books
    .by<Stripe.Invoice>('invoice', 'customer', customerId)
    .some(
      ({ status, attempted, billing_reason }) =>
        status === 'open' && attempted && billing_reason === 'subscription_cycle',
    )
  if (delinquent !== customer.delinquent) revise(books, customer, { delinquent }, 'customer.updated')
}

function openPayment(books: Books, invoice: Stripe.Invoice, future: 'off_session' | null): Stripe.PaymentIntent {
  const intent = newIntent(books, invoice, methodFor(books, invoice), future)
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay_'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: timeOf(books, invoice),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  add(books, payment)
  return intent
}
