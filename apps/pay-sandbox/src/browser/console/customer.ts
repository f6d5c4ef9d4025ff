import type Stripe from 'stripe'
import type { Page } from '../../http/page.ts'
import { day, isText, money } from '../../language.ts'
import { cardName, periodText, productName } from '../../pdf/receipt-of.ts'
import { idOf, ownerOf } from '../../stripe-objects.ts'
import { html, type Part } from '../html.ts'
import { layout, notFound } from '../layout.ts'
import { facts, table, type View, viewOf } from './view.ts'

const mostShown = 50

/** The page of a customer, with their subscriptions, invoices and cards. */
export const customer: Page = {
  method: 'GET',
  path: '/_sandbox/customers/:id',
  answer: input => {
    const { store, params } = input
    const here = `/_sandbox/customers/${params['id']}`
    const view = viewOf(input, here)
    const { say, language } = view
    const found = store.find<Stripe.Customer>('customer', params['id'] ?? '')
    if (!found) return notFound(language, here)
    return layout(
      { language, title: found.email ?? found.id, here, home: true },
      html`${facts(view, [
        ['console.id', found.id],
        ['console.name', found.name ?? ''],
        ['console.since', day(say, found.created)],
        ['console.credit', money(Math.max(0, -found.balance))],
        ['language', (found.preferred_locales ?? []).join(', ')],
      ])}
<h2>${say('console.subscriptions')}</h2>
${table(
  view,
  ['console.product', 'console.status', 'console.until', 'console.renewal', 'console.next', 'console.id'],
  newest<Stripe.Subscription>(view, 'subscription', found.id).map(one => subscriptionRow(view, one)),
)}
<h2>${say('console.cards')}</h2>
${table(
  view,
  ['console.card', 'card.expiry', 'console.status', 'console.id'],
  newest<Stripe.PaymentMethod>(view, 'payment_method', found.id).map(method => cardRow(view, method, found)),
)}
<h2>${say('console.invoices')}</h2>
${table(
  view,
  ['receipt.number', 'console.date', 'console.total#', 'receipt.paid#', 'console.status', 'console.paper'],
  newest<Stripe.Invoice>(view, 'invoice', found.id).map(invoice => invoiceRow(view, invoice)),
)}`,
    )
  },
}

function newest<T extends { readonly id: string }>({ store }: View, kind: string, customerId: string): readonly T[] {
  return store.by<T>(kind, 'customer', customerId).slice(-mostShown).toReversed()
}

function subscriptionRow(view: View, one: Stripe.Subscription): Part[] {
  const { say } = view
  const item = one.items.data[0]
  const schedule = view.store.find<Stripe.SubscriptionSchedule>('subscription_schedule', idOf(one.schedule) ?? '')
  const now = schedule?.current_phase
  const later = now && schedule.phases.find(({ start_date: start }) => start >= now.end_date)?.items[0]
  return [
    item ? priceText(view, item.price.id) : '',
    statusText(view, one.status),
    item ? day(say, item.current_period_end) : '',
    say(one.cancel_at_period_end ? 'console.ends' : 'console.renews'),
    later ? priceText(view, ownerOf(later.price)) : '',
    one.id,
  ]
}

function cardRow({ say }: View, { id, card }: Stripe.PaymentMethod, owner: Stripe.Customer): Part[] {
  const isDefault = idOf(owner.invoice_settings.default_payment_method) === id
  return [
    card ? `${cardName(say, card.brand)} •••• ${card.last4}` : '',
    card ? `${String(card.exp_month).padStart(2, '0')} / ${card.exp_year}` : '',
    isDefault ? say('console.default') : '',
    id,
  ]
}

function invoiceRow(view: View, invoice: Stripe.Invoice): Part[] {
  const { say } = view
  return [
    invoice.number ?? invoice.id,
    day(say, invoice.status_transitions.finalized_at ?? invoice.created),
    money(invoice.total, invoice.currency),
    money(invoice.amount_paid, invoice.currency),
    statusText(view, invoice.status ?? 'draft'),
    invoice.invoice_pdf ? html`<a href="${invoice.invoice_pdf}">PDF</a>` : '',
  ]
}

function priceText({ store, say, language }: View, priceId: string): string {
  const price = store.find<Stripe.Price>('price', priceId)
  const product = store.find<Stripe.Product>('product', idOf(price?.product) ?? '')
  if (!price?.recurring || !product) return priceId
  return say('line.plain', { product: productName(product, language), period: periodText(say, price.recurring) })
}

function statusText({ say }: View, status: string): string {
  const key = `status.${status}`
  return isText(key) ? say(key) : status
}
