import type Stripe from 'stripe'
import { pendingOf } from '../src/billing/waiting-update.ts'
import { periodEnd } from '../src/calendar.ts'
import { share } from '../src/money.ts'
import { dueOf, scheduledKinds } from '../src/scheduler.ts'
import { ownerOf } from '../src/stripe-objects.ts'
import type { Shop } from './shop.ts'

type Stretch = { start: number; end: number; net: number; line: string; whole: number; isGivenUp: boolean }

/** Describes the money rules that a shop has broken. `automatic` has the ids of charges that the clock triggered. */
export function faultsOf(shop: Shop, automatic: ReadonlySet<string>): string[] {
  const faults: string[] = []
  const want = (holds: boolean, what: () => string) => void (holds || faults.push(what()))
  const { store } = shop
  for (const customer of store.all<Stripe.Customer>('customer')) {
    const invoices = store.by<Stripe.Invoice>('invoice', 'customer', customer.id)
    const charges = store.by<Stripe.Charge>('charge', 'customer', customer.id)
    const moves = store.by<Stripe.CustomerBalanceTransaction>('customer_balance_transaction', 'customer', customer.id)
    const paid = sum(invoices.map(({ amount_paid }) => amount_paid))
    const captured = sum(charges.map(({ amount_captured }) => amount_captured))
    want(paid === captured, () => `${customer.id}: invoices ${paid}, charges ${captured}`)
    let balance = 0
    for (const { amount, ending_balance } of moves) {
      balance += amount
      want(ending_balance === balance, () => `${customer.id}: a balance of ${ending_balance} for ${balance}`)
    }
    want(customer.balance === balance, () => `${customer.id}: balance ${customer.balance}, moves ${balance}`)
    for (const charge of charges) {
      const refunds = sum(store.by<Stripe.Refund>('refund', 'charge', charge.id).map(({ amount }) => amount))
      want(
        refunds === charge.amount_refunded && refunds <= charge.amount_captured,
        () => `${charge.id}: refunds ${refunds} of ${charge.amount_captured}`,
      )
      want(charge.refunded === (charge.paid && refunds === charge.amount_captured), () => `${charge.id}: refunded?`)
    }
    for (const invoice of invoices) faults.push(...invoiceFaults(shop, invoice))
  }
  for (const subscription of store.all<Stripe.Subscription>('subscription'))
    faults.push(...subscriptionFaults(shop, subscription, automatic))
  for (const kind of scheduledKinds)
    for (const row of store.all(kind)) {
      const due = dueOf(store, kind, row)
      want(!due || due.at > shop.now, () => `${row.id} was due at ${due?.at}, it is ${shop.now}`)
    }
  return faults
}

function invoiceFaults(shop: Shop, invoice: Stripe.Invoice): string[] {
  const faults: string[] = []
  const want = (holds: boolean, what: string) =>
    void (holds || faults.push(`${invoice.id} ${invoice.billing_reason}: ${what}`))
  const lines = invoice.lines.data
  const off = sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount))
  want(invoice.subtotal === sum(lines.map(({ amount }) => amount)), 'subtotal')
  want(off === sum(lines.flatMap(line => (line.discount_amounts ?? []).map(({ amount }) => amount))), 'discounts')
  want(invoice.total === invoice.subtotal - off, 'total')
  for (const line of lines) {
    const taken = sum((line.discount_amounts ?? []).map(({ amount }) => amount))
    want(Number.isInteger(line.amount), 'cents')
    want(taken >= 0 && taken <= Math.max(0, line.amount), 'a discount beyond its line')
  }
  want(
    invoice.amount_due >= 0 && invoice.amount_due === invoice.amount_paid + invoice.amount_remaining,
    'due = paid + remaining',
  )
  if (invoice.status === 'draft') return faults
  const { starting_balance: start, ending_balance: end, total, amount_due: due } = invoice
  want(end === total + start - due, 'ending balance')
  want(due === 0 ? (end ?? 0) < 400 : due >= 400 && end === 0, 'credit is used first, small sums wait')
  want(!(start < 0 && total >= 0) || (end ?? 0) >= start, 'credit grows on a debit')
  const paid = shop.store
    .by<Stripe.InvoicePayment>('invoice_payment', 'invoice', invoice.id)
    .filter(({ status }) => status === 'paid')
  want(sum(paid.map(({ amount_paid }) => amount_paid ?? 0)) === invoice.amount_paid, 'payments')
  want(paid.length <= 1, 'paid twice')
  return faults
}

