import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { acceptNumber, testCards } from '../src/cards.ts'
import { ownerOf } from '../src/stripe-objects.ts'
import { Shop } from './shop.ts'

const noon = '2026-01-15T12:00:00Z'
const now = Date.parse(noon) / 1000
const back = { return_url: 'https://shop.example/subscribe-verify' }

describe('a card number', () => {
  const code = (number: string, month = 12, year = 2030, cvc: string | undefined = '123') => {
    try {
      return acceptNumber(number, month, year, cvc, now).last4
    } catch (error) {
      return (error as { error: { code: string } }).error.code
    }
  }
  it.each([
    ['4242 4242 4242 4242', '4242'],
    ['4242-4242-4242-4242', '4242'],
    ['5555555555554444', '4444'],
    ['4242424242424241', 'incorrect_number'],
    ['4111111111111111', 'incorrect_number'],
    ['424242424242', 'incorrect_number'],
    ['', 'incorrect_number'],
    ['4242x42424242424242', 'incorrect_number'],
  ])('%s is validated with the result %s', (number, expected) => expect(code(number)).toBe(expected))

  it.each([
    [12, 2025, 'invalid_expiry_year'],
    [1, 2026, '4242'],
    [12, 2100, 'invalid_expiry_year'],
    [0, 2030, 'invalid_expiry_month'],
    [13, 2030, 'invalid_expiry_month'],
    [12, 30, '4242'],
    [12, 25, 'invalid_expiry_year'],
  ])('a card number with expiry %d/%d is validated with the result %s', (month, year, expected) =>
    expect(code('4242424242424242', month, year)).toBe(expected),
  )

  it.each([
    ['4242424242424242', '12', 'invalid_cvc'],
    ['4242424242424242', '1234', 'invalid_cvc'],
    ['378282246310005', '1234', '0005'],
    ['378282246310005', '12345', 'invalid_cvc'],
    ['4242424242424242', '12a', 'invalid_cvc'],
  ])('%s with the security code %s is validated with the result %s', (number, cvc, expected) =>
    expect(code(number, 12, 2030, cvc)).toBe(expected),
  )

  it('is not stored, except for its last four digits, brand and test behaviour', () => {
    const shop = new Shop(noon)
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' }
    shop.post('payment_methods', { type: 'card', card })
    const kept = JSON.stringify(['_card', 'payment_method', 'event'].map(kind => shop.store.all(kind)))
    expect(kept).not.toContain('424242424242')
    expect(kept).not.toContain('"123"')
    expect(kept).toContain('"4242"')
  })

  it('always has the same fingerprint, different from that of any other number', () => {
    const prints = Object.keys(testCards).map(number => acceptNumber(number, 12, 2030, undefined, now).fingerprint)
    expect(new Set(prints).size).toBe(prints.length)
    expect(acceptNumber('4242424242424242', 1, 2031, undefined, now).fingerprint).toBe(prints[0])
  })
})

describe('a test card', () => {
  type Row = [number: string, kept: string, charged: string]
  it.each<Row>([
    ['4242424242424242', 'kept', 'succeeded'],
    ['5555555555554444', 'kept', 'succeeded'],
    ['378282246310005', 'kept', 'succeeded'],
    ['4000002500003155', 'kept', 'requires_action'],
    ['4000002760003184', 'kept', 'requires_action'],
    ['4000008400001629', 'kept', 'requires_action'],
    ['4000000000000259', 'kept', 'succeeded'],
    ['4000000000000341', 'kept', 'generic_decline'],
    ['4000000000000002', 'generic_decline', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
  ])(
    'a test card with number %s: attaching it to a customer gives %s, charging it gives %s',
    (number, kept, charged) => {
      const shop = new Shop(noon)
      const cvc = number.length === 15 ? '1234' : '123'
      const card = shop.post<Stripe.PaymentMethod>('payment_methods', {
        type: 'card',
        card: { number, exp_month: 12, exp_year: 2030, cvc },
      }).id
      const customer = shop.customer()
      const said = (act: () => { status?: string }) => {
        try {
          return act().status ?? 'kept'
        } catch (error) {
          const { decline_code, code } = (error as { error: { decline_code?: string; code: string } }).error
          return decline_code ?? code
        }
      }
      const subscription = shop.subscribe(customer, shop.price(200_000), { payment_behavior: 'default_incomplete' })
      const intent = shop.intent(ownerOf(subscription.latest_invoice)).id
      expect(said(() => shop.post(`payment_intents/${intent}/confirm`, { payment_method: card, ...back }))).toBe(
        charged,
      )
      const twin = shop.post<Stripe.PaymentMethod>('payment_methods', {
        type: 'card',
        card: { number, exp_month: 12, exp_year: 2030 },
      }).id
      expect(said(() => shop.post(`payment_methods/${twin}/attach`, { customer }))).toBe(kept)
    },
  )

  it('a test card that requires authentication is declined while its holder is absent', () => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer('pm_card_authenticationRequired'), shop.price(200_000), {
      payment_behavior: 'default_incomplete',
    })
    const intent = shop.intent(ownerOf(subscription.latest_invoice)).id
    const refusal = shop.refused(() => shop.post(`payment_intents/${intent}/confirm`, { off_session: true }))
    expect(refusal).toMatchObject({
      code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
    })
  })
})

