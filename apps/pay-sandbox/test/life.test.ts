import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { Referee } from './referee/referee.ts'
import { Shop } from './shop.ts'

it('smoke', () => {
  const shop = new Shop('2026-01-15T00:00:00Z')
  const referee = new Referee()
  const yearly = shop.price(1_680_000, 'year')
  const monthly = shop.price(200_000)
  const customer = shop.customer('pm_card_visa')
  const sub = shop.subscribe(customer, monthly, { payment_behavior: 'default_incomplete' })
  expect(sub.status).toBe('incomplete')
  const intent = shop.intent(String(sub.latest_invoice))
  shop.post(`payment_intents/${intent.id}/confirm`, { return_url: 'http://127.0.0.1/x' })
  expect(shop.subscription(sub.id).status).toBe('active')
  shop.wait(15 * 86400)
  const T = shop.now
  const preview = shop.post<Stripe.Invoice>('invoices/create_preview', {
    subscription: sub.id,
    subscription_details: {
      items: [{ id: sub.items.data[0]!.id, price: yearly }],
      proration_behavior: 'always_invoice',
      proration_date: T,
      billing_cycle_anchor: { type: 'now' },
    },
  })
  shop.post(`subscriptions/${sub.id}`, {
    items: [{ id: sub.items.data[0]!.id, price: yearly }],
    proration_behavior: 'always_invoice',
    proration_date: T,
    billing_cycle_anchor: { type: 'now' },
    payment_behavior: 'pending_if_incomplete',
  })
  const inv = shop.latest(sub.id)
  expect(inv.amount_paid).toBe(preview.amount_due)
  console.log(
    inv.lines.data.map(l => [l.amount, l.description]),
    shop.events(),
  )
  shop.wait(400 * 86400)
  console.log(shop.invoices(sub.id).map(i => [i.status, i.amount_due, i.number]))
  const seen = new Set<string>()
  for (const e of shop.books.all('event'))
    for (const v of referee.judge(JSON.parse(JSON.stringify(e)))) if (!v.includes('decimal')) seen.add(v)
  console.log([...seen])
})
