import type { BillingContext } from '../billing-context.ts'
import { codeOf, isRefused } from '../provider/errors.ts'
import { openInvoices, payInvoice } from '../provider/invoice-payment.ts'
import { listSubscriptions } from '../provider/subscriptions.ts'
import { type Operation, onceAs } from './operation.ts'

/**
 * Tries once to pay each open invoice of a failed renewal with the card on file. If the card is declined again, the
 * invoice stays open: the payment provider retries it, and the user sees that it is past due.
 */
export async function payOutstanding({ stripe, log, crashAt }: BillingContext, op: Operation): Promise<void> {
  for (const { id: subscription, status } of await listSubscriptions(stripe, op.ids.customer!)) {
    if (status !== 'past_due' && status !== 'unpaid') continue
    for (const { id, isForChange } of await openInvoices(stripe, { subscription })) {
      if (isForChange) continue
      try {
        await payInvoice(stripe, id, onceAs(op, `pay ${id}`))
        await crashAt(`${op.kind}: outstanding paid`)
      } catch (error) {
        if (!isRefused(error)) throw error
        log.warn({ invoiceId: id, code: codeOf(error) }, 'an open invoice could not be paid with the new card')
      }
    }
  }
}
