import { revenue, revenueCsv } from '@finlist/contract/staff/revenue'
import { winDispute } from '@finlist/pay-sandbox/billing/disputes'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { revenueCsvText } from '../../src/features/revenue/csv.ts'
import { ApiClient } from '../test-server.ts'
import { type BillingFixture, hk, openBillingFixture } from './billing-fixture.ts'

let shop: BillingFixture
beforeAll(async () => {
  shop = await openBillingFixture()
  for (const role of ['staff', 'nobody']) {
    const { user_id } = await shop.database.db
      .insertInto('users')
      .values({ issuer: 'test', subject: role, email: `${role}@demo.example` } as never)
      .returning('user_id')
      .executeTakeFirstOrThrow()
    if (role === 'staff') await shop.database.db.insertInto('user_role').values({ user_id, role }).execute()
  }
})
afterAll(() => shop.close())

const monthAt = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 7)
const nowMs = () => shop.clock.now()
const following = (month: string) => monthAt(Date.parse(`${month}-01T00:00:00+08:00`) + 40 * 86_400_000)
const ask = async (query: Record<string, string>, by = 'staff') =>
  (await ApiClient.byToken(shop, by)).ask(revenue, { query })

it('the revenue report is for staff only, and covers at most 36 months, none of them in the future', async () => {
  const month = monthAt(nowMs())
  const { http, data } = await ask({ from: month, to: month })
  expect([http, data]).toEqual([
    200,
    {
      months: [
        {
          month,
          active: 0,
          new: 0,
          lost: 0,
          monthlyRevenue: 0,
          collected: 0,
          refunded: 0,
          net: 0,
          disputed: 0,
          disputesLost: 0,
          disputesWon: 0,
        },
      ],
      rows: [],
      couponLinks: {},
      couponNames: {},
    },
  ])
  expect((await ask({ from: month, to: month }, 'nobody')).http).toBe(403)
  const nobody = await ApiClient.byToken(shop, 'nobody')
  expect((await nobody.ask(revenueCsv, { query: { from: month, to: month } })).http).toBe(403)
  for (const query of [
    { from: month, to: following(month) },
    { from: following(month), to: month },
    { from: '2020-01', to: '2023-02' },
    { from: '2020-13', to: month },
    { from: '2020-1', to: month },
  ])
    expect([query, (await ask(query)).http]).toEqual([query, 400])
  expect((await ask({ from: '2020-01', to: '2022-12' })).data.months).toHaveLength(36)
})

it('the revenue report uses months in Hong Kong time, and includes erased people', async () => {
  const month = monthAt(nowMs())
  const next = following(month)
  await shop.sandbox.advance(Math.floor((Date.parse(`${next}-01T00:00:00+08:00`) - nowMs()) / 1_000) - 600)
  const early = await shop.person()
  await shop.buy(early, 'yearly')
  await shop.sandbox.advance(1_200)
  const late = await shop.person()
  await shop.buy(late, 'monthly', 'good', 'WELCOME20')
  await shop.settle()
  const look = async () => (await ask({ from: month, to: next })).data
  const expected = [
    { month, active: 1, new: 1, lost: 0, monthlyRevenue: hk.yearly / 12, collected: hk.yearly, net: hk.yearly },
    { month: next, active: 2, new: 1, lost: 0, monthlyRevenue: 140_000 + 160_000, collected: 160_000, net: 160_000 },
  ]
  const { months, rows, couponLinks, couponNames } = await look()
  expect(months).toMatchObject(expected)
  const [, , coupon] = rows.toSorted((one, other) => (one.couponId ?? '').localeCompare(other.couponId ?? ''))
  expect(coupon).toMatchObject({ month: next, productId: 1, billingPeriodId: 3, active: 1, collected: 160_000 })
  expect(couponLinks[coupon!.couponId!]).toBe(`${shop.sandbox.origin}/_sandbox/coupons/${coupon!.couponId}`)
  expect(couponNames).toEqual({ [coupon!.couponId!]: 'WELCOME20' })
  const staff = await ApiClient.byToken(shop, 'staff')
  const csv = await fetch(`${shop.base}/api/admin/revenue.csv?from=${month}&to=${next}`, { headers: staff.headers() })
  expect(await csv.text()).toMatch(new RegExp(`,WELCOME20,.*,${coupon!.couponId}\\r\\n`))
  await shop.leaves(early)
  expect((await look()).months).toMatchObject(expected)
})

