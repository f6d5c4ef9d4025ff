import {
  cancelDowngrade,
  existingCard,
  previewSubscribe,
  previewUpdate,
  updateCard,
  updateSubscription,
} from '@finlist/contract/billing'
import { finListStocks } from '@finlist/contract/finlist'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { buy, cards, held, newCard, visitBank } from './shopper.ts'

const day = 86_400
const dayMs = day * 1_000
let testServer: PayingTestServer
let free: ApiClient

beforeAll(async () => {
  testServer = await openTestServer({}, { payments: true, at: calmDay })
  free = await ApiClient.signIn(testServer, 'free')
})
afterAll(() => testServer.close())

/**
 * The HTTP status of a request for the market's list: 404 with the right to it, because there is no issue of that day;
 * 403 without the right.
 */
const listOf = async (apiClient: ApiClient, exchange: string) =>
  (await apiClient.ask(finListStocks, { params: { exchange }, query: { issueDate: '2026-01-02' } })).http
const has = 404
const hasNot = 403

const clock = () => Math.floor(testServer.clock.now() / 1_000)
const seconds = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const onlyPlan = async (apiClient: ApiClient) => {
  const { subscriptions } = await held(apiClient)
  expect(subscriptions).toHaveLength(1)
  return subscriptions[0]!
}

/** Moves the clocks, waits until every event is applied, and signs the same user in again. */
async function later(seconds: number) {
  await testServer.sandbox.advance(seconds)
  await testServer.settle()
  free = await ApiClient.byToken(testServer, 'free')
}

