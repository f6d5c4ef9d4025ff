import type Stripe from 'stripe'
import type { Page } from '../../http/page.ts'
import { day, minute, money } from '../../language.ts'
import { settingsOf } from '../../settings.ts'
import { type Html, html } from '../html.ts'
import { layout } from '../layout.ts'
import { offText } from './coupon.ts'
import { act, link, table, type View, viewOf } from './view.ts'
import { webhooks } from './webhooks.ts'

const mostShown = 50

/** The console's first page: the clock, the customers, the active faults, and the webhook events sent to the shop. */
export const home: Page = {
  method: 'GET',
  path: '/_sandbox/',
  answer: async input => {
    const view = viewOf(input, '/_sandbox/')
    const { say, language, here } = view
    return layout(
      { language, title: say('console.title'), here, home: true },
      html`${clock(view)}${customers(view)}${coupons(view)}${await webhooks(view, input.look)}`,
    )
  },
}

function clock(view: View): Html {
  const { store, say } = view
  const now = store.now()
  const { clockPage } = settingsOf(store)
  if (clockPage)
    return html`<section><h2>${say('console.clock')}</h2>
<p class="sum">${minute(say, now)}</p>
<p><a class="button quiet" href="${clockPage}">${say('console.move-shop')}</a></p>
<p class="hint">${say('console.clock.shop-hint')}</p></section>`
  const tomorrow = new Date((now + 86_400) * 1000).toISOString().slice(0, 10)
  return html`<section><h2>${say('console.clock')}</h2>
<p class="sum">${minute(say, now)}</p>
<div class="row">
${act(
  view,
  '/_sandbox/clock',
  html`<button class="button quiet" name="advance" value="86400">${say('console.day')}</button>
<button class="button quiet" name="to" value="${monthAfter(now)}">${say('console.month')}</button>`,
)}
${act(
  view,
  '/_sandbox/clock',
  html`<label>${say('console.to')}<input type="date" name="to" min="${tomorrow}" required></label>
<button class="button quiet">${say('console.move')}</button>`,
)}
</div>
<p class="hint">${say('console.clock.hint')}</p></section>`
}

/** The same day of the next month, or that month's last day if it is shorter. */
function monthAfter(now: number): string {
  const at = new Date(now * 1000)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 0)).getUTCDate()
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + 1, Math.min(day, last))
  return at.toISOString()
}

function customers(view: View): Html {
  const { store, say } = view
  const all = store.all<Stripe.Customer>('customer')
  const rows = all
    .slice(-mostShown)
    .toReversed()
    .map(customer => [
      link(view, `/_sandbox/customers/${customer.id}`, customer.email ?? customer.id),
      customer.name ?? '',
      store.by<Stripe.Subscription>('subscription', 'customer', customer.id).filter(({ status }) => isLive(status))
        .length,
      customer.balance < 0 ? money(-customer.balance) : '',
      day(say, customer.created),
    ])
  return html`<section><h2>${say('console.customers', { count: all.length })}</h2>
${table(view, ['console.email', 'console.name', 'console.subscriptions#', 'console.credit#', 'console.since'], rows)}</section>`
}

const isLive = (status: Stripe.Subscription.Status) => !['canceled', 'incomplete_expired'].includes(status)

function coupons(view: View): Html {
  const { store, say } = view
  const all = store.all<Stripe.Coupon>('coupon')
  const rows = all
    .slice(-mostShown)
    .toReversed()
    .map(coupon => [
      link(view, `/_sandbox/coupons/${coupon.id}`, coupon.name ?? coupon.id),
      store
        .by<Stripe.PromotionCode>('promotion_code', 'promotion.coupon', coupon.id)
        .map(({ code }) => code)
        .join(', '),
      offText(coupon),
      coupon.times_redeemed,
      say(coupon.valid ? 'console.valid' : 'console.invalid'),
    ])
  return html`<section><h2>${say('console.coupons', { count: all.length })}</h2>
${table(view, ['console.coupon', 'console.codes', 'console.off#', 'console.redeemed#', 'console.status'], rows)}</section>`
}
