import { exportPersonalData } from '@finlist/contract/account/preferences'
import {
  cancelDowngrade,
  existingCard,
  invoicePdf,
  paymentsConfig,
  previewSubscribe,
  previewUpdate,
  subscribe,
  updateCard,
  updateSubscription,
  validateCoupon,
} from '@finlist/contract/billing'
import { operator } from '@finlist/contract/staff/operator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDue } from '../../src/auth/erasure.ts'
import { embeddedAccount } from '../../src/boot/embedded-account.ts'
import { countAnew, holdLimits } from '../http/limits.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { buy, cards, held, newCard, visitBank } from './shopper.ts'

let testServer: PayingTestServer
beforeAll(async () => {
  testServer = await openTestServer({ SUNDAY_CLUB_PRICE: '300' }, { payments: true, demo: 'bought', at: calmDay })
})
afterAll(() => testServer.close())

const as = (name: string) => ApiClient.byToken(testServer, name)
const forgetMail = async () => undefined
const monthlyUs = { productId: 2, billingPeriodId: 3, couponCode: null } as const
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('the price of a plan', () => {
  it.each<[string, number, number, number]>([
    ['HK yearly', 1, 1, 1_680_000],
    ['HK quarterly', 1, 2, 480_000],
    ['HK monthly', 1, 3, 200_000],
    ...[2, 3, 4, 6].flatMap(
      product =>
        [
          [`${product} yearly`, product, 1, 1_260_000],
          [`${product} quarterly`, product, 2, 360_000],
          [`${product} monthly`, product, 3, 150_000],
        ] as [string, number, number, number][],
    ),
    ['Sunday Club monthly, where the operator priced it', 5, 3, 30_000],
  ])(
    'the price of %s is quoted correctly (PLAN-01, PLAN-03, PLAN-22, PLAN-30, PLAN-31)',
    async (_, productId, billingPeriodId, cents) => {
      const body = { productId, billingPeriodId, couponCode: null }
      const { http, data } = await (await as('free')).ask(previewSubscribe, { body })
      expect([http, data]).toEqual([
        200,
        {
          amount: cents,
          amountOriginal: cents,
          credit: 0,
          lines: [{ kind: 'plan', amount: cents }],
          couponDetail: null,
          saved: 0,
          nextAmount: cents,
          nextCharge: { amount: cents, credit: 0, owed: 0 },
          nextBillingDate: iso,
          trialDays: 0,
        },
      ])
    },
  )

  it('a plan has no half-yearly price until the operator sets one (PLAN-04, PLAN-23)', async () => {
    const free = await as('free')
    for (const productId of [1, 2]) {
      const body = { productId, billingPeriodId: 4, couponCode: null }
      expect(await free.ask(previewSubscribe, { body })).toMatchObject({ http: 400, errors: [{ code: 'not_sold' }] })
      const bought = await free.ask(subscribe, { body: { ...body, paymentMethod: await newCard(testServer) } })
      expect(bought).toMatchObject({ http: 400, errors: [{ code: 'not_sold' }] })
    }
  })

  it('any other product, period or shape is refused', async () => {
    const free = await as('free')
    for (const body of [
      { ...monthlyUs, productId: 7 },
      { ...monthlyUs, billingPeriodId: 0 },
      { productId: 2, billingPeriodId: 3 },
      { ...monthlyUs, couponCode: 'x'.repeat(101) },
    ])
      expect((await free.ask(previewSubscribe, { body })).http).toBe(400)
    for (const paymentMethod of ['', 'pm/1', 'x'.repeat(101)])
      expect((await free.ask(subscribe, { body: { ...monthlyUs, paymentMethod } })).http).toBe(400)
  })

  it('is in Hong Kong dollars (PLAN-26)', async () => {
    const { stripe } = testServer.provider
    const { data } = await stripe.invoices.list({ limit: 100 })
    expect(data.length).toBeGreaterThan(8)
    expect(new Set(data.map(({ currency }) => currency))).toEqual(new Set(['hkd']))
  })
})

