import { freeSeminar, setConfig } from '@finlist/contract/staff/config-entries'
import { auditLog } from '@finlist/contract/staff/customers'
import { operator } from '@finlist/contract/staff/operator'
import {
  countUsers,
  type ListedUser,
  listUsers,
  type UserBadge,
  userBadges,
  usersPerPage,
} from '@finlist/contract/staff/users'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

/** Settings for real operation: in demo mode, a server refuses pages of any other origin. */
const live = {
  PUBLIC_URL: 'https://finlist.example',
  TRUSTED_PROXIES: '1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'a@finlist.example',
}
let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer({ ADMIN_EMAILS: 'boss@demo.example, pretender@demo.example' })
  staff = await ApiClient.byToken(testServer, 'staff')
})
afterAll(() => testServer.close())

const page = async (query: Record<string, string> = {}) => (await staff.ask(listUsers, { query })).data
const total = async (query: Record<string, string> = {}) => (await staff.ask(countUsers, { query })).data.total
const found = async (search: string) => (await page({ search })).data.map(({ email }) => email)
const one = async (name: string) => (await page({ search: `${name}@demo.example` })).data[0]!

/** Adds people without plans or roles, and returns their ids. */
async function newcomers(count: number, values: { email?: string; proved?: boolean } = {}): Promise<number[]> {
  const { rows } = await testServer.database.pool.query<{ user_id: number }>(
    `insert into users (issuer, subject, email, name, email_proved_at)
     select 'test', gen_random_uuid(), coalesce($2, 'crowd-' || n || '@crowd.example'), 'Crowd ' || n,
       case when $3 then now() end
     from generate_series(1, $1) n returning user_id`,
    [count, values.email ?? null, values.proved ?? false],
  )
  return rows.map(({ user_id }) => user_id)
}

describe('access to the list of users', () => {
  it('is for staff and admins only; others get Forbidden (GATE-29)', async () => {
    for (const [name, http] of Object.entries({ staff: 200, admin: 200, free: 403, 'hk-yearly': 403, friend: 403 })) {
      const apiClient = await ApiClient.byToken(testServer, name)
      const body = { configKey: 'SEMINAR_DATE', configValue: '2026-12-01' }
      const answers = [
        await apiClient.ask(listUsers, { query: { page: '0' } }),
        await apiClient.ask(countUsers),
        await apiClient.ask(setConfig, { body }),
      ]
      expect([name, answers.map(answer => answer.http)]).toEqual([name, [http, http, http]])
      const status = http === 403 ? 'Forbidden' : 'success'
      expect(answers.map(answer => answer.status)).toEqual([status, status, status])
    }
    const nobody = new ApiClient(testServer)
    expect((await nobody.ask(listUsers)).http).toBe(401)
    expect((await nobody.ask(setConfig, { body: {} })).http).toBe(401)
  })
})