it('a subscription goes through purchase, upgrade, downgrade, renewal off and on, a failed payment and a refund (PLAN-28, PLAN-47, SUB-02, SUB-05, SUB-08, SUB-09, SUB-20, SUB-21, SUB-22)', {
  tags: ['slow'],
}, async () => {
  // Buy with a coupon. There is no plan until the bank has authenticated the payment.
  expect(await listOf(free, 'HKEX')).toBe(hasNot)
  const plan = { productId: 1, billingPeriodId: 3, couponCode: 'welcome20' } as const
  const { price, answer } = await buy(testServer, free, plan, cards.secure)
  expect(price).toMatchObject({ amount: 160_000, amountOriginal: 200_000, saved: 40_000, nextAmount: 200_000 })
  expect(answer).toMatchObject({ http: 200, data: { subscriptionStatus: 'requires_action' } })
  expect((await held(free)).subscriptions).toEqual([])
  expect(await listOf(free, 'HKEX')).toBe(hasNot)
  const bank = await visitBank(testServer, answer.data.paymentIntentSecret!, 'complete')
  expect(bank).toEqual({ returned: expect.stringContaining('/subscribe-verify'), status: 'succeeded' })

  // The next call already includes the plan, without waiting for a webhook event.
  const bought = await onlyPlan(free)
  const params = { id: answer.data.subscriptionId }
  expect(bought).toMatchObject({ subscriptionId: params.id, status: 'active', billingPeriodId: 3, hasAutoRenew: true })
  expect(await listOf(free, 'HKEX')).toBe(has)
  expect(await held(free)).toMatchObject({
    cardDetails: { cardNumberLast4: '3155', expired: false },
    invoices: [{ amountPaid: 160_000, productId: 1 }],
  })

  // Ten days later, change to a longer period. It begins immediately, for the previewed price.
  await later(10 * day)
  const yearly = { productId: 1, billingPeriodId: 1, couponCode: null }
  const asked = clock()
  const { data: upgrade } = await free.ask(previewUpdate, { params, body: yearly })
  expect(upgrade.downgrade).toBe(false)
  const [receipt] = (await held(free)).invoices
  const from = Date.parse(receipt!.periodStart) / 1_000
  const to = Date.parse(receipt!.periodEnd) / 1_000
  const dueAt = (second: number) => 1_680_000 - Math.round((160_000 * (to - second)) / (to - from))
  const answeredAt = clock()
  expect(seconds(asked, answeredAt).map(dueAt)).toContain(upgrade.amount)
  const upgraded = await free.ask(updateSubscription, { params, body: { ...yearly, paymentMethod: existingCard } })
  expect(upgraded).toMatchObject({ http: 200, data: { subscriptionStatus: 'active', paymentIntentSecret: null } })
  expect(upgraded.data.subscription).toMatchObject({ billingPeriodId: 1, futureBillingPeriodId: 0 })
  expect((await held(free)).invoices[0]).toMatchObject({ amountPaid: upgrade.amount, billingPeriodId: 1 })

  // Schedule a shorter period for the next billing date, cancel it, and schedule it again.
  const quarterly = { productId: 1, billingPeriodId: 2, couponCode: null }
  const { data: downgrade } = await free.ask(previewUpdate, { params, body: quarterly })
  expect(downgrade).toMatchObject({ downgrade: true, amount: 480_000 })
  const change = { params, body: { ...quarterly, paymentMethod: existingCard } }
  await free.ask(updateSubscription, change)
  expect(await onlyPlan(free)).toMatchObject({ billingPeriodId: 1, futureBillingPeriodId: 2, nextAmount: 480_000 })
  expect((await free.ask(updateSubscription, { params, body: { hasAutoRenew: false } })).http).toBe(400)
  expect((await free.ask(cancelDowngrade, { params })).http).toBe(200)
  expect(await onlyPlan(free)).toMatchObject({ futureBillingPeriodId: 0, nextAmount: 1_680_000 })
  await free.ask(updateSubscription, change)

  // A year later the shorter period has begun.
  await later(366 * day)
  const shorter = await onlyPlan(free)
  expect(shorter).toMatchObject({ billingPeriodId: 2, futureBillingPeriodId: 0, status: 'active' })
  expect((await held(free)).invoices[0]).toMatchObject({ amountPaid: 480_000, billingPeriodId: 2 })

  // After the change to the shorter period, the longer one can be chosen again.
  const again = await free.ask(previewUpdate, { params, body: yearly })
  expect(again.data).toMatchObject({ downgrade: false })

  // Turn renewal off and on again.
  const reason = { feedback: 'too_expensive', comment: 'for now' }
  const off = await free.ask(updateSubscription, { params, body: { hasAutoRenew: false, reason } })
  expect(off.data.subscription).toMatchObject({ hasAutoRenew: false, nextBillingDate: null, nextAmount: null })
  expect(await listOf(free, 'HKEX')).toBe(has)
  const on = await free.ask(updateSubscription, { params, body: { hasAutoRenew: true } })
  expect(on.data.subscription).toMatchObject({ hasAutoRenew: true, nextAmount: 480_000 })

  // Use a card that is declined at the next renewal: access remains for seven days, and another card pays.
  const failing = await newCard(testServer, cards.failsLater)
  expect((await free.ask(updateCard, { body: { paymentMethod: failing } })).data).toMatchObject({ status: 'succeeded' })
  const renewalMs = Date.parse((await onlyPlan(free)).nextBillingDate!) - testServer.clock.now()
  await later(renewalMs / 1_000 + 7_200)
  expect(await onlyPlan(free)).toMatchObject({ status: 'past_due' })
  expect(await listOf(free, 'HKEX')).toBe(has)
  const { invoices } = await held(free)
  const repaired = await free.ask(updateCard, { body: { paymentMethod: await newCard(testServer, cards.mastercard) } })
  expect(repaired.data).toMatchObject({ status: 'succeeded', cardDetails: { cardNumberLast4: '4444' } })
  expect(await onlyPlan(free)).toMatchObject({ status: 'active' })
  expect((await held(free)).invoices).toHaveLength(invoices.length + 1)

  // After a full refund there is no access.
  const [newest] = (await held(free)).invoices
  await refund(newest!.invoiceId)
  await testServer.settle()
  expect((await held(free)).invoices[0]).toMatchObject({ refunded: 480_000 })
  expect(await listOf(free, 'HKEX')).toBe(hasNot)
})

async function refund(invoice: string) {
  const { stripe } = testServer.provider
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 1 })
  const intent = data[0]!.payment.payment_intent
  await stripe.refunds.create({ payment_intent: intent as string })
}