describe('a coupon code', () => {
  it('is trimmed, matches in any case, and its preview shows the saving (PLAN-30, PLAN-32, PLAN-37)', async () => {
    const free = await as('free')
    const percent = { id: expect.stringMatching(/^promo_/), code: 'WELCOME20', amountOff: null, percentOff: 20 }
    for (const couponCode of ['WELCOME20', ' welcome20 ']) {
      const { data } = await free.ask(validateCoupon, { body: { ...monthlyUs, couponCode } })
      expect(data).toMatchObject({ amount: 120_000, saved: 30_000, nextAmount: 150_000, couponDetail: percent })
      const preview = await free.ask(previewSubscribe, { body: { ...monthlyUs, couponCode } })
      expect(preview.data).toMatchObject({ amount: 120_000, couponDetail: percent })
    }
    const fixed = await free.ask(validateCoupon, { body: { ...monthlyUs, couponCode: 'FIXED500' } })
    expect(fixed.data).toMatchObject({
      amount: 100_000,
      saved: 50_000,
      couponDetail: { code: 'FIXED500', amountOff: 50_000, percentOff: null },
    })
  })

  it('a coupon code that is invalid is refused with one sentence, in either language', async () => {
    const affiliate = await as('affiliate')
    for (const couponCode of ['NOSUCH', 'WELCOME 20', 'promo_1']) {
      const refused = await affiliate.ask(validateCoupon, { body: { ...monthlyUs, couponCode } })
      expect(refused).toMatchObject({ http: 400, errors: [{ message: 'Please input a valid coupon code' }] })
    }
    affiliate.language = 'zh-HK'
    const refused = await affiliate.ask(validateCoupon, { body: { ...monthlyUs, couponCode: 'NOSUCH' } })
    expect(refused.errors[0]!.message).toMatch(/優惠碼/)
    expect((await affiliate.ask(validateCoupon, { body: { ...monthlyUs, couponCode: ' ' } })).http).toBe(400)
  })

  it('can be tried ten times a minute; the eleventh attempt is refused', async () => {
    const staff = await as('staff')
    const guess = async () => (await staff.ask(validateCoupon, { body: { ...monthlyUs, couponCode: 'GUESS' } })).http
    const answers = [await guess()]
    await holdLimits(testServer)
    for (let attempt = 1; attempt < 11; attempt++) answers.push(await guess())
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    await countAnew(testServer)
    expect(await guess()).toBe(400)
  })

  it('is applied before credit: 2,000 less 20% less 500 of credit is 1,100 (PLAN-28)', async () => {
    const friend = await as('friend')
    const plan = { productId: 1, billingPeriodId: 3, couponCode: 'WELCOME20' } as const
    await friend.ask(previewSubscribe, { body: plan })
    await credit(friend, 50_000)
    const { price, answer } = await buy(testServer, friend, plan)
    expect(price).toMatchObject({ amountOriginal: 200_000, saved: 40_000, credit: 50_000, amount: 110_000 })
    expect(answer.data.subscriptionStatus).toBe('active')
    const { invoices, credit: left } = await held(friend)
    expect([invoices[0]!.amountPaid, left]).toEqual([110_000, 0])
  })
})

async function credit({ userId }: ApiClient, cents: number) {
  const { customer_id } = await testServer.database.db
    .selectFrom('billing_customer')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await testServer.provider.stripe.customers.createBalanceTransaction(customer_id, { amount: -cents, currency: 'hkd' })
}

