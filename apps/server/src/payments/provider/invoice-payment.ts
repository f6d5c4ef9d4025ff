import Stripe from 'stripe'
import { answered, idOf } from './provider.ts'

/** The outcome of the one payment of an invoice. */
export type Payment =
  | { status: 'paid' }
  | { status: 'requires_action'; secret: string }
  | { status: 'refused'; error: Stripe.PaymentIntent.LastPaymentError | null }
  | { status: 'processing' }
  | { status: 'void' }

export async function paymentOf(stripe: Stripe, invoiceId: string): Promise<Payment> {
  const invoice = await answered(
    'invoice',
    stripe.invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] }),
  )
  if (invoice.status === 'paid') return { status: 'paid' }
  if (invoice.status === 'void' || invoice.status === 'uncollectible') return { status: 'void' }
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => payment.payment_intent)
  const id = idOf(intents.find(intent => intent !== undefined))
  if (id === null) return { status: 'refused', error: null }
  return judge(await answered('payment_intent', stripe.paymentIntents.retrieve(id)))
}

export function judge(intent: Stripe.PaymentIntent): Payment {
  if (intent.status === 'succeeded') return { status: 'paid' }
  if (intent.status === 'requires_action' && intent.client_secret !== null)
    return { status: 'requires_action', secret: intent.client_secret }
  if (intent.status === 'processing') return { status: 'processing' }
  if (intent.status === 'canceled') return { status: 'void' }
  return { status: 'refused', error: intent.last_payment_error }
}

/** Voids the invoice, so that nobody can pay it. Answers whether it had been paid already. */
export async function voidUnlessPaid(stripe: Stripe, invoiceId: string): Promise<'void' | 'paid'> {
  const { status } = await answered(
    'invoice',
    stripe.invoices.voidInvoice(invoiceId).catch(async error => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return await stripe.invoices.retrieve(invoiceId)
      throw error
    }),
  )
  return status === 'paid' ? 'paid' : 'void'
}
