import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BillingFixture, daySeconds, hk, openBillingFixture, refusal } from './billing-fixture.ts'

let shop: BillingFixture
beforeAll(async () => {
  shop = await openBillingFixture()
})
afterAll(() => shop.close())

const twentyOff = hk.monthly * 0.8

describe('a purchase', () => {
  it('charges the previewed price, gives the plan’s rights from the next request on, and leaves exactly one card on file (PLAN-28, PLAN-30, PLAN-46)', async () => {
    const userId = await shop.person()
    const wanted = shop.wanted('monthly', await shop.card('good'))
    const beforeMs = Math.floor(shop.clock.now() / 1_000) * 1_000
    const preview = await shop.payments.preview(userId, wanted)
    expect(preview).toMatchObject({
      amount: hk.monthly,
      amountOriginal: hk.monthly,
      credit: 0,
      couponDetail: null,
      saved: 0,
      nextAmount: hk.monthly,
      trialDays: 0,
    })
    const answer = await shop.payments.subscribe(userId, wanted)
    expect(answer).toMatchObject({ subscriptionStatus: 'active', paymentIntentSecret: null })
    const books = await shop.books(userId)
    expect(books).toMatchObject({
      charges: preview.amount,
      defaultCard: wanted.paymentMethod,
      cards: [wanted.paymentMethod],
    })
    const overview = await shop.payments.subscriptionsOf(userId)
    expect(overview.cardDetails).toMatchObject({ brand: 'visa', cardNumberLast4: '4242', expired: false })
    expect(overview.subscriptions).toMatchObject([
      {
        subscriptionId: answer.subscriptionId,
        productId: 1,
        planName: 'finlist-hk',
        billingPeriodId: 3,
        futureBillingPeriodId: 0,
        status: 'active',
        hasAutoRenew: true,
        nextAmount: hk.monthly,
      },
    ])
    const end = Date.parse(overview.subscriptions[0]!.nextBillingDate!)
    const laterMs = end - Date.parse(preview.nextBillingDate)
    expect(laterMs).toBeGreaterThanOrEqual(0)
    expect(laterMs).toBeLessThanOrEqual(shop.clock.now() - beforeMs)
    expect(await shop.rights(userId)).toEqual([{ periodId: 3, endsAt: end + 7 * daySeconds * 1_000 }])
    expect(overview.invoices).toMatchObject([{ productId: 1, billingPeriodId: 3, amountPaid: hk.monthly }])
  })

  it('deducts the coupon first, then the credit, and charges the rest to the card (PLAN-28)', async () => {
    const userId = await shop.person()
    await shop.payments.preview(userId, shop.wanted('monthly', ''))
    const { customerId } = await shop.books(userId)
    await shop.provider.stripe.customers.createBalanceTransaction(customerId, { amount: -50_000, currency: 'hkd' })
    const wanted = shop.wanted('monthly', await shop.card('good'), ' welcome20 ')
    const preview = await shop.payments.validateCoupon(userId, { ...wanted, couponCode: ' welcome20 ' })
    expect(preview).toMatchObject({
      amount: 110_000,
      amountOriginal: hk.monthly,
      credit: 50_000,
      saved: 40_000,
      nextAmount: hk.monthly,
      couponDetail: { code: 'WELCOME20', percentOff: 20, amountOff: null },
    })
    await shop.payments.subscribe(userId, { ...wanted, couponCode: preview.couponDetail!.id })
    expect(await shop.books(userId)).toMatchObject({ charges: 110_000, balance: 0 })
    expect((await shop.payments.subscriptionsOf(userId)).credit).toBe(0)
  })

  it('below the card minimum is charged together with the next payment, and does not become credit', async () => {
    const { stripe } = shop.provider
    const coupon = await stripe.coupons.create({ amount_off: hk.monthly - 350, currency: 'hkd', duration: 'once' })
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'NEARLYALL' })
    const userId = await shop.person()
    const preview = await shop.payments.preview(userId, shop.wanted('monthly', '', 'NEARLYALL'))
    const nextCharge = { amount: hk.monthly + 350, credit: 0, owed: 350 }
    expect(preview).toMatchObject({ amount: 0, credit: 0, nextAmount: hk.monthly, nextCharge })
    expect(preview.lines).toEqual([
      { kind: 'plan', amount: hk.monthly },
      { kind: 'coupon', amount: 350 - hk.monthly },
      { kind: 'too-small', amount: -350 },
    ])
    await shop.buy(userId, 'monthly', 'good', 'NEARLYALL')
    const held = await shop.payments.subscriptionsOf(userId)
    expect(held).toMatchObject({ credit: 0, subscriptions: [{ nextAmount: hk.monthly, nextCharge }] })
    const other = await shop.payments.preview(userId, shop.wanted('monthly', '', null, 2))
    expect(other).toMatchObject({ amount: 150_350, credit: 0 })
    expect(other.lines).toEqual([
      { kind: 'plan', amount: 150_000 },
      { kind: 'owed', amount: 350 },
    ])
    await shop.sandbox.advance(32 * daySeconds)
    await shop.settle()
    expect((await shop.books(userId)).charges).toBe(nextCharge.amount)
    const [renewed] = (await shop.payments.subscriptionsOf(userId)).subscriptions
    expect(renewed).toMatchObject({ nextAmount: hk.monthly })
    expect(renewed).not.toHaveProperty('nextCharge')
  })

  it('shows the next payment, less the remaining credit', async () => {
    const userId = await shop.person()
    await shop.payments.preview(userId, shop.wanted('monthly', ''))
    const { customerId } = await shop.books(userId)
    const amount = -hk.monthly - 50_000
    await shop.provider.stripe.customers.createBalanceTransaction(customerId, { amount, currency: 'hkd' })
    const nextCharge = { amount: hk.monthly - 50_000, credit: 50_000, owed: 0 }
    const preview = await shop.payments.preview(userId, shop.wanted('monthly', ''))
    expect(preview).toMatchObject({ amount: 0, credit: hk.monthly, nextCharge })
    await shop.buy(userId, 'monthly')
    expect((await shop.payments.subscriptionsOf(userId)).subscriptions).toMatchObject([{ nextCharge }])
    await shop.sandbox.advance(32 * daySeconds)
    await shop.settle()
    expect((await shop.books(userId)).charges).toBe(nextCharge.amount)
  })

  it('a purchase with coupon and 3-D Secure is active once the bank approves, even if no event arrives (PLAN-49, PLAN-50)', async () => {
    const userId = await shop.person()
    const wanted = shop.wanted('monthly', await shop.card('bankOnce'), 'WELCOME20')
    const { couponDetail, amount } = await shop.payments.preview(userId, wanted)
    const answer = await shop.payments.subscribe(userId, { ...wanted, couponCode: couponDetail!.id })
    expect(answer.subscriptionStatus).toBe('requires_action')
    expect(await shop.rights(userId)).toEqual([])
    const again = await shop.payments.subscribe(userId, { ...wanted, couponCode: couponDetail!.id })
    expect(again).toEqual(answer)
    await shop.bank(answer.paymentIntentSecret)
    const { subscriptions } = await shop.payments.subscriptionsOf(userId)
    expect(subscriptions).toMatchObject([{ subscriptionId: answer.subscriptionId, status: 'active' }])
    expect(await shop.rights(userId)).toHaveLength(1)
    expect((await shop.books(userId)).charges).toBe(amount)
    expect(amount).toBe(twentyOff)
  })

  it('a purchase that the bank refuses grants no plan, stores no card, and can be retried immediately (PLAN-51)', async () => {
    const userId = await shop.person()
    const wanted = shop.wanted('monthly', await shop.card('bankOnce'))
    const first = await shop.payments.subscribe(userId, wanted)
    await shop.bank(first.paymentIntentSecret, false)
    expect(await shop.payments.subscriptionsOf(userId)).toMatchObject({ cardDetails: null, subscriptions: [] })
    expect(await shop.books(userId)).toMatchObject({ charges: 0, cards: [] })
    const next = await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('good')))
    expect(next).toEqual({ ...first, subscriptionStatus: 'active', paymentIntentSecret: null })
    expect(await shop.books(userId)).toMatchObject({ charges: hk.monthly, invoices: [{ status: 'paid' }] })
  })

  it.each([
    ['declined', 'generic_decline'],
    ['noFunds', 'insufficient_funds'],
    ['expired', 'expired_card'],
    ['wrongCvc', 'incorrect_cvc'],
    ['processingError', 'processing_error'],
  ] as const)(
    'a purchase with the card %s gets a 402 with the reason, and leaves nothing behind',
    async (name, code) => {
      const userId = await shop.person()
      const bought = shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card(name)))
      expect(await refusal(bought)).toEqual({ http: 402, code })
      expect(await shop.books(userId)).toMatchObject({ charges: 0, cards: [], defaultCard: null })
      expect(await shop.rights(userId)).toEqual([])
    },
  )

  it('a purchase of another plan cancels an earlier purchase that was abandoned at the bank', async () => {
    const userId = await shop.person()
    const first = await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('bankOnce')))
    await shop.payments.subscribe(userId, shop.wanted('yearly', await shop.card('good')))
    const { subscriptions, charges, cards } = await shop.books(userId)
    expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'incomplete_expired'])
    expect([charges, cards.length]).toEqual([hk.yearly, 1])
    await expect(shop.bank(first.paymentIntentSecret)).rejects.toThrow('canceled')
  })

  it('a purchase that has waited for the bank for half an hour is cancelled', async () => {
    const userId = await shop.person()
    await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('bankOnce')))
    await shop.sandbox.advance(31 * 60)
    await shop.payments.reconcile()
    expect(await shop.books(userId)).toMatchObject({ subscriptions: [{ status: 'incomplete_expired' }], cards: [] })
  })

  it('a purchase of a plan that the user already has is refused (PLAN-11)', async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly')
    const more = shop.wanted('yearly', 'existing_card')
    expect(await refusal(shop.payments.subscribe(userId, more))).toEqual({ http: 409, code: 'already_subscribed' })
    expect(await refusal(shop.payments.preview(userId, more))).toEqual({ http: 409, code: 'already_subscribed' })
  })

  it('a purchase of a second plan uses the card on file, unless it has expired (PLAN-45)', async () => {
    const userId = await shop.person()
    await shop.payments.subscribe(userId, shop.wanted('yearly', await shop.card('good', 'this month')))
    await shop.payments.subscribe(userId, shop.wanted('monthly', 'existing_card', null, 2))
    expect((await shop.books(userId)).charges).toBe(hk.yearly + 150_000)
    await shop.sandbox.advance(32 * daySeconds)
    const jp = shop.payments.subscribe(userId, shop.wanted('monthly', 'existing_card', null, 6))
    expect(await refusal(jp)).toEqual({ http: 400, code: 'card_expired' })
    const nobody = shop.payments.subscribe(await shop.person(), shop.wanted('monthly', 'existing_card'))
    expect(await refusal(nobody)).toEqual({ http: 400, code: 'no_card' })
  })

  it('a purchase that costs nothing still stores a card for the renewals', async () => {
    const { stripe } = shop.provider
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' })
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'ALLFREE' })
    for (const name of ['good', 'bankOnce'] as const) {
      const userId = await shop.person()
      const wanted = shop.wanted('monthly', await shop.card(name), 'ALLFREE')
      expect(await shop.payments.preview(userId, wanted)).toMatchObject({ amount: 0, nextAmount: hk.monthly })
      const answer = await shop.payments.subscribe(userId, wanted)
      const asks = { subscriptionStatus: 'requires_action', subscriptionId: '' }
      expect(answer).toMatchObject(name === 'good' ? { subscriptionStatus: 'active' } : asks)
      if (answer.paymentIntentSecret) await shop.bank(answer.paymentIntentSecret)
      expect((await shop.payments.subscriptionsOf(userId)).subscriptions).toMatchObject([{ status: 'active' }])
      expect(await shop.books(userId)).toMatchObject({ charges: 0, cards: [wanted.paymentMethod] })
      expect(await shop.rights(userId)).toHaveLength(1)
    }
  })
})