describe('a payment method', () => {
  it('belongs to one customer; detaching it removes it as the default of the customer and their subscriptions', () => {
    const shop = new Shop(noon)
    const [customer, other] = [shop.customer(), shop.customer()]
    const card = shop.keepCard(customer, 'pm_card_visa')
    const subscription = shop.subscribe(customer, shop.price(200_000), { default_payment_method: card })
    expect(shop.refused(() => shop.post(`payment_methods/${card}/attach`, { customer: other })).code).toBe(
      'payment_method_unexpected_state',
    )
    expect(
      shop.refused(() => shop.post(`customers/${other}`, { invoice_settings: { default_payment_method: card } })).code,
    ).toBe('resource_missing')
    expect(shop.post<Stripe.PaymentMethod>(`payment_methods/${card}/detach`).customer).toBeNull()
    expect(shop.get<Stripe.Customer>(`customers/${customer}`).invoice_settings.default_payment_method).toBeNull()
    expect(shop.subscription(subscription.id).default_payment_method).toBeNull()
    expect(shop.get<Stripe.PaymentMethod[]>('payment_methods', { customer })).toEqual([])
    expect(shop.refused(() => shop.post(`payment_methods/${card}/detach`)).status).toBe(400)
  })

  it('can also be created from a phone’s wallet', () => {
    const shop = new Shop(noon)
    const made = shop.call<Stripe.PaymentMethod>(
      'POST',
      '/v1/payment_methods',
      { type: 'card', card: { token: 'tok_googlepay' } },
      'publishable',
    )
    expect(made.card?.wallet?.type).toBe('google_pay')
  })
})

describe('a setup intent', () => {
  const setup = (shop: Shop, customer: string, payment_method: string, more = {}) =>
    shop.post<Stripe.SetupIntent>('setup_intents', {
      customer,
      payment_method,
      confirm: true,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      ...back,
      ...more,
    })

  it('attaches a card to its customer', () => {
    const shop = new Shop(noon)
    const customer = shop.customer()
    const told = shop.heard(() =>
      expect(setup(shop, customer, 'pm_card_visa')).toMatchObject({ status: 'succeeded', customer }),
    )
    expect(told).toEqual(['setup_intent.created', 'payment_method.attached', 'setup_intent.succeeded'])
  })

  it.each([
    [true, 'succeeded'],
    [false, 'requires_payment_method'],
  ])('is confirmed by the card holder on the bank’s page: %s makes it %s', (passed, status) => {
    const shop = new Shop(noon)
    const customer = shop.customer()
    const made = setup(shop, customer, 'pm_card_authenticationRequiredOnSetup')
    expect(made).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    expect(shop.bank(made.id, passed)).toContain(`setup_intent=${made.id}`)
    expect(shop.get<Stripe.SetupIntent>(`setup_intents/${made.id}`).status).toBe(status)
    expect(shop.get<Stripe.PaymentMethod[]>('payment_methods', { customer })).toHaveLength(passed ? 1 : 0)
  })

  it('lets the card be charged later in its holder’s absence', () => {
    const shop = new Shop(noon)
    const customer = shop.customer()
    const made = setup(shop, customer, 'pm_card_authenticationRequiredOnSetup')
    shop.bank(made.id, true)
    shop.post(`customers/${customer}`, { invoice_settings: { default_payment_method: ownerOf(made.payment_method) } })
    expect(shop.subscribe(customer, shop.price(200_000), { off_session: true }).status).toBe('active')
  })

  it('records why the card was declined', () => {
    const shop = new Shop(noon)
    const refusal = shop.refused(() => setup(shop, shop.customer(), 'pm_card_chargeDeclined'))
    expect(refusal).toMatchObject({
      status: 402,
      decline_code: 'generic_decline',
      setup_intent: { status: 'requires_payment_method', last_setup_error: { code: 'card_declined' } },
    })
    expect(shop.store.all('setup_intent')).toHaveLength(1)
  })
})

