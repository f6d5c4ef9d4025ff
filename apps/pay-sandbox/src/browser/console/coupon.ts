import type Stripe from 'stripe'
import type { Page } from '../../http/page.ts'
import { day, money } from '../../language.ts'
import type { Store } from '../../store.ts'
import { idOf } from '../../stripe-objects.ts'
import { html } from '../html.ts'
import { layout, notFound } from '../layout.ts'
import { facts, link, table, type View, viewOf } from './view.ts'

const mostShown = 50

/** The page of a coupon, with its promotion codes and the subscriptions that used it. */
export const coupon: Page = {
  method: 'GET',
  path: '/_sandbox/coupons/:id',
  answer: input => {
    const { store, params } = input
    const here = `/_sandbox/coupons/${params['id']}`
    const view = viewOf(input, here)
    const { say, language } = view
    const found = store.find<Stripe.Coupon>('coupon', params['id'] ?? '')
    if (!found) return notFound(language, here)
    const codes = store.by<Stripe.PromotionCode>('promotion_code', 'promotion.coupon', found.id)
    return layout(
      { language, title: found.name ?? found.id, here, home: true },
      html`${facts(view, [
        ['console.id', found.id],
        ['console.off', offText(found)],
        ['console.duration', durationText(view, found)],
        ['console.redeemed', found.times_redeemed],
        ['console.status', say(found.valid ? 'console.valid' : 'console.invalid')],
        ...(found.redeem_by === null ? [] : ([['console.redeem-by', day(say, found.redeem_by)]] as const)),
      ])}
<h2>${say('console.codes')}</h2>
${table(
  view,
  ['console.code', 'console.redeemed#', 'console.until', 'console.status'],
  codes.map(({ code, times_redeemed: times, expires_at: until, active }) => [
    code,
    times,
    until === null ? '' : day(say, until),
    say(active ? 'console.valid' : 'console.invalid'),
  ]),
)}
<h2>${say('console.sales')}</h2>
${sales(view, found.id)}`,
    )
  },
}

export function offText({ percent_off: percent, amount_off: amount, currency }: Stripe.Coupon): string {
  return percent === null ? money(amount ?? 0, currency ?? 'hkd') : `${percent}%`
}

function durationText({ say }: View, { duration, duration_in_months: months }: Stripe.Coupon): string {
  if (duration === 'repeating') return say('console.duration.repeating', { months: months ?? 0 })
  return say(duration === 'forever' ? 'console.duration.forever' : 'console.duration.once')
}

function sales(view: View, couponId: string) {
  const { store, say } = view
  const sold = store
    .all<Stripe.Invoice>('invoice')
    .filter(invoice => invoice.status === 'paid' && usesCoupon(store, invoice, couponId))
  const rows = sold
    .slice(-mostShown)
    .toReversed()
    .map(invoice => [
      day(say, invoice.status_transitions.paid_at ?? invoice.created),
      link(view, `/_sandbox/customers/${idOf(invoice.customer)}`, invoice.customer_email ?? ''),
      invoice.number ?? invoice.id,
      money(invoice.amount_paid, invoice.currency),
    ])
  return table(view, ['console.date', 'console.email', 'receipt.number', 'receipt.paid#'], rows)
}

function usesCoupon(store: Store, { total_discount_amounts: amounts }: Stripe.Invoice, couponId: string): boolean {
  return (amounts ?? []).some(({ discount }) => {
    const found = typeof discount === 'string' ? store.find<Stripe.Discount>('discount', discount) : discount
    return idOf(found?.source.coupon) === couponId
  })
}
