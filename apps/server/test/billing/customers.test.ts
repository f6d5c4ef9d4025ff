import { givenPlans, previewSubscribe, updateCard, userSubscriptions } from '@finlist/contract/billing'
import { finListStocks } from '@finlist/contract/finlist'
import {
  changeCredit,
  grantTrial,
  refundInvoice,
  setFriend,
  setOnBoards,
  signOutCustomer,
} from '@finlist/contract/staff/customer-actions'
import { auditLog, findCustomers, readCustomer } from '@finlist/contract/staff/customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decidedFor } from '../notifications/emails.ts'
import { ApiClient } from '../test-server.ts'
import { type BillingFixture, daySeconds, hk, openBillingFixture } from './billing-fixture.ts'
import { buy, cards, held, newCard } from './shopper.ts'

let shop: BillingFixture
let count = 0

beforeAll(async () => {
  shop = await openBillingFixture()
  await Promise.all((['admin', 'staff'] as const).map(role => person(role, role)))
})
afterAll(() => shop.close())

/** Creates a user with an account here, optionally with a role. */
async function person(name = `buyer${++count}`, role?: 'admin' | 'staff'): Promise<{ name: string; userId: number }> {
  const { db } = shop.database
  const { user_id: userId } = await db
    .insertInto('users')
    .values({ issuer: 'test', subject: name, email: `${name}@demo.example`, name: `Name of ${name}` } as never)
    .returning('user_id')
    .executeTakeFirstOrThrow()
  if (role) await db.insertInto('user_role').values({ user_id: userId, role }).execute()
  return { name, userId }
}
const as = (name: string) => ApiClient.byToken(shop, name)
const params = (userId: number) => ({ userId: String(userId) })
const reason = 'asked for by telephone'

async function buyer(plan: Parameters<typeof buy>[2] = { productId: 1, billingPeriodId: 3 }, card?: string) {
  const somebody = await person()
  const apiClient = await as(somebody.name)
  const { answer } = await buy(shop, apiClient, plan, card)
  await shop.settle()
  const { invoices } = await held(apiClient)
  return { ...somebody, apiClient, subscriptionId: answer.data.subscriptionId, invoiceId: invoices[0]!.invoiceId }
}

const listOf = async (name: string, exchange = 'HKEX') =>
  (await (await as(name)).ask(finListStocks, { params: { exchange }, query: { issueDate: '2026-01-02' } })).http
const has = 404
const hasNot = 403

const customer = async (userId: number, by = 'staff') =>
  (await (await as(by)).ask(readCustomer, { params: params(userId) })).data

describe('permissions', () => {
  it('let staff read and admins act, except on themselves; nobody else may do either', async () => {
    const { userId, name, invoiceId } = await buyer()
    const [staff, admin, free] = [await as('staff'), await as('admin'), await as(name)]
    const trial = { productId: 2, billingPeriodId: 3, days: 7, reason }
    const actions = [
      [changeCredit, { direction: 'give', amount: 100, reason }],
      [grantTrial, trial],
      [setFriend, { friend: true, reason }],
      [refundInvoice, { invoiceId, amount: 100, to: 'card', endsAccess: false, reason }],
      [setOnBoards, { onBoards: false, reason }],
      [signOutCustomer, { reason }],
    ] as const
    for (const [action, body] of actions) {
      for (const apiClient of [staff, free])
        expect((await apiClient.ask(action, { params: params(userId), body })).http).toBe(403)
      const own = await admin.ask(action, { params: params(admin.userId), body })
      expect([own.http, own.status, own.errors[0]]).toEqual([
        403,
        'Forbidden',
        { message: expect.stringContaining('your own account'), code: 'oneself' },
      ])
      expect((await admin.ask(action, { params: params(999_999), body })).http).toBe(404)
      expect((await admin.ask(action, { params: params(userId), body: { ...body, reason: ' no ' } })).http).toBe(400)
    }
    for (const look of [findCustomers, auditLog]) {
      const query = look === findCustomers ? { search: 'x' } : {}
      expect([(await staff.ask(look, { query })).http, (await free.ask(look, { query })).http]).toEqual([200, 403])
    }
    expect((await free.ask(readCustomer, { params: params(userId) })).http).toBe(403)
    expect((await staff.ask(readCustomer, { params: params(999_999) })).http).toBe(404)
    expect((await customer(userId)).audit).toEqual([])
  })
})

