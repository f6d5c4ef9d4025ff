import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../tools/fresh-database.ts'
import { keys, type Opened, open, openShop, sdk, webhookSecret } from './opened.ts'
import { StripeSchemaCheck } from './schema-check/schema-check.ts'

const day = 86_400
const returnUrl = 'http://shop.example/subscribe-verify'
const schemaCheck = new StripeSchemaCheck()
let database: Awaited<ReturnType<typeof freshDatabase>>
let shop: Awaited<ReturnType<typeof openShop>>
let opened: Opened
let stripe: Stripe
let browser: Stripe
let prices: Record<'monthly' | 'quarterly' | 'yearly', Stripe.Price>

const start = async () => {
  opened = await open({ schemaCheck, databaseUrl: database.url, webhook: { url: shop.url, secret: webhookSecret } })
  stripe = opened.stripe
  browser = sdk(opened.sandbox, 0, keys.publishableKey)
}

beforeAll(async () => {
  database = await freshDatabase()
  shop = await openShop()
  await start()
  const { id: product } = await stripe.products.create({ name: 'FinList Hong Kong', metadata: { product_id: '1' } })
  const price = (lookup_key: string, unit_amount: number, interval: 'month' | 'year', interval_count: number) =>
    stripe.prices.create({ product, currency: 'hkd', unit_amount, lookup_key, recurring: { interval, interval_count } })
  prices = {
    monthly: await price('hk:monthly', 200_000, 'month', 1),
    quarterly: await price('hk:quarterly', 480_000, 'month', 3),
    yearly: await price('hk:yearly', 1_680_000, 'year', 1),
  }
})
afterAll(async () => {
  await opened.close()
  await shop.close()
  await database.drop()
})

const now = () => opened.sandbox.store.now()
const wait = (seconds: number) => opened.control('clock', { advance: seconds })
const secretOf = (invoice: Stripe.Subscription['latest_invoice']) =>
  (invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? ''
const idIn = (secret: string) => secret.split('_secret_')[0] as string

async function reader(card: string): Promise<string> {
  const { id } = await stripe.customers.create({ email: 'reader@x.example', preferred_locales: ['zh-HK'] })
  const method = await stripe.paymentMethods.attach(card, { customer: id })
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } })
  return id
}

async function subscribe(customer: string, price: string): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    collection_method: 'charge_automatically',
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    payment_settings: { save_default_payment_method: 'off' },
    expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
  })
}

async function bought(card: string, price: string): Promise<{ customer: string; id: string; item: string }> {
  const customer = await reader(card)
  const subscription = await subscribe(customer, price)
  const { default_payment_method: method } = (await there(customer)).invoice_settings
  await stripe.paymentIntents.confirm(idIn(secretOf(subscription.latest_invoice)), {
    payment_method: method as string,
    return_url: returnUrl,
  })
  return { customer, id: subscription.id, item: subscription.items.data[0]?.id as string }
}

async function there(id: string): Promise<Stripe.Customer> {
  const customer = await stripe.customers.retrieve(id)
  if (customer.deleted) throw new Error(`${id} is deleted`)
  return customer
}

/**
 * Confirms with the publishable key, as a page does. Sends a raw request because the SDK's types cover servers only.
 */
async function inBrowser<T>(intents: string, client_secret: string, payment_method: string): Promise<T> {
  const asked = { client_secret, payment_method, return_url: returnUrl }
  return (await browser.rawRequest('POST', `/v1/${intents}/${idIn(client_secret)}/confirm`, asked)) as T
}

/** Responds on the bank's page as a customer would: loads the page and presses a button. */
async function atTheBank(url: string, answer: 'complete' | 'fail'): Promise<URL> {
  const page = await fetch(url)
  expect(page.status).toBe(200)
  const token = /name="token" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const done = await fetch(url, { method: 'POST', body: new URLSearchParams({ token, answer }), redirect: 'manual' })
  expect(done.status).toBe(303)
  return new URL(done.headers.get('location') ?? '')
}

