// @module-tag slow
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../tools/fresh-database.ts'
import { openSandbox, type Sandbox } from '../src/sandbox.ts'
import { keys, sdk } from './opened.ts'

const previews = 200
const renewals = 200
let database: Awaited<ReturnType<typeof freshDatabase>>
let sandbox: Sandbox
let stripe: Stripe
let price: string
let customer: string

beforeAll(async () => {
  database = await freshDatabase()
  sandbox = await openSandbox({ port: 0, ...keys, databaseUrl: database.url })
  stripe = sdk(sandbox)
  const { id: product } = await stripe.products.create({ name: 'P' })
  const recurring = { interval: 'month' } as const
  price = (await stripe.prices.create({ product, currency: 'hkd', unit_amount: 200_000, recurring })).id
  customer = (await stripe.customers.create({ payment_method: 'pm_card_visa' })).id
  const [card] = (await stripe.customers.listPaymentMethods(customer)).data
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card?.id as string } })
})
afterAll(async () => {
  await sandbox.close()
  await database.drop()
})

it(`${previews} previews requested at the same time are answered`, async () => {
  const took: number[] = []
  const amounts = new Set<number>()
  const one = async () => {
    const began = performance.now()
    const preview = await stripe.invoices.createPreview({ customer, subscription_details: { items: [{ price }] } })
    took.push(performance.now() - began)
    amounts.add(preview.amount_due)
  }
  await Promise.all(Array.from({ length: previews }, one))
  const [p50, p95] = [0.5, 0.95].map(share => took.toSorted((a, b) => a - b)[Math.floor(took.length * share)] ?? 0)
  console.log(`create_preview, ${previews} at once: p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms`)
  expect([...amounts]).toEqual([200_000])
  expect(took).toHaveLength(previews)
})

it(`${renewals} subscriptions renew while requests are answered`, async () => {
  for (let at = 0; at < renewals; at++) await stripe.subscriptions.create({ customer, items: [{ price }] })
  const began = performance.now()
  let isOver = false
  const moving = fetch(`${sandbox.origin}/_sandbox/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 32 * 86_400 }),
  }).finally(() => (isOver = true))
  let slowest = 0
  while (!isOver) {
    const asked = performance.now()
    await stripe.prices.retrieve(price)
    slowest = Math.max(slowest, performance.now() - asked)
  }
  expect((await moving).status).toBe(200)
  const took = performance.now() - began
  const rate = ((renewals / took) * 60_000).toFixed(0)
  console.log(
    `${renewals} renewals in ${took.toFixed(0)} ms, ${rate} a minute; slowest answer meanwhile ${slowest.toFixed(0)} ms`,
  )
  const paid = sandbox.store
    .all<Stripe.Invoice>('invoice')
    .filter(invoice => invoice.billing_reason === 'subscription_cycle')
  expect(paid.filter(({ status }) => status === 'paid')).toHaveLength(renewals)
})
