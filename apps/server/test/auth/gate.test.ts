import { createHmac } from 'node:crypto'
import { user } from '@finlist/contract/account/account'
import { deviceCheck } from '@finlist/contract/account/device'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Tokens } from '../../src/auth/tokens.ts'
import { Keys } from '../../src/db/keys.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let free: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  free = await ApiClient.signIn(testServer, 'free')
})
afterAll(() => testServer.close())

describe('a call', () => {
  it('gets no data without a token; a cookie alone never authorises a call (GATE-13)', async () => {
    expect((await new ApiClient(testServer).ask(user)).http).toBe(401)
    const withCookies = await free.browser.go('/api/users/user', { headers: { 'x-device-id': free.device!.id } })
    expect(withCookies.status).toBe(401)
    expect((await free.ask(user)).http).toBe(200)
  })

  it('is refused if its token is expired or changed, or has a wrong issuer, audience, algorithm, key or type', async () => {
    const { signing } = (await Keys.open(testServer.database, Date.now)).keyRing('access-token')
    const key = Buffer.from(signing.value, 'base64url')
    const [, payload = ''] = free.token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const sign = (
      changes: Record<string, unknown>,
      header: { alg: string; typ: string; kid?: string } = { alg: 'HS256', typ: 'at+jwt' },
      signingKey: Uint8Array = key,
    ) => new SignJWT({ ...claims, ...changes }).setProtectedHeader({ kid: signing.keyId, ...header }).sign(signingKey)
    const tokens = {
      'the token itself, signed again': [await sign({}), 200],
      'wrong issuer': [await sign({ iss: 'https://elsewhere.example' }), 401],
      'wrong audience': [await sign({ aud: 'https://elsewhere.example/api' }), 401],
      'wrong algorithm': [await sign({}, { alg: 'HS384', typ: 'at+jwt' }), 401],
      'no algorithm': [new UnsecuredJWT(claims).encode(), 401],
      'wrong key': [await sign({}, undefined, createHmac('sha256', 'x').update('y').digest()), 401],
      'a key that is not': [await sign({}, { alg: 'HS256', typ: 'at+jwt', kid: 'first' }), 401],
      'another kind of token': [await sign({}, { alg: 'HS256', typ: 'JWT' }), 401],
      expired: [await sign({ exp: Math.floor(Date.now() / 1000) - 1 }), 401],
      'without a session': [await sign({ sid: undefined }), 401],
      'a session that is not': [await sign({ sid: crypto.randomUUID() }), 401],
      'another person with this session': [await sign({ sub: String(free.userId + 1) }), 401],
      'changed payload': [
        free.token.replace(
          payload,
          Buffer.from(JSON.stringify({ ...claims, sub: String(free.userId + 1) })).toString('base64url'),
        ),
        401,
      ],
      'cut short': [free.token.slice(0, -2), 401],
    } as const
    for (const [name, [token, http]] of Object.entries(tokens)) {
      const apiClient = Object.assign(new ApiClient(testServer), { token, device: free.device })
      expect([name, (await apiClient.ask(user)).http]).toEqual([name, http])
    }
  })

  it('is refused the moment its token expires, even if the token is cached', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    expect((await apiClient.ask(user)).http).toBe(200)
    testServer.clock.offsetMs = 600_000
    try {
      expect((await apiClient.ask(user)).http).toBe(401)
    } finally {
      testServer.clock.offsetMs = 0
    }
  })
})