describe('a price quote', () => {
  it('is refused after ten minutes, or if the amount has changed meanwhile', async () => {
    const userId = await shop.person()
    const wanted = shop.wanted('monthly', await shop.card('good'))
    await shop.payments.preview(userId, wanted)
    await shop.sandbox.advance(601)
    expect(await refusal(shop.payments.subscribe(userId, wanted))).toEqual({ http: 409, code: 'quote_changed' })
    await shop.payments.preview(userId, wanted)
    const { customerId } = await shop.books(userId)
    await shop.provider.stripe.customers.createBalanceTransaction(customerId, { amount: -1_000, currency: 'hkd' })
    expect(await refusal(shop.payments.subscribe(userId, wanted))).toEqual({ http: 409, code: 'quote_changed' })
    expect((await shop.books(userId)).subscriptions).toEqual([])
    const { amount } = await shop.payments.preview(userId, wanted)
    await shop.payments.subscribe(userId, wanted)
    expect((await shop.books(userId)).charges).toBe(amount)
  })
})

describe('a coupon', () => {
  let count = 0
  const code = async (coupon: object, promotion: object = {}) => {
    const { stripe } = shop.provider
    const made = await stripe.coupons.create({ percent_off: 10, duration: 'once', ...coupon })
    const name = `CODE${++count}`
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: made.id }, code: name, ...promotion })
    return name
  }
  const rejected = { http: 400, code: 'coupon' }

  it('a coupon that does not apply is rejected with the same message, whatever the reason (PLAN-39, PLAN-59)', async () => {
    const userId = await shop.person()
    const soon = Math.floor(shop.clock.now() / 1_000) + 3_600
    const bad = [
      'NOSUCHCODE',
      'with spaces inside',
      'promo_unknown',
      await code({}, { active: false }),
      await code({}, { restrictions: { minimum_amount: 300_000, minimum_amount_currency: 'hkd' } }),
      await code({ metadata: { periods: 'yearly' } }),
      await code({}, { metadata: { affiliate_user_id: String(userId) } }),
    ]
    for (const couponCode of bad)
      expect([
        couponCode,
        await refusal(shop.payments.validateCoupon(userId, { ...shop.wanted('monthly', ''), couponCode })),
      ]).toEqual([couponCode, rejected])
    const buyer = await shop.person()
    const late = shop.wanted('monthly', await shop.card('good'), await code({}, { expires_at: soon }))
    await shop.payments.preview(buyer, late)
    await shop.sandbox.advance(3_600)
    expect(await refusal(shop.payments.subscribe(buyer, late))).toEqual(rejected)
    expect((await shop.books(buyer)).subscriptions).toEqual([])
  })

  it('a coupon that is valid only for another market is rejected with that reason, unless it would be rejected there too', async () => {
    const userId = await shop.person()
    const elsewhere = { products: 'finlist-us, finlist-jp' }
    const asked = async (couponCode: string) =>
      await refusal(shop.payments.validateCoupon(userId, { ...shop.wanted('monthly', ''), couponCode }))
    const other = await code({}, { metadata: elsewhere })
    expect(await asked(other)).toEqual({ http: 400, code: 'coupon_other_market' })
    expect(
      await shop.payments.validateCoupon(userId, { ...shop.wanted('monthly', '', null, 2), couponCode: other }),
    ).toMatchObject({
      couponDetail: { code: other },
    })
    expect(await asked(await code({}, { active: false, metadata: elsewhere }))).toEqual(rejected)
    expect(await asked(await code({ metadata: { periods: 'yearly' } }, { metadata: elsewhere }))).toEqual(rejected)
  })

  it('restricted by product, period or amount is accepted, whether given by code or by id (PLAN-60)', async () => {
    const userId = await shop.person()
    const name = await code({ metadata: { periods: 'monthly' } }, { metadata: { products: 'finlist-hk' } })
    const { couponDetail } = await shop.payments.preview(userId, shop.wanted('monthly', '', name.toLowerCase()))
    const byId = await shop.payments.preview(userId, shop.wanted('monthly', '', couponDetail!.id))
    expect(byId).toMatchObject({ amount: 180_000, couponDetail })
  })

  it('can be used once per user, whatever the plan', async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly', 'good', 'WELCOME20')
    const again = shop.payments.preview(userId, shop.wanted('monthly', '', 'WELCOME20', 2))
    expect(await refusal(again)).toEqual(rejected)
  })

  it('a coupon for every payment also reduces later payments', async () => {
    const userId = await shop.person()
    const wanted = shop.wanted('monthly', await shop.card('good'), await code({ duration: 'forever' }))
    expect(await shop.payments.preview(userId, wanted)).toMatchObject({ amount: 180_000, nextAmount: 180_000 })
    await shop.payments.subscribe(userId, wanted)
    expect((await shop.payments.subscriptionsOf(userId)).subscriptions).toMatchObject([{ nextAmount: 180_000 }])
  })

  it('can be tried ten times a minute', async () => {
    const userId = await shop.person()
    const tries = Array.from({ length: 11 }, () =>
      refusal(shop.payments.preview(userId, shop.wanted('monthly', '', 'NOPE'))),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(1)
  })
})

