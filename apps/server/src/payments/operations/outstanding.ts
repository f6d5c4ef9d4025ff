import Stripe from 'stripe'
import type { BillingContext } from '../billing-context.ts'
import { answered } from '../provider/provider.ts'
import { type Operation, onceAs } from './operation.ts'

/**
 * Pays the open invoices of subscriptions whose renewal failed, each once, with the card on file. An invoice whose card
 * is declined again stays open: the payment provider retries, and the person sees that it is past due.
 */
export async function payOutstanding({ stripe, log, crashAt }: BillingContext, op: Operation): Promise<void> {
  const { customer } = op.ids
  const subscriptions = await answered('list', stripe.subscriptions.list({ customer: customer!, limit: 100 }))
  for (const { id, status } of subscriptions.data) {
    if (status !== 'past_due' && status !== 'unpaid') continue
    const open = await answered('list', stripe.invoices.list({ subscription: id, status: 'open', limit: 10 }))
    for (const invoice of open.data) {
      if (invoice.billing_reason === 'subscription_update') continue
      try {
        await stripe.invoices.pay(invoice.id, {}, onceAs(op, `pay ${invoice.id}`))
        await crashAt(`${op.kind}: outstanding paid`)
      } catch (error) {
        const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
        if (!(error instanceof StripeCardError || error instanceof StripeInvalidRequestError)) throw error
        log.warn({ invoiceId: invoice.id, code: error.code }, 'an open invoice could not be paid with the new card')
      }
    }
  }
}
