import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { ownerOf } from '../src/stripe-objects.ts'
import { Shop } from './shop.ts'

const hour = 3600
const day = 24 * hour
const noon = '2026-01-15T12:00:00Z'
const back = { return_url: 'https://shop.example/subscribe-verify' }
const end = (subscription: Stripe.Subscription) => subscription.items.data[0]?.current_period_end ?? 0
const to = (subscription: Stripe.Subscription, price: string) => ({
  items: [{ id: subscription.items.data[0]?.id, price }],
  proration_behavior: 'always_invoice',
  billing_cycle_anchor: { type: 'now' },
})

describe('a new subscription', () => {
  const waiting = (card = 'pm_card_visa') => {
    const shop = new Shop(noon)
    const customer = shop.customer()
    const subscription = shop.subscribe(customer, shop.price(200_000), { payment_behavior: 'default_incomplete' })
    return { shop, customer, subscription, intent: shop.intent(ownerOf(subscription.latest_invoice)), card }
  }

  it('is active once it is paid, with its events in order', () => {
    const { shop, subscription, intent, customer } = waiting()
    expect(subscription.status).toBe('incomplete')
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: 200_000,
      setup_future_usage: 'off_session',
    })
    const told = shop.heard(() =>
      shop.post(`payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_visa', ...back }),
    )
    expect(told).toEqual([
      'charge.succeeded',
      'payment_method.attached',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
    expect(shop.subscription(subscription.id).status).toBe('active')
    expect(shop.latest(subscription.id)).toMatchObject({
      status: 'paid',
      amount_paid: 200_000,
      amount_remaining: 0,
      attempt_count: 1,
    })
    expect(shop.get<Stripe.PaymentMethod[]>(`customers/${customer}/payment_methods`)).toHaveLength(1)
  })

  it('sends the events of the subscription, then of its invoice and its payment', () => {
    const shop = new Shop(noon)
    const [customer, price] = [shop.customer('pm_card_visa'), shop.price(200_000)]
    expect(shop.heard(() => shop.subscribe(customer, price))).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
  })

  it('can be paid with another card after a decline', () => {
    const { shop, subscription, intent } = waiting()
    const confirm = (payment_method: string) =>
      shop.post(`payment_intents/${intent.id}/confirm`, { payment_method, ...back })
    const refusal = shop.refused(() => confirm('pm_card_chargeDeclinedInsufficientFunds'))
    expect(refusal).toMatchObject({
      status: 402,
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    })
    expect(shop.subscription(subscription.id).status).toBe('incomplete')
    expect(shop.latest(subscription.id)).toMatchObject({
      status: 'open',
      attempted: true,
      attempt_count: 1,
      next_payment_attempt: null,
    })
    confirm('pm_card_visa')
    expect(shop.subscription(subscription.id).status).toBe('active')
    expect(shop.refused(() => confirm('pm_card_visa')).code).toBe('payment_intent_unexpected_state')
  })

  it('expires after 23 hours without payment, and its invoice is void', () => {
    const { shop, subscription, intent } = waiting()
    shop.wait(23 * hour - 1)
    expect(shop.subscription(subscription.id).status).toBe('incomplete')
    expect(shop.heard(() => shop.wait(1))).toEqual([
      'payment_intent.canceled',
      'invoice.voided',
      'customer.subscription.updated',
    ])
    expect(shop.subscription(subscription.id)).toMatchObject({ status: 'incomplete_expired', ended_at: shop.now })
    expect(shop.latest(subscription.id).status).toBe('void')
    expect(
      shop.refused(() => shop.post(`payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_visa' })).code,
    ).toBe('payment_intent_unexpected_state')
  })

  it('expires when it is cancelled before its first payment', () => {
    const { shop, subscription } = waiting()
    expect(shop.call<Stripe.Subscription>('DELETE', `/v1/subscriptions/${subscription.id}`).status).toBe(
      'incomplete_expired',
    )
    expect(shop.latest(subscription.id).status).toBe('void')
  })

  it.each([
    ['allow_incomplete', 'incomplete', 'open'],
    ['default_incomplete', 'incomplete', 'open'],
  ])('a new subscription with a declined card and `%s` is %s', (payment_behavior, status, invoice) => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer('pm_card_chargeCustomerFail'), shop.price(200_000), {
      payment_behavior,
    })
    expect(subscription.status).toBe(status)
    expect(shop.latest(subscription.id).status).toBe(invoice)
  })

  it('is not created with a declined card and `error_if_incomplete`', () => {
    const shop = new Shop(noon)
    const [customer, price] = [shop.customer('pm_card_chargeCustomerFail'), shop.price(200_000)]
    const told = shop.heard(() => {
      const refusal = shop.refused(() => shop.subscribe(customer, price, { payment_behavior: 'error_if_incomplete' }))
      expect(refusal).toMatchObject({ status: 402, code: 'card_declined' })
    })
    expect(told).toEqual([])
    expect(shop.get<Stripe.Subscription[]>('subscriptions', { customer, status: 'all' })).toEqual([])
  })

  it('a new subscription without a card is refused, unless it may start unpaid or there is nothing to pay', () => {
    const shop = new Shop(noon)
    const [customer, price] = [shop.customer(), shop.price(200_000)]
    expect(shop.refused(() => shop.subscribe(customer, price)).code).toBe('resource_missing')
    shop.post(`customers/${customer}/balance_transactions`, { amount: -200_000, currency: 'hkd' })
    const subscription = shop.subscribe(customer, price)
    expect(subscription.status).toBe('active')
    expect(shop.latest(subscription.id)).toMatchObject({
      amount_due: 0,
      status: 'paid',
      attempted: true,
      starting_balance: -200_000,
      ending_balance: 0,
    })
  })
})

