import type Stripe from 'stripe'
import { lastingCoupon } from './coupon-terms.ts'
import { customerWithCard } from './customers.ts'
import { type Dispute, disputesOf } from './disputes.ts'
import { creditedBy, needsBank, paidIntent } from './invoice-facts.ts'
import { priceWith } from './previews.ts'
import type { Prices } from './prices.ts'
import { answered, idOf } from './provider.ts'
import { type Refund, refundsOf } from './refunds.ts'
import { customerRow, invoiceRow, type ReadInvoice, type ReadSubscription, subscriptionRow } from './rows.ts'
import { subscriptionOf } from './subscriptions.ts'

/**
 * `recent`: the newest hundred invoices. `charges`: also the charges of the paid invoices among them, for refunds and
 * disputes. `whole`: all invoices with their charges.
 */
export type Scope = 'recent' | 'charges' | 'whole'

/** Our row for a subscription, and the facts that are not in the row. */
type SubscriptionCopy = {
  row: ReturnType<typeof subscriptionRow>
  schedule: string | null
  endsAtPeriodEnd: boolean
}
/** `paidUntil`: ms since the epoch; 0 if the invoice does not pay for a period. */
type InvoiceCopy = { row: ReturnType<typeof invoiceRow> & Partial<ChargeFacts>; paidUntil: number }

/** A customer as our tables store it. */
export type CustomerCopy = {
  customer: ReturnType<typeof customerRow>
  subscriptions: SubscriptionCopy[]
  invoices: InvoiceCopy[]
  /** Refunds and disputes by invoice, for the invoices whose charges were read. */
  refunds: Map<string, Refund[]>
  disputes: Map<string, Dispute[]>
  /** Coupons' display names, by id. */
  coupons: Map<string, string>
}

type ChargeFacts = { refunded_cents: number; disputed: boolean; dispute_lost: boolean }
type ReadCharge = { facts: ChargeFacts; disputes: Dispute[] }

const mostInvoices = 1_000

type Source = { stripe: Stripe; prices: Prices }

/** Everything about a customer at the payment provider that our tables store. */
export async function readCustomer(from: Source, customerId: string, scope: Scope): Promise<CustomerCopy> {
  const { stripe } = from
  const customer = await customerWithCard(stripe, customerId)
  const subscriptions: ReadSubscription[] = []
  const all = stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: ['data.schedule', 'data.discounts.source.coupon', 'data.discounts.promotion_code'],
  })
  for (const subscription of (await answered('list', all)).data) {
    const read = await readSubscription(from, customerId, subscription)
    if (read) subscriptions.push(read)
  }
  const invoices: ReadInvoice[] = []
  const expand = ['data.discounts.source.coupon', 'data.discounts.promotion_code', 'data.payments']
  const list = stripe.invoices.list({ customer: customerId, limit: 100, expand })
  if (scope === 'whole') {
    for (const invoice of await list.autoPagingToArray({ limit: mostInvoices }))
      invoices.push(await readInvoice(from, invoice))
  } else {
    for (const invoice of (await answered('list', list)).data) invoices.push(await readInvoice(from, invoice))
  }
  const charges = new Map<string, ReadCharge>()
  if (scope !== 'recent') {
    for (const { invoice } of invoices)
      if (invoice.status === 'paid' && invoice.amount_paid > 0)
        charges.set(invoice.id, await readCharge(stripe, invoice))
  }
  const credited = creditedBy(invoices.map(({ invoice }) => invoice))
  const discounts = [...subscriptions.map(read => read.subscription), ...invoices.map(read => read.invoice)]
  return {
    customer: customerRow(customer),
    subscriptions: subscriptions.map(read => ({
      row: subscriptionRow(read),
      schedule: idOf(read.subscription.schedule),
      endsAtPeriodEnd: read.subscription.cancel_at_period_end,
    })),
    invoices: invoices.map(read => ({
      row: {
        ...invoiceRow(read),
        ...charges.get(read.invoice.id)?.facts,
        credited_cents: credited.get(read.invoice.id) ?? 0,
      },
      paidUntil: (read.line?.period.end ?? 0) * 1_000,
    })),
    refunds: await readRefunds(stripe, invoices, charges),
    disputes: new Map([...charges].map(([invoice, { disputes }]) => [invoice, disputes])),
    coupons: new Map(discounts.flatMap(of => namesOf(of.discounts))),
  }
}

