import type Stripe from 'stripe'
import { isInvalid } from './errors.ts'
import { answered, idOf, type Once } from './provider.ts'

/** The outcome of the one payment of an invoice. `code`: why it was declined, null when it was not tried. */
export type Payment =
  | { status: 'paid' }
  | { status: 'requires_action'; secret: string }
  | { status: 'refused'; code: string | null }
  | { status: 'processing' }
  | { status: 'void' }

export async function paymentOf(stripe: Stripe, invoiceId: string): Promise<Payment> {
  const invoice = await answered(
    'invoice',
    stripe.invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] }),
  )
  if (invoice.status === 'paid') return { status: 'paid' }
  if (invoice.status === 'void' || invoice.status === 'uncollectible') return { status: 'void' }
  const id = intentOf(invoice.payments?.data ?? [])
  if (id === null) return { status: 'refused', code: null }
  return judge(await answered('payment_intent', stripe.paymentIntents.retrieve(id)))
}

const intentOf = (payments: readonly Stripe.InvoicePayment[]) =>
  idOf(payments.map(({ payment }) => payment.payment_intent).find(intent => intent !== undefined))

function judge(intent: Stripe.PaymentIntent): Payment {
  if (intent.status === 'succeeded') return { status: 'paid' }
  if (intent.status === 'requires_action' && intent.client_secret !== null)
    return { status: 'requires_action', secret: intent.client_secret }
  if (intent.status === 'processing') return { status: 'processing' }
  if (intent.status === 'canceled') return { status: 'void' }
  return { status: 'refused', code: declineCodeOf(intent.last_payment_error) }
}

/** Null when there is no error. */
export const declineCodeOf = (error: { code?: string; decline_code?: string } | null): string | null =>
  error && (error.decline_code ?? error.code ?? 'card_declined')

/** The payment intent by which an invoice is paid. Throws when there is none. */
export async function intentToPay(stripe: Stripe, invoice: string): Promise<string> {
  const { data } = await answered('list', stripe.invoicePayments.list({ invoice, limit: 10 }))
  const intent = intentOf(data)
  if (intent === null) throw new Error(`invoice ${invoice} has no payment intent`)
  return intent
}

/** Charges the card, with the person at hand. */
export async function confirmPayment(
  stripe: Stripe,
  { intent, card, returnUrl }: { intent: string; card: string; returnUrl: string },
  once?: Once,
): Promise<Payment> {
  const request = { payment_method: card, return_url: returnUrl, off_session: false }
  return judge(await answered('payment_intent', stripe.paymentIntents.confirm(intent, request, once)))
}

/** Asks anew, with the card on file, where the bank refused once or could not ask while the person was away. */
export async function askBankAgain(stripe: Stripe, intentId: string, returnUrl: string): Promise<Payment> {
  const intent = await answered('payment_intent', stripe.paymentIntents.retrieve(intentId))
  const card = idOf(intent.last_payment_error?.payment_method)
  if (intent.status !== 'requires_payment_method' || card === null) return judge(intent)
  return await confirmPayment(stripe, { intent: intentId, card, returnUrl })
}

/** The customer id of a payment, if it is a customer's. */
export async function customerOfPayment(stripe: Stripe, intentId: string): Promise<string | null> {
  return idOf((await answered('payment_intent', stripe.paymentIntents.retrieve(intentId))).customer)
}

/** `isForChange`: the invoice of a change of the subscription. */
export type OpenInvoice = { id: string; isForChange: boolean }

export async function openInvoices(
  stripe: Stripe,
  of: { customer: string } | { subscription: string },
): Promise<OpenInvoice[]> {
  const { data } = await answered('list', stripe.invoices.list({ ...of, status: 'open', limit: 100 }))
  return data.map(({ id, billing_reason }) => ({ id, isForChange: billing_reason === 'subscription_update' }))
}

/** Pays with the card on file. */
export async function payInvoice(stripe: Stripe, id: string, once: Once): Promise<void> {
  await stripe.invoices.pay(id, {}, once)
}

/** Voids the invoice, so that nobody can pay it. Answers whether it had been paid already. */
export async function voidUnlessPaid(stripe: Stripe, invoiceId: string): Promise<'void' | 'paid'> {
  const { status } = await answered(
    'invoice',
    stripe.invoices.voidInvoice(invoiceId).catch(async error => {
      if (isInvalid(error)) return await stripe.invoices.retrieve(invoiceId)
      throw error
    }),
  )
  return status === 'paid' ? 'paid' : 'void'
}

/** The address of the invoice's PDF, which the provider makes anew each time; null when there is none. */
export async function invoicePdf(stripe: Stripe, id: string): Promise<string | null> {
  return (await answered('invoice', stripe.invoices.retrieve(id))).invoice_pdf ?? null
}
