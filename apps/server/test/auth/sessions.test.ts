import { user } from '@finlist/contract/account/account'
import { endOtherSessions, endSession, ownSessions } from '@finlist/contract/account/sessions'
import { signOutCustomer } from '@finlist/contract/staff/customer-actions'
import { auditLog } from '@finlist/contract/staff/customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purge } from '../../src/background/purge.ts'
import { Browser } from '../browser.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const agents = {
  'Chrome Windows': `${windows} Chrome/131.0.0.0 Safari/537.36`,
  'Edge Windows': `${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
  'Opera Windows': `${windows} Chrome/130.0.0.0 Safari/537.36 OPR/116.0.0.0`,
  'Firefox Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Safari Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Safari iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Chrome iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
  'Samsung Internet Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
} as const
type Agent = keyof typeof agents

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({ LOG_LEVEL: 'info' })
})
afterAll(() => testServer.close())

/** Signs in with a browser of this user agent. */
async function signIn(name: string, userAgent: string): Promise<ApiClient> {
  const apiClient = new ApiClient(testServer)
  apiClient.browser.userAgent = userAgent
  await apiClient.browser.oneClick(`${name}@demo.example`)
  await apiClient.takeToken()
  await apiClient.check()
  return apiClient
}
const listed = async (apiClient: ApiClient) => (await apiClient.ask(ownSessions)).data
const idOf = async (apiClient: ApiClient) => (await listed(apiClient)).find(({ isThis }) => isThis)!.sessionId
const end = async (by: ApiClient, sessionId: string) => await by.ask(endSession, { params: { sessionId } })
const isIn = async (apiClient: ApiClient) => (await apiClient.ask(user)).http
const isAsked = async (apiClient: ApiClient) =>
  (await apiClient.browser.openSignIn()).path.startsWith('/oidc/interaction/')

describe('the list of a user’s sessions', () => {
  it('shows each session’s browser, system, sign-in and last use, newest first, and marks the current one', async () => {
    const before = testServer.clock.now()
    await signIn('hk-monthly', agents['Safari iPhone'])
    const here = await signIn('hk-monthly', agents['Edge Windows'])
    await ApiClient.byToken(testServer, 'hk-monthly')
    const program = { isThis: false, client: 'command-line', browser: '', system: '', lastUsedAt: null }
    expect(await listed(here)).toMatchObject([
      program,
      { isThis: true, client: 'browser', browser: 'Edge', system: 'Windows' },
      { isThis: false, client: 'browser', browser: 'Safari', system: 'iPhone' },
    ])
    const hour = 3_600_000
    try {
      testServer.clock.offsetMs = hour
      await here.takeToken()
      const now = (await listed(here)).find(({ isThis }) => isThis)!
      const at = (instant: string) => Date.parse(instant) - before
      expect([at(now.signedInAt) < hour, at(now.lastUsedAt!) >= hour]).toEqual([true, true])
    } finally {
      testServer.clock.offsetMs = 0
    }
  })

  it.each(Object.keys(agents) as Agent[])('derives the browser’s name from the user agent: %s', async name => {
    const { browser, system } = (await listed(await signIn('us-yearly', agents[name])))[0]!
    expect(`${browser} ${system}`).toBe(name)
  })

  it('shows an unknown user agent without a name, and stores only its first 300 characters', async () => {
    const apiClient = await signIn('jp-trial', `<b>${'x'.repeat(5_000)}`)
    expect((await listed(apiClient))[0]).toMatchObject({ client: 'browser', browser: '', system: '' })
    const { rows } = await testServer.database.pool.query('select max(length(user_agent)) as most from session')
    expect(rows).toEqual([{ most: 300 }])
  })

  it('is visible to that user only, with at most a hundred sessions', async () => {
    const owner = await signIn('friend', agents['Chrome Windows'])
    for (let more = 0; more < 101; more++)
      await testServer.database.pool.query(
        `insert into session (user_id, session_id, secret_hash, client, auth_time, created_at, expires_at)
         values ($1, gen_random_uuid(), '', 'browser', $2, $2::timestamptz - interval '1 day', $2::timestamptz + interval '1 day')`,
        [owner.userId, new Date(testServer.clock.now())],
      )
    const own = await listed(owner)
    expect([own.length, own[0]!.isThis]).toEqual([100, true])
    const stranger = await listed(await signIn('affiliate', agents['Chrome Windows']))
    expect(stranger.filter(({ sessionId }) => own.some(mine => mine.sessionId === sessionId))).toEqual([])
  })
})

describe('a session that its owner ends from elsewhere', () => {
  it('is rejected on its next request, by every process, and its browser must sign in again; other sessions continue', async () => {
    const [here, there, third] = [
      await signIn('hk-yearly', agents['Safari Mac']),
      await signIn('hk-yearly', agents['Chrome iPhone']),
      await signIn('hk-yearly', agents['Firefox Linux']),
    ]
    const other = await openTestServer({}, { databaseUrl: testServer.databaseUrl })
    try {
      const elsewhere = async () => (await fetch(`${other.base}/api/users/user`, { headers: there.headers() })).status
      expect(await elsewhere()).toBe(200)
      expect((await end(here, await idOf(there))).http).toBe(200)
      expect(await isIn(there)).toBe(401)
      await expect.poll(elsewhere).toBe(401)
    } finally {
      await other.close()
    }
    await expect(there.takeToken()).rejects.toThrow('401')
    expect(await isAsked(there)).toBe(true)
    expect([await isIn(here), await isIn(third)]).toEqual([200, 200])
    expect((await listed(here)).map(({ browser }) => browser)).toEqual(['Firefox', 'Safari'])
    await here.takeToken()
    expect((await here.browser.signOut()).pathname).toBe('/')
    expect(testServer.log.filter(line => line.includes('"signed out elsewhere"'))).toHaveLength(1)
  })

  it('can be ended together with all others except the current one', async () => {
    const others = [await signIn('credit', agents['Safari Mac']), await signIn('credit', agents['Chrome iPhone'])]
    const program = await ApiClient.byToken(testServer, 'credit')
    const stranger = await signIn('free', agents['Safari Mac'])
    const here = await signIn('credit', agents['Firefox Linux'])
    expect((await here.ask(endOtherSessions)).http).toBe(200)
    for (const apiClient of others) expect([await isIn(apiClient), await isAsked(apiClient)]).toEqual([401, true])
    expect([await isIn(program), await isIn(stranger), await isIn(here)]).toEqual([401, 200, 200])
    expect(await listed(here)).toMatchObject([{ isThis: true, browser: 'Firefox' }])
  })

  it('requires a sign-in within the last ten minutes, and otherwise continues', async () => {
    const there = await signIn('hk-no-renew', agents['Safari Mac'])
    const here = await signIn('hk-no-renew', agents['Firefox Linux'])
    const sessionId = await idOf(there)
    try {
      testServer.clock.offsetMs = 11 * 60_000
      await here.takeToken()
      for (const refused of [await end(here, sessionId), await here.ask(endOtherSessions)])
        expect(refused).toMatchObject({ http: 401, errors: [{ code: 'fresh_sign_in' }] })
      await there.takeToken()
      expect(await isIn(there)).toBe(200)
    } finally {
      testServer.clock.offsetMs = 0
    }
    expect((await end(here, sessionId)).http).toBe(200)
  })

  it('is not found if it is another user’s, nonexistent, or already over', async () => {
    const here = await signIn('hk-quarterly', agents['Firefox Linux'])
    const stranger = await signIn('free', agents['Safari Mac'])
    const theirs = await idOf(stranger)
    for (const sessionId of [theirs, crypto.randomUUID()]) expect((await end(here, sessionId)).http).toBe(404)
    expect(await end(here, 'none')).toMatchObject({ http: 404 })
    expect([await isIn(stranger), await isAsked(stranger)]).toEqual([200, false])
    const there = await idOf(await signIn('hk-quarterly', agents['Safari Mac']))
    expect([(await end(here, there)).http, (await end(here, there)).http]).toEqual([200, 404])
  })

  it('is not restored by an outside issuer that still remembers the browser: the issuer must ask for the credentials', async () => {
    const client = { OIDC_ISSUER: testServer.config.issuer, OIDC_CLIENT_ID: 'a-client', OIDC_CLIENT_SECRET: 'a-secret' }
    const outside = await openTestServer(client, { databaseUrl: testServer.databaseUrl })
    try {
      const browser = new Browser(outside.base)
      const prompt = async () =>
        new URL((await browser.go('/auth/login')).headers.get('location')!).searchParams.get('prompt')
      expect(await prompt()).toBe(null)
      const apiClient = await signIn('sunday-club', agents['Safari Mac'])
      const session = apiClient.browser.cookies.get('finlist')!
      browser.cookies.set('finlist', session)
      expect(await prompt()).toBe(null)
      await end(await signIn('sunday-club', agents['Firefox Linux']), await idOf(apiClient))
      browser.cookies.set('finlist', session)
      expect(await prompt()).toBe('login')
    } finally {
      await outside.close()
    }
  })
})

describe('a user whom an admin signs out', () => {
  const signOut = async (by: ApiClient, { userId }: ApiClient, key?: string) =>
    await by.raw(
      'POST',
      `/admin/customers/${userId}/sign-out`,
      { reason: 'a lost telephone' },
      key ? { 'idempotency-key': key } : {},
    )

  it('is rejected everywhere on the next request and must sign in again; a repeated request acts once, and the audit log has it', async () => {
    const admin = await ApiClient.byToken(testServer, 'admin')
    const lost = [
      await signIn('unregistered', agents['Safari iPhone']),
      await signIn('unregistered', agents['Safari Mac']),
    ]
    const other = await signIn('free', agents['Safari Mac'])
    expect(await signOut(admin, lost[0]!, 'k1')).toMatchObject({ http: 200, data: { ended: 2 } })
    for (const apiClient of lost) expect([await isIn(apiClient), await isAsked(apiClient)]).toEqual([401, true])
    expect([await isIn(other), await isIn(admin)]).toEqual([200, 200])

    const again = await signIn('unregistered', agents['Safari Mac'])
    expect(await signOut(admin, again, 'k1')).toMatchObject({ http: 200, data: { ended: 2 } })
    expect(await isIn(again)).toBe(200)
    expect(await signOut(admin, other, 'k1')).toMatchObject({ http: 400, errors: [{ code: 'key_reused' }] })
    const { data } = await admin.ask(auditLog, { query: { action: 'signed-out' } })
    expect(data.entries).toMatchObject([
      { byUserId: admin.userId, aboutUserId: again.userId, facts: { ended: 2 }, reason: 'a lost telephone' },
    ])
  })

  it('is never the acting admin; staff who are not admins can sign nobody out', async () => {
    const [admin, staff, free] = [
      await ApiClient.byToken(testServer, 'admin'),
      await ApiClient.byToken(testServer, 'staff'),
      await signIn('free', agents['Safari Mac']),
    ]
    expect(await signOut(admin, admin)).toMatchObject({ http: 403, errors: [{ code: 'oneself' }] })
    expect([(await signOut(staff, free)).http, (await signOut(free, staff)).http]).toEqual([403, 403])
    const nobody = { params: { userId: '987654321' }, body: { reason: 'a lost telephone' } }
    expect((await admin.ask(signOutCustomer, nobody)).http).toBe(404)
    for (const apiClient of [admin, staff, free]) expect(await isIn(apiClient)).toBe(200)
  })
})

it('a session starts and ends by the server’s clock, even if the clocks of database and issuer are ahead', async () => {
  const late = await openTestServer({}, { at: calmDay })
  try {
    const program = await ApiClient.byToken(late, 'staff')
    const browser = await ApiClient.signIn(late, 'free')
    await purge(late.database.db, late.clock.now())
    expect([await isIn(program), await isIn(browser)]).toEqual([200, 200])
    late.clock.offsetMs = 11 * 60_000
    await browser.takeToken()
    expect(await browser.ask(endOtherSessions)).toMatchObject({ http: 401, errors: [{ code: 'fresh_sign_in' }] })
    late.clock.offsetMs = 25 * 3_600_000
    expect(await purge(late.database.db, late.clock.now())).toBeGreaterThan(0)
    const { rows } = await late.database.pool.query('select client from session')
    expect(rows).toEqual([{ client: 'browser' }])
  } finally {
    await late.close()
  }
})