it('a subscriber whose renewal is being charged does not count as lost', async () => {
  const person = await shop.person()
  await shop.buy(person, 'monthly')
  await shop.settle()
  const { end } = await shop.database.db
    .selectFrom('invoice')
    .select('period_end as end')
    .where('user_id', '=', person)
    .executeTakeFirstOrThrow()
  const activeNow = async () => {
    const month = monthAt(nowMs())
    return (await ask({ from: month, to: month })).data.months[0]!.active
  }
  await shop.sandbox.advance(Math.ceil((end.getTime() - nowMs()) / 1_000) - 600)
  await shop.settle()
  const before = await activeNow()
  await shop.sandbox.advance(1_200)
  await shop.settle()
  expect(await activeNow()).toBe(before)
  await shop.sandbox.advance(7_200)
  await shop.settle()
  expect(await activeNow()).toBe(before)
})

it('net revenue loses a disputed payment in the month the dispute is lost, and regains it if the dispute is won later', async () => {
  const month = following(monthAt(nowMs()))
  const next = following(month)
  const day = async (moment: string) => {
    await shop.sandbox.advance(Math.ceil((Date.parse(`${moment}T12:00:00+08:00`) - nowMs()) / 1_000))
    await shop.settle()
  }
  await shop.everybodyLeaves()
  await day(`${month}-25`)
  for (let each = 0; each < 2; each++) await shop.buy(await shop.person(), 'yearly', 'disputed')
  await shop.settle()
  const [kept] = await shop.sandbox.change(books => books.all<Stripe.Dispute>('dispute'))
  await shop.sandbox.change(books => winDispute(books, kept!))
  await day(`${next}-10`)
  const look = async () => (await ask({ from: month, to: next })).data
  const open = { collected: 2 * hk.yearly, disputed: 2 * hk.yearly, disputesWon: hk.yearly, disputesLost: 0 }
  expect((await look()).months).toMatchObject([
    { month, ...open, net: 2 * hk.yearly },
    { month: next, collected: 0, disputed: 0, disputesLost: hk.yearly, disputesWon: 0, net: -hk.yearly },
  ])
  const staff = await ApiClient.byToken(shop, 'staff')
  const csv = await fetch(`${shop.base}/api/admin/revenue.csv?from=${month}&to=${next}`, { headers: staff.headers() })
  expect(await csv.text()).toMatch(
    new RegExp(`${next},finlist-hk,yearly,,.*,0\\.00,0\\.00,-16800\\.00,0\\.00,16800\\.00,0\\.00,`),
  )
  await shop.sandbox.change(books => {
    winDispute(books, books.all<Stripe.Dispute>('dispute').find(({ status }) => status === 'lost')!)
  })
  await shop.settle()
  const { months } = await look()
  expect(months[1]).toMatchObject({ disputesLost: 0, disputesWon: hk.yearly, net: 0 })
})

it('a coupon code in the revenue file is never a spreadsheet formula', () => {
  const row = { month: '2026-11', productId: 1 as const, billingPeriodId: 3 as const, couponId: '=1+1,"x"' }
  const figures = {
    active: 1,
    new: 0,
    lost: 0,
    monthlyRevenue: 5,
    collected: 100_001,
    refunded: 0,
    net: 100_001,
    disputed: 0,
    disputesLost: 0,
    disputesWon: 0,
  }
  expect(revenueCsvText([{ ...row, ...figures }], { '=1+1,"x"': '@sum(1)' }).split('\r\n')[1]).toBe(
    `2026-11,finlist-hk,monthly,'@sum(1),1,0,0,0.05,1000.01,0.00,1000.01,0.00,0.00,0.00,"'=1+1,""x"""`,
  )
})
