import Stripe from 'stripe'
import type { BillingContext } from '../billing-context.ts'
import { customerWithCard } from '../customer.ts'
import { lastsPast } from '../pricing/coupon.ts'
import { readRefunds } from '../sync/refunds.ts'
import { needsBank } from './invoice-facts.ts'
import type { Plan } from './prices.ts'
import { answered, idOf } from './provider.ts'
import { nextPriceOf } from './schedule.ts'

/**
 * `recent`: the newest hundred invoices. `charges`: also the charges of the paid ones among them, which tell what was
 * refunded and disputed. `whole`: all invoices with their charges.
 */
export type Scope = 'recent' | 'charges' | 'whole'

export type ReadSubscription = {
  subscription: Stripe.Subscription
  plan: Plan
  future: Plan | null
  /** Before credit. */
  nextCents: number
}
/** `line` is the one that pays for time; there is none when the invoice is for something else. */
export type ReadInvoice = {
  invoice: Stripe.Invoice
  line: Stripe.InvoiceLineItem | null
  plan: Plan | null
  needsBank: boolean
}

export type Everything = {
  customer: Stripe.Customer | Stripe.DeletedCustomer
  subscriptions: ReadSubscription[]
  invoices: ReadInvoice[]
  /** By invoice; only of those whose charges were read. */
  charges: Map<string, { refunded_cents: number; disputed: boolean; dispute_lost: boolean }>
  refunds: Map<string, Stripe.Refund[]>
  /** What people call a coupon, by its id. */
  coupons: Map<string, string>
}

const mostInvoices = 1_000

/** Everything about a customer at the payment provider that our tables keep. */
export async function readCustomer(billing: BillingContext, customerId: string, scope: Scope): Promise<Everything> {
  const { stripe } = billing
  const customer = await customerWithCard(stripe, customerId)
  const subscriptions: ReadSubscription[] = []
  const all = stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: ['data.schedule', 'data.discounts.source.coupon', 'data.discounts.promotion_code'],
  })
  for (const subscription of (await answered('list', all)).data) {
    const read = await readSubscription(billing, customerId, subscription)
    if (read) subscriptions.push(read)
  }
  const invoices: ReadInvoice[] = []
  const expand = ['data.discounts.source.coupon', 'data.discounts.promotion_code', 'data.payments']
  const list = stripe.invoices.list({ customer: customerId, limit: 100, expand })
  if (scope === 'whole') {
    for (const invoice of await list.autoPagingToArray({ limit: mostInvoices }))
      invoices.push(await readInvoice(billing, invoice))
  } else {
    for (const invoice of (await answered('list', list)).data) invoices.push(await readInvoice(billing, invoice))
  }
  const charges: Everything['charges'] = new Map()
  if (scope !== 'recent') {
    for (const { invoice } of invoices)
      if (invoice.status === 'paid' && invoice.amount_paid > 0)
        charges.set(invoice.id, await readCharge(stripe, invoice))
  }
  const discounts = [...subscriptions.map(read => read.subscription), ...invoices.map(read => read.invoice)]
  return {
    customer,
    subscriptions,
    invoices,
    charges,
    refunds: await readRefunds(stripe, invoices, charges),
    coupons: new Map(discounts.flatMap(of => namesOf(of.discounts))),
  }
}

/** Source and promotion code of the discounts are expanded. */
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
  billing: BillingContext,
  customerId: string,
  subscription: Stripe.Subscription,
): Promise<ReadSubscription | null> {
  const item = subscription.items.data[0]
  const plan = item ? await billing.prices.planOf(item.price.id) : null
  if (!item || !plan) return null
  const { schedule } = subscription
  const nextPrice = schedule === null || typeof schedule === 'string' ? null : nextPriceOf(schedule)
  const future = nextPrice === null || nextPrice === item.price.id ? null : await billing.prices.planOf(nextPrice)
  const price = future ? await answered('price', billing.stripe.prices.retrieve(nextPrice!)) : item.price
  const coupon = lastingCoupon(subscription, item.current_period_end)
  const nextCents = coupon ? await priceWith(billing.stripe, customerId, price.id, coupon) : (price.unit_amount ?? 0)
  return { subscription, plan, future, nextCents }
}

/** The coupon of a subscription that also reduces its next billing; `data.discounts.source.coupon` is expanded. */
export function lastingCoupon({ discounts }: Stripe.Subscription, nextBilling: number): string | null {
  for (const discount of discounts) {
    if (typeof discount === 'string') continue
    const { coupon } = discount.source
    if (coupon === null || typeof coupon === 'string') continue
    const lasts = lastsPast(coupon, 0) && (discount.end === null || discount.end > nextBilling)
    if (lasts || (coupon.duration === 'once' && isUnused(discount))) return coupon.id
  }
  return null
}

/** A discount for a single billing is gone from the subscription once it was used. */
const isUnused = (discount: Stripe.Discount) => discount.end === null

/** What a billing of the price costs with the coupon, before credit, as the payment provider rounds it. */
export async function priceWith(stripe: Stripe, customer: string, price: string, coupon: string): Promise<number> {
  const invoice = stripe.invoices.createPreview({
    customer,
    discounts: [{ coupon }],
    subscription_details: { items: [{ price }] },
  })
  return (await answered('invoice', invoice)).total
}

async function readInvoice({ prices, stripe }: BillingContext, invoice: Stripe.Invoice): Promise<ReadInvoice> {
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

/** Whether the line pays for time; a credit for unused time does not. */
function isService({ amount, parent }: Stripe.InvoiceLineItem): boolean {
  const item = parent?.subscription_item_details
  return amount >= 0 && item !== null && item !== undefined && !item.proration_details?.credited_items
}

async function readCharge(stripe: Stripe, invoice: Stripe.Invoice) {
  const payments = stripe.invoicePayments.list({
    invoice: invoice.id,
    limit: 10,
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  let refunded = 0
  let standing: Standing = 'none'
  for (const { payment } of (await answered('list', payments)).data) {
    const intent = payment.payment_intent
    const charge = intent === undefined || typeof intent === 'string' ? null : intent.latest_charge
    if (charge === null || typeof charge === 'string') continue
    refunded += charge.amount_refunded
    if (charge.disputed) standing = await disputeStanding(stripe, charge.id)
  }
  return { refunded_cents: refunded, disputed: standing !== 'none', dispute_lost: standing === 'lost' }
}

type Standing = 'none' | 'open' | 'lost'
const overWithoutLoss = ['won', 'warning_closed', 'prevented']

/** A charge stays marked as disputed for ever; its disputes say how it ended. */
async function disputeStanding(stripe: Stripe, charge: string): Promise<Standing> {
  const { data } = await answered('list', stripe.disputes.list({ charge, limit: 10 }))
  if (data.some(({ status }) => status === 'lost')) return 'lost'
  return data.every(({ status }) => overWithoutLoss.includes(status)) ? 'none' : 'open'
}