describe('a browser', () => {
  it('can access an intent only with the intent’s secret', () => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer(), shop.price(200_000), {
      payment_behavior: 'default_incomplete',
    })
    const intent = shop.intent(ownerOf(subscription.latest_invoice))
    const get = (client_secret?: string) =>
      shop.call<Stripe.PaymentIntent>('GET', `/v1/payment_intents/${intent.id}`, { client_secret }, 'publishable').id
    expect(get(intent.client_secret ?? '')).toBe(intent.id)
    expect(shop.refused(() => get()).code).toBe('resource_missing')
    expect(shop.refused(() => get('pi_x_secret_x')).code).toBe('resource_missing')
    const confirm = (client_secret: string) =>
      shop.call(
        'POST',
        `/v1/payment_intents/${intent.id}/confirm`,
        { client_secret, payment_method: 'pm_card_visa' },
        'publishable',
      )
    expect(shop.refused(() => confirm('wrong')).code).toBe('resource_missing')
    expect(confirm(intent.client_secret ?? '')).toMatchObject({ status: 'succeeded' })
  })
})

describe('a refund', () => {
  const paid = (card = 'pm_card_visa') => {
    const shop = new Shop(noon)
    const subscription = shop.subscribe(shop.customer(card), shop.price(200_000))
    const intent = shop.intent(ownerOf(subscription.latest_invoice))
    return { shop, payment_intent: intent.id, charge: ownerOf(intent.latest_charge) }
  }
  const charge = (shop: Shop) => shop.store.all<Stripe.Charge>('charge')[0]

  it('returns the full amount by default, and only once', () => {
    const { shop, payment_intent } = paid()
    const told = shop.heard(() =>
      expect(shop.post('refunds', { payment_intent, reason: 'requested_by_customer' })).toMatchObject({
        amount: 200_000,
        status: 'succeeded',
      }),
    )
    expect(told).toEqual(['refund.created', 'charge.refunded'])
    expect(charge(shop)).toMatchObject({ amount_refunded: 200_000, refunded: true })
    expect(shop.refused(() => shop.post('refunds', { payment_intent })).code).toBe('charge_already_refunded')
  })

  it('can return the amount in parts, but never more than remains', () => {
    const { shop, payment_intent, charge: id } = paid()
    shop.post('refunds', { payment_intent, amount: 150_000 })
    expect(charge(shop)).toMatchObject({ amount_refunded: 150_000, refunded: false })
    expect(shop.refused(() => shop.post('refunds', { charge: id, amount: 50_001 }))).toMatchObject({
      param: 'amount',
      message: 'Refund amount (HK$500.01) is greater than unrefunded amount on charge (HK$500.00)',
    })
    shop.post('refunds', { charge: id, amount: 50_000 })
    expect(charge(shop)?.refunded).toBe(true)
    expect(shop.get<Stripe.Refund[]>('refunds', { charge: id }).map(({ amount }) => amount)).toEqual([50_000, 150_000])
  })

  it('is refused for a disputed charge, and for a zero amount', () => {
    const { shop, payment_intent } = paid('pm_card_createDispute')
    expect(shop.refused(() => shop.post('refunds', { payment_intent })).code).toBe('charge_disputed')
    expect(shop.refused(() => shop.post('refunds', {})).code).toBe('parameter_missing')
    expect(shop.refused(() => shop.post('refunds', { payment_intent, amount: 0 })).code).toBe(
      'parameter_invalid_integer',
    )
  })
})

