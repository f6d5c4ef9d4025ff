import { affiliate, affiliates, makeAffiliateCode } from '@finlist/contract/affiliate'
import { refundInvoice } from '@finlist/contract/staff/customer-actions'
import { auditLog } from '@finlist/contract/staff/customers'
import { winDispute } from '@finlist/pay-sandbox/billing/disputes'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { affiliateRate } from '../../src/config.ts'
import { sellForAffiliate } from '../../src/demo/affiliate-sales.ts'
import { closeMonths } from '../../src/features/affiliate/close-months.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { type BillingFixtureOptions, keepBillingFixture, refusal } from './billing-fixture.ts'

let shop: PayingTestServer & BillingFixtureOptions
beforeAll(async () => {
  shop = keepBillingFixture(await openTestServer({ AFFILIATE_RATE: '12.5' }, { payments: true, at: calmDay }))
})
afterAll(() => shop.close())

const as = (name: string) => ApiClient.byToken(shop, name)
const nowMs = () => shop.clock.now()
const monthAt = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 7)
const following = (month: string) => monthAt(Date.parse(`${month}-01T00:00:00+08:00`) + 40 * 86_400_000)
/** Moves both clocks to a time in Hong Kong, such as `2026-12-05T00:00`. */
const until = (moment: string) => shop.sandbox.advance(Math.ceil((Date.parse(`${moment}:00+08:00`) - nowMs()) / 1_000))
const ownFigures = async (name = 'affiliate') => (await (await as(name)).ask(affiliate)).data
const reason = 'She brings readers of her column.'
const wanted = (code: string, name = 'affiliate') => ({
  code,
  email: `${name}@demo.example`,
  percentOff: 20,
  duration: 'forever' as const,
  reason,
})
const make = async (body: ReturnType<typeof wanted>, by = 'staff') => (await as(by)).ask(makeAffiliateCode, { body })
const cutAt = (step: string) => (at: string) => {
  if (at === `affiliate code: ${step}`) throw new Error('cut off')
}
const csvOf = async (by: string, path: string) => {
  const { token } = await as(by)
  const answer = await fetch(`${shop.base}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { type: answer.headers.get('content-type'), text: await answer.text(), http: answer.status }
}

describe('an affiliate code', () => {
  it('is created once, with its coupon at the payment provider, and makes its owner an affiliate (AADM-01)', async () => {
    expect((await (await as('free')).ask(affiliate)).http).toBe(403)
    const first = await make(wanted('reader-20', 'free'))
    expect([first.http, first.data]).toEqual([
      200,
      { code: 'READER-20', couponId: expect.stringMatching(/^READER-20-/) },
    ])
    expect((await make(wanted('READER-20', 'free'))).data).toEqual(first.data)
    const { stripe } = shop.provider
    const coupon = await stripe.coupons.retrieve(first.data.couponId)
    expect(coupon).toMatchObject({ percent_off: 20, duration: 'forever', name: 'READER-20' })
    const { data: codes } = await stripe.promotionCodes.list({ code: 'READER-20' })
    const { userId } = await as('free')
    expect(codes).toMatchObject([{ active: true, metadata: { affiliate_user_id: String(userId) } }])
    expect((await ownFigures('free')).code).toBe('READER-20')
    const { data: audit } = await (await as('staff')).ask(auditLog, { query: { action: 'affiliate-code-made' } })
    expect(audit.entries).toMatchObject([
      { aboutUserId: userId, facts: { code: 'READER-20', percentOff: 20, duration: 'forever' }, reason },
    ])
  })

  it('is refused if it is taken, and for oneself, an unknown user or a user who already has a code', async () => {
    const refusals = [
      await make(wanted('READER-20', 'hk-monthly')),
      await make(wanted('WELCOME20', 'hk-monthly')),
      await make(wanted('SECOND', 'free')),
      await make(wanted('NEW', 'nobody-here')),
      await make(wanted('NEW', 'staff')),
      await make(wanted('NEW', 'hk-monthly'), 'free'),
      await make(wanted('N', 'hk-monthly')),
      await make(wanted('NEW!', 'hk-monthly')),
      await make({ ...wanted('NEW', 'hk-monthly'), reason: 'no' }),
    ]
    expect(refusals.map(({ http, errors }) => [http, errors[0]?.code, errors[0]?.field])).toEqual([
      [409, 'code_taken', 'code'],
      [409, 'code_taken', 'code'],
      [409, 'has_code', 'email'],
      [400, 'nobody', 'email'],
      [403, 'oneself', undefined],
      [403, undefined, undefined],
      [400, undefined, 'code'],
      [400, undefined, 'code'],
      [400, undefined, 'reason'],
    ])
  })

  it.each(['begun', 'coupon made', 'promotion code made'])(
    'is created exactly once on retry after an interruption at “%s”',
    async step => {
      const userId = await shop.person(`cut-off-${step.replaceAll(' ', '-')}`)
      const code = `CUT-${step.replaceAll(' ', '-').toUpperCase()}`
      const cut = await shop.another({ crashAt: cutAt(step) })
      const asked = {
        byUserId: (await as('staff')).userId,
        userId,
        code,
        percentOff: 10,
        duration: 'once',
        reason,
      } as const
      await expect(cut.staff.makeAffiliateCode(asked)).rejects.toThrow('cut off')
      const search = async () => (await (await as('staff')).ask(affiliates, { body: [code] })).data[0]!.couponId
      expect(await search()).toBe('')
      const couponId = await shop.payments.staff.makeAffiliateCode(asked)
      expect(await search()).toBe(couponId)
      const made = await shop.provider.stripe.promotionCodes.list({ code })
      expect(made.data).toHaveLength(1)
      const all = await shop.provider.stripe.coupons.list({ limit: 100 })
      expect(all.data.filter(({ name }) => name === code)).toHaveLength(1)
    },
  )

  it('an affiliate code whose creation was interrupted and never retried is completed by the server', async () => {
    const userId = await shop.person('forgotten')
    const cut = await shop.another({ crashAt: cutAt('coupon made') })
    const asked = { byUserId: (await as('staff')).userId, userId, code: 'FORGOTTEN', percentOff: 10, reason } as const
    await expect(cut.staff.makeAffiliateCode({ ...asked, duration: 'once' })).rejects.toThrow('cut off')
    expect(await shop.payments.staff.finishAffiliateCodes()).toBe(0)
    await shop.sandbox.advance(61)
    expect(await shop.payments.staff.finishAffiliateCodes()).toBe(1)
    expect((await ownFigures('forgotten')).code).toBe('FORGOTTEN')
  })

  it('an affiliate code of an erased user is never given to anyone else, and the figures of its past sales do not change', async () => {
    const userId = await shop.person()
    const asked = { byUserId: (await as('staff')).userId, userId, code: 'LEAVING', percentOff: 50, reason } as const
    await shop.payments.staff.makeAffiliateCode({ ...asked, duration: 'forever' })
    const buyer = await shop.person()
    await shop.buy(buyer, 'monthly', 'good', 'LEAVING')
    const half = (await shop.books(buyer)).charges
    await shop.payments.endBilling(userId)
    await shop.payments.endBilling(userId)
    const late = await shop.person()
    expect(await refusal(shop.payments.preview(late, shop.wanted('monthly', '', 'LEAVING')))).toEqual({
      http: 400,
      code: 'coupon',
    })
    const { subscriptions } = await shop.payments.subscriptionsOf(buyer)
    expect(subscriptions).toMatchObject([{ nextAmount: half }])
  })

  it('is not created if its owner is erased meanwhile', async () => {
    const cut = await shop.another({ crashAt: cutAt('coupon made') })
    const userId = await shop.person()
    const asked = { byUserId: (await as('staff')).userId, userId, code: 'NEVERMIND', percentOff: 10, reason } as const
    await expect(cut.staff.makeAffiliateCode({ ...asked, duration: 'once' })).rejects.toThrow('cut off')
    await shop.payments.endBilling(userId)
    shop.clock.offsetMs += 61_000
    expect(await shop.payments.staff.finishAffiliateCodes()).toBe(0)
    expect((await shop.provider.stripe.promotionCodes.list({ code: 'NEVERMIND' })).data).toEqual([])
  })
})

describe('affiliate figures', () => {
  let month: string
  let next: string
  let after: string
  let couponId: string
  let buyer: number
  beforeAll(async () => {
    month = following(monthAt(nowMs()))
    next = following(month)
    after = following(next)
    await until(`${month}-10T12:00`)
    couponId = (await make(wanted('partner20'))).data.couponId
    await make(wanted('OTHER20', 'affiliate-empty'))
  })

  it('list no months for an affiliate whose code has no sale (AFF-01, 08)', async () => {
    expect((await (await as('affiliate')).ask(affiliate)).data).toEqual({
      code: 'PARTNER20',
      couponId,
      salesRecord: [],
      disputes: [],
      planDetails: [],
      ratePercent: 12.5,
    })
  })

  it('count a sale as income immediately, and add the commission when its month closes on the 5th (AFF-02, 03, 07)', async () => {
    buyer = await shop.person('buyer')
    await shop.buy(buyer, 'monthly', 'good', 'partner20')
    const second = await shop.person('second-buyer')
    await shop.buy(second, 'yearly', 'good', 'PARTNER20')
    await shop.payments.setAutoRenew(second, (await shop.books(second)).subscriptions[0]!.id, false)
    await shop.settle()
    const open = { month, plansSold: 2, income: 160_000 + 1_344_000, commission: -1 }
    expect(await ownFigures()).toMatchObject({
      salesRecord: [open],
      planDetails: [
        { productId: 1, billingPeriodId: 1, customers: 1, income: 1_344_000 },
        { productId: 1, billingPeriodId: 3, customers: 1, income: 160_000 },
      ],
    })
    await until(`${next}-04T23:59`)
    expect((await ownFigures()).salesRecord).toEqual([{ month: next, plansSold: 0, income: 0, commission: -1 }, open])
    await until(`${next}-05T00:00`)
    expect((await ownFigures()).salesRecord[1]).toEqual({ ...open, commission: 188_000 })
  })

  it('count a renewal with the coupon as income but not as a plan sold, and a refund as negative income of its month', async () => {
    await until(`${next}-12T12:00`)
    await shop.settle()
    expect((await ownFigures()).salesRecord[0]).toEqual({ month: next, plansSold: 0, income: 160_000, commission: -1 })
    const [renewed, first] = await shop.database.db
      .selectFrom('invoice')
      .select('invoice_id')
      .where('user_id', '=', buyer)
      .orderBy('created_at', 'desc')
      .execute()
    const admin = await as('admin')
    const params = { userId: String(buyer) }
    const refund = { reason, endsAccess: false }
    const bodies = [
      { ...refund, invoiceId: first!.invoice_id, amount: 60_000, to: 'card' as const },
      { ...refund, invoiceId: renewed!.invoice_id, amount: 30_000, to: 'credit' as const },
    ]
    for (const body of bodies) expect((await admin.ask(refundInvoice, { params, body })).http).toBe(200)
    const [now, before] = (await ownFigures()).salesRecord
    expect(now).toEqual({ month: next, plansSold: 0, income: 70_000, commission: -1 })
    expect(before).toMatchObject({ month, income: 1_504_000, commission: 188_000 })
    expect((await ownFigures()).planDetails[1]).toMatchObject({ customers: 1, income: 230_000 })
  })

  it('are never shown to another affiliate (AFF-09)', async () => {
    const other = await shop.person('other-buyer')
    await shop.buy(other, 'quarterly', 'good', 'OTHER20')
    await shop.settle()
    const theirs = await ownFigures('affiliate-empty')
    expect(theirs).toMatchObject({ code: 'OTHER20', salesRecord: [{ month: next, plansSold: 1, income: 384_000 }] })
    const own = await ownFigures()
    expect(JSON.stringify(own)).not.toContain('OTHER20')
    expect(own.salesRecord[0]).toMatchObject({ plansSold: 0, income: 70_000 })
    expect((await (await as('affiliate')).ask(affiliates, { body: ['OTHER20'] })).http).toBe(403)
    const path = `/affiliate/admin/statement.csv?code=OTHER20&month=${next}`
    expect((await csvOf('affiliate', path)).http).toBe(403)
  })

  it('affiliate figures of a closed month never change: later corrections count in the first open month', async () => {
    await until(`${after}-05T00:00`)
    await shop.settle()
    const closed = (await ownFigures()).salesRecord.filter(row => row.month <= next)
    expect(closed).toEqual([
      { month: next, plansSold: 0, income: 70_000, commission: 8_750 },
      { month, plansSold: 2, income: 1_504_000, commission: 188_000 },
    ])
    // Cancel the plan, so that no renewal makes the server fetch the buyer's billing data again.
    await shop.provider.stripe.subscriptions.cancel((await shop.books(buyer)).subscriptions[0]!.id)
    await shop.settle()
    const { pool } = shop.database
    await pool.query(`delete from refund where cents = 60000 and user_id = $1`, [buyer])
    await pool.query(`update invoice set paid_at = paid_at - interval '1 day' where user_id = $1`, [buyer])
    const { salesRecord } = await ownFigures()
    expect(salesRecord.slice(1)).toEqual(closed)
    expect(salesRecord[0]).toEqual({ month: after, plansSold: 0, income: 60_000, commission: -1 })
  })

  it('are listed for staff in the requested order, with a link to the coupon; those of an unknown code are empty (AADM-05, 07)', async () => {
    const staff = await as('staff')
    const { data, http } = await staff.ask(affiliates, { body: ['nosuch', ' partner20 ', 'other20'] })
    expect(http).toBe(200)
    expect(data.map(({ code }) => code)).toEqual(['NOSUCH', 'PARTNER20', 'OTHER20'])
    expect(data[0]).toMatchObject({ couponId: '', couponLink: null, owner: null, salesRecord: [], planDetails: [] })
    expect(data[1]).toMatchObject(await ownFigures())
    expect(data[1]).toMatchObject({ owner: { email: 'affiliate@demo.example' } })
    const page = await fetch(data[1]!.couponLink!)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('PARTNER20')])
    for (const body of [[], Array(51).fill('X'), [''], ['X'.repeat(41)], {}])
      expect((await staff.ask(affiliates, { body })).http).toBe(400)
    expect((await (await as('free')).ask(affiliates, { body: ['PARTNER20'] })).http).toBe(403)
  })

  it('are exported as a statement: each payment and refund, their sum and, once the month is closed, the commission', async () => {
    const { type, text } = await csvOf('affiliate', `/affiliate/statement.csv?month=${next}`)
    expect(type).toBe('text/csv; charset=utf-8')
    expect(text.replaceAll(/^[\d-]{10}/gm, 'day').split('\r\n')).toEqual([
      'date,kind,product,period,income_hkd',
      'day,renewal,finlist-hk,monthly,1600.00',
      'day,refund,finlist-hk,monthly,-600.00',
      'day,refund,finlist-hk,monthly,-300.00',
      ',income,,,700.00',
      ',rate_percent,,,12.5',
      ',commission,,,87.50',
      '',
    ])
    const asStaff = await csvOf('staff', `/affiliate/admin/statement.csv?code=partner20&month=${next}`)
    expect(asStaff.text).toBe(text)
    const open = await csvOf('affiliate', `/affiliate/statement.csv?month=${after}`)
    expect(open.text).toContain('correction,finlist-hk,monthly,600.00')
    expect(open.text).toContain(',rate_percent,,,\r\n,commission,,,\r\n')
    expect((await csvOf('staff', `/affiliate/admin/statement.csv?code=NOSUCH&month=${next}`)).http).toBe(404)
    expect((await csvOf('affiliate', '/affiliate/statement.csv?month=2026-13')).http).toBe(400)
  })

  it('lose the commission on a disputed payment in the month the dispute is lost, and regain it if it is won later', async () => {
    const disputing = await shop.person('disputing')
    await shop.buy(disputing, 'yearly', 'disputed', 'partner20')
    await shop.settle()
    const at = async (of: string) => {
      const { salesRecord, disputes } = await ownFigures()
      return [salesRecord.find(row => row.month === of), disputes.find(row => row.month === of)]
    }
    const [paid] = await at(after)
    expect(paid).toMatchObject({ plansSold: 1, income: 60_000 + 1_344_000 })
    expect((await at(after))[1]).toEqual({ month: after, disputed: 1_344_000, disputesLost: 0, disputesWon: 0 })
    await until(`${after}-20T00:00`)
    await shop.settle()
    expect(await at(after)).toEqual([
      { month: after, plansSold: 1, income: 60_000, commission: -1 },
      { month: after, disputed: 1_344_000, disputesLost: 1_344_000, disputesWon: 0 },
    ])
    const { text } = await csvOf('affiliate', `/affiliate/statement.csv?month=${after}`)
    expect(text).toMatch(/[\d-]{10},dispute-lost,finlist-hk,yearly,-13440\.00\r\n/)
    expect(text).toContain(',disputed,,,13440.00\r\n,disputes_lost,,,13440.00\r\n,disputes_won,,,0.00\r\n')
    const later = following(after)
    await until(`${later}-06T00:00`)
    await shop.settle()
    expect((await at(after))[0]).toMatchObject({ income: 60_000, commission: 7_500 })
    await shop.sandbox.change(books => {
      const own = books.all<Stripe.Dispute>('dispute').find(({ amount }) => amount === 1_344_000)
      winDispute(books, own!)
    })
    await shop.settle()
    expect(await at(later)).toEqual([
      { month: later, plansSold: 0, income: 1_344_000, commission: -1 },
      { month: later, disputed: 0, disputesLost: 0, disputesWon: 1_344_000 },
    ])
    expect((await at(after))[0]).toMatchObject({ income: 60_000, commission: 7_500 })
  })
})

it('no month is closed until the operator sets a commission rate', async () => {
  const before = await ownFigures()
  const later = nowMs() + 70 * 86_400_000
  expect(await closeMonths(shop.database, null, later)).toBe(0)
  expect(await ownFigures()).toEqual(before)
  expect(affiliateRate({ AFFILIATE_RATE: null, demo: false })).toBe(null)
  expect(affiliateRate({ AFFILIATE_RATE: 12.5, demo: false })).toBe(1_250)
})

it('the demo’s affiliate has several months of sales made at the payment provider, and its new affiliate has none', {
  tags: ['slow'],
}, async () => {
  const testServer = await openTestServer({}, { payments: true, at: calmDay })
  try {
    // Demo mode makes the sales before the server's jobs start, because the jobs close months as soon as a code exists.
    const { pool } = testServer.database
    const looked = `select from job_run where name = 'affiliate-months' and succeeded_at is not null`
    await vi.waitUntil(async () => (await pool.query(looked)).rowCount === 1, { timeout: 120_000, interval: 20 })
    const sell = () =>
      sellForAffiliate(testServer.database, testServer.config, testServer.demoShop, new Date(testServer.clock.now()))
    expect(await sell()).toBe(4)
    await testServer.settle()
    expect(await sell()).toBe(0)
    const own = async (name: string) => (await (await ApiClient.byToken(testServer, name)).ask(affiliate)).data
    const { salesRecord, planDetails } = await own('affiliate')
    expect(salesRecord.map(({ plansSold }) => plansSold)).toEqual([0, 1, 0, 1, 2])
    // The oldest two months are closed on any date; their commission is a fifth of the income, the demo's rate.
    for (const { income, commission } of salesRecord.slice(-2)) expect(commission).toBe(income / 5)
    expect(planDetails.reduce((sum, { income }) => sum + income, 0)).toBe(
      salesRecord.reduce((sum, { income }) => sum + income, 0),
    )
    expect(await own('affiliate-empty')).toMatchObject({ code: 'NEWPARTNER20', salesRecord: [] })
  } finally {
    await testServer.close()
  }
})
