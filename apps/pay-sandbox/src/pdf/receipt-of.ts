import { inLanguage, type Language } from '@finlist/i18n/languages'
import type Stripe from 'stripe'
import { isText, languageOf, type Say, sayIn } from '../language.ts'
import type { Store } from '../store.ts'
import { idOf } from '../stripe-objects.ts'
import type { Receipt, ReceiptStatus } from './receipt.ts'

/** The content of an invoice's PDF in its present state, including later refunds. */
export function receiptOf(store: Store, invoice: Stripe.Invoice): Receipt {
  const customer = store.find<Stripe.Customer>('customer', idOf(invoice.customer) ?? '')
  const language = languageOf(customer?.preferred_locales ?? [])
  const say = sayIn(language)
  const paidAt = invoice.status_transitions.paid_at ?? undefined
  const charge = chargeOf(store, invoice)
  const card = charge?.payment_method_details?.card
  const refundedCents = charge?.amount_refunded ?? 0
  return {
    language,
    seller: invoice.account_name ?? say('company'),
    number: invoice.number ?? invoice.id,
    status: statusOf(invoice, refundedCents),
    currency: invoice.currency,
    issuedAt: invoice.status_transitions.finalized_at ?? invoice.created,
    ...(paidAt !== undefined && { paidAt }),
    customer: {
      name: invoice.customer_name ?? '',
      email: invoice.customer_email ?? '',
      phone: invoice.customer_phone ?? '',
    },
    lines: invoice.lines.data.map(line => ({
      text: lineText(store, say, language, line),
      from: line.period.start,
      to: line.period.end,
      cents: line.amount,
    })),
    subtotalCents: invoice.subtotal,
    discounts: (invoice.total_discount_amounts ?? [])
      .filter(({ amount }) => amount > 0)
      .map(({ amount, discount }) => ({ name: discountName(store, discount), cents: amount })),
    creditCents: invoice.total - invoice.amount_due,
    totalDueCents: invoice.amount_due,
    paidCents: invoice.amount_paid,
    refundedCents,
    ...(card?.brand && card.last4 && { card: { brand: cardName(say, card.brand), last4: card.last4 } }),
  }
}

function statusOf({ status, amount_paid: paid }: Stripe.Invoice, refundedCents: number): ReceiptStatus {
  if (status === 'paid' && refundedCents > 0) return refundedCents >= paid ? 'refunded' : 'partly-refunded'
  return (status ?? 'draft') as ReceiptStatus
}

/** The charge that paid the invoice. */
function chargeOf(store: Store, invoice: Stripe.Invoice): Stripe.Charge | undefined {
  for (const { payment } of store.by<Stripe.InvoicePayment>('invoice_payment', 'invoice', invoice.id)) {
    const charges = store.by<Stripe.Charge>('charge', 'payment_intent', idOf(payment.payment_intent) ?? '')
    const paid = charges.find(({ paid }) => paid)
    if (paid) return paid
  }
  return undefined
}

/** The description of the line in the customer's language. The stored descriptions are in English. */
function lineText(store: Store, say: Say, language: Language, line: Stripe.InvoiceLineItem): string {
  const price = store.find<Stripe.Price>('price', idOf(line.pricing?.price_details?.price) ?? '')
  const product = store.find<Stripe.Product>('product', idOf(price?.product) ?? '')
  if (!price?.recurring || !product) return line.description ?? ''
  const values = { product: productName(product, language), period: periodText(say, price.recurring) }
  if (line.parent?.subscription_item_details?.proration)
    return say(line.amount < 0 ? 'line.unused' : 'line.remaining', values)
  return say(line.amount === 0 && price.unit_amount !== 0 ? 'line.trial' : 'line.plain', values)
}

/** A product's name or, in Chinese, the Chinese name in its metadata if there is one. */
export function productName({ name, metadata }: Stripe.Product, language: Language): string {
  return inLanguage(language, { en: name, zh: metadata['name_zh'] })
}

export function periodText(say: Say, { interval, interval_count: count }: Stripe.Price.Recurring): string {
  const key = `period.${interval}.${count}`
  return isText(key) ? say(key) : say('period.other', { count, unit: interval })
}

function discountName(store: Store, discount: string | Stripe.Discount | Stripe.DeletedDiscount): string {
  const found = typeof discount === 'string' ? store.find<Stripe.Discount>('discount', discount) : discount
  const code = store.find<Stripe.PromotionCode>('promotion_code', idOf(found?.promotion_code) ?? '')?.code
  const coupon = idOf(found?.source.coupon)
  return code ?? store.find<Stripe.Coupon>('coupon', coupon ?? '')?.name ?? coupon ?? ''
}

export function cardName(say: Say, brand: string): string {
  const key = `card.brand.${brand}`
  return isText(key) ? say(key) : brand
}