describe('3-D Secure', () => {
  const asked = (card: string) => {
    const shop = new Shop(noon, { origin: 'https://bank.example' })
    const subscription = shop.subscribe(shop.customer(card), shop.price(200_000), {
      payment_behavior: 'default_incomplete',
    })
    const intent = shop.intent(ownerOf(subscription.latest_invoice))
    const confirmed = shop.post<Stripe.PaymentIntent>(`payment_intents/${intent.id}/confirm`, back)
    return { shop, subscription, intent, confirmed }
  }

  it('leads to the bank’s page, and back with the result', () => {
    const { shop, subscription, intent, confirmed } = asked('pm_card_authenticationRequired')
    expect(confirmed.status).toBe('requires_action')
    expect(confirmed.next_action).toEqual({
      type: 'redirect_to_url',
      redirect_to_url: {
        ...back,
        url: `https://bank.example/_sandbox/3ds/${intent.id}?client_secret=${intent.client_secret}`,
      },
    })
    const url = new URL(shop.bank(intent.id, true) ?? '')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
    expect(shop.subscription(subscription.id).status).toBe('active')
    expect(shop.refused(() => shop.bank(intent.id, true)).code).toBe('payment_intent_unexpected_state')
  })

  it('3-D Secure without a return address is left to the browser’s script', () => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer('pm_card_authenticationRequired'), shop.price(200_000))
    expect(shop.intent(ownerOf(subscription.latest_invoice)).next_action?.type).toBe('use_stripe_sdk')
    const intent = shop.intent(ownerOf(subscription.latest_invoice))
    const again = shop.post<Stripe.PaymentIntent>(`payment_intents/${intent.id}/confirm`, {
      ...back,
      payment_method: ownerOf(intent.payment_method),
    })
    expect(again.next_action?.type).toBe('redirect_to_url')
  })

  it('3-D Secure that fails charges nothing, and another card may be tried', () => {
    const { shop, subscription, intent } = asked('pm_card_authenticationRequired')
    const told = shop.heard(() =>
      expect(new URL(shop.bank(intent.id, false) ?? '').searchParams.get('redirect_status')).toBe('failed'),
    )
    expect(told).toEqual(['payment_intent.payment_failed', 'invoice.payment_failed'])
    expect(shop.intent(ownerOf(subscription.latest_invoice))).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    shop.post(`payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_visa', ...back })
    expect(shop.subscription(subscription.id).status).toBe('active')
  })

  it('passing 3-D Secure does not guarantee the payment: the card may still be declined', () => {
    const { shop, subscription, intent } = asked('pm_card_threeDSecureRequiredChargeDeclined')
    expect(shop.bank(intent.id, true)).toContain('redirect_status=failed')
    expect(shop.intent(ownerOf(subscription.latest_invoice)).last_payment_error).toMatchObject({
      code: 'card_declined',
    })
    expect(shop.subscription(subscription.id).status).toBe('incomplete')
  })

  it('is not required at renewals of a card that needs it only once', () => {
    const { shop, subscription, intent } = asked('pm_card_authenticationRequiredOnSetup')
    shop.bank(intent.id, true)
    shop.waitUntil(end(shop.subscription(subscription.id)) + 2 * hour)
    expect(shop.latest(subscription.id)).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' })
  })

  it('is required at every renewal of a card that always needs it', () => {
    const { shop, subscription, intent } = asked('pm_card_authenticationRequired')
    shop.bank(intent.id, true)
    const told = shop.heard(() => shop.waitUntil(end(shop.subscription(subscription.id)) + hour))
    expect(told.slice(-6)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'invoice.payment_failed',
      'invoice.payment_action_required',
      'customer.subscription.updated',
      'customer.updated',
    ])
    const renewal = shop.intent(shop.latest(subscription.id).id)
    expect(shop.subscription(subscription.id).status).toBe('past_due')
    shop.post(`payment_intents/${renewal.id}/confirm`, { ...back, payment_method: ownerOf(renewal.payment_method) })
    shop.bank(renewal.id, true)
    expect(shop.subscription(subscription.id).status).toBe('active')
  })
})

describe('a trial', () => {
  const onTrial = (card?: string, more = {}) => {
    const shop = new Shop(noon)
    const customer = shop.customer(card)
    const subscription = shop.subscribe(customer, shop.price(200_000), {
      trial_period_days: 14,
      payment_behavior: 'default_incomplete',
      ...more,
    })
    return { shop, customer, subscription }
  }

  it('begins with an invoice of zero and asks for a card', () => {
    const { shop, subscription } = onTrial()
    expect(subscription).toMatchObject({
      status: 'trialing',
      trial_start: shop.now,
      trial_end: shop.now + 14 * day,
      billing_cycle_anchor: shop.now + 14 * day,
    })
    expect(shop.latest(subscription.id)).toMatchObject({ total: 0, amount_due: 0, status: 'paid' })
    const setup = ownerOf(subscription.pending_setup_intent)
    shop.post(`setup_intents/${setup}/confirm`, { payment_method: 'pm_card_visa' })
    expect(shop.subscription(subscription.id).pending_setup_intent).toBeNull()
  })

  it('does not ask for a card if one is on file', () =>
    expect(onTrial('pm_card_visa').subscription.pending_setup_intent).toBeNull())

  it('is announced three days before its end, and becomes active before any payment is collected', () => {
    const { shop, subscription } = onTrial('pm_card_visa')
    shop.waitUntil((subscription.trial_end ?? 0) - 3 * day - 1)
    expect(shop.heard(() => shop.wait(1))).toEqual(['customer.subscription.trial_will_end'])
    expect(shop.heard(() => shop.waitUntil(subscription.trial_end ?? 0))).toEqual([
      'customer.subscription.updated',
      'invoice.created',
    ])
    expect(shop.subscription(subscription.id).status).toBe('active')
    expect(shop.latest(subscription.id)).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' })
    shop.wait(hour)
    expect(shop.latest(subscription.id)).toMatchObject({ status: 'paid', amount_paid: 200_000 })
  })

  it('a trial without a card ends with an unpaid invoice', () => {
    const { shop, subscription } = onTrial()
    shop.waitUntil((subscription.trial_end ?? 0) + 2 * hour)
    expect(shop.subscription(subscription.id).status).toBe('past_due')
  })

  it('a trial without a card ends the subscription, if so configured', () => {
    const { shop, subscription } = onTrial(undefined, {
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    })
    shop.waitUntil(subscription.trial_end ?? 0)
    expect(shop.subscription(subscription.id).status).toBe('canceled')
    expect(shop.invoices(subscription.id)).toHaveLength(1)
  })

  it('can be ended immediately', () => {
    const { shop, subscription } = onTrial('pm_card_visa')
    shop.wait(3 * day)
    const after = shop.post<Stripe.Subscription>(`subscriptions/${subscription.id}`, { trial_end: 'now' })
    expect(after).toMatchObject({ status: 'active', trial_end: shop.now, billing_cycle_anchor: shop.now })
    expect(shop.latest(subscription.id).amount_paid).toBe(200_000)
  })

  it('continues after a free change to another plan', () => {
    const { shop, subscription } = onTrial('pm_card_visa')
    const after = shop.post<Stripe.Subscription>(
      `subscriptions/${subscription.id}`,
      to(subscription, shop.price(1_680_000, 'year')),
    )
    expect(after).toMatchObject({ status: 'trialing', trial_end: subscription.trial_end })
    expect(shop.invoices(subscription.id)).toHaveLength(1)
    shop.waitUntil((subscription.trial_end ?? 0) + 2 * hour)
    expect(shop.latest(subscription.id).amount_paid).toBe(1_680_000)
  })
})

describe('a renewal', () => {
  it('is announced a week before, invoiced at the end of the period and charged an hour later', () => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000))
    expect(shop.heard(() => shop.waitUntil(end(subscription) - 7 * day))).toEqual(['invoice.upcoming'])
    expect(shop.heard(() => shop.waitUntil(end(subscription)))).toEqual([
      'customer.subscription.updated',
      'invoice.created',
    ])
    expect(shop.latest(subscription.id)).toMatchObject({
      status: 'draft',
      number: null,
      period_start: subscription.start_date,
      period_end: end(subscription),
    })
    expect(shop.heard(() => shop.wait(hour))).toEqual([
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
  })

  it('costs what its preview said', () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const subscription = shop.subscribe(customer, shop.price(200_000))
    shop.post(`customers/${customer}/balance_transactions`, { amount: -30_000, currency: 'hkd' })
    const preview = shop.post<Stripe.Invoice>('invoices/create_preview', { subscription: subscription.id })
    shop.waitUntil(end(subscription) + hour)
    expect(preview).toMatchObject({
      amount_due: 170_000,
      billing_reason: 'upcoming',
      lines: { data: [{ period: { start: end(subscription) } }] },
    })
    expect(shop.latest(subscription.id).amount_paid).toBe(170_000)
  })

  it.each([
    ['month', '2026-01-31T00:00:00Z', 5, 61, '2031-01-31'],
    ['month', '2028-02-29T00:00:00Z', 5, 61, '2033-02-28'],
    ['year', '2024-02-29T00:00:00Z', 8, 9, '2032-02-29'],
  ])(
    'a subscription that renews by the %s from %s has, in %d years, %d invoices',
    (interval, start, years, invoices, last) => {
      const shop = new Shop(start)
      const subscription = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000, interval))
      // A test card is valid for three years, so replace it every year.
      for (let year = 0; year < years; year++) {
        shop.waitUntil(Date.parse(`${Number(start.slice(0, 4)) + year + 1}-01-01T00:00:00Z`) / 1000)
        shop.keepCard(ownerOf(subscription.customer), 'pm_card_visa')
      }
      shop.waitUntil(Date.parse(`${last}T01:00:00Z`) / 1000)
      const all = shop.invoices(subscription.id)
      expect(all).toHaveLength(invoices)
      expect(all.every(({ status, amount_paid }) => status === 'paid' && amount_paid === 200_000)).toBe(true)
      expect(new Date((all.at(-1)?.created ?? 0) * 1000).toISOString().slice(0, 10)).toBe(last)
    },
  )

  it('does not happen when turned off, and happens when turned on again', () => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000))
    const off = shop.post<Stripe.Subscription>(`subscriptions/${subscription.id}`, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'too_expensive', comment: 'maybe later' },
    })
    expect(off).toMatchObject({
      status: 'active',
      cancel_at: end(subscription),
      canceled_at: shop.now,
      cancellation_details: { reason: 'cancellation_requested', feedback: 'too_expensive', comment: 'maybe later' },
    })
    expect(shop.refused(() => shop.post('invoices/create_preview', { subscription: subscription.id }))).toMatchObject({
      status: 404,
      code: 'invoice_upcoming_none',
    })
    const on = shop.post<Stripe.Subscription>(`subscriptions/${subscription.id}`, { cancel_at_period_end: false })
    expect(on).toMatchObject({
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { reason: null, feedback: null, comment: null },
    })
    shop.post(`subscriptions/${subscription.id}`, { cancel_at_period_end: true })
    expect(shop.heard(() => shop.waitUntil(end(subscription)))).toEqual(['customer.subscription.deleted'])
    expect(shop.subscription(subscription.id)).toMatchObject({ status: 'canceled', ended_at: end(subscription) })
    shop.wait(60 * day)
    expect(shop.invoices(subscription.id)).toHaveLength(1)
  })
})

describe('a failed renewal', () => {
  const behind = (settings = {}) => {
    const shop = new Shop(noon, settings)
    const customer = shop.customer('pm_card_visa')
    const subscription = shop.subscribe(customer, shop.price(200_000))
    shop.keepCard(customer, 'pm_card_chargeCustomerFail')
    shop.waitUntil(end(subscription) + hour)
    return { shop, customer, subscription, first: shop.now }
  }

  it('is retried on days 1, 3, 5 and 7, and then the subscription is cancelled', () => {
    const { shop, subscription, first, customer } = behind()
    for (const [attempts, next] of [
      [1, 1],
      [2, 3],
      [3, 5],
      [4, 7],
    ] as const) {
      expect(shop.subscription(subscription.id).status).toBe('past_due')
      expect(shop.latest(subscription.id)).toMatchObject({
        status: 'open',
        attempt_count: attempts,
        next_payment_attempt: first + next * day,
      })
      expect(shop.get<Stripe.Customer>(`customers/${customer}`).delinquent).toBe(true)
      shop.waitUntil(first + next * day)
    }
    expect(shop.subscription(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      ended_at: first + 7 * day,
    })
    expect(shop.latest(subscription.id)).toMatchObject({
      status: 'open',
      attempt_count: 5,
      next_payment_attempt: null,
      auto_advance: false,
    })
    const charges = shop.store.all('charge').length
    shop.wait(90 * day)
    expect(shop.store.all('charge')).toHaveLength(charges)
  })

  it('can be configured to leave the subscription unpaid and the invoice uncollectible', () => {
    const { shop, subscription } = behind({ afterRetries: 'unpaid', unpaidInvoice: 'uncollectible', retryDays: [2] })
    shop.wait(2 * day)
    expect(shop.subscription(subscription.id).status).toBe('unpaid')
    expect(shop.latest(subscription.id).status).toBe('uncollectible')
    expect(shop.events()).toContain('invoice.marked_uncollectible')
    shop.wait(30 * day)
    expect(shop.latest(subscription.id)).toMatchObject({ status: 'draft', auto_advance: false })
    shop.keepCard(ownerOf(subscription.customer), 'pm_card_visa')
    shop.post(`invoices/${shop.latest(subscription.id).id}/pay`)
    expect(shop.subscription(subscription.id).status).toBe('active')
  })

  it('is paid exactly once by a new card', () => {
    const { shop, subscription, customer } = behind()
    shop.wait(2 * day)
    shop.keepCard(customer, 'pm_card_visa')
    const { id } = shop.latest(subscription.id)
    expect(shop.post<Stripe.Invoice>(`invoices/${id}/pay`)).toMatchObject({
      status: 'paid',
      attempt_count: 2,
      next_payment_attempt: null,
    })
    expect(shop.subscription(subscription.id).status).toBe('active')
    expect(shop.get<Stripe.Customer>(`customers/${customer}`).delinquent).toBe(false)
    expect(shop.refused(() => shop.post(`invoices/${id}/pay`)).message).toBe('Invoice is already paid')
    shop.wait(10 * day)
    expect(shop.store.all<Stripe.Charge>('charge').filter(({ paid }) => paid)).toHaveLength(2)
  })

  it('is paid by the first automatic retry after a new card', () => {
    const { shop, subscription, customer } = behind()
    shop.keepCard(customer, 'pm_card_visa')
    shop.wait(day)
    expect(shop.latest(subscription.id)).toMatchObject({ status: 'paid', attempt_count: 2 })
    expect(shop.subscription(subscription.id).status).toBe('active')
  })

  it('a failed renewal that is paid manually returns the decline to the caller', () => {
    const { shop, subscription } = behind()
    const refusal = shop.refused(() => shop.post(`invoices/${shop.latest(subscription.id).id}/pay`))
    expect(refusal).toMatchObject({
      status: 402,
      code: 'card_declined',
      payment_intent: { status: 'requires_payment_method' },
    })
    expect(shop.latest(subscription.id).attempt_count).toBe(1)
  })

  it('also happens if the card has expired', () => {
    const shop = new Shop(noon)
    const customer = shop.customer()
    const { id } = shop.post<Stripe.PaymentMethod>('payment_methods', {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 1, exp_year: 2026, cvc: '123' },
    })
    shop.keepCard(customer, id)
    const subscription = shop.subscribe(customer, shop.price(200_000))
    shop.waitUntil(end(subscription) + hour)
    expect(shop.intent(shop.latest(subscription.id).id).last_payment_error?.code).toBe('expired_card')
    expect(shop.subscription(subscription.id).status).toBe('past_due')
  })
})

describe('an upgrade that waits for payment', () => {
  const asked = () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const before = shop.subscribe(customer, shop.price(200_000))
    shop.wait(10 * day)
    shop.keepCard(customer, 'pm_card_authenticationRequired')
    const yearly = shop.price(1_680_000, 'year')
    const T = shop.now
    const after = shop.post<Stripe.Subscription>(`subscriptions/${before.id}`, {
      ...to(before, yearly),
      payment_behavior: 'pending_if_incomplete',
    })
    return { shop, customer, before, after, yearly, T, intent: shop.intent(shop.latest(before.id).id) }
  }

  it('leaves the current plan unchanged', () => {
    const { shop, before, after, yearly, T } = asked()
    expect(after.items.data[0]).toEqual(before.items.data[0])
    expect(after).toMatchObject({ status: 'active', billing_cycle_anchor: before.billing_cycle_anchor })
    expect(after.pending_update).toMatchObject({
      expires_at: T + 23 * hour,
      billing_cycle_anchor: T,
      subscription_items: [{ price: { id: yearly } }],
    })
    expect(shop.latest(before.id)).toMatchObject({ status: 'open', next_payment_attempt: null })
  })

  it('applies from the time it was requested, once the bank has approved it', () => {
    const { shop, before, yearly, T, intent } = asked()
    shop.wait(2 * hour)
    shop.post(`payment_intents/${intent.id}/confirm`, back)
    const told = shop.heard(() => shop.bank(intent.id, true))
    expect(told.slice(-2)).toEqual(['customer.subscription.updated', 'customer.subscription.pending_update_applied'])
    expect(shop.subscription(before.id)).toMatchObject({
      pending_update: null,
      billing_cycle_anchor: T,
      items: { data: [{ price: { id: yearly }, current_period_start: T }] },
    })
  })

  it('is dropped after 23 hours, and its invoice is voided', () => {
    const { shop, before, intent } = asked()
    const { id } = shop.latest(before.id)
    expect(shop.heard(() => shop.wait(23 * hour))).toEqual([
      'payment_intent.canceled',
      'invoice.voided',
      'customer.subscription.updated',
      'customer.subscription.pending_update_expired',
    ])
    expect(shop.get<Stripe.Invoice>(`invoices/${id}`).status).toBe('void')
    expect(shop.refused(() => shop.bank(intent.id, true)).code).toBe('payment_intent_unexpected_state')
    shop.waitUntil(end(before) + hour)
    expect(shop.subscription(before.id).items.data[0]?.price.id).toBe(before.items.data[0]?.price.id)
  })

  it('is dropped at the end of the running period, before the renewal', () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const before = shop.subscribe(customer, shop.price(200_000))
    shop.waitUntil(end(before) - hour)
    shop.keepCard(customer, 'pm_card_authenticationRequired')
    shop.post(`subscriptions/${before.id}`, {
      ...to(before, shop.price(1_680_000, 'year')),
      payment_behavior: 'pending_if_incomplete',
    })
    shop.waitUntil(end(before))
    expect(shop.subscription(before.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { unit_amount: 200_000 } }] },
    })
    expect(shop.invoices(before.id).map(({ status }) => status)).toEqual(['paid', 'void', 'draft'])
  })

  it('is dropped when its invoice is voided', () => {
    const { shop, before } = asked()
    shop.post(`invoices/${shop.latest(before.id).id}/void`)
    expect(shop.subscription(before.id).pending_update).toBeNull()
  })

  it('is replaced by a newer one', () => {
    const { shop, before, yearly } = asked()
    const { id } = shop.latest(before.id)
    shop.keepCard(ownerOf(before.customer), 'pm_card_visa')
    shop.post(`subscriptions/${before.id}`, { ...to(before, yearly), payment_behavior: 'pending_if_incomplete' })
    expect(shop.get<Stripe.Invoice>(`invoices/${id}`).status).toBe('void')
    expect(shop.subscription(before.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { id: yearly } }] },
    })
  })

  it('returns the credit that it had used when it is dropped', () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const before = shop.subscribe(customer, shop.price(200_000))
    shop.post(`customers/${customer}/balance_transactions`, { amount: -50_000, currency: 'hkd' })
    shop.keepCard(customer, 'pm_card_chargeCustomerFail')
    const change = { ...to(before, shop.price(1_680_000, 'year')), payment_behavior: 'pending_if_incomplete' }
    shop.post(`subscriptions/${before.id}`, change)
    expect(shop.balance(customer)).toBe(0)
    shop.wait(23 * hour)
    expect(shop.balance(customer)).toBe(-50_000)
  })

  it('is not applied when another invoice is paid', () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const before = shop.subscribe(customer, shop.price(200_000))
    shop.keepCard(customer, 'pm_card_chargeCustomerFail')
    shop.waitUntil(end(before) + hour)
    const renewal = shop.latest(before.id)
    const change = { ...to(before, shop.price(1_680_000, 'year')), payment_behavior: 'pending_if_incomplete' }
    const preview = shop.post<Stripe.Invoice>('invoices/create_preview', {
      subscription: before.id,
      subscription_details: {
        items: change.items,
        proration_behavior: 'always_invoice',
        billing_cycle_anchor: { type: 'now' },
      },
    })
    shop.post(`subscriptions/${before.id}`, change)
    shop.post(`invoices/${renewal.id}/pay`, { payment_method: 'pm_card_visa' })
    expect(shop.subscription(before.id)).toMatchObject({
      status: 'active',
      pending_update: { subscription_items: [{ price: { unit_amount: 1_680_000 } }] },
      items: { data: [{ price: { unit_amount: 200_000 } }] },
    })
    expect(shop.latest(before.id)).toMatchObject({ status: 'open', amount_due: preview.amount_due })
  })

  it('is refused in combination with a change that cannot wait', () => {
    const { shop, before, yearly } = asked()
    const refusal = shop.refused(() =>
      shop.post(`subscriptions/${before.id}`, {
        ...to(before, yearly),
        payment_behavior: 'pending_if_incomplete',
        discounts: '',
      }),
    )
    expect(refusal).toMatchObject({ status: 400, param: 'discounts' })
  })

  it.each([
    ['error_if_incomplete', 'active', 200_000],
    ['allow_incomplete', 'past_due', 1_680_000],
    ['default_incomplete', 'past_due', 1_680_000],
  ])('does not wait with %s', (payment_behavior, status, amount) => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const before = shop.subscribe(customer, shop.price(200_000))
    shop.keepCard(customer, 'pm_card_chargeCustomerFail')
    const change = () =>
      shop.post(`subscriptions/${before.id}`, { ...to(before, shop.price(1_680_000, 'year')), payment_behavior })
    if (payment_behavior === 'error_if_incomplete') shop.refused(change)
    else change()
    expect(shop.subscription(before.id)).toMatchObject({
      status,
      pending_update: null,
      items: { data: [{ price: { unit_amount: amount } }] },
    })
  })
})

describe('cancelling a subscription immediately', () => {
  it('ends it, and refunds nothing unless requested', () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const subscription = shop.subscribe(customer, shop.price(200_000))
    shop.wait(10 * day)
    expect(shop.call<Stripe.Subscription>('DELETE', `/v1/subscriptions/${subscription.id}`)).toMatchObject({
      status: 'canceled',
      ended_at: shop.now,
    })
    expect(shop.balance(customer)).toBe(0)
    expect(shop.refused(() => shop.call('DELETE', `/v1/subscriptions/${subscription.id}`)).code).toBe(
      'resource_missing',
    )
    expect(shop.refused(() => shop.post(`subscriptions/${subscription.id}`, { cancel_at_period_end: true })).code).toBe(
      'invalid_canceled_subscription_fields',
    )
  })

  it('credits the rest of the period to the balance, on request', () => {
    const shop = new Shop('2026-11-01T00:00:00Z')
    const customer = shop.customer('pm_card_visa')
    const subscription = shop.subscribe(customer, shop.price(200_000))
    shop.wait(15 * day)
    shop.call('DELETE', `/v1/subscriptions/${subscription.id}`, { prorate: true, invoice_now: true })
    expect(shop.balance(customer)).toBe(-100_000)
  })

  it('stops retries of an open invoice', () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const subscription = shop.subscribe(customer, shop.price(200_000))
    shop.keepCard(customer, 'pm_card_chargeCustomerFail')
    shop.waitUntil(end(subscription) + 2 * hour)
    shop.call('DELETE', `/v1/subscriptions/${subscription.id}`)
    shop.keepCard(customer, 'pm_card_visa')
    shop.wait(30 * day)
    expect(shop.latest(subscription.id).status).toBe('open')
  })
})