it('a renewal that is never paid ends the plan after seven days', async () => {
  const buyer = await ApiClient.byToken(testServer, 'affiliate')
  await buy(testServer, buyer, { productId: 2, billingPeriodId: 3 })
  await buyer.ask(updateCard, { body: { paymentMethod: await newCard(testServer, cards.failsLater) } })
  const plan = await onlyPlan(buyer)
  const untilMs = Date.parse(plan.subscriptionPeriodEnd)
  const seenAt = async (atMs: number) => {
    await testServer.sandbox.advance((atMs - testServer.clock.now()) / 1_000)
    await testServer.settle()
    const apiClient = await ApiClient.byToken(testServer, 'affiliate')
    return [await listOf(apiClient, 'US'), (await held(apiClient)).subscriptions.map(({ status }) => status)]
  }
  expect(await seenAt(untilMs - 60_000)).toEqual([has, ['active']])
  expect(await seenAt(untilMs + 2 * 3_600_000)).toEqual([has, ['past_due']])
  expect(await seenAt(untilMs + 6.9 * dayMs)).toEqual([has, ['past_due']])
  expect(await seenAt(untilMs + 7.1 * dayMs)).toEqual([hasNot, []])
})

it('a trial gives access immediately, is charged when it ends, and is available once per user and product', async () => {
  const trying = await openTestServer({ TRIAL_DAYS: '14' }, { payments: true, at: calmDay })
  try {
    const plan = { productId: 6, billingPeriodId: 3 } as const
    const buyer = await ApiClient.byToken(trying, 'free')
    const { price, answer } = await buy(trying, buyer, plan)
    expect(price).toMatchObject({ amount: 0, amountOriginal: 150_000, nextAmount: 150_000, trialDays: 14 })
    expect(answer.data).toMatchObject({ subscriptionStatus: 'active', paymentIntentSecret: null })
    const { subscriptions, invoices } = await held(buyer)
    const [{ subscriptionId, ...trial } = { subscriptionId: '' }] = subscriptions
    expect(trial).toMatchObject({ status: 'trialing', nextAmount: 150_000, hasAutoRenew: true })
    expect(invoices.map(({ amountPaid }) => amountPaid)).toEqual([0])
    expect(await listOf(buyer, 'JP')).toBe(has)

    await trying.sandbox.advance(14 * day + 7_200)
    await trying.settle()
    const later = await ApiClient.byToken(trying, 'free')
    const after = await held(later)
    expect(after.subscriptions).toMatchObject([{ subscriptionId, status: 'active' }])
    expect(after.invoices.map(({ amountPaid }) => amountPaid)).toEqual([150_000, 0])
    expect(await listOf(later, 'JP')).toBe(has)

    await trying.provider.stripe.subscriptions.cancel(subscriptionId)
    await trying.settle()
    const again = await later.ask(previewSubscribe, { body: { ...plan, couponCode: null } })
    expect(again.data).toMatchObject({ amount: 150_000, trialDays: 0 })
  } finally {
    await trying.close()
  }
})

it('with renewal off, access ends on the expiry date (SUB-05)', async () => {
  const buyer = await ApiClient.byToken(testServer, 'affiliate-empty')
  const { answer } = await buy(testServer, buyer, { productId: 6, billingPeriodId: 3 })
  const params = { id: answer.data.subscriptionId }
  await buyer.ask(updateSubscription, { params, body: { hasAutoRenew: false } })
  const { subscriptionPeriodEnd, hasAutoRenew, nextBillingDate } = await onlyPlan(buyer)
  expect([hasAutoRenew, nextBillingDate]).toEqual([false, null])
  const leftMs = Date.parse(subscriptionPeriodEnd) - testServer.clock.now()
  await testServer.sandbox.advance(leftMs / 1_000 - 60)
  expect(await listOf(await ApiClient.byToken(testServer, 'affiliate-empty'), 'JP')).toBe(has)
  await testServer.sandbox.advance(61)
  const after = await ApiClient.byToken(testServer, 'affiliate-empty')
  expect(await listOf(after, 'JP')).toBe(hasNot)
  await testServer.settle()
  expect((await held(after)).subscriptions).toEqual([])
})