describe('the customer search', () => {
  it('matches name, address, and ids of user, customer, subscription and invoice, takes wildcards literally, and returns at most twenty', async () => {
    const { userId, name, subscriptionId } = await buyer()
    const { customerId, invoices } = await customer(userId)
    const find = async (search: string) =>
      (await (await as('staff')).ask(findCustomers, { query: { search } })).data.map(
        (found: { userId: number }) => found.userId,
      )
    for (const search of [
      `of ${name}`,
      `${name.toUpperCase()}@`,
      String(userId),
      customerId!,
      subscriptionId,
      invoices[0]!.number,
      invoices[0]!.number.toLowerCase(),
    ])
      expect([search, await find(search)]).toEqual([search, expect.arrayContaining([userId])])
    expect(await find('%')).toEqual([])
    expect(await find('_____________________')).toEqual([])
    expect(await find("'; drop table users")).toEqual([])
    for (let more = 0; more < 22; more++) await person()
    expect(await find('buyer')).toHaveLength(20)
  })
})

it('a customer’s page has all the customer’s data, with links to the payment provider', async () => {
  const { userId, subscriptionId, name } = await buyer({ productId: 1, billingPeriodId: 3, couponCode: 'welcome20' })
  const page = await customer(userId)
  const { origin } = shop.sandbox
  expect(page).toMatchObject({
    profile: { userId, name: `Name of ${name}`, email: `${name}@demo.example`, blocked: false },
    isCaller: false,
    grants: [{ productId: 1, billingPeriodId: 3, subscriptionId, isTrial: false }],
    credit: 0,
    card: { brand: 'visa', last4: '4242', expireMonth: 12, expireYear: 2031, expired: false },
    subscriptions: [{ subscriptionId, status: 'active', renews: true, nextAmount: hk.monthly }],
    invoices: [{ subtotal: 200_000, discount: 40_000, total: 160_000, amountPaid: 160_000, refundable: 160_000 }],
    operations: [{ kind: 'subscribe', state: 'done', refusal: '' }],
    emails: [{ kind: 'receipt' }],
  })
  expect(page.customerLink).toBe(`${origin}/_sandbox/customers/${page.customerId}`)
  const shown = await fetch(page.customerLink!)
  expect(shown.status).toBeLessThan(404)
  expect(page.invoices[0]!.couponLink).toMatch(new RegExp(`^${origin}/_sandbox/coupons/`))
  expect(page.invoices[0]!.paymentLink).toBe(page.customerLink)
  const declined = await buy(shop, await as(name), { productId: 2, billingPeriodId: 3 }, cards.declined)
  expect(declined.answer.http).toBe(402)
  expect((await customer(userId)).operations[0]).toMatchObject({
    state: 'failed',
    refusal: expect.stringContaining('bank'),
  })
})