describe('a purchase', () => {
  it('takes the coupon by its id, and returns the new subscriptions (PLAN-02, PLAN-46, PLAN-47, PLAN-60)', async () => {
    const affiliate = await as('affiliate')
    const plan = { productId: 3, billingPeriodId: 2, couponCode: 'FIXED500' } as const
    const { price, answer, body } = await buy(testServer, affiliate, plan)
    expect(body.couponCode).toBe(price.couponDetail!.id)
    expect([answer.http, answer.data]).toEqual([
      200,
      { subscriptionStatus: 'active', subscriptionId: expect.stringMatching(/^sub_/), paymentIntentSecret: null },
    ])
    const { invoices, subscriptions } = await held(affiliate)
    expect(invoices[0]).toMatchObject({ amountPaid: 310_000, productId: 3 })
    expect(subscriptions[0]).toMatchObject({ productId: 3, planName: 'finlist-cn' })
    const twice = await affiliate.ask(subscribe, { body: { ...body, paymentMethod: existingCard } })
    expect(twice).toMatchObject({ http: 409, errors: [{ code: 'already_subscribed' }] })
    expect((await affiliate.ask(previewSubscribe, { body: { ...plan, couponCode: null } })).http).toBe(409)
  })

  it('sent twice with the same idempotency key is one purchase (PLAN-02)', async () => {
    const affiliate = await as('affiliate')
    const body = { productId: 4, billingPeriodId: 3, couponCode: null, paymentMethod: existingCard }
    const send = (key: string) =>
      affiliate.raw('POST', '/users/subscribe', body, { 'idempotency-key': key }) as Promise<{
        http: number
        data: { subscriptionId: string }
      }>
    const [one, two] = await Promise.all([send('key-1'), send('key-1')])
    const three = await send('key-1')
    expect([one.http, two.http, three.http]).toEqual([200, 200, 200])
    expect(new Set([one, two, three].map(({ data }) => data.subscriptionId)).size).toBe(1)
    const { invoices, subscriptions } = await held(affiliate)
    expect(invoices.filter(({ productId }) => productId === 4)).toHaveLength(1)
    expect(subscriptions.map(({ planName }) => planName)).toContain('finlist-tw')
  })

  it('a purchase with a declined card says so in the user’s language, and leaves nothing behind', async () => {
    const free = await as('free')
    free.language = 'zh-HK'
    const { answer } = await buy(testServer, free, monthlyUs, cards.declined)
    expect(answer).toMatchObject({ http: 402, status: 'Error', errors: [{ message: expect.stringContaining('銀行') }] })
    expect(await held(free)).toEqual({ cardDetails: null, subscriptions: [], invoices: [], credit: 0 })
    const none = await free.ask(subscribe, { body: { ...monthlyUs, paymentMethod: existingCard } })
    expect(none).toMatchObject({ http: 400, errors: [{ code: 'no_card' }] })
  })

  it('a purchase that fails at the bank leaves nothing behind, and can be retried', async () => {
    const free = await as('free')
    const { answer } = await buy(testServer, free, monthlyUs, cards.secure)
    expect(answer.data.subscriptionStatus).toBe('requires_action')
    const bank = await visitBank(testServer, answer.data.paymentIntentSecret!, 'fail')
    expect(bank.status).toBe('requires_payment_method')
    expect(await held(free)).toMatchObject({ cardDetails: null, subscriptions: [], invoices: [] })
    const second = await buy(testServer, free, monthlyUs, cards.secure)
    expect(second.answer.data.subscriptionStatus).toBe('requires_action')
    await visitBank(testServer, second.answer.data.paymentIntentSecret!, 'fail')
    expect((await held(free)).subscriptions).toEqual([])
  })

  it('a purchase for an amount other than the one previewed is refused, and nothing is charged', async () => {
    const free = await as('free')
    await free.ask(previewSubscribe, { body: monthlyUs })
    await credit(free, 10_000)
    const body = { ...monthlyUs, paymentMethod: await newCard(testServer) }
    const refused = await free.ask(subscribe, { body })
    expect(refused).toMatchObject({ http: 409, errors: [{ code: 'quote_changed' }] })
    expect(await held(free)).toMatchObject({ subscriptions: [], invoices: [] })
  })

  it('a purchase with an expired card on file is refused', async () => {
    const expired = await as('expired-card')
    const refused = await expired.ask(subscribe, { body: { ...monthlyUs, paymentMethod: existingCard } })
    expect(refused).toMatchObject({ http: 400, errors: [{ code: 'card_expired' }] })
  })
})

