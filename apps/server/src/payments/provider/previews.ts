import type { PriceLine } from '@finlist/contract/billing'
import type Stripe from 'stripe'
import { balanceAfter, balanceUsed, linesOf, savedOn } from './price-lines.ts'
import { answered } from './provider.ts'
import { billingMode, paidAtOnce } from './subscriptions.ts'

/** A preview of what the provider would charge. Amounts in cents. */
export type Preview = {
  dueCents: number
  subtotalCents: number
  /** After coupons and before credit. */
  totalCents: number
  creditCents: number
  savedCents: number
  /** Remaining credit if positive, debt if negative. */
  balanceAfterCents: number
  lines: PriceLine[]
  /** The end of the period that the payment covers. */
  end: Date
}

export async function previewPurchase(
  stripe: Stripe,
  { customer, price, promotionCode }: { customer: string; price: string; promotionCode: string | undefined },
): Promise<Preview> {
  return await preview(stripe, {
    customer,
    discounts: promotionCode === undefined ? '' : [{ promotion_code: promotionCode }],
    subscription_details: { items: [{ price }], billing_mode: billingMode },
  })
}

export type PriceChange = {
  subscription: string
  item: string
  price: string
  /** Seconds since the epoch. */
  prorationDate: number
  promotionCode: string | undefined
  /** The discounts to keep if no promotion code is given; if omitted, those of the subscription. */
  discounts?: readonly { id: string }[]
  /** Whether renewal was off, in which case the change turns it on. */
  resumes?: boolean
}

/** Previews the price change that `changePrice` makes. */
export async function previewChange(stripe: Stripe, request: PriceChange): Promise<Preview> {
  const { subscription, item, price, prorationDate, promotionCode, discounts: kept, resumes } = request
  const discounts = promotionCode
    ? [{ promotion_code: promotionCode }]
    : kept && (kept.length > 0 ? kept.map(({ id }) => ({ discount: id })) : ('' as const))
  return await preview(stripe, {
    subscription,
    ...(discounts !== undefined && { discounts }),
    subscription_details: {
      items: [{ id: item, price }],
      ...paidAtOnce(prorationDate),
      ...(resumes && { cancel_at_period_end: false }),
    },
  })
}

/** The price after the coupon and before credit, as rounded by the payment provider. */
export async function priceWith(stripe: Stripe, customer: string, price: string, coupon: string): Promise<number> {
  const request = { customer, discounts: [{ coupon }], subscription_details: { items: [{ price }] } }
  return (await answered('invoice', stripe.invoices.createPreview(request))).total
}

async function preview(stripe: Stripe, request: Stripe.InvoiceCreatePreviewParams): Promise<Preview> {
  const invoice = await answered('invoice', stripe.invoices.createPreview(request))
  return {
    dueCents: invoice.amount_due,
    subtotalCents: invoice.subtotal,
    totalCents: invoice.total,
    creditCents: balanceUsed(invoice).credit,
    savedCents: savedOn(invoice),
    balanceAfterCents: balanceAfter(invoice),
    lines: linesOf(invoice),
    end: new Date(Math.max(...invoice.lines.data.map(({ period }) => period.end)) * 1_000),
  }
}