/** The refunds of each invoice whose charge was read. */
async function readRefunds(stripe: Stripe, invoices: readonly ReadInvoice[], charges: Map<string, ReadCharge>) {
  const refunds: CustomerCopy['refunds'] = new Map()
  for (const { invoice } of invoices) {
    const charge = charges.get(invoice.id)
    const intent = paidIntent(invoice)
    if (!charge || intent === null) continue
    refunds.set(invoice.id, charge.facts.refunded_cents === 0 ? [] : await refundsOf(stripe, intent))
  }
  return refunds
}

/** The coupons' ids and display names. Source and promotion code of the discounts must be expanded. */
function namesOf(discounts: (string | Stripe.Discount | Stripe.DeletedDiscount)[]): [string, string][] {
  return discounts.flatMap(discount => {
    if (typeof discount === 'string') return []
    const { coupon } = discount.source
    if (coupon === null || typeof coupon === 'string') return []
    const code = discount.promotion_code
    const name = coupon.name ?? (code === null || typeof code === 'string' ? null : code.code)
    return name === null ? [] : [[coupon.id, name] as [string, string]]
  })
}

async function readSubscription(
  from: Source,
  customerId: string,
  subscription: Stripe.Subscription,
): Promise<ReadSubscription | null> {
  const item = subscription.items.data[0]
  const plan = item ? await from.prices.planOf(item.price.id) : null
  if (!item || !plan) return null
  const { futurePrice, discounts } = subscriptionOf(subscription)
  const future = futurePrice === null || futurePrice === item.price.id ? null : await from.prices.planOf(futurePrice)
  const price = future
    ? await from.prices.read(futurePrice!)
    : { id: item.price.id, cents: item.price.unit_amount ?? 0 }
  const coupon = lastingCoupon(discounts, new Date(item.current_period_end * 1_000))
  const nextCents = coupon ? await priceWith(from.stripe, customerId, price.id, coupon) : price.cents
  return { subscription, plan, future, nextCents }
}

async function readInvoice({ prices, stripe }: Source, invoice: Stripe.Invoice): Promise<ReadInvoice> {
  const lines = invoice.lines.data.filter(isService)
  const line = lines.reduce<Stripe.InvoiceLineItem | null>(
    (last, next) => (last && last.period.end >= next.period.end ? last : next),
    null,
  )
  const price = idOf(line?.pricing?.price_details?.price)
  return {
    invoice,
    line,
    plan: price === null ? null : await prices.planOf(price),
    needsBank: await needsBank(stripe, invoice),
  }
}

/** Whether the line pays for a period, rather than crediting unused time. */
function isService({ amount, parent }: Stripe.InvoiceLineItem): boolean {
  const item = parent?.subscription_item_details
  return amount >= 0 && item !== null && item !== undefined && !item.proration_details?.credited_items
}

async function readCharge(stripe: Stripe, invoice: Stripe.Invoice): Promise<ReadCharge> {
  const payments = stripe.invoicePayments.list({
    invoice: invoice.id,
    limit: 10,
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  let refunded = 0
  const disputes: Dispute[] = []
  for (const { payment } of (await answered('list', payments)).data) {
    const intent = payment.payment_intent
    const charge = intent === undefined || typeof intent === 'string' ? null : intent.latest_charge
    if (charge === null || typeof charge === 'string') continue
    refunded += charge.amount_refunded
    if (charge.disputed) disputes.push(...(await disputesOf(stripe, charge.id)))
  }
  const facts = {
    refunded_cents: refunded,
    disputed: disputes.some(({ state }) => state !== 'won'),
    dispute_lost: disputes.some(({ state }) => state === 'lost'),
  }
  return { facts, disputes }
}