describe('a trial', () => {
  it('is free at first, may need the bank’s approval, is given once per user and per card, and is charged when it ends', async () => {
    const payments = await shop.another({ trialDays: 7 })
    const userId = await shop.person()
    const wanted = shop.wanted('monthly', await shop.card('bankOnce'))
    expect(await payments.preview(userId, wanted)).toMatchObject({ amount: 0, trialDays: 7, nextAmount: hk.monthly })
    const answer = await payments.subscribe(userId, wanted)
    await shop.bank(answer.paymentIntentSecret)
    const { subscriptions } = await payments.subscriptionsOf(userId)
    expect(subscriptions).toMatchObject([{ status: 'trialing', nextAmount: hk.monthly }])
    expect(await shop.rights(userId)).toHaveLength(1)

    const other = await shop.person()
    const sameCard = shop.wanted('monthly', await shop.card('bankOnce'))
    await payments.preview(other, sameCard)
    expect(await refusal(payments.subscribe(other, sameCard))).toEqual({ http: 409, code: 'quote_changed' })
    expect(await payments.preview(other, sameCard)).toMatchObject({ amount: hk.monthly, trialDays: 0 })

    await shop.sandbox.advance(7 * daySeconds + 7_200)
    await shop.settle()
    expect((await payments.subscriptionsOf(userId)).subscriptions).toMatchObject([{ status: 'active' }])
    expect((await shop.books(userId)).charges).toBe(hk.monthly)
  })
})

