import type Stripe from 'stripe'
import { tell } from '../events.ts'
import { base62, newId } from '../ids.ts'
import { moveBalance } from '../objects/balance.ts'
import { settingsOf } from '../settings.ts'
import type { Store } from '../store.ts'
import { get, idOf, ownerOf } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'
import { dueOf, endingBalance, pendingLines, subscriptionOf } from './draft-invoice.ts'
import { cancelIntent, newIntent } from './intents.ts'

/** Saves a draft. The pending lines that it contains are no longer pending. */
export function keepDraft(store: Store, draft: Stripe.Invoice): Stripe.Invoice {
  for (const { id } of pendingLines(store, subscriptionOf(draft))) store.remove('_pending_line', id)
  return add(store, draft, 'invoice.created')
}

/**
 * Finalizes a draft: the invoice gets its number and uses the balance. If something is left to pay, it gets a payment
 * intent; otherwise it is paid.
 */
export function finalize(store: Store, draft: Stripe.Invoice, future: 'off_session' | null): Stripe.Invoice {
  const customer = get(store, 'customer', ownerOf(draft.customer))
  const { origin, minimumCharge } = settingsOf(store)
  const at = timeOf(store, draft)
  const sequence = customer.next_invoice_sequence ?? 1
  store.put('customer', { ...customer, next_invoice_sequence: sequence + 1, currency: draft.currency })
  const due = { ...draft, ...dueOf(draft, customer.balance, minimumCharge) }
  const ending = endingBalance(due)
  if (ending !== customer.balance)
    moveBalance(store, customer.id, ending - customer.balance, {
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
  add(store, open, 'invoice.finalized')
  if (open.amount_due === 0) return markPaid(store, open)
  openPayment(store, open, future)
  return get(store, 'invoice', open.id)
}

/** Updates the URLs of invoices after the sandbox's port or host name has changed. */
export function moveAddresses(store: Store): void {
  const { origin } = settingsOf(store)
  for (const invoice of store.all<Stripe.Invoice>('invoice')) {
    if (!invoice.invoice_pdf || new URL(invoice.invoice_pdf).origin === origin) continue
    const { pathname, search } = new URL(invoice.invoice_pdf)
    const address = origin + pathname + search
    store.put('invoice', { ...invoice, hosted_invoice_url: address, invoice_pdf: address })
  }
}

/** The payment intent of an open invoice. Creates a new one if the last was cancelled. */
export function paymentOf(store: Store, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const payment = paymentsOf(store, invoice.id).findLast(({ status }) => status !== 'canceled')
  if (!payment) return openPayment(store, invoice, 'off_session')
  return get(store, 'payment_intent', ownerOf(payment.payment.payment_intent))
}

export const paymentsOf = (store: Store, invoice: string): readonly Stripe.InvoicePayment[] =>
  store.by<Stripe.InvoicePayment>('invoice_payment', 'invoice', invoice)

export function invoicePaidBy(
  store: Store,
  intent: string,
): { invoice: Stripe.Invoice; payment: Stripe.InvoicePayment } {
  const [payment] = store.by<Stripe.InvoicePayment>('invoice_payment', 'payment.payment_intent', intent)
  if (!payment) throw new Error(`no invoice for ${intent}`)
  return { payment, invoice: get(store, 'invoice', ownerOf(payment.invoice)) }
}

/**
 * The card that an invoice is charged to automatically: the default of the invoice, else of the subscription, else of
 * the customer.
 */
export function methodFor(store: Store, invoice: Stripe.Invoice): string | undefined {
  const subscription = get(store, 'subscription', subscriptionOf(invoice))
  const customer = get(store, 'customer', ownerOf(invoice.customer))
  return (
    idOf(invoice.default_payment_method) ??
    idOf(subscription.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method) ??
    undefined
  )
}

export function markPaid(store: Store, invoice: Stripe.Invoice, isAutomatic = false): Stripe.Invoice {
  const at = timeOf(store, invoice)
  const payment = paymentsOf(store, invoice.id).findLast(({ status }) => status === 'open')
  if (payment) {
    const transitions = { ...payment.status_transitions, paid_at: at }
    add(
      store,
      { ...payment, status: 'paid', amount_paid: invoice.amount_due, status_transitions: transitions },
      'invoice_payment.paid',
    )
  }
  const paid = update(store, invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: payment ? attemptsOf(invoice, isAutomatic) : 0,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  })
  tell(store, 'invoice.paid', paid)
  tell(store, 'invoice.payment_succeeded', paid)
  delinquency(store, ownerOf(invoice.customer))
  return paid
}

/**
 * The new number of attempts. The first attempt always counts; later ones count only if the retry schedule made them.
 */
export const attemptsOf = ({ attempt_count: before }: Stripe.Invoice, isAutomatic: boolean): number =>
  isAutomatic ? before + 1 : Math.max(1, before)

/** Voids an invoice, restores the balance that it used, and cancels its payments. */
export function voidInvoice(store: Store, invoice: Stripe.Invoice): Stripe.Invoice {
  const at = timeOf(store, invoice)
  const used = usedBalance(invoice)
  const voided = update(store, invoice, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: at },
  })
  if (used !== 0)
    moveBalance(store, ownerOf(invoice.customer), used, {
      type: 'unapplied_from_invoice',
      currency: invoice.currency,
      invoice: invoice.id,
    })
  cancelPayments(store, invoice.id, 'void_invoice')
  tell(store, 'invoice.voided', voided)
  delinquency(store, ownerOf(invoice.customer))
  return voided
}

/** The amount that an invoice took from the balance. Adding it restores the balance. */
export const usedBalance = ({ starting_balance: start, ending_balance: end }: Stripe.Invoice): number =>
  start - (end ?? start)

function cancelPayments(store: Store, invoice: string, reason: Stripe.PaymentIntent.CancellationReason | null): void {
  for (const payment of paymentsOf(store, invoice)) {
    if (payment.status !== 'open') continue
    const intent = get(store, 'payment_intent', ownerOf(payment.payment.payment_intent))
    const canceled = cancelIntent(store, intent, reason)
    const transitions = { ...payment.status_transitions, canceled_at: canceled.canceled_at }
    store.put('invoice_payment', { ...payment, status: 'canceled', status_transitions: transitions })
  }
}

/**
 * Marks a customer as delinquent if the payment of an open renewal invoice has failed, and otherwise as not delinquent.
 */
export function delinquency(store: Store, customerId: string): void {
  const customer = store.find<Stripe.Customer>('customer', customerId)
  if (!customer) return
  const delinquent = store
    .by<Stripe.Invoice>('invoice', 'customer', customerId)
    .some(
      ({ status, attempted, billing_reason }) =>
        status === 'open' && attempted && billing_reason === 'subscription_cycle',
    )
  if (delinquent !== customer.delinquent) update(store, customer, { delinquent }, 'customer.updated')
}

function openPayment(store: Store, invoice: Stripe.Invoice, future: 'off_session' | null): Stripe.PaymentIntent {
  const intent = newIntent(store, invoice, methodFor(store, invoice), future)
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay_'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: timeOf(store, invoice),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  add(store, payment)
  return intent
}