describe('account credit', () => {
  it('is granted once per idempotency key, is used before the card, and can be taken back as far as it is unused', async () => {
    const { userId, name } = await person()
    const admin = await as('admin')
    const give = (amount: number, key?: string, more: object = {}) =>
      admin.raw(
        'POST',
        `/admin/customers/${userId}/credit`,
        { direction: 'give', amount, reason, ...more },
        key ? { 'idempotency-key': key } : {},
      )
    const answers = await Promise.all([give(50_000, 'k1'), give(50_000, 'k1'), give(50_000, 'k1')])
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200])
    expect((await give(50_000, 'k1')).data).toEqual({ credit: 50_000 })
    expect(await give(60_000, 'k1')).toMatchObject({ http: 400, errors: [{ code: 'key_reused' }] })
    expect((await give(2_000_001)).http).toBe(400)
    expect((await give(0)).http).toBe(400)
    const { price } = await buy(shop, await as(name), { productId: 1, billingPeriodId: 3 })
    expect(price).toMatchObject({ amount: 150_000, credit: 50_000 })
    await give(30_000)
    const back = (amount: number) => give(amount, undefined, { direction: 'take-back' })
    expect(await back(30_001)).toMatchObject({ http: 409, errors: [{ code: 'credit_gone', field: 'amount' }] })
    expect((await customer(userId)).creditToTakeBack).toBe(30_000)
    expect((await back(10_000)).data).toEqual({ credit: 20_000 })
    // Credit that staff did not grant cannot be taken back.
    const { customerId } = await customer(userId)
    await shop.provider.stripe.customers.createBalanceTransaction(customerId!, { amount: -500_000, currency: 'hkd' })
    expect(await back(70_001)).toMatchObject({ http: 409 })
    expect((await customer(userId)).audit.map(({ action, facts }) => [action, facts])).toEqual([
      ['credit-taken-back', { cents: 10_000, creditAfter: 20_000 }],
      ['credit-given', { cents: 30_000, creditAfter: 30_000 }],
      ['credit-given', { cents: 50_000, creditAfter: 50_000 }],
    ])
  })

  it.each(['credit: begun', 'credit: moved, not recorded', 'credit: moved', 'credit: written'])(
    'is granted once or not at all if the process dies at %s',
    async step => {
      const { userId } = await person()
      const dying = await shop.another({
        crashAt: at => {
          if (at === step) throw Object.assign(new Error('crash'), { crash: true })
        },
      })
      const change = { byUserId: (await as('admin')).userId, direction: 'give' as const, amount: 7_000, reason }
      await expect(dying.staff.changeCredit(userId, change)).rejects.toThrow('billing.in-progress')
      shop.clock.offsetMs += 60_000
      await shop.payments.reconcile()
      const { credit, audit, operations } = await customer(userId)
      const expected = step === 'credit: begun' ? [0, 0, 'failed'] : [7_000, 1, 'done']
      expect([credit, audit.length, operations[0]?.state]).toEqual(expected)
    },
  )
})

describe('a trial', () => {
  it('is granted once per user and product, and ends automatically', async () => {
    const { userId, name } = await person()
    const admin = await as('admin')
    const trial = { productId: 6, billingPeriodId: 1, days: 10, reason }
    const give = (body: object, key?: string) =>
      admin.raw('POST', `/admin/customers/${userId}/trial`, body, key ? { 'idempotency-key': key } : {})
    expect((await give({ ...trial, days: 91 })).http).toBe(400)
    const [one, same] = await Promise.all([give(trial, 't1'), give(trial, 't1')])
    expect([one.http, same.http]).toEqual([200, 200])
    expect(one.data).toEqual(same.data)
    expect(await give({ ...trial, days: 11 }, 't1')).toMatchObject({ http: 400, errors: [{ code: 'key_reused' }] })
    expect(await give(trial)).toMatchObject({ http: 409, errors: [{ code: 'trial_taken' }] })
    expect(await listOf(name, 'JP')).toBe(has)
    const { grants, trialsTaken, audit } = await customer(userId)
    expect(grants).toMatchObject([{ productId: 6, billingPeriodId: 1, subscriptionId: null, isTrial: true }])
    expect([trialsTaken.length, audit.length]).toEqual([1, 1])
    const trying = await shop.another({ trialDays: 14 })
    const wanted = { ...shop.wanted('monthly', 'existing_card'), productId: 6 as const }
    expect((await trying.preview(userId, wanted)).trialDays).toBe(0)
    await shop.sandbox.advance(10 * daySeconds + 60)
    expect(await listOf(name, 'JP')).toBe(hasNot)
    expect(await (await as('admin')).raw('POST', `/admin/customers/${userId}/trial`, trial)).toMatchObject({
      http: 409,
    })
  })

  it('is not granted to a user who has the plan', async () => {
    const { userId } = await buyer()
    const body = { productId: 1, billingPeriodId: 3, days: 5, reason }
    const answer = await (await as('admin')).ask(grantTrial, { params: params(userId), body })
    expect(answer).toMatchObject({ http: 409, errors: [{ code: 'already_subscribed' }] })
  })
})