it('a customer buys with a coupon and 3-D Secure, and is charged the amount shown', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once', name: 'Welcome' })
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'WELCOME20' })
  const found = await stripe.promotionCodes.list({
    code: 'WELCOME20',
    active: true,
    limit: 1,
    expand: ['data.promotion.coupon'],
  })
  const promotion_code = found.data[0]?.id as string
  const { id: customer } = await stripe.customers.create({ email: 'ada@x.example', name: '陳大文' })
  await stripe.customers.createBalanceTransaction(customer, { amount: -50_000, currency: 'hkd', description: 'Sorry' })
  const shown = await stripe.invoices.createPreview({
    customer,
    discounts: [{ promotion_code }],
    subscription_details: { items: [{ price: prices.monthly.id }] },
  })
  expect([shown.subtotal, shown.total, shown.amount_due]).toEqual([200_000, 160_000, 110_000])

  const card = { number: '4000002500003155', exp_month: 12, exp_year: 2040, cvc: '123' }
  const method = await browser.paymentMethods.create({ type: 'card', card, billing_details: { name: '陳大文' } })
  await stripe.paymentMethods.attach(method.id, { customer })
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: prices.monthly.id }],
    discounts: [{ promotion_code }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  })
  expect(subscription.status).toBe('incomplete')
  const secret = secretOf(subscription.latest_invoice)
  const waiting = await stripe.paymentIntents.confirm(idIn(secret), {
    payment_method: method.id,
    return_url: returnUrl,
  })
  expect(waiting.status).toBe('requires_action')
  const back = await atTheBank(waiting.next_action?.redirect_to_url?.url as string, 'complete')
  expect([back.origin + back.pathname, back.searchParams.get('redirect_status')]).toEqual([returnUrl, 'succeeded'])
  const paid = await browser.paymentIntents.retrieve(idIn(secret), { client_secret: secret })
  expect([paid.status, paid.amount_received]).toEqual(['succeeded', shown.amount_due])
  await expect(browser.paymentIntents.retrieve(idIn(secret))).rejects.toThrow('No such payment_intent')

  const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice.payments'] })
  const invoice = after.latest_invoice as Stripe.Invoice
  expect([after.status, invoice.status, invoice.amount_paid]).toEqual(['active', 'paid', 110_000])
  expect(invoice.payments?.data[0]?.payment.payment_intent).toBe(paid.id)
  expect((await there(customer)).balance).toBe(0)
  const payments = await stripe.invoicePayments.list({
    invoice: invoice.id as string,
    expand: ['data.payment.payment_intent'],
  })
  expect(payments.data[0]?.payment.payment_intent).toMatchObject({ id: paid.id, status: 'succeeded' })
  expect((await stripe.customers.listBalanceTransactions(customer)).data.map(({ amount }) => amount)).toEqual([
    50_000, -50_000,
  ])
})

it('a customer whose bank declines the payment buys nothing, and then succeeds with another card', async () => {
  const { id: customer } = await stripe.customers.create({ email: 'second@x.example' })
  const { latest_invoice, id } = await subscribe(customer, prices.monthly.id)
  const secret = secretOf(latest_invoice)
  const confirm = (payment_method: string) => inBrowser<Stripe.PaymentIntent>('payment_intents', secret, payment_method)
  const waiting = await confirm('pm_card_authenticationRequired')
  const back = await atTheBank(waiting.next_action?.redirect_to_url?.url as string, 'fail')
  expect(back.searchParams.get('redirect_status')).toBe('failed')
  expect(await browser.paymentIntents.retrieve(idIn(secret), { client_secret: secret })).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
  await expect(confirm('pm_card_chargeDeclinedInsufficientFunds')).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
  })
  expect(await confirm('pm_card_visa')).toMatchObject({ status: 'succeeded' })
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
})

