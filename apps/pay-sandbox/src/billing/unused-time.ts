import type Stripe from 'stripe'
import { refused } from '../errors.ts'
import { share } from '../money.ts'
import type { Store } from '../store.ts'
import { idOf } from '../stripe-objects.ts'
import { pendingLines } from './draft-invoice.ts'
import { pendingOf } from './waiting-update.ts'

/** The amount for an item's running period, already billed or waiting for the next invoice. */
type PaidTime = {
  /** In cents, after discounts. */
  amount: number
  period: { start: number; end: number }
  credited: { invoice: string; line: string }
}

/**
 * The amount billed for an item's running period, and the part of it for the time after `at`. A change at `at` credits
 * that part. Undefined if nothing was billed for the time, or if the invoice is uncollectible. Void invoices do not
 * count.
 */
export function unusedOf(
  store: Store,
  subscription: Stripe.Subscription,
  item: string,
  at: number,
): (PaidTime & { unused: number }) | undefined {
  const paid = paidTime(store, subscription, item, at)
  if (!paid) return undefined
  const { amount, period } = paid
  return { ...paid, unused: share(amount, Math.max(0, period.end - at), period.end - period.start) }
}

/**
 * Finds what billed the item last: a pending line, otherwise the newest invoice line, ignoring void invoices and the
 * invoice of a pending change. Earlier lines are ignored, because the newest invoice has credited them.
 */
function paidTime(store: Store, subscription: Stripe.Subscription, item: string, at: number): PaidTime | undefined {
  const promised = pendingLines(store, subscription.id).findLast(({ line }) => line.item === item && !line.credited)
  if (promised) {
    const { line, id } = promised
    refuseBefore(line.period.start, at)
    return { amount: line.amount, period: line.period, credited: { invoice: '', line: id } }
  }
  const invoices = store.by<Stripe.Invoice>('invoice', 'parent.subscription_details.subscription', subscription.id)
  const pending = pendingOf(store, subscription.id)?.invoice
  for (let place = invoices.length - 1; place >= 0; place--) {
    const invoice = invoices[place] as Stripe.Invoice
    if (invoice.status === 'void' || invoice.id === pending) continue
    const line = invoice.lines.data.findLast(one => isTimeOf(one, item))
    if (!line) continue
    refuseBefore(line.period.start, at)
    if (invoice.status === 'uncollectible' || at >= line.period.end) return undefined
    const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    return { amount: line.amount - off, period: line.period, credited: { invoice: invoice.id, line: line.id } }
  }
  return undefined
}

function isTimeOf(line: Stripe.InvoiceLineItem, item: string): boolean {
  const about = line.parent?.subscription_item_details
  return (
    about?.subscription_item === item && about.proration_details?.credited_items == null && !!idOf(line.subscription)
  )
}

function refuseBefore(start: number, at: number): void {
  if (at < start)
    throw refused('The proration date must not lie before the last change of the subscription.', {
      param: 'proration_date',
    })
}
