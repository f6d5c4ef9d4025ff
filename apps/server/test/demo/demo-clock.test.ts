import { affiliate } from '@finlist/contract/affiliate'
import { paymentsConfig, previewUpdate, updateCard, updateSubscription } from '@finlist/contract/billing'
import { finListIssueDates } from '@finlist/contract/finlist'
import { demoClock, moveDemoClock } from '@finlist/contract/staff/demo-clock'
import { revenue } from '@finlist/contract/staff/revenue'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buy, cards, held, newCard, type Sandboxed } from '../billing/shopper.ts'
import { OwnProgram } from '../own-program.ts'
import { ApiClient, openTestServer, type Place } from '../test-server.ts'

const dayMs = 86_400_000
const longMs = 300_000

describe('the clock of a demo', { tags: ['slow'] }, () => {
  let program: OwnProgram
  let place: Place
  let billing: Sandboxed
  beforeAll(async () => {
    program = await OwnProgram.make()
    await program.start()
    place = { base: program.base } as Place
    const { data } = await (await ApiClient.signIn(place, 'free')).ask(paymentsConfig)
    billing = { provider: data }
  }, 120_000)
  afterAll(() => program.remove())

  const clock = async () => (await new ApiClient(place).ask(demoClock)).data
  const inDays = async (days: number) => new Date(Date.parse((await clock()).now) + days * dayMs).toISOString()
  const arrived = () =>
    vi.waitFor(async () => expect((await clock()).moving).toBeNull(), { timeout: longMs, interval: 100 })
  const letters = async (name: string) =>
    (
      await program.rows<{ kind: string }>(
        `select kind from billing_email join users using (user_id)
         where email = $1 and state = 'sent' order by email_id`,
        [`${name}@demo.example`],
      )
    ).map(({ kind }) => kind)

  it('can be moved by staff only, forwards only, by at most 13 months in one step', async () => {
    const staff = await ApiClient.signIn(place, 'staff')
    const move = async (by: ApiClient, until: string) => await by.ask(moveDemoClock, { body: { until } })
    expect((await move(await ApiClient.signIn(place, 'hk-yearly'), await inDays(1))).http).toBe(403)
    expect((await move(new ApiClient(place), await inDays(1))).http).toBe(401)
    expect(await move(staff, await inDays(-1))).toMatchObject({ http: 400, errors: [{ field: 'until' }] })
    expect(await move(staff, await inDays(400))).toMatchObject({
      http: 400,
      errors: [{ field: 'until', message: 'At most 13 months in one step.' }],
    })
    await expect(program.command('clock', '+14', 'months')).rejects.toThrow('At most 13 months in one step.')
    await expect(program.command('clock', 'yesterday')).rejects.toThrow('yesterday: not understood')
    expect((await clock()).aheadMs).toBe(0)

    const began = await Promise.all([move(staff, await inDays(1)), move(staff, await inDays(2))])
    expect(new Set(began.map(({ http }) => http))).toEqual(new Set([200, 400]))
    await arrived()
  })

  it('moving the clock of a demo keeps the staff user who moved it signed in; others are signed out when their sessions expire', async () => {
    const [staff, other] = [await ApiClient.signIn(place, 'staff'), await ApiClient.signIn(place, 'us-yearly')]
    const issues = { params: { exchange: 'US' } }
    expect((await staff.ask(moveDemoClock, { body: { until: await inDays(15) } })).http).toBe(200)
    await arrived()
    await expect(other.takeToken()).rejects.toThrow('401')
    await staff.takeToken()
    expect((await staff.ask(revenue, { query: { from: '2026-01', to: '2026-01' } })).http).toBe(200)
    // After signing in again, access follows the moved clock.
    const again = await ApiClient.signIn(place, 'us-yearly')
    expect((await again.ask(finListIssueDates, issues)).http).toBe(200)
  })

  it('also moves the payment provider’s clock: later purchases start then, and renewed plans can be changed', async () => {
    expect(await program.command('clock', '+1', 'month')).toMatch(/\d days ahead\n/)
    const free = await ApiClient.signIn(place, 'free')
    const issues = { params: { exchange: 'HKEX' } }
    expect((await free.ask(finListIssueDates, issues)).http).toBe(403)
    expect((await buy(billing, free, { productId: 1, billingPeriodId: 3 })).answer).toMatchObject({
      http: 200,
      data: { subscriptionStatus: 'active' },
    })
    expect((await free.ask(finListIssueDates, issues)).http).toBe(200)

    const monthly = await ApiClient.signIn(place, 'hk-monthly')
    const [plan] = (await held(monthly)).subscriptions
    expect(Date.parse(plan!.subscriptionPeriodEnd)).toBeGreaterThan(Date.parse((await clock()).now))
    const wanted = { productId: 1, billingPeriodId: 1, couponCode: null } as const
    const params = { id: plan!.subscriptionId }
    expect((await monthly.ask(previewUpdate, { params, body: wanted })).http).toBe(200)
    const changed = await monthly.ask(updateSubscription, {
      params,
      body: { ...wanted, paymentMethod: 'existing_card' },
    })
    expect(changed).toMatchObject({ http: 200, data: { subscriptionStatus: 'active' } })
  })

  it(
    'takes customers through a year of trials, renewals, a failing card, grace and lapse, e-mails, closed months and revenue',
    async () => {
      const from = (await clock()).now.slice(0, 7)
      const failing = await ApiClient.signIn(place, 'affiliate-empty')
      expect((await buy(billing, failing, { productId: 2, billingPeriodId: 3 })).answer.http).toBe(200)
      const paymentMethod = await newCard(billing, cards.failsLater)
      expect((await failing.ask(updateCard, { body: { paymentMethod } })).http).toBe(200)
      await program.command('clock', '+1', 'year')

      const trial = (await held(await ApiClient.signIn(place, 'jp-trial'))).subscriptions
      expect(trial).toMatchObject([{ status: 'active' }])
      expect(await letters('jp-trial')).toEqual(expect.arrayContaining(['trial-ending', 'receipt']))
      expect((await letters('hk-quarterly')).filter(kind => kind === 'receipt').length).toBeGreaterThanOrEqual(4)
      expect(await letters('hk-no-renew')).toContain('access-ended')
      expect(await letters('affiliate-empty')).toEqual(expect.arrayContaining(['payment-failed', 'access-ended']))
      const lapsed = await ApiClient.signIn(place, 'affiliate-empty')
      expect((await lapsed.ask(finListIssueDates, { params: { exchange: 'US' } })).http).toBe(403)

      const to = (await clock()).now.slice(0, 7)
      const staff = await ApiClient.signIn(place, 'staff')
      const { data } = await staff.ask(revenue, { query: { from, to } })
      expect(data.months).toHaveLength(13)
      expect(data.months.slice(1, -1).filter(({ collected }) => collected <= 0)).toEqual([])
      const sold = await (await ApiClient.signIn(place, 'affiliate')).ask(affiliate)
      expect(sold.data.salesRecord.slice(1).filter(({ commission }) => commission === -1)).toEqual([])
      const failed = await program.rows(`select name, error from job_run where failures > 0`)
      expect(failed).toEqual([])
    },
    longMs,
  )
})

it('the clock of a public demo cannot be moved', async () => {
  const testServer = await openTestServer({
    PUBLIC_URL: 'https://demo.example',
    DEMO_PUBLIC: 'yes',
    TRUSTED_PROXIES: '0',
  })
  try {
    const staff = await ApiClient.byToken(testServer, 'staff')
    const until = new Date(testServer.clock.now() + dayMs).toISOString()
    const answer = await testServer.app.inject({
      method: 'POST',
      url: '/api/demo/clock',
      headers: { ...staff.headers(), host: 'demo.example' },
      payload: { until },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('shows the real time')
  } finally {
    await testServer.close()
  }
})