it('an upgrade credits the unused time and charges the new price, as the preview showed', async () => {
  const { id, item } = await bought('pm_card_visa', prices.monthly.id)
  await wait(10 * day)
  const change = {
    items: [{ id: item, price: prices.yearly.id }],
    proration_behavior: 'always_invoice',
    proration_date: now(),
    billing_cycle_anchor: { type: 'now' },
  } satisfies Stripe.SubscriptionUpdateParams
  const shown = await stripe.invoices.createPreview({ subscription: id, subscription_details: change })
  expect(shown.amount_due).toBeGreaterThan(1_680_000 - 200_000)
  expect(shown.amount_due).toBeLessThan(1_680_000)
  await wait(60)
  const upgraded = await stripe.subscriptions.update(id, {
    ...change,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  })
  expect(upgraded.pending_update).toBeNull()
  expect(upgraded.latest_invoice).toMatchObject({ status: 'paid', amount_paid: shown.amount_due })
  expect(upgraded.items.data[0]?.price.lookup_key).toBe('hk:yearly')
})

it('an abandoned 3-D Secure step leaves the plan unchanged', async () => {
  const { id, item } = await bought('pm_card_visa', prices.monthly.id)
  const { customer } = await stripe.subscriptions.retrieve(id)
  const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer as string })
  await stripe.customers.update(customer as string, { invoice_settings: { default_payment_method: card.id } })
  const pending = await stripe.subscriptions.update(id, {
    items: [{ id: item, price: prices.quarterly.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    billing_cycle_anchor: { type: 'now' },
    expand: ['latest_invoice.confirmation_secret'],
  })
  expect(pending.pending_update).not.toBeNull()
  await wait(day)
  const after = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  expect(after).toMatchObject({ status: 'active', pending_update: null })
  expect(after.items.data[0]?.price.lookup_key).toBe('hk:monthly')
  expect((await stripe.invoices.retrieve((pending.latest_invoice as Stripe.Invoice).id as string)).status).toBe('void')
})

it('a downgrade takes effect at the end of the period unless it is cancelled first', async () => {
  const { id } = await bought('pm_card_visa', prices.quarterly.id)
  const schedule = async () => {
    const made = await stripe.subscriptionSchedules.create({ from_subscription: id })
    const [running] = made.phases
    return stripe.subscriptionSchedules.update(made.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: prices.quarterly.id }],
          start_date: running?.start_date as number,
          end_date: running?.end_date as number,
        },
        {
          items: [{ price: prices.monthly.id }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    })
  }
  const first = await schedule()
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: first.id })
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow('schedule')
  expect(await stripe.subscriptionSchedules.release(first.id)).toMatchObject({ status: 'released' })
  const second = await schedule()
  await wait(93 * day)
  const after = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  expect(after.items.data[0]?.price.lookup_key).toBe('hk:monthly')
  expect(after.latest_invoice).toMatchObject({ amount_due: 200_000, billing_reason: 'subscription_cycle' })
  expect((await stripe.subscriptionSchedules.retrieve(second.id)).phases).toHaveLength(2)
  expect((await stripe.subscriptionSchedules.list({ customer: after.customer as string })).data).toHaveLength(2)
})

it('with renewal turned off, a plan ends with its period; with renewal turned on again, it continues', async () => {
  const ends = await bought('pm_card_visa', prices.monthly.id)
  const goesOn = await bought('pm_card_mastercard', prices.monthly.id)
  const off = {
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', comment: '太貴' },
  } as const
  expect(await stripe.subscriptions.update(ends.id, off)).toMatchObject({
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', comment: '太貴', reason: 'cancellation_requested' },
  })
  await stripe.subscriptions.update(goesOn.id, off)
  await stripe.subscriptions.update(goesOn.id, { cancel_at_period_end: false })
  await wait(32 * day)
  expect(await stripe.subscriptions.retrieve(ends.id)).toMatchObject({ status: 'canceled' })
  expect(await stripe.subscriptions.retrieve(goesOn.id)).toMatchObject({ status: 'active' })
  expect((await stripe.invoices.list({ subscription: ends.id })).data).toHaveLength(1)
  expect((await stripe.invoices.list({ subscription: goesOn.id })).data).toHaveLength(2)
})