describe('the list of users', () => {
  it('shows who each user is and what they have (USR-03, 04)', async () => {
    const { rows } = await testServer.database.pool.query<{ user_id: number; starts_at: Date; ends_at: Date }>(
      `select * from plan_grant join users using (user_id) where email = 'hk-yearly@demo.example'`,
    )
    expect(await one('hk-yearly')).toEqual({
      userId: rows[0]!.user_id,
      name: 'Demo HK Yearly',
      email: 'hk-yearly@demo.example',
      phoneNumber: '+85251234567',
      stripeCustomerId: null,
      freeUser: false,
      friend: false,
      admin: false,
      subscriptions: [
        {
          planName: 'finlist-hk',
          stripeSubscriptionId: null,
          startDate: rows[0]!.starts_at.toISOString(),
          endDate: rows[0]!.ends_at.toISOString(),
        },
      ],
    })
  })

  it('shows subscriptions with the payment provider’s ids, newest first, except those that never began (USR-03)', async () => {
    const { userId } = await one('us-yearly')
    const { db } = testServer.database
    await db.deleteFrom('plan_grant').where('user_id', '=', userId).execute()
    await db.insertInto('billing_customer').values({ user_id: userId, customer_id: 'cus_1' }).execute()
    const subscription = (
      id: string,
      status: 'active' | 'canceled' | 'incomplete_expired',
      from: string,
      to: string,
    ) => ({
      user_id: userId,
      subscription_id: id,
      product_id: 2,
      period_id: 1,
      schedule_id: null,
      status,
      renews: true,
      started_at: from,
      period_start: from,
      period_end: to,
      trial_end: null,
      ended_at: status === 'canceled' ? '2025-03-01T00:00:00Z' : null,
      price_cents: 1,
      next_cents: 1,
      coupon_id: null,
    })
    await db
      .insertInto('subscription')
      .values([
        subscription('sub_old', 'canceled', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
        subscription('sub_new', 'active', '2026-02-01T00:00:00Z', '2027-02-01T00:00:00Z'),
        subscription('sub_never', 'incomplete_expired', '2026-03-01T00:00:00Z', '2027-03-01T00:00:00Z'),
      ])
      .execute()
    const { stripeCustomerId, subscriptions } = await one('us-yearly')
    expect(stripeCustomerId).toBe('cus_1')
    expect(subscriptions.map(({ planName, ...rest }) => [planName, ...Object.values(rest)])).toEqual([
      ['finlist-us', 'sub_new', '2026-02-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'],
      ['finlist-us', 'sub_old', '2025-01-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'],
    ])
  })

  it('is paged from 0 up to the first empty page, and has everybody once, newest first (USR-05, 07, 08)', async () => {
    await newcomers(usersPerPage + 10)
    const ids: number[] = []
    const counts: number[] = []
    for (let n = 0; counts.at(-1) !== 0; n++) {
      const { data, dataCount } = await page({ page: String(n) })
      expect(data).toHaveLength(dataCount)
      counts.push(dataCount)
      ids.push(...data.map(({ userId }) => userId))
    }
    expect(counts.slice(0, -2).every(count => count === usersPerPage)).toBe(true)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(await total())
    expect((await testServer.database.pool.query('select from users')).rowCount).toBe(ids.length)
    expect((await page()).data).toEqual((await page({ page: '0' })).data)
    for (const bad of ['-1', '1.5', 'x', '1000001'])
      expect((await staff.ask(listUsers, { query: { page: bad } })).http).toBe(400)
  })

  it('continues after the last user of a page, even if a user has joined meanwhile', async () => {
    const first = await page({ page: '0' })
    const last = first.data.at(-1)!.userId
    const [newcomer] = await newcomers(1, { email: 'latecomer@crowd.example' })
    const second = await page({ page: '1', before: String(last) })
    const { rows } = await testServer.database.pool.query<{ user_id: number }>(
      'select user_id from users where user_id < $1 order by user_id desc limit $2',
      [last, usersPerPage],
    )
    expect(second.data.map(({ userId }) => userId)).toEqual(rows.map(({ user_id }) => user_id))
    expect((await page()).data[0]!.userId).toBe(newcomer)
  })
})

describe('a user’s badge', () => {
  const badge = ({ admin, friend, freeUser }: ListedUser): UserBadge =>
    admin ? 'ADMIN' : friend ? 'FRIEND' : freeUser ? 'FREE' : 'PAID'

  it('is the only badge of that user, and each filter lists only people with its badge (USR-01, 02; GATE-27)', async () => {
    const expected: Record<string, UserBadge> = {
      free: 'FREE',
      'hk-monthly': 'PAID',
      'sunday-club': 'PAID',
      friend: 'FRIEND',
      staff: 'ADMIN',
      admin: 'ADMIN',
      affiliate: 'FREE',
    }
    for (const [name, wanted] of Object.entries(expected))
      expect([name, badge(await one(name))]).toEqual([name, wanted])
    let sum = 0
    for (const filter of userBadges) {
      const wanted: ListedUser[] = []
      for (;;) {
        const query = { filter, page: '1', ...(wanted.length > 0 && { before: String(wanted.at(-1)!.userId) }) }
        const { data, dataCount } = await page(wanted.length > 0 ? query : { filter, page: '0' })
        if (dataCount === 0) break
        wanted.push(...data)
      }
      expect(new Set(wanted.map(badge))).toEqual(new Set([filter]))
      expect(await total({ filter })).toBe(wanted.length)
      sum += wanted.length
    }
    expect(sum).toBe(await total())
    expect((await staff.ask(listUsers, { query: { filter: 'OTHER' } })).http).toBe(400)
  })

  it('is ADMIN for a user named by the operator, once they have verified the address', async () => {
    await newcomers(1, { email: 'Boss@demo.example', proved: true })
    await newcomers(1, { email: 'pretender@demo.example' })
    expect(badge(await one('boss'))).toBe('ADMIN')
    expect(badge(await one('pretender'))).toBe('FREE')
    expect((await page({ filter: 'ADMIN' })).data.map(({ email }) => email)).toContain('Boss@demo.example')
  })

  it('is not PAID for a plan that is over or has not begun', async () => {
    const { userId } = await one('free')
    const planGrant = (from: number, to: number) => ({
      user_id: userId,
      product_id: 1,
      period_id: 1,
      starts_at: new Date(Date.now() + from * 86_400_000),
      ends_at: new Date(Date.now() + to * 86_400_000),
    })
    await testServer.database.db
      .insertInto('plan_grant')
      .values([planGrant(-9, -1), planGrant(1, 9)])
      .execute()
    expect(badge(await one('free'))).toBe('FREE')
    await testServer.database.db.insertInto('plan_grant').values(planGrant(-1, 1)).execute()
    expect(badge(await one('free'))).toBe('PAID')
  })
})

describe('the search of users', () => {
  it('finds users by part of a name, address or phone number or by a complete id, and treats wildcards as text (USR-01)', async () => {
    const { userId } = await one('hk-yearly')
    expect(await found('hk-YEARLY@')).toEqual(['hk-yearly@demo.example'])
    expect(await found('demo hk yearly')).toEqual(['hk-yearly@demo.example'])
    expect(await found('51234567')).toContain('hk-yearly@demo.example')
    expect(await found(String(userId))).toContain('hk-yearly@demo.example')
    for (const nobody of ['%', '_', '\\', 'nobody here'])
      expect([await found(nobody), await total({ search: nobody })]).toEqual([[], 0])
    expect(await total({ search: 'demo.example', filter: 'FRIEND' })).toBe(1)
    expect((await staff.ask(listUsers, { query: { search: 'x'.repeat(101) } })).http).toBe(400)
  })
})

describe('settings that staff make for everybody', () => {
  const set = (configKey: string, configValue: unknown) => staff.ask(setConfig, { body: { configKey, configValue } })
  const seminar = async () => (await new ApiClient(testServer).ask(freeSeminar)).data

  it('include the date of the free seminar, which is public (UPL-17, 18)', async () => {
    for (const date of ['2026-12-05', '2026-12-12 19:30', '2024-02-29']) {
      expect((await set('SEMINAR_DATE', date)).http).toBe(200)
      expect(await seminar()).toEqual({ seminarDate: date })
    }
    const wrong = ['', '2026-02-30', '2025-02-29 10:00', '5 Dec 2026', '2026-12-05 24:00', '2026-12-05T10:00', null, 7]
    for (const date of wrong) {
      const { http, errors } = await set('SEMINAR_DATE', date)
      expect([date, http, errors[0]!.field]).toEqual([date, 400, 'configValue'])
    }
    expect(await seminar()).toEqual({ seminarDate: '2024-02-29' })
    expect((await set('SEMINAR_DATE', '5 Dec 2026')).errors[0]!.message).toContain(
      'a date as 2026-12-05, or a date and time as 2026-12-05 19:30',
    )
  })

  it('can be read by pages of other origins only as far as the seminar’s date (UPL-17)', async () => {
    const { base, close } = await openTestServer(live, { demo: false })
    onTestFinished(close)
    const mayRead = async ({ path }: { path: string }) => {
      const asked = await fetch(`${base}/api${path}`, { headers: { Origin: 'https://website.example' } })
      return asked.headers.get('access-control-allow-origin')
    }
    expect(await mayRead(freeSeminar)).toBe('*')
    expect(await mayRead(listUsers)).toBeNull()
    expect(await mayRead(operator)).toBeNull()
  })

  it('accept only a web address as the link of the live club (UPL-18)', async () => {
    const link = async () =>
      (await testServer.database.pool.query(`select value from config_entry where key = 'SUNDAY_CLUB_LINK'`)).rows[0]
        ?.value as string
    expect((await set('SUNDAY_CLUB_LINK', 'https://live.example/club?week=30')).http).toBe(200)
    for (const wrong of [
      '',
      'live.example',
      'javascript:alert(1)',
      'ftp://live.example',
      `https://x.example/${'y'.repeat(2_000)}`,
    ])
      expect([wrong, (await set('SUNDAY_CLUB_LINK', wrong)).http]).toEqual([wrong, 400])
    expect((await set('OTHER', 'x')).http).toBe(400)
    expect(await link()).toBe('https://live.example/club?week=30')
  })

  it('are audited, with the user who changed them', async () => {
    await set('SEMINAR_DATE', '2026-12-19')
    const { entries } = (await staff.ask(auditLog, { query: { action: 'config-set' } })).data
    expect(entries[0]).toMatchObject({
      byUserId: staff.userId,
      byName: 'Demo Staff',
      aboutUserId: null,
      facts: { key: 'SEMINAR_DATE', value: '2026-12-19' },
    })
  })
})