describe('a user’s own subscriptions', () => {
  it.each<[string, object]>([
    ['hk-monthly', { productId: 1, planName: 'finlist-hk', billingPeriodId: 3, status: 'active', hasAutoRenew: true }],
    ['us-yearly', { productId: 2, planName: 'finlist-us', billingPeriodId: 1, nextAmount: 1_260_000 }],
    ['jp-trial', { productId: 6, planName: 'finlist-jp', status: 'trialing', nextAmount: 150_000 }],
    ['hk-no-renew', { hasAutoRenew: false, nextBillingDate: null, nextAmount: null, subscriptionPeriodEnd: iso }],
    ['hk-downgrade', { billingPeriodId: 1, futureBillingPeriodId: 3, nextAmount: 200_000 }],
    ['sunday-club', { productId: 5, planName: 'sunday-club', nextAmount: 30_000 }],
  ])(
    'are returned for the account %s with all their fields (PLAN-02, SUB-01, SUB-02, SUB-24)',
    async (name, expected) => {
      const { subscriptions } = await held(await as(name))
      expect(subscriptions.map(subscription => Object.keys(subscription))).toEqual([
        [
          'subscriptionId',
          'productId',
          'planName',
          'billingPeriodId',
          'futureBillingPeriodId',
          'status',
          'hasAutoRenew',
          'subscriptionPeriodEnd',
          'nextBillingDate',
          'nextAmount',
        ],
      ])
      expect(subscriptions[0]).toMatchObject(expected)
    },
  )

  it('are returned together with card, receipts and credit (DASH-25, DASH-26, DASH-27)', async () => {
    const all = await held(await as('credit'))
    expect(Object.keys(all).toSorted()).toEqual(['cardDetails', 'credit', 'invoices', 'subscriptions'])
    expect(all.credit).toBe(50_000)
    expect(all.cardDetails).toEqual({
      brand: 'visa',
      cardNumberLast4: '4242',
      expireMonth: 12,
      expireYear: 2029,
      expired: false,
    })
    expect(all.invoices).toEqual([
      {
        invoiceId: expect.stringMatching(/^in_/),
        number: expect.stringMatching(/.-0001$/),
        productId: 1,
        billingPeriodId: 2,
        periodStart: iso,
        periodEnd: iso,
        paidAt: iso,
        amountPaid: 480_000,
        refunded: 0,
        pdfLink: `/users/user/invoices/${all.invoices[0]!.invoiceId}/pdf`,
      },
    ])
    expect((await held(await as('expired-card'))).cardDetails).toMatchObject({ expired: true })
  })
})