it('a failed renewal makes the plan past due; a new card then pays the invoice exactly once', async () => {
  const { customer, id } = await bought('pm_card_visa', prices.monthly.id)
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad.id } })
  await wait(32 * day)
  const failed = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  const open = failed.latest_invoice as Stripe.Invoice
  expect([failed.status, open.status]).toEqual(['past_due', 'open'])
  await expect(stripe.invoices.pay(open.id as string)).rejects.toMatchObject({ type: 'StripeCardError' })

  const setup = await stripe.setupIntents.create({
    customer,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    confirm: true,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
    return_url: returnUrl,
  })
  expect(setup.status).toBe('requires_action')
  await atTheBank(setup.next_action?.redirect_to_url?.url as string, 'complete')
  const secret = setup.client_secret as string
  const done = await browser.setupIntents.retrieve(setup.id, { client_secret: secret })
  expect(done.status).toBe('succeeded')
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: done.payment_method as string },
  })
  await stripe.paymentMethods.detach(bad.id)
  expect(await stripe.invoices.pay(open.id as string)).toMatchObject({ status: 'paid', amount_paid: 200_000 })
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  await expect(stripe.invoices.pay(open.id as string)).rejects.toThrow('already paid')
  await wait(20 * day)
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
})

it('a charge can be refunded in parts, but never beyond its amount', async () => {
  const { id } = await bought('pm_card_visa', prices.monthly.id)
  const { latest_invoice } = await stripe.subscriptions.retrieve(id)
  const { data } = await stripe.invoicePayments.list({ invoice: latest_invoice as string })
  const payment_intent = data[0]?.payment.payment_intent as string
  await stripe.refunds.create({ payment_intent, amount: 50_000, reason: 'requested_by_customer' })
  await expect(stripe.refunds.create({ payment_intent, amount: 150_001 })).rejects.toThrow('greater than unrefunded')
  await stripe.refunds.create({ payment_intent })
  const refunds = await stripe.refunds.list({ payment_intent })
  expect(refunds.data.map(({ amount }) => amount)).toEqual([150_000, 50_000])
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_already_refunded' })
})

it('the routes that the tests above do not use respond successfully', async () => {
  const { customer, id } = await bought('pm_card_visa', prices.monthly.id)
  const { product } = prices.monthly
  await stripe.products.update(product as string, { description: 'Weekly' })
  await stripe.products.retrieve(product as string)
  await stripe.products.list({ active: true })
  await stripe.prices.update(prices.quarterly.id, { nickname: 'Q' })
  expect((await stripe.prices.list({ lookup_keys: ['hk:yearly'], active: true })).data[0]).toEqual(
    await stripe.prices.retrieve(prices.yearly.id),
  )
  const coupon = await stripe.coupons.create({ amount_off: 50_000, currency: 'hkd', duration: 'once' })
  await stripe.coupons.update(coupon.id, { name: 'Fixed' })
  await stripe.coupons.list()
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'FIXED500',
  })
  await stripe.promotionCodes.retrieve(code.id)
  await stripe.promotionCodes.update(code.id, { active: false })
  await stripe.coupons.retrieve(coupon.id)
  expect(await stripe.coupons.del(coupon.id)).toEqual(expect.objectContaining({ id: coupon.id, deleted: true }))
  await stripe.customers.list({ limit: 3 })
  const methods = await stripe.customers.listPaymentMethods(customer)
  await stripe.paymentMethods.list({ customer, type: 'card' })
  await stripe.paymentMethods.update(methods.data[0]?.id as string, { metadata: { a: 'b' } })
  await stripe.paymentMethods.retrieve(methods.data[0]?.id as string)

  const other = await reader('pm_card_visa')
  const incomplete = await subscribe(other, prices.yearly.id)
  await stripe.paymentIntents.cancel(idIn(secretOf(incomplete.latest_invoice)))
  const second = await subscribe(other, prices.yearly.id)
  await stripe.invoices.voidInvoice((second.latest_invoice as Stripe.Invoice).id as string)
  const setup = await stripe.setupIntents.create({ customer: other, allowed_payment_method_types: ['card'] })
  const client_secret = setup.client_secret as string
  await inBrowser('setup_intents', client_secret, 'pm_card_amex')
  expect(await stripe.setupIntents.retrieve(setup.id, { expand: ['payment_method'] })).toMatchObject({
    status: 'succeeded',
    payment_method: { card: { brand: 'amex' } },
  })
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)

  const third = await subscribe(other, prices.yearly.id)
  expect(await stripe.customers.del(other)).toMatchObject({ id: other, object: 'customer', deleted: true })
  expect(await stripe.customers.retrieve(other)).toMatchObject({ deleted: true })
  expect(['canceled', 'incomplete_expired']).toContain((await stripe.subscriptions.retrieve(third.id)).status)
  expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data).toHaveLength(1)
  await expect(subscribe(other, prices.yearly.id)).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'customer',
  })
  await expect(stripe.customers.del(other)).rejects.toMatchObject({ statusCode: 404 })

  const began = now()
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: began, name: 'a year' })
  const timed = await stripe.customers.create({ test_clock: clock.id, payment_method: 'pm_card_visa' })
  const [card] = (await stripe.customers.listPaymentMethods(timed.id)).data
  await stripe.customers.update(timed.id, { invoice_settings: { default_payment_method: card?.id as string } })
  const yearly = await stripe.subscriptions.create({ customer: timed.id, items: [{ price: prices.monthly.id }] })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: began + 100 * day })
  await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready')
  expect((await stripe.invoices.list({ subscription: yearly.id })).data).toHaveLength(4)
  await stripe.testHelpers.testClocks.del(clock.id)
  // An event counts the endpoint in `pending_webhooks` until it is delivered, so wait for the deliveries.
  await opened.sandbox.delivered()
  const [event] = (await stripe.events.list({ type: 'test_helpers.test_clock.deleted' })).data
  expect(await stripe.events.retrieve(event?.id as string)).toEqual(event)
  expect((await stripe.disputes.list({ limit: 1 })).object).toBe('list')
  expect(schemaCheck.missing()).toEqual([])
})