it('a friend has every right of the plans until the role is removed; granting the role twice is logged once', async () => {
  const { userId, name } = await person()
  const admin = await as('admin')
  const set = async (friend: boolean) =>
    (await admin.ask(setFriend, { params: params(userId), body: { friend, reason } })).data
  expect(await set(true)).toEqual({ friend: true })
  await set(true)
  expect(await listOf(name, 'TW')).toBe(has)
  expect((await customer(userId)).roles).toEqual(['friend'])
  await set(false)
  expect(await listOf(name, 'TW')).toBe(hasNot)
  expect((await customer(userId)).audit.map(({ action }) => action)).toEqual(['friend-taken', 'friend-given'])
})

it('people see what they were granted (trial, plan, friend, staff), and until when', async () => {
  const userId = await shop.person()
  const { name } = await shop.database.db
    .selectFrom('users')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const givenTo = async (who: string) => (await (await as(who)).ask(givenPlans)).data
  expect(await givenTo(name)).toEqual([])
  const trial = { productId: 5, billingPeriodId: 3, days: 7, reason }
  const { data } = await (await as('admin')).raw('POST', `/admin/customers/${userId}/trial`, trial)
  const held = { kind: 'trial', productId: 5, billingPeriodId: 3, endsAt: (data as { endsAt: string }).endsAt }
  expect(await givenTo(name)).toEqual([held])
  await (await as('admin')).raw('POST', `/admin/customers/${userId}/friend`, { friend: true, reason })
  const everything = { productId: null, billingPeriodId: null, endsAt: null }
  expect(await givenTo(name)).toEqual([{ kind: 'friend', ...everything }, held])
  expect(await givenTo('staff')).toEqual([{ kind: 'staff', ...everything }])
  const paid = await buyer()
  expect(await givenTo(paid.name)).toEqual([])
  await shop.sandbox.advance(7 * daySeconds)
  expect(await givenTo(name)).toEqual([{ kind: 'friend', ...everything }])
})

