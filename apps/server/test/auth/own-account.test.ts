import { type User, user } from '@finlist/contract/account/account'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

const sql = (text: string, values: unknown[]) => testServer.database.pool.query(text, values)
const account = async (apiClient: ApiClient): Promise<User> => (await apiClient.ask(user)).data
const read = (apiClient: ApiClient) => () => account(apiClient)
/** Polling interval in ms while waiting for a change to reach this process. */
const often = { interval: 5 }

const subscribe = async ({ userId }: ApiClient, status: string, accessUntil: string) => {
  await sql(
    `insert into subscription (user_id, subscription_id, product_id, period_id, status, renews, started_at,
       period_start, period_end, price_cents, next_cents)
     values ($1, $2, 1, 1, $3, true, now(), now(), now(), 100, 100)`,
    [userId, `sub_${userId}`, status],
  )
  await sql(
    `insert into holding (user_id, subscription_id, product_id, period_id, starts_at, ends_at)
     values ($1, $2, 1, 1, now() - interval '1 day', $3)`,
    [userId, `sub_${userId}`, accessUntil],
  )
}

describe('a user’s own data, cached in memory:', () => {
  it('a repeated call makes no query', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    const first = await account(apiClient)
    const connected = vi.spyOn(testServer.database.pool, 'connect')
    const queried = vi.spyOn(testServer.database.pool, 'query')
    try {
      const queriesOfCall = async () => {
        connected.mockClear()
        queried.mockClear()
        expect(await account(apiClient)).toEqual(first)
        return connected.mock.calls.length + queried.mock.calls.length
      }
      // The first call may still be recording the device, which is a query too.
      await expect.poll(queriesOfCall).toBe(0)
    } finally {
      connected.mockRestore()
      queried.mockRestore()
    }
  })

  const until = new Date(Date.now() + 86_400_000).toISOString()
  const changes: Record<string, { sql: string; before: Partial<User>; after: Partial<User> }> = {
    'a name': {
      sql: "update users set name = 'Ada' where user_id = $1",
      before: { deletionAt: null },
      after: { name: 'Ada', nickname: 'Ada' },
    },
    'a request to be erased': {
      sql: "update users set deletion_at = '2031-01-01T00:00:00Z' where user_id = $1",
      before: { deletionAt: null },
      after: { deletionAt: '2031-01-01T00:00:00.000Z' },
    },
    'a renewal that failed': {
      sql: "update subscription set status = 'past_due' where user_id = $1",
      before: { rights: expect.arrayContaining(['finlist:HKEX']) as unknown as string[] },
      after: { pastDue: { subscriptionId: expect.any(String) as unknown as string, productId: 1, accessUntil: until } },
    },
  }
  it.each(Object.entries(changes))('%s that is changed directly in the database is noticed', async (_, change) => {
    const apiClient = await ApiClient.signIn(testServer, 'credit')
    await sql('delete from holding where user_id = $1', [apiClient.userId])
    await sql('delete from subscription where user_id = $1', [apiClient.userId])
    await subscribe(apiClient, 'active', until)
    await expect.poll(read(apiClient), often).toMatchObject(change.before)
    await sql(change.sql, [apiClient.userId])
    await expect.poll(read(apiClient), often).toMatchObject(change.after)
  })

  it('a past-due plan’s extended grace period, payment and deletion are noticed', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'affiliate')
    const { userId } = apiClient
    await subscribe(apiClient, 'past_due', until)
    await expect.poll(read(apiClient), often).toMatchObject({ pastDue: { accessUntil: until } })
    await sql("update holding set ends_at = '2031-01-01T00:00:00Z' where user_id = $1", [userId])
    await expect.poll(read(apiClient), often).toMatchObject({ pastDue: { accessUntil: '2031-01-01T00:00:00.000Z' } })
    await sql("update subscription set status = 'active' where user_id = $1", [userId])
    await expect.poll(read(apiClient), often).not.toHaveProperty('pastDue')
    await sql("update subscription set status = 'unpaid' where user_id = $1", [userId])
    await expect.poll(read(apiClient), often).toHaveProperty('pastDue')
    await sql('delete from subscription where user_id = $1', [userId])
    await expect.poll(read(apiClient), often).not.toHaveProperty('pastDue')
  })

  it('the rights of a plan end within a second of the plan', async () => {
    const apiClient = await ApiClient.byToken(testServer, 'unregistered')
    await subscribe(apiClient, 'active', new Date(testServer.clock.now() + 60_000).toISOString())
    await expect
      .poll(read(apiClient), often)
      .toMatchObject({ rights: expect.arrayContaining(['finlist:HKEX']) as unknown })
    try {
      testServer.clock.offsetMs = 59_000
      expect((await account(apiClient)).rights).toContain('finlist:HKEX')
      testServer.clock.offsetMs = 60_000
      expect((await account(apiClient)).rights).not.toContain('finlist:HKEX')
    } finally {
      testServer.clock.offsetMs = 0
    }
  })

  it('a change made by another process is noticed', async () => {
    const second = await openTestServer({ PUBLIC_URL: testServer.base }, { databaseUrl: testServer.databaseUrl })
    try {
      const apiClient = await ApiClient.signIn(testServer, 'sunday-club')
      const there = Object.assign(new ApiClient(second), { token: apiClient.token, device: apiClient.device })
      expect((await account(there)).language).not.toBe('zh')
      expect((await apiClient.raw('POST', '/users/user', { language: 'zh' })).http).toBe(200)
      expect((await account(apiClient)).language).toBe('zh')
      await expect.poll(read(there), often).toMatchObject({ language: 'zh' })
    } finally {
      await second.close()
    }
  })

  it('while change notifications cannot be received, a user’s data is read from the database', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-quarterly')
    await account(apiClient)
    await sql('alter table users disable trigger users_changed', [])
    const { rows } = await testServer.database.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'finlist notices' and datname = current_database()",
    )
    for (const { pid } of rows) await sql('select pg_terminate_backend($1::int)', [pid])
    await expect.poll(() => testServer.database.changes.alive, { interval: 1 }).toBe(false)
    await sql("update users set name = 'Unheard' where user_id = $1", [apiClient.userId])
    expect((await account(apiClient)).name).toBe('Unheard')
    await expect.poll(() => testServer.database.changes.alive).toBe(true)
    expect((await account(apiClient)).name).toBe('Unheard')
  })
})