it('after a restart the sandbox still has all its objects and continues renewing', async () => {
  const { id } = await bought('pm_card_visa', prices.monthly.id)
  await opened.sandbox.delivered()
  const kinds = ['customer', 'subscription', 'invoice', 'payment_intent', 'charge', 'event', 'subscription_schedule']
  const rows = (kind: string) => opened.sandbox.store.all(kind)
  const before = kinds.map(rows)
  const { origin } = opened.sandbox
  await opened.close()
  await start()
  // The sandbox listens on another port after the restart, and the invoices' URLs contain the port.
  const moved = (kind: string) =>
    kind === 'invoice' ? JSON.parse(JSON.stringify(rows(kind)).replaceAll(opened.sandbox.origin, origin)) : rows(kind)
  expect(kinds.map(moved)).toEqual(before)
  const [invoice] = (await stripe.invoices.list({ subscription: id })).data
  const pdf = await fetch(invoice!.invoice_pdf!)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await wait(32 * day)
  expect((await stripe.invoices.list({ subscription: id })).data.map(({ status }) => status)).toEqual(['paid', 'paid'])
})

it('the shop has received every event, signed, and every object matches Stripe’s own types', async () => {
  await opened.sandbox.delivered()
  const events = opened.sandbox.store.all('event').map(({ id }) => id)
  expect(new Set(shop.heard.map(({ event }) => event.id))).toEqual(new Set(events))
  for (const { body, signature } of shop.heard) stripe.webhooks.constructEvent(body, signature, webhookSecret)
  const types = new Set(shop.types())
  for (const type of told) expect(types).toContain(type)
  expect(Object.fromEntries(schemaCheck.violations)).toEqual({})
  console.log(
    `schemaCheck: ${schemaCheck.judged} objects, ${schemaCheck.driven.size} routes, ${types.size} types of event`,
  )
})

const told: Stripe.Event.Type[] = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.pending_update_expired',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'setup_intent.succeeded',
  'payment_method.attached',
  'payment_method.detached',
  'charge.refunded',
  'subscription_schedule.created',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'customer.updated',
  'coupon.created',
  'promotion_code.created',
]