describe('a change of a subscription', () => {
  const yearly = { productId: 1, billingPeriodId: 1, couponCode: null }
  const idOf = async (apiClient: ApiClient) => ({ id: (await held(apiClient)).subscriptions[0]!.subscriptionId })

  it('a change of a subscription to a longer period costs what the preview said, to the cent (SUB-08, SUB-12, SUB-13, SUB-14)', async () => {
    const apiClient = await as('hk-quarterly')
    const params = await idOf(apiClient)
    const { data: preview } = await apiClient.ask(previewUpdate, {
      params,
      body: { ...yearly, couponCode: 'WELCOME20' },
    })
    expect(preview).toEqual({
      amount: expect.any(Number),
      downgrade: false,
      couponDetail: { id: expect.stringMatching(/^promo_/), code: 'WELCOME20', amountOff: null, percentOff: 20 },
      credit: 0,
      lines: [
        { kind: 'plan', amount: 1_680_000 },
        { kind: 'unused', amount: preview.amount + 336_000 - 1_680_000 },
        { kind: 'coupon', amount: -336_000 },
      ],
      nextAmount: 1_680_000,
      nextCharge: { amount: 1_680_000, credit: 0, owed: 0 },
      nextBillingDate: iso,
    })
    const couponCode = preview.couponDetail!.id
    const body = { ...yearly, couponCode, paymentMethod: existingCard }
    const { data } = await apiClient.ask(updateSubscription, { params, body })
    expect(data).toMatchObject({ subscriptionStatus: 'active', paymentIntentSecret: null })
    expect(data.subscription).toMatchObject({ subscriptionId: params.id, billingPeriodId: 1, futureBillingPeriodId: 0 })
    expect((await held(apiClient)).invoices[0]).toMatchObject({ amountPaid: preview.amount, billingPeriodId: 1 })
  })

  it('a change of a subscription to a shorter period takes effect at the next billing date, and can be cancelled until then (SUB-07, SUB-09, SUB-21)', async () => {
    const apiClient = await as('hk-yearly')
    const params = await idOf(apiClient)
    const monthly = { productId: 1, billingPeriodId: 3, couponCode: null }
    const { data } = await apiClient.ask(previewUpdate, { params, body: monthly })
    expect(data).toMatchObject({ downgrade: true, amount: 200_000, couponDetail: null })
    const body = { ...monthly, paymentMethod: existingCard }
    const changed = await apiClient.ask(updateSubscription, { params, body })
    expect(changed.data.subscription).toMatchObject({ billingPeriodId: 1, futureBillingPeriodId: 3 })
    const off = await apiClient.ask(updateSubscription, { params, body: { hasAutoRenew: false } })
    expect(off).toMatchObject({ http: 400, errors: [{ code: 'downgrade_scheduled' }] })
    expect(await apiClient.ask(cancelDowngrade, { params })).toMatchObject({ http: 200, status: 'success' })
    expect((await held(apiClient)).subscriptions[0]).toMatchObject({ billingPeriodId: 1, futureBillingPeriodId: 0 })
  })

  it('can turn renewal off, and on again (SUB-03, SUB-20)', async () => {
    const apiClient = await as('hk-yearly')
    const params = await idOf(apiClient)
    for (const hasAutoRenew of [false, true]) {
      const { http, data } = await apiClient.ask(updateSubscription, { params, body: { hasAutoRenew } })
      expect(http).toBe(200)
      expect(data.subscription).toMatchObject({ hasAutoRenew, nextBillingDate: hasAutoRenew ? iso : null })
    }
  })

  it.each<[string, object]>([
    ['a change of period and renewal together', { ...yearly, hasAutoRenew: false }],
    ['renewal and a card', { hasAutoRenew: true, paymentMethod: existingCard }],
    ['nothing', {}],
    ['a plan without its period', { productId: 1 }],
    ['another product', { productId: 2, billingPeriodId: 1, couponCode: null }],
    ['the current period', { ...yearly, paymentMethod: existingCard }],
    ['a period that is not sold', { productId: 1, billingPeriodId: 4, paymentMethod: existingCard }],
    ['an unknown reason', { hasAutoRenew: false, reason: { feedback: 'just so' } }],
  ])('is refused: %s', async (_, body) => {
    const apiClient = await as('hk-yearly')
    const before = await held(apiClient)
    expect(await apiClient.ask(updateSubscription, { params: await idOf(apiClient), body })).toMatchObject({
      http: 400,
    })
    expect(await held(apiClient)).toEqual(before)
  })

  it('is refused as not found if the subscription or receipt is another user’s', async () => {
    const [victim, stranger] = [await as('us-yearly'), await as('hk-monthly')]
    const { subscriptions, invoices } = await held(victim)
    const monthly = { productId: 2, billingPeriodId: 3, couponCode: null }
    for (const id of [subscriptions[0]!.subscriptionId, 'sub_0']) {
      const params = { id }
      const answers = [
        await stranger.ask(previewUpdate, { params, body: monthly }),
        await stranger.ask(updateSubscription, { params, body: { ...monthly, paymentMethod: existingCard } }),
        await stranger.ask(updateSubscription, { params, body: { hasAutoRenew: false } }),
        await stranger.ask(cancelDowngrade, { params }),
      ]
      expect(answers.map(({ http }) => http)).toEqual([404, 404, 404, 404])
    }
    for (const id of [invoices[0]!.invoiceId, 'in_0', subscriptions[0]!.subscriptionId])
      expect((await stranger.ask(invoicePdf, { params: { id } })).http).toBe(404)
    const card = (await testServer.provider.stripe.paymentMethods.list({ customer: await customerOf(victim) })).data[0]!
    expect((await stranger.ask(updateCard, { body: { paymentMethod: card.id } })).http).toBe(400)
    expect((await held(victim)).subscriptions).toEqual(subscriptions)
  })

  it('a change to another card takes only the payment method’s id, after a fresh sign-in (SUB-22, SUB-23)', async () => {
    expect(Object.keys(updateCard.body.shape)).toEqual(['paymentMethod'])
    const apiClient = await ApiClient.signIn(testServer, 'hk-monthly')
    const body = { paymentMethod: await newCard(testServer, cards.mastercard) }
    const changed = await apiClient.ask(updateCard, { body })
    const cardDetails = {
      brand: 'mastercard',
      cardNumberLast4: '4444',
      expireMonth: 12,
      expireYear: 2031,
      expired: false,
    }
    expect(changed.data).toEqual({ status: 'succeeded', setupIntentSecret: null, cardDetails })
    expect((await held(apiClient)).cardDetails).toEqual(cardDetails)
    const kept = await testServer.provider.stripe.paymentMethods.list({ customer: await customerOf(apiClient) })
    expect(kept.data.map(({ card }) => card!.last4)).toEqual(['4444'])

    const secure = { paymentMethod: await newCard(testServer, cards.secure) }
    const asked = await apiClient.ask(updateCard, { body: secure })
    expect(asked.data).toEqual({ status: 'requires_action', setupIntentSecret: expect.any(String), cardDetails })
    const bank = await visitBank(testServer, asked.data.setupIntentSecret!, 'complete')
    expect(bank.status).toBe('succeeded')
    const agreed = await apiClient.ask(updateCard, { body: secure })
    expect(agreed.data).toMatchObject({ status: 'succeeded', cardDetails: { cardNumberLast4: '3155' } })

    testServer.clock.offsetMs += 11 * 60_000
    await apiClient.takeToken()
    expect(await apiClient.ask(updateCard, { body })).toMatchObject({ http: 401, errors: [{ code: 'fresh_sign_in' }] })
  })
})