describe('a link to a receipt', () => {
  it('is for its own user only, works once, and expires after a minute', async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly')
    const [invoice] = (await shop.payments.subscriptionsOf(userId)).invoices
    const link = async () =>
      new URL(await shop.payments.invoicePdfLink(userId, invoice!.invoiceId)).pathname.split('/').at(-1)!
    expect(await refusal(shop.payments.invoicePdfLink(await shop.person(), invoice!.invoiceId))).toMatchObject({
      http: 404,
    })
    const token = await link()
    const pdf = await fetch(await shop.payments.openInvoiceLink(token))
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(await refusal(shop.payments.openInvoiceLink(token))).toMatchObject({ http: 404 })
    const late = await link()
    shop.clock.offsetMs += 61_000
    expect(await refusal(shop.payments.openInvoiceLink(late))).toMatchObject({ http: 404 })
  })
})

describe('a user whose customer is deleted at the payment provider', () => {
  it('keeps the paid plan, loses the grace period and the card, and buys again as a new customer', {
    tags: ['slow'],
  }, async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly')
    const { customerId } = await shop.books(userId)
    const [before] = await shop.rights(userId)
    await shop.provider.stripe.customers.del(customerId)
    await shop.settle()
    const { subscriptions, cardDetails } = await shop.payments.subscriptionsOf(userId)
    expect([subscriptions.filter(({ status }) => status === 'active'), cardDetails]).toEqual([[], null])
    expect(await shop.rights(userId)).toEqual([{ periodId: 3, endsAt: before!.endsAt - 7 * daySeconds * 1_000 }])
    await shop.buy(userId, 'yearly')
    const now = await shop.books(userId)
    expect(now.customerId).not.toBe(customerId)
    expect(now.charges).toBe(hk.yearly)
    expect(await shop.payments.subscriptionsOf(userId)).toMatchObject({
      subscriptions: expect.arrayContaining([expect.objectContaining({ status: 'active', billingPeriodId: 1 })]),
      cardDetails: { cardNumberLast4: '4242' },
    })
    await shop.payments.reconcile()
    expect((await shop.books(userId)).customerId).toBe(now.customerId)
  })
})

describe('an erased user', () => {
  it('is not charged again, and leaves no card and no name at the payment provider', async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly')
    await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('bankAlways'), null, 2))
    const { customerId, charges } = await shop.books(userId)
    await shop.payments.endBilling(userId)
    await shop.payments.endBilling(userId)
    const { subscriptions, cards } = await shop.books(userId)
    expect(subscriptions.every(({ status }) => status === 'canceled' || status === 'incomplete_expired')).toBe(true)
    expect(cards).toEqual([])
    expect(await shop.provider.stripe.customers.retrieve(customerId)).toMatchObject({
      name: null,
      email: null,
      phone: null,
    })
    await shop.sandbox.advance(40 * daySeconds)
    expect((await shop.books(userId)).charges).toBe(charges)
  })
})