function subscriptionFaults(shop: Shop, subscription: Stripe.Subscription, automatic: ReadonlySet<string>): string[] {
  const faults: string[] = []
  const want = (holds: boolean, what: string) =>
    void (holds || faults.push(`${subscription.id} ${subscription.status}: ${what}`))
  const invoices = shop.store.by<Stripe.Invoice>('invoice', 'parent.subscription_details.subscription', subscription.id)
  const pending = pendingOf(shop.store, subscription.id)?.invoice
  const stretches: Stretch[] = []
  for (const invoice of invoices) {
    const isUpdate = invoice.billing_reason === 'subscription_update'
    if (invoice.id === pending || (invoice.status === 'void' && isUpdate)) continue
    if (subscription.ended_at !== null)
      for (const payment of shop.store.by<Stripe.InvoicePayment>('invoice_payment', 'invoice', invoice.id))
        for (const charge of shop.store.by<Stripe.Charge>(
          'charge',
          'payment_intent',
          ownerOf(payment.payment.payment_intent),
        ))
          want(
            charge.created <= subscription.ended_at || !automatic.has(charge.id),
            `charged after its end: ${charge.id}`,
          )
    for (const line of invoice.lines.data) {
      const about = line.parent?.subscription_item_details
      const net = line.amount - sum((line.discount_amounts ?? []).map(({ amount }) => amount))
      const credited = about?.proration_details?.credited_items?.invoice_line_items[0]
      if (credited === undefined) {
        want(line.amount >= 0, `a charge below zero: ${line.id}`)
        const isTrial = line.amount === 0 && line.period.start === subscription.trial_start
        const end = isTrial ? Math.min(line.period.end, subscription.trial_end ?? line.period.end) : line.period.end
        stretches.push({
          ...line.period,
          end,
          net,
          line: line.id,
          whole: line.period.end - line.period.start,
          isGivenUp: false,
        })
        continue
      }
      const of = stretches.find(one => one.line === credited || one.line === about?.invoice_item)
      if (!of) {
        want(credited.startsWith('ii_'), `credit for a line that is not there: ${credited}`)
        continue
      }
      const credit = 0 - line.amount
      want(credit >= 0 && credit <= of.net, `credit ${credit} of ${of.net}`)
      want(credit === share(of.net, of.end - line.period.start, of.whole), `credit ${credit} is not by the second`)
      want(line.period.start >= of.start && line.period.end === of.end, 'credit for another time')
      want(!of.isGivenUp, 'credited twice')
      of.end = line.period.start
      of.isGivenUp = true
    }
  }
  if (
    invoices.some(({ lines }) =>
      lines.data.some(
        ({ parent }) => parent?.subscription_item_details?.proration_details?.credited_items?.invoice === '',
      ),
    )
  )
    return faults
  const time = stretches.filter(({ start, end }) => end > start).toSorted((one, other) => one.start - other.start)
  for (const [place, stretch] of time.entries()) {
    const before = time[place - 1]
    if (before)
      want(before.end === stretch.start, `${before.end < stretch.start ? 'a gap' : 'paid twice'} at ${stretch.start}`)
  }
  const [item] = subscription.items.data
  const isRunning = ['active', 'past_due', 'trialing', 'unpaid'].includes(subscription.status)
  const waiting = shop.store.by('_pending_line', 'subscription', subscription.id).length > 0
  if (isRunning && item && !waiting) {
    want(time[0]?.start === subscription.start_date, 'begins late')
    want(
      time.at(-1)?.end === item.current_period_end,
      `billed to ${time.at(-1)?.end}, runs to ${item.current_period_end}`,
    )
    const beat = item.price.recurring
    const isOnBeat =
      !beat || periodEnd(subscription.billing_cycle_anchor, beat, item.current_period_start) === item.current_period_end
    want(subscription.status === 'trialing' || isOnBeat, 'its period is not on the beat of its anchor')
    want(shop.now < item.current_period_end, 'runs past its period')
  }
  return faults
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