async function customerOf({ userId }: ApiClient): Promise<string> {
  const { rows } = await testServer.database.pool.query<{ customer_id: string }>(
    'select customer_id from billing_customer where user_id = $1',
    [userId],
  )
  return rows[0]!.customer_id
}

describe('a link to a receipt', () => {
  const linkFor = async (apiClient: ApiClient) => {
    const [newest] = (await held(apiClient)).invoices
    const { data } = await apiClient.raw('POST', newest!.pdfLink)
    return (data as { link: string }).link
  }

  it('opens the receipt at the payment provider once, without a token', async () => {
    const link = await linkFor(await as('us-yearly'))
    expect(link.startsWith(`${testServer.base}/api/invoice-links/`)).toBe(true)
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(404)
    const opened = await fetch(link, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
    const pdf = await fetch(opened.headers.get('location')!)
    expect(pdf.headers.get('content-type')).toContain('application/pdf')
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    for (const [language, text] of [
      ['en', 'This link has expired'],
      ['zh-HK', '此連結已失效'],
    ] as const) {
      const again = await fetch(link, { headers: { 'accept-language': language }, redirect: 'manual' })
      expect([again.status, again.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
      expect(await again.text()).toContain(text)
    }
  })

  it('expires after a minute', async () => {
    const link = await linkFor(await as('us-yearly'))
    testServer.clock.offsetMs += 61_000
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(404)
  })
})

describe('webhook events of the payment provider', () => {
  const event = (id: string) =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'customer.updated',
      created: 1,
      data: { object: { object: 'customer' } },
    })
  const send = async (body: string, signature?: string) => {
    const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) }
    return (await fetch(`${testServer.base}/api/payments/webhook`, { method: 'POST', body, headers })).status
  }
  const sign = (payload: string, { secret = testServer.provider.webhookSecret, ageSeconds = 0 } = {}) => {
    const timestamp = Math.floor(testServer.clock.now() / 1_000) - ageSeconds
    return testServer.provider.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  }
  const known = async (id: string) =>
    (await testServer.database.pool.query('select 1 from billing_event where event_id = $1', [id])).rowCount

  it('are stored once, even if they arrive repeatedly', async () => {
    const body = event('evt_a')
    for (let copy = 0; copy < 3; copy++) expect(await send(body, sign(body))).toBe(200)
    expect(await known('evt_a')).toBe(1)
  })

  it('are refused if unsigned, signed with another key, changed or old', async () => {
    const body = event('evt_b')
    const answers = [
      await send(body),
      await send(body, 'nonsense'),
      await send(body, sign(body, { secret: 'whsec_other' })),
      await send(body.replace('customer.updated', 'customer.deleted'), sign(body)),
      await send(body, sign(body, { ageSeconds: 301 })),
      await send('', sign('')),
    ]
    expect(answers).toEqual([400, 400, 400, 400, 400, 400])
    expect(await known('evt_b')).toBe(0)
  })

  it('are refused if larger than a megabyte', async () => {
    const body = event('evt_c').replace('{', `{"filler":"${'x'.repeat(1_048_576)}",`)
    expect(await send(body, sign(body))).toBe(413)
  })
})