describe('a refund', () => {
  const give = async (userId: number, body: object, key?: string) =>
    (await as('admin')).raw(
      'POST',
      `/admin/customers/${userId}/refunds`,
      { reason, ...body },
      key ? { 'idempotency-key': key } : {},
    )

  it('can be made in parts, to card or credit, up to the amount left, and leaves access unchanged', async () => {
    const { userId, name, invoiceId, apiClient } = await buyer()
    const part = { invoiceId, amount: 50_000, to: 'card', endsAccess: false }
    const answers = await Promise.all([give(userId, part, 'r1'), give(userId, part, 'r1')])
    expect(answers.map(({ http, data }) => [http, data])).toEqual(Array(2).fill([200, { refundable: 150_000 }]))
    expect((await give(userId, { ...part, to: 'credit', amount: 30_000 })).data).toEqual({ refundable: 120_000 })
    const tooMuch = await give(userId, { ...part, amount: 120_001 })
    expect([tooMuch.http, tooMuch.errors[0]]).toEqual([
      409,
      { message: 'At most HK$1,200 of this payment can still be refunded.', code: 'too_much', field: 'amount' },
    ])
    await shop.settle()
    expect(await listOf(name)).toBe(has)
    const { invoices, credit, audit } = await customer(userId)
    expect(invoices[0]).toMatchObject({ refunded: 50_000, refundedToCredit: 30_000, refundable: 120_000 })
    expect([credit, audit.length]).toEqual([30_000, 2])
    expect((await held(apiClient)).invoices[0]).toMatchObject({ refunded: 50_000 })
    const other = await buyer()
    expect((await give(other.userId, part)).http).toBe(404)
  })

  it('a refund of the full amount leaves the plan and its renewal unchanged if staff choose so', async () => {
    const { userId, name, invoiceId } = await buyer()
    const all = { invoiceId, amount: hk.monthly, to: 'card', endsAccess: false }
    expect((await give(userId, all)).data).toEqual({ refundable: 0 })
    await shop.settle()
    expect(await listOf(name)).toBe(has)
    expect((await customer(userId)).subscriptions[0]).toMatchObject({ status: 'active', renews: true })
    expect((await decidedFor(shop, userId)).map(({ kind }) => kind)).toEqual(['receipt', 'refunded'])
  })

  it('a refund that ends access does so immediately, whether full or partial, and nothing more is charged', {
    tags: ['slow'],
  }, async () => {
    const { userId, name, invoiceId } = await buyer()
    expect((await give(userId, { invoiceId, amount: 1_000, to: 'credit', endsAccess: true })).http).toBe(200)
    expect(await listOf(name)).toBe(hasNot)
    await shop.settle()
    expect(await listOf(name)).toBe(hasNot)
    expect((await customer(userId)).subscriptions[0]).toMatchObject({ status: 'canceled' })
    await shop.sandbox.advance(40 * daySeconds)
    await shop.settle()
    expect((await shop.books(userId)).charges).toBe(hk.monthly)
    expect((await decidedFor(shop, userId)).map(({ kind }) => kind).toSorted()).toEqual([
      'access-ended',
      'receipt',
      'refunded',
    ])
    // The plan can be bought again.
    const { data } = await (await as(name)).ask(previewSubscribe, {
      body: { productId: 1, billingPeriodId: 3, couponCode: null },
    })
    expect(data).toMatchObject({ amount: hk.monthly - 1_000 })
  })

  it('a refund of an upgraded plan ends all access, including that of the plan before the upgrade', async () => {
    const { userId, name, subscriptionId } = await buyer()
    await shop.upgrade(userId, subscriptionId, shop.wanted('yearly', 'existing_card'))
    await shop.settle()
    const [invoice] = (await customer(userId)).invoices
    const all = { invoiceId: invoice!.invoiceId, amount: invoice!.amountPaid, to: 'card', endsAccess: true }
    expect((await give(userId, all)).http).toBe(200)
    expect(await listOf(name)).toBe(hasNot)
  })

  it('shows staff how much of the payment an upgrade has already credited', async () => {
    const { userId, subscriptionId } = await buyer()
    await shop.sandbox.advance(daySeconds)
    const wanted = shop.wanted('yearly', 'existing_card', 'WELCOME20')
    const preview = await shop.payments.previewUpdate(userId, subscriptionId, wanted)
    await shop.payments.changePeriod(userId, subscriptionId, { ...wanted, couponCode: preview.couponDetail!.id })
    const unused = preview.lines.find(({ kind }) => kind === 'unused')!.amount
    const { invoices } = await customer(userId)
    expect(invoices).toMatchObject([
      { billingPeriodId: 1, credited: 0, couponName: 'WELCOME20' },
      { billingPeriodId: 3, credited: -unused, couponName: null },
    ])
    expect(-unused).toBeGreaterThan(hk.monthly * 0.9)
  })

  it('a refund of a disputed payment is refused', async () => {
    const { userId, name, invoiceId } = await buyer(undefined, '4000000000000259')
    const answer = await give(userId, { invoiceId, amount: 100, to: 'card', endsAccess: false })
    expect(answer).toMatchObject({ http: 409, errors: [{ code: 'disputed' }] })
    expect(await listOf(name)).toBe(hasNot)
  })

  const steps = ['refund: begun', 'refund: given back, not recorded', 'refund: given back', 'refund: written']
  it.each(steps.flatMap(step => (['card', 'credit'] as const).map(to => [step, to] as const)))(
    'is made once or not at all if the process dies at %s, to %s',
    { tags: ['slow'] },
    async (step, to) => {
      const { userId, name, invoiceId } = await buyer()
      const dying = await shop.another({
        crashAt: at => {
          if (at === step) throw Object.assign(new Error('crash'), { crash: true })
        },
      })
      const wanted = {
        byUserId: (await as('admin')).userId,
        invoiceId,
        amount: hk.monthly,
        to,
        endsAccess: false,
        reason,
      }
      await expect(dying.staff.refund(userId, wanted)).rejects.toThrow('billing.in-progress')
      shop.clock.offsetMs += 60_000
      await shop.payments.reconcile()
      const { invoices, audit, operations, credit } = await customer(userId)
      const done = step !== 'refund: begun'
      expect([invoices[0]!.refundable, audit.length, operations[0]?.state]).toEqual(
        done ? [0, 1, 'done'] : [hk.monthly, 0, 'failed'],
      )
      expect(credit).toBe(done && to === 'credit' ? hk.monthly : 0)
      expect(await listOf(name)).toBe(has)
    },
  )
})