it('a disputed charge sends the dispute event after the charge event, and the dispute is lost if nobody responds', () => {
  const shop = new Shop(noon)
  const [customer, price] = [shop.customer('pm_card_createDispute'), shop.price(200_000)]
  const told = shop.heard(() => shop.subscribe(customer, price))
  expect(told.filter(type => type.startsWith('charge.'))).toEqual(['charge.succeeded', 'charge.dispute.created'])
  expect(shop.store.all<Stripe.Charge>('charge')[0]?.disputed).toBe(true)
  shop.wait(9 * 86_400)
  expect(shop.events().at(-1)).toBe('charge.dispute.closed')
  expect(shop.store.all<Stripe.Dispute>('dispute')[0]?.status).toBe('lost')
})

describe('a cancelled payment intent', () => {
  it('collects no money; its invoice is paid through a new payment intent', () => {
    const shop = new Shop(noon)
    const customer = shop.customer()
    const subscription = shop.subscribe(customer, shop.price(200_000), { payment_behavior: 'default_incomplete' })
    const first = shop.intent(ownerOf(subscription.latest_invoice)).id
    expect(shop.post(`payment_intents/${first}/cancel`)).toMatchObject({ status: 'canceled' })
    expect(shop.refused(() => shop.post(`payment_intents/${first}/cancel`)).code).toBe(
      'payment_intent_unexpected_state',
    )
    shop.keepCard(customer, 'pm_card_visa')
    shop.post(`invoices/${ownerOf(subscription.latest_invoice)}/pay`)
    expect(shop.subscription(subscription.id).status).toBe('active')
    expect(shop.intent(ownerOf(subscription.latest_invoice)).id).not.toBe(first)
  })
})

describe('a customer’s balance', () => {
  it('is the sum of its transactions, and a credit is used before the card', () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    const move = (amount: number) =>
      shop.post(`customers/${customer}/balance_transactions`, { amount, currency: 'hkd', description: 'sorry' })
    move(-120_000)
    move(20_000)
    const subscription = shop.subscribe(customer, shop.price(200_000))
    expect(shop.latest(subscription.id)).toMatchObject({
      total: 200_000,
      starting_balance: -100_000,
      ending_balance: 0,
      amount_due: 100_000,
      amount_paid: 100_000,
    })
    const moves = shop.get<Stripe.CustomerBalanceTransaction[]>(`customers/${customer}/balance_transactions`)
    expect(moves.map(({ amount, ending_balance, type }) => [amount, ending_balance, type])).toEqual([
      [100_000, 0, 'applied_to_invoice'],
      [20_000, -100_000, 'adjustment'],
      [-120_000, -120_000, 'adjustment'],
    ])
  })

  it.each([
    [-199_601, 0, 399],
    [-199_600, 400, 0],
    [-200_000, 0, 0],
    [-200_001, 0, -1],
    [100, 200_100, 0],
  ])('a customer’s balance of %d leaves %d to pay now and %d for the next invoice', (balance, due, left) => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    shop.post(`customers/${customer}/balance_transactions`, { amount: balance, currency: 'hkd' })
    const price = shop.price(200_000)
    const preview = shop.post<Stripe.Invoice>('invoices/create_preview', {
      customer,
      subscription_details: { items: [{ price }] },
    })
    const subscription = shop.subscribe(customer, price)
    expect(shop.latest(subscription.id)).toMatchObject({ amount_due: due, status: 'paid', ending_balance: left })
    expect(preview).toMatchObject({ amount_due: due, starting_balance: balance, ending_balance: left })
    expect(shop.balance(customer)).toBe(left)
  })

  it('has a single currency', () => {
    const shop = new Shop(noon)
    const customer = shop.customer('pm_card_visa')
    shop.subscribe(customer, shop.price(200_000))
    const refusal = shop.refused(() =>
      shop.post(`customers/${customer}/balance_transactions`, { amount: -1, currency: 'usd' }),
    )
    expect(refusal.message).toContain('You cannot combine currencies')
  })
})