it('browsers learn which payment provider is used, and whether payments are only tests', async () => {
  const free = await as('free')
  const { sandboxUrl, publishableKey } = testServer.provider
  expect((await free.ask(paymentsConfig)).data).toEqual({ provider: 'sandbox', publishableKey, sandboxUrl })
  expect((await free.ask(operator)).data.payments).toBe('sandbox')
  const policy = (await fetch(`${testServer.base}/api/health`)).headers.get('content-security-policy')
  expect(policy).toContain(`frame-src 'self' ${sandboxUrl} https://player.vimeo.com;`)
})

it('a user who is not signed in cannot see or buy anything', async () => {
  const nobody = new ApiClient(testServer)
  const body = { ...monthlyUs, paymentMethod: 'pm_1' }
  const answers = [
    await nobody.ask(paymentsConfig),
    await nobody.ask(previewSubscribe, { body: monthlyUs }),
    await nobody.ask(subscribe, { body }),
    await nobody.ask(updateSubscription, { params: { id: 'sub_1' }, body: { hasAutoRenew: false } }),
    await nobody.ask(updateCard, { body: { paymentMethod: 'pm_1' } }),
    await nobody.ask(invoicePdf, { params: { id: 'in_1' } }),
  ]
  expect(answers.map(({ http }) => http)).toEqual([401, 401, 401, 401, 401, 401])
})

describe('a user and their billing data', () => {
  it('are exported in full', async () => {
    const apiClient = await as('us-yearly')
    await apiClient.raw('POST', (await held(apiClient)).invoices[0]!.pdfLink)
    const all = (await apiClient.ask(exportPersonalData)) as unknown as Record<string, Record<string, unknown>[]>
    expect(all['billing_customer']).toEqual([expect.objectContaining({ card_last4: '4242' })])
    expect(all['subscription']).toHaveLength(1)
    expect(all['invoice']![0]).toMatchObject({ paid_cents: 1_260_000 })
    expect(all['billing_operation']!.length).toBeGreaterThan(0)
    expect(all['invoice_link']).toHaveLength(1)
    expect(JSON.stringify(all)).not.toContain('token_hash')
  })

  it('are erased without another charge; only receipts remain', async () => {
    const apiClient = await as('full-lists')
    const { subscriptions } = await held(apiClient)
    const customer = await customerOf(apiClient)
    const { database, provider, payments } = testServer
    const at = testServer.clock.now()
    await database.pool.query('update users set deletion_at = $1 where user_id = $2', [new Date(at), apiClient.userId])
    const endBilling = (userId: number) => payments.endBilling(userId)
    await eraseDue({ database, account: embeddedAccount(database), endBilling, forgetMail, now: at })
    const subscription = await provider.stripe.subscriptions.retrieve(subscriptions[0]!.subscriptionId)
    expect(subscription.status).toBe('canceled')
    expect((await provider.stripe.paymentMethods.list({ customer })).data).toEqual([])
    const left = await database.pool.query<{ table: string; count: number }>(
      `select 'users' as table, count(*)::int from users where user_id = $1
       union all select 'subscription', count(*)::int from subscription where user_id = $1
       union all select 'invoice', count(*)::int from invoice where user_id = $1`,
      [apiClient.userId],
    )
    expect(left.rows).toEqual([
      { table: 'users', count: 0 },
      { table: 'subscription', count: 0 },
      { table: 'invoice', count: 1 },
    ])
  })

  it('are erased later if the payment provider fails, without delaying the erasure of others', async () => {
    const [stuck, free] = [await as('credit'), await as('free')]
    const { database } = testServer
    const account = embeddedAccount(database)
    const now = testServer.clock.now()
    await database.pool.query('update users set deletion_at = $1 where user_id = any($2)', [
      new Date(now),
      [stuck.userId, free.userId],
    ])
    const endBilling = (userId: number) =>
      userId === stuck.userId ? Promise.reject(new Error('not now')) : Promise.resolve()
    await expect(eraseDue({ database, account, endBilling, forgetMail, now })).rejects.toThrow('could not be erased')
    const { rows } = await database.pool.query<{ user_id: number }>(
      'select user_id from users where user_id = any($1)',
      [[stuck.userId, free.userId]],
    )
    expect(rows.map(({ user_id }) => user_id)).toEqual([stuck.userId])
  })
})