it('the audit log can be filtered by user and action, newest first, in pages', async () => {
  const { userId } = await person()
  const admin = await as('admin')
  for (let turn = 0; turn < 52; turn++)
    await admin.ask(setFriend, {
      params: params(userId),
      body: { friend: turn % 2 === 0, reason: `turn number ${turn}` },
    })
  const page = async (query: Record<string, string>) => (await (await as('staff')).ask(auditLog, { query })).data
  const first = await page({ userId: String(userId) })
  expect([first.total, first.entries.length, first.entries[0]!.reason]).toEqual([52, 50, 'turn number 51'])
  expect(first.entries[0]).toMatchObject({
    byName: 'Name of admin',
    aboutName: expect.stringContaining('Name of buyer'),
  })
  const second = await page({ userId: String(userId), page: '2' })
  expect(second.entries.map((entry: { reason: string }) => entry.reason)).toEqual(['turn number 1', 'turn number 0'])
  const given = await page({ userId: String(userId), action: 'friend-given' })
  expect([given.total, new Set(given.entries.map(({ action }: { action: string }) => action))]).toEqual([
    26,
    new Set(['friend-given']),
  ])
  const byAdmin = await page({ userId: String(admin.userId) })
  expect(byAdmin.total).toBeGreaterThan(52)
  await shop.leaves(userId)
  const after = await page({ userId: String(admin.userId) })
  expect(after.entries[0]).toMatchObject({ aboutUserId: null, aboutName: null, reason: 'turn number 51' })
})

describe('rights from a plan', () => {
  it('last until exactly seven days after an unpaid renewal; a new card pays the renewal once, immediately', {
    tags: ['slow'],
  }, async () => {
    const { name, apiClient } = await buyer()
    await apiClient.ask(updateCard, { body: { paymentMethod: await newCard(shop, cards.failsLater) } })
    const endMs = Date.parse((await held(apiClient)).subscriptions[0]!.subscriptionPeriodEnd)
    const goTo = async (ms: number) => {
      const aheadMs = ms - shop.clock.now()
      await shop.sandbox.advance(Math.floor(aheadMs / 1_000))
      await shop.settle()
    }
    await goTo(endMs + 2 * 3_600_000)
    const [plan] = (await held(await as(name))).subscriptions
    const until = endMs + 7 * daySeconds * 1_000
    expect(plan!.pastDue).toEqual({
      accessUntil: new Date(until).toISOString(),
      amountDue: hk.monthly,
      needsBank: false,
    })
    await goTo(until - 30_000)
    expect(await listOf(name)).toBe(has)
    const last = await as(name)
    const at = async (ms: number) => {
      shop.clock.offsetMs += ms - shop.clock.now()
      return (await last.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate: '2026-01-02' } })).http
    }
    expect([await at(until - 1_000), await at(until)]).toEqual([has, hasNot])
    const repaired = await last.ask(updateCard, { body: { paymentMethod: await newCard(shop, cards.mastercard) } })
    expect(repaired.http).toBe(200)
    expect(await listOf(name)).toBe(has)
    const { data } = await last.ask(userSubscriptions)
    expect(data.subscriptions[0]).not.toHaveProperty('pastDue')
    expect(data.invoices.map((invoice: { amountPaid: number }) => invoice.amountPaid)).toEqual([hk.monthly, hk.monthly])
  })

  it('end immediately after a refund or dispute, wherever it was made', async () => {
    const refunded = await buyer()
    expect(await listOf(refunded.name)).toBe(has)
    const { stripe } = shop.provider
    const { data } = await stripe.invoicePayments.list({ invoice: refunded.invoiceId, limit: 1 })
    await stripe.refunds.create({ payment_intent: data[0]!.payment.payment_intent as string })
    await shop.settle()
    expect(await listOf(refunded.name)).toBe(hasNot)
    const disputed = await buyer(undefined, '4000000000000259')
    expect(await listOf(disputed.name)).toBe(hasNot)
    const seen = await customer(disputed.userId)
    expect(seen.invoices[0]).toMatchObject({ disputed: true, disputeLost: false, refundable: 0 })
    expect(seen.subscriptions[0]).toMatchObject({ disputed: 'open', renews: false })
    const found = await (await as('staff')).raw('GET', `/admin/customers?search=${disputed.userId}`)
    expect(found.data).toMatchObject([{ userId: disputed.userId, disputed: true }])
  })
})