describe('the device check', () => {
  it('gives a new browser an id and a key once, and then accepts them (GATE-14, 15, 16)', async () => {
    const apiClient = new ApiClient(testServer)
    await apiClient.browser.oneClick('free@demo.example')
    await apiClient.takeToken()
    const first = await apiClient.check('/users/user', '/dashboard')
    expect(first.data).toMatchObject({ status: true, deviceId: expect.any(String), deviceKey: expect.any(String) })
    const second = await apiClient.check('/users/user', '/dashboard')
    expect(second.data).toEqual({ status: true })
  })

  it('requires `path` and `page`, and answers 401 without a token', async () => {
    const missing = await free.raw('GET', '/device/check?path=/users/user')
    expect([missing.http, missing.errors[0]?.field]).toEqual([400, 'page'])
    expect((await new ApiClient(testServer).ask(deviceCheck, { query: { path: '/', page: '/' } })).http).toBe(401)
  })

  it('is repeated by the call itself, so skipping the check gains nothing (GATE-17, 25, 30)', async () => {
    const nameless = Object.assign(new ApiClient(testServer), { token: free.token })
    expect(await nameless.ask(user)).toMatchObject({ http: 403, status: 'Forbidden', errors: [{ code: 'device' }] })
    const wrongKey = Object.assign(new ApiClient(testServer), {
      token: free.token,
      device: { ...free.device!, key: 'x' },
    })
    expect((await wrongKey.check()).data).toEqual({ status: false, reason: 'device' })
    expect((await wrongKey.ask(user)).http).toBe(403)
    expect((await free.ask(user)).http).toBe(200)
  })

  it('refuses another account’s device, and registers a new one in place of an unknown one', async () => {
    const other = await ApiClient.signIn(testServer, 'hk-yearly')
    const own = other.device!
    other.device = free.device
    expect((await other.check()).data).toEqual({ status: false, reason: 'device' })
    other.device = { id: crypto.randomUUID(), key: 'gone' }
    const again = await other.check()
    expect(again.data.status).toBe(true)
    expect(again.data.deviceId).not.toBe(own.id)
  })

  it('returns false to a blocked account, whose other calls are all Forbidden', async () => {
    const blocked = new ApiClient(testServer)
    await blocked.browser.oneClick('blocked@demo.example')
    await blocked.takeToken()
    expect((await blocked.check()).data).toEqual({ status: false, reason: 'blocked' })
    expect(await blocked.ask(user)).toMatchObject({ http: 403, status: 'Forbidden', errors: [{ code: 'blocked' }] })
  })

  it('admits the newest sign-ins: if one device is allowed, a second browser shuts the first one out (CORE-07)', {
    tags: ['slow'],
  }, async () => {
    const strict = await openTestServer({ ACTIVE_DEVICE_LIMIT: '1' })
    try {
      const first = await ApiClient.signIn(strict, 'hk-monthly')
      expect((await first.ask(user)).http).toBe(200)
      const second = await ApiClient.signIn(strict, 'hk-monthly')
      expect((await second.ask(user)).http).toBe(200)
      expect((await first.check()).data).toEqual({ status: false, reason: 'device' })
      expect((await first.ask(user)).http).toBe(403)
      strict.clock.offsetMs = 5 * 60_000
      expect((await first.ask(user)).http).toBe(200)
      strict.clock.offsetMs = 0
      await first.browser.signOut()
      await first.browser.oneClick('hk-monthly@demo.example')
      await first.takeToken()
      expect((await first.ask(user)).http).toBe(200)
      expect((await second.ask(user)).http).toBe(403)
      const staff = [await ApiClient.signIn(strict, 'staff'), await ApiClient.signIn(strict, 'staff')]
      for (const member of staff) expect((await member.ask(user)).http).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('responses', () => {
  it('have the envelope, and each refusal has a message (GATE-21, 22, 23, 24, 34)', async () => {
    const bodies = {
      success: await free.ask(user),
      unauthorized: await new ApiClient(testServer).ask(user),
      forbidden: await Object.assign(new ApiClient(testServer), { token: free.token }).ask(user),
      unknown: await free.raw('GET', '/no/such/call'),
      'not json': await free.raw('POST', '/users/user', '{'),
      'wrong type': await free.raw('POST', '/users/user', '<x/>', { 'content-type': 'text/xml' }),
      'wrong shape': await free.raw('POST', '/users/user', { language: 'fr' }),
      'too large': await free.raw('POST', '/users/user', { language: 'x'.repeat(1_100_000) }),
    }
    const seen = Object.entries(bodies).map(([name, { http, status, errors }]) => [
      name,
      http,
      status,
      status === 'success' || errors[0]!.message !== '',
    ])
    expect(seen).toEqual([
      ['success', 200, 'success', true],
      ['unauthorized', 401, 'Error', true],
      ['forbidden', 403, 'Forbidden', true],
      ['unknown', 404, 'Error', true],
      ['not json', 400, 'Error', true],
      ['wrong type', 415, 'Error', true],
      ['wrong shape', 400, 'Error', true],
      ['too large', 413, 'Error', true],
    ])
  })

  it('are in the caller’s language, and an error names its field', async () => {
    const chinese = Object.assign(new ApiClient(testServer), {
      token: free.token,
      device: free.device,
      language: 'zh-HK,zh;q=0.9,en;q=0.8',
    })
    const { errors } = await chinese.raw('POST', '/users/user', { language: 'fr' })
    expect(errors[0]).toEqual({ field: 'language', message: '語言：不在可選範圍之內。' })
    const { errors: english } = await free.raw('POST', '/users/user', { nickname: '' })
    expect(english[0]).toEqual({ field: 'nickname', message: 'Name: required.' })
  })

  it('are the same for a path with and without a trailing slash', async () => {
    expect((await free.raw('GET', '/users/user/')).http).toBe(200)
  })

  it('responses to calls that change data are not cached', async () => {
    const saved = await free.raw('POST', '/users/user', { language: 'en' })
    expect([saved.http, saved.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  })
})

describe('rights change on the next request', () => {
  const rights = async (apiClient: ApiClient) => (await apiClient.ask(user)).data.rights

  it('rights change on the next request when a plan is bought, and to the millisecond when a plan ends', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'affiliate-empty')
    expect(await rights(apiClient)).not.toContain('finlist:JP')
    const endsAt = new Date(Date.now() + 3_600_000)
    await testServer.database.write(tx =>
      tx
        .insertInto('plan_grant')
        .values({ user_id: apiClient.userId, product_id: 6, period_id: 3, ends_at: endsAt })
        .execute(),
    )
    expect(await rights(apiClient)).toContain('finlist:JP')
    try {
      testServer.clock.offsetMs = 3_600_000
      await apiClient.takeToken()
      expect(await rights(apiClient)).not.toContain('finlist:JP')
    } finally {
      testServer.clock.offsetMs = 0
    }
  })

  it('rights end immediately when an account is blocked, even directly in the database', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'credit')
    expect((await apiClient.ask(user)).http).toBe(200)
    await testServer.database.pool.query('update users set blocked_at = now() where user_id = $1', [apiClient.userId])
    await expect.poll(async () => (await apiClient.ask(user)).http, { interval: 5 }).toBe(403)
  })
})

describe('two processes on one database behave as one', () => {
  it('when one process changes data, the other sees the change as soon as its notification arrives', async () => {
    const second = await openTestServer({ PUBLIC_URL: testServer.base }, { databaseUrl: testServer.databaseUrl })
    try {
      const apiClient = await ApiClient.signIn(testServer, 'sunday-club')
      const there = Object.assign(new ApiClient(second), { token: apiClient.token, device: apiClient.device })
      expect((await there.ask(user)).http).toBe(200)
      await testServer.database.write(tx =>
        tx.insertInto('user_role').values({ user_id: apiClient.userId, role: 'staff' }).execute(),
      )
      await expect.poll(async () => (await there.ask(user)).data.roles, { interval: 10 }).toContain('staff')
      await apiClient.browser.post('/auth/logout')
      await expect.poll(async () => (await there.ask(user)).http, { interval: 10 }).toBe(401)
    } finally {
      await second.close()
    }
  })

  it('while notifications cannot be received, each process reads from the database; it caches again once they can', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-quarterly')
    expect((await apiClient.ask(user)).data.roles).toEqual([])
    const { rows } = await testServer.database.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'finlist notices' and datname = current_database()",
    )
    await testServer.database.pool.query(
      "create or replace function tell_person_changed() returns trigger language plpgsql as 'begin return null; end'",
    )
    for (const { pid } of rows) await testServer.database.pool.query('select pg_terminate_backend($1::int)', [pid])
    await expect.poll(() => testServer.database.changes.alive, { interval: 1 }).toBe(false)
    await testServer.database.pool.query("insert into user_role (user_id, role) values ($1, 'friend')", [
      apiClient.userId,
    ])
    expect((await apiClient.ask(user)).data.roles).toEqual(['friend'])
    await expect.poll(() => testServer.database.changes.alive).toBe(true)
    expect((await apiClient.ask(user)).data.roles).toEqual(['friend'])
  })
})

describe('a command-line token', () => {
  it('needs no device, and counts as a fresh sign-in', async () => {
    const keys = await Keys.open(testServer.database, Date.now)
    const userId = free.userId
    const sessionId = crypto.randomUUID()
    await testServer.database.write(tx =>
      tx
        .insertInto('session')
        .values({
          user_id: userId,
          session_id: sessionId,
          secret_hash: Buffer.alloc(32),
          client: 'command-line',
          auth_time: new Date(),
          id_token: null,
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute(),
    )
    const token = await new Tokens(() => keys.keyRing('access-token'), Date.now).mint({
      userId,
      sessionId,
      authTime: Date.now(),
      commandLine: true,
    })
    expect((await Object.assign(new ApiClient(testServer), { token }).ask(user)).http).toBe(200)
  })
})
