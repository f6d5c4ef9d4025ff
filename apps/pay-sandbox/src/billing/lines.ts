import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { inWords } from '../money.ts'
import type { Store } from '../store.ts'
import { decimal, get, ownerOf } from '../stripe-objects.ts'
import type { DiscountAmount } from './discounts.ts'

/** A draft of an invoice line. */
export type DraftLine = {
  /** In cents, before discounts; negative for credited time. */
  amount: number
  description: string
  discountable: boolean
  period: { start: number; end: number }
  price: Stripe.Price
  quantity: number
  /** The id of the subscription item. */
  item: string
  proration: boolean
  /** The invoice line whose unused time is credited. */
  credited: { invoice: string; line: string } | null
  invoiceItem: string | null
}

/** What a line sells: a quantity of a price, for a subscription item. */
export type Sold = { price: Stripe.Price; quantity: number; item: string }
type Period = { start: number; end: number }

/** A line for a whole period at the full price. */
export function fullLine(store: Store, sold: Sold, period: Period): DraftLine {
  return {
    ...lineOf(sold, period),
    amount: (sold.price.unit_amount ?? 0) * sold.quantity,
    description: `${sold.quantity} × ${nameOf(store, sold)} (${rateOf(sold.price)})`,
  }
}

export function trialLine(store: Store, sold: Sold, period: Period): DraftLine {
  return { ...lineOf(sold, period), amount: 0, description: `Trial period for ${nameOf(store, sold)}` }
}

/** A line that credits or charges the remaining time of a running period. */
export function prorationLine(
  store: Store,
  sold: Sold,
  period: Period,
  amount: number,
  credited: DraftLine['credited'] = null,
): DraftLine {
  const what = amount > 0 || !credited ? 'Remaining time on' : 'Unused time on'
  return {
    ...lineOf(sold, period),
    amount,
    description: `${what} ${sold.quantity > 1 ? `${sold.quantity} × ` : ''}${nameOf(store, sold)} after ${dayOf(period.start)}`,
    // Unused time is credited net of its discount, so no further discount applies to the credit.
    discountable: !credited,
    proration: true,
    credited,
    invoiceItem: newId('ii_'),
  }
}

export function written(
  line: DraftLine,
  discounts: DiscountAmount[],
  { invoice, subscription, currency }: { invoice: string; subscription: string; currency: string },
): Stripe.InvoiceLineItem {
  const unit = line.proration ? line.amount : (line.price.unit_amount ?? 0)
  return {
    id: newId('il_'),
    object: 'line_item',
    amount: line.amount,
    currency,
    description: line.description,
    discount_amounts: discounts,
    discountable: line.discountable,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: line.invoiceItem,
        proration: line.proration,
        proration_details: {
          credited_items: line.credited && { invoice: line.credited.invoice, invoice_line_items: [line.credited.line] },
        },
        subscription,
        subscription_item: line.item,
      },
      type: 'subscription_item_details',
    },
    period: line.period,
    pretax_credit_amounts: discounts.map(one => ({ ...one, type: 'discount' })),
    pricing: {
      price_details: { price: line.price.id, product: ownerOf(line.price.product) },
      type: 'price_details',
      unit_amount_decimal: decimal(unit),
    },
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: [],
  }
}

const lineOf = ({ price, quantity, item }: Sold, period: Period) => ({
  price,
  quantity,
  item,
  period,
  discountable: true,
  proration: false,
  credited: null,
  invoiceItem: null,
})

const nameOf = (store: Store, { price }: Sold): string => get(store, 'product', ownerOf(price.product)).name

/** Formats a rate: `at HK$4,800.00 every 3 months`. */
function rateOf({ unit_amount, currency, recurring }: Stripe.Price): string {
  const { interval = 'month', interval_count = 1 } = recurring ?? {}
  const beat = interval_count === 1 ? `/ ${interval}` : `every ${interval_count} ${interval}s`
  return `at ${inWords(unit_amount ?? 0, currency)} ${beat}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dayOf(time: number): string {
  const date = new Date(time * 1000)
  return `${String(date.getUTCDate()).padStart(2, '0')} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
