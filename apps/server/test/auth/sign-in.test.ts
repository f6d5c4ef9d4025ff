import { execFile } from 'node:child_process'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { user } from '@finlist/contract/account/account'
import { saveUser } from '@finlist/contract/account/profile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { returnPath } from '../../src/auth/return-to.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { Browser } from '../browser.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' }
/** The settings that a server outside demo mode requires. */
const smtp = { ...mail, TRUSTED_PROXIES: '0' }

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

describe('signing in', () => {
  it('goes to the issuer with PKCE and every scope of the specification (GATE-01, 28)', async () => {
    const answer = await new Browser(testServer.base).go('/auth/login')
    const to = new URL(answer.headers.get('location')!)
    expect([to.origin, to.searchParams.get('code_challenge_method'), to.searchParams.get('response_type')]).toEqual([
      testServer.base,
      'S256',
      'code',
    ])
    const asked = to.searchParams.get('scope')!.split(' ')
    const scopes =
      'finlist finlist_hk finlist_us finlist_jp finlist_cn finlist_tw finder finder_hk market_trend market_trend_hk market_trend_us market_trend_jp market_trend_cn market_trend_tw education sunday_club paid beta_access market_movers market_movers_hk affiliate staff admin'
    expect(asked).toEqual(expect.arrayContaining(scopes.split(' ')))
  })

  it('returns to the page where it began', async () => {
    const browser = new Browser(testServer.base)
    const { path } = await browser.openSignIn(`returnTo=${encodeURIComponent('/markettrend-jp?tab=data')}`)
    const { url } = await browser.follow(
      await browser.submit(`${path}/one-click`, { email: 'free@demo.example' }),
      to => to.startsWith('/markettrend'),
    )
    expect(url.href).toBe(`${testServer.base}/markettrend-jp?tab=data`)
  })

  it('leads to the account’s start page on any device, unless a page was requested', async () => {
    const endOf = async (returnTo: string) => {
      const browser = new Browser(testServer.base)
      const { path } = await browser.openSignIn(`returnTo=${encodeURIComponent(returnTo)}`)
      const { url } = await browser.follow(
        await browser.submit(`${path}/one-click`, { email: 'jp-trial@demo.example' }),
        to => !/^\/(auth|oidc)\//.test(to),
      )
      return url.pathname + url.search
    }
    expect(await endOf('/start')).toBe('/start')
    const apiClient = await ApiClient.signIn(testServer, 'jp-trial')
    for (const [startPage, end] of [
      ['/today', '/today'],
      ['/watchlist?list=7', '/watchlist?list=7'],
      ['', '/'],
    ] as const) {
      expect((await apiClient.ask(saveUser, { body: { startPage } })).http).toBe(200)
      expect(await endOf('/start')).toBe(end)
    }
    expect(await endOf('/alerts')).toBe('/alerts')
  })

  it('never leads to another origin, whatever returnTo says', () => {
    const own = new URL('https://finlist.example')
    const payloads = [
      'https://evil.example', 'http://evil.example', '//evil.example', '///evil.example', '////evil.example', '/\\evil.example',
      '\\\\evil.example', '\\/evil.example', '/\\/evil.example', '/%5cevil.example/..//evil.example', 'javascript:alert(1)',
      'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'ftp://evil.example', 'evil.example',
      'www.evil.example', '.evil.example', '@evil.example', ':@evil.example', 'https:evil.example', 'https:/evil.example',
      'https:///evil.example', 'https://finlist.example@evil.example', 'https://finlist.example.evil.example',
      'https://evil.example#finlist.example', 'https://evil.example?finlist.example', ' https://evil.example', '\thttps://evil.example',
      '\nhttps://evil.example', '/\t/evil.example', '/\n/evil.example', '/\r/evil.example', '/.//evil.example', '/..//evil.example',
      '/a/..//evil.example', '/./\\evil.example', '/\u0000/evil.example', '\u2028https://evil.example', '/%0d%0aLocation:https://evil.example',
      '/auth/logout', '/auth/login?returnTo=//evil.example', '/AUTH/login', '/oidc/session/end', '/api/users/user', '/outbox', '', '/',
      'https://finlist.example:444/', 'https://finlist.example/', `/${'x'.repeat(1_001)}`,
    ] // biome-ignore format: a list
    expect(payloads.length).toBeGreaterThanOrEqual(50)
    for (const payload of payloads) {
      const path = returnPath(payload, own)
      expect([payload, new URL(path, own).origin, path.startsWith('/') && !path.startsWith('//')]).toEqual([
        payload,
        own.origin,
        true,
      ])
      expect(path).not.toMatch(/^\/(auth|oidc|api|outbox)/i)
    }
    expect(returnPath('/finlist-us?x=1#y', own)).toBe('/finlist-us?x=1#y')
  })

  it('signing in starts again if the code comes back without its cookie, and gives up the second time', async () => {
    const browser = new Browser(testServer.base)
    await browser.go('/auth/login')
    const stranger = await browser.go('/auth/callback?code=x&state=another')
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/auth/login?again=yes&returnTo=%2F'])
    const twice = await new Browser(testServer.base).go('/auth/callback?code=x&state=again.another')
    expect([twice.status, twice.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  })

  it('signing in works in two tabs at the same time, and each returns to its page', async () => {
    const browser = new Browser(testServer.base)
    // Only the provider's own cookies are limited to the path of their sign-in; a browser keeps those of two tabs
    // apart.
    const open = async (place: string) => {
      const { path } = await browser.openSignIn(`returnTo=${place}`)
      return { place, path, own: [...browser.cookies].filter(([, cookie]) => cookie.path !== '/') }
    }
    const tabs = [await open('/alerts'), await open('/inbox')]
    for (const { place, path, own } of tabs) {
      for (const [name, cookie] of own) browser.cookies.set(name, cookie)
      const answer = await browser.submit(`${path}/one-click`, { email: 'free@demo.example' })
      const { url } = await browser.follow(answer, to => !/^\/(auth|oidc)\//.test(to))
      expect(url.pathname).toBe(place)
    }
    expect([...browser.cookies.keys()].filter(name => name.startsWith('finlist-sign-in'))).toEqual([])
  })

  it('leaves only a few unfinished sign-ins in the browser’s cookies', async () => {
    const browser = new Browser(testServer.base)
    for (let times = 0; times < 20; times++) await browser.go('/auth/login')
    const kept = [...browser.cookies.keys()].filter(name => name.startsWith('finlist-sign-in'))
    expect(kept.length).toBeLessThanOrEqual(6)
  })

  it('signing in with a forged code changes nothing', async () => {
    const browser = new Browser(testServer.base)
    const to = new URL((await browser.go('/auth/login')).headers.get('location')!)
    const answer = await browser.go(
      `/auth/callback?code=forged&state=${to.searchParams.get('state')}&iss=${encodeURIComponent(testServer.config.issuer)}`,
    )
    expect(answer.status).toBe(400)
    expect(browser.cookies.has('finlist')).toBe(false)
  })
})

describe('the session', () => {
  it('has a cookie that scripts and other sites cannot read, tied to the host over https', async () => {
    const { headers } = await new Browser(testServer.base).go('/auth/login')
    expect(headers.getSetCookie()[0]).toMatch(/^finlist-sign-in-[\w-]{8}=.*; HttpOnly; SameSite=Lax$/)
    const secure = await openTestServer({ PUBLIC_URL: 'https://finlist.example', ...smtp }, { demo: false })
    try {
      const answer = await fetch(`${secure.base}/auth/login`, { redirect: 'manual' })
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-finlist-sign-in-[\w-]{8}=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
    } finally {
      await secure.close()
    }
  })

  it('gives a token to our own pages only', async () => {
    const { browser } = await ApiClient.signIn(testServer, 'free')
    const ask = async (headers: Record<string, string>) =>
      (await browser.go('/auth/token', { method: 'POST', headers })).status
    expect(await ask({ 'x-requested-with': 'finlist', 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await ask({ 'x-requested-with': 'finlist', origin: testServer.base })).toBe(200)
    expect(await ask({ 'x-requested-with': 'finlist', 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask({ 'x-requested-with': 'finlist', 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(403)
  })

  it('a cookie that was changed or invented is rejected', async () => {
    const { browser, userId } = await ApiClient.signIn(testServer, 'free')
    const good = browser.cookies.get('finlist')!.value
    for (const value of [
      `${good.slice(0, -1)}x`,
      `${userId}.${crypto.randomUUID()}.${'a'.repeat(43)}`,
      '1',
      '1.2.3',
      '',
    ]) {
      browser.cookies.set('finlist', { value, path: '/' })
      const answer = await browser.go('/auth/token', {
        method: 'POST',
        headers: { 'x-requested-with': 'finlist', 'sec-fetch-site': 'same-origin' },
      })
      expect(answer.status).toBe(401)
    }
  })

  it('ends on signing out: the token is rejected on the next call, and the provider asks for credentials', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-no-renew')
    expect((await apiClient.ask(user)).http).toBe(200)
    await apiClient.browser.signOut()
    expect((await apiClient.ask(user)).http).toBe(401)
    expect((await apiClient.browser.openSignIn()).path).toMatch(/^\/oidc\/interaction\//)
  })

  it('leaves no cached data in the browser after it ends, but keeps the device', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-no-renew')
    const answer = await apiClient.browser.post('/auth/logout')
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    await apiClient.browser.oneClick('hk-no-renew@demo.example')
    await apiClient.takeToken()
    expect((await apiClient.ask(user)).http).toBe(200)
  })

  it('ends at the provider in the same response, in this browser only, and no URL names the user', async () => {
    const [here, elsewhere] = [
      await ApiClient.signIn(testServer, 'hk-monthly'),
      await ApiClient.signIn(testServer, 'hk-monthly'),
    ]
    const { next } = (await (await here.browser.post('/auth/logout')).json()) as { next: string }
    expect(next).toBe('/')
    expect((await here.browser.openSignIn()).path).toMatch(/^\/oidc\/interaction\//)
    expect((await here.browser.go('/oidc/account')).status).toBe(401)
    expect((await elsewhere.ask(user)).http).toBe(200)
    expect((await elsewhere.browser.go('/oidc/account')).status).toBe(200)
  })

  it('ends everywhere by an operator’s command, which is recorded in the audit log', { tags: ['slow'] }, async () => {
    const apiClients = [await ApiClient.signIn(testServer, 'credit'), await ApiClient.signIn(testServer, 'credit')]
    const other = await ApiClient.signIn(testServer, 'free')
    const command = fileURLToPath(new URL('../../src/commands/sign-out.ts', import.meta.url))
    const env = childEnv({ DATABASE_URL: testServer.databaseUrl })
    const { stdout } = await promisify(execFile)(process.execPath, [command, 'credit@demo.example'], { env })
    expect(stdout).toContain('2 sessions ended')
    for (const apiClient of apiClients) {
      expect((await apiClient.ask(user)).http).toBe(401)
      expect((await apiClient.browser.openSignIn()).path).toMatch(/^\/oidc\/interaction\//)
    }
    expect((await other.ask(user)).http).toBe(200)
    const noted = await testServer.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'signed-out')
      .execute()
    expect(noted).toMatchObject([
      { about_user_id: apiClients[0]!.userId, by_name: 'command line', facts: { ended: 2 } },
    ])
  })

  it('cannot be ended by another site', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'friend')
    const answer = await apiClient.browser.go('/auth/logout', {
      method: 'POST',
      headers: { 'x-requested-with': 'finlist', 'sec-fetch-site': 'cross-site' },
    })
    expect([answer.status, (await apiClient.ask(user)).http]).toEqual([403, 200])
  })

  it('ends everywhere when the user resets the password', async () => {
    const email = 'affiliate@demo.example'
    const apiClient = await ApiClient.signIn(testServer, 'affiliate')
    expect((await apiClient.ask(user)).http).toBe(200)
    const elsewhere = new Browser(testServer.base)
    const { path } = await elsewhere.openSignIn()
    await elsewhere.follow(await elsewhere.submit(`${path}/reset`, { email }))
    const newest = () =>
      testServer.database.db.selectFrom('outbox').select('body').where('recipient', '=', email).executeTakeFirst()
    await expect.poll(newest).toBeTruthy()
    const code = /\b\d{6}\b/.exec((await newest())!.body)![0]
    const proved = await elsewhere.follow(await elsewhere.submit(`${path}/code`, { code, purpose: 'reset' }))
    const fields = { 'new-password': 'another long phrase' }
    const done = await elsewhere.follow(await elsewhere.submit(proved.url.href, fields), to => to === '/')
    expect(done.url.pathname).toBe('/')
    expect((await apiClient.ask(user)).http).toBe(401)
  })

  it('lasts fourteen days from its last use', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'friend')
    const day = 86_400_000
    try {
      testServer.clock.offsetMs = 13 * day
      await apiClient.takeToken()
      testServer.clock.offsetMs = 26 * day
      await apiClient.takeToken()
      testServer.clock.offsetMs = 31 * day
      await expect(apiClient.takeToken()).rejects.toThrow('401')
    } finally {
      testServer.clock.offsetMs = 0
    }
  })
})

describe('every response', () => {
  it.each([
    '/',
    '/api/health',
    '/api/nothing',
    '/auth/login',
    '/outbox',
    '/oidc/.well-known/openid-configuration',
    '/plain-page.css',
  ])('%s carries the security headers', async path => {
    const { headers } = await fetch(testServer.base + path, { redirect: 'manual', headers: { accept: 'text/html' } })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/(object|default)-src 'none'/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect([
      headers.get('x-content-type-options'),
      headers.has('referrer-policy'),
      headers.has('x-request-id'),
    ]).toEqual(['nosniff', true, true])
  })

  it('allows the operator’s analytics services only when their ids are set (I18N-09)', async () => {
    const policy = async (base: string) => (await fetch(`${base}/api/health`)).headers.get('content-security-policy')!
    expect(await policy(testServer.base)).toContain("script-src 'self'; ")
    expect(await policy(testServer.base)).not.toMatch(/google|facebook/)
    const measured = await openTestServer({ ANALYTICS_ID: 'G-1', PIXEL_ID: '1' }, { demo: false })
    try {
      expect(await policy(measured.base)).toContain(
        "script-src 'self' https://www.googletagmanager.com https://connect.facebook.net;",
      )
    } finally {
      await measured.close()
    }
  })

  it('only /subscribe-verify may be framed, by us', async () => {
    const { headers } = await fetch(`${testServer.base}/subscribe-verify`, { headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })

  it('navigation under another host name is redirected to the public one', async () => {
    const { port } = new URL(testServer.base)
    const headers = { host: `localhost:${port}`, 'sec-fetch-mode': 'navigate' }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/watchlist?x=1', headers }, resolve).on('error', reject)
    })
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([307, `${testServer.base}/watchlist?x=1`])
  })

  it('redirects to no host but the public one, however the path is written', async () => {
    const { hostname, port } = new URL(testServer.base)
    for (const path of [
      '/\\evil.example/x',
      '/x\\..\\..\\\\evil.example',
      '//evil.example',
      '///evil.example',
      'http://evil.example/x',
      '/%5cevil.example',
    ]) {
      const socket = connect(Number(port), hostname)
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\nsec-fetch-mode: navigate\r\nconnection: close\r\n\r\n`,
      )
      const said = Buffer.concat(await socket.toArray()).toString()
      const location = /^location: (.*)\r$/im.exec(said)?.[1]
      expect([path, location && new URL(location).host]).toEqual([path, new URL(testServer.base).host])
    }
  })
})

describe('demo mode is never public by accident:', () => {
  const stripeKeys = {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  }
  it.each<[string, Record<string, string>, boolean]>([
    ['nothing set', {}, true],
    ['a loopback address', { PUBLIC_URL: 'http://localhost:4100' }, true],
    ['a public address', { PUBLIC_URL: 'https://finlist.example', ...smtp }, false],
    ['the operator’s database', { DATABASE_URL: 'postgres://x/y?sslmode=verify-full', ...smtp }, false],
    ['Stripe keys', { ...stripeKeys, ...smtp }, false],
    ['switched on for the public', { PUBLIC_URL: 'https://finlist.example', DEMO_PUBLIC: 'yes' }, true],
  ])('%s', (_, env, demo) => {
    const config = readConfig(env)
    expect([config.demo, config.host]).toEqual([demo, '127.0.0.1'])
  })

  it('data is marked as invented only if it is', async () => {
    const label = async (base: string) =>
      ((await (await fetch(`${base}/api/operator`)).json()) as { data: { demo: boolean; demoData: boolean } }).data
    expect(await label(testServer.base)).toMatchObject({ demo: true, demoData: true })
    const own = await openTestServer({ DEMO_DATA: 'off' }, { demo: false })
    try {
      expect(await label(own.base)).toMatchObject({ demo: true, demoData: false })
    } finally {
      await own.close()
    }
  })

  it('without demo mode there is no outbox and no one-click account', async () => {
    const open = await openTestServer({ DATABASE_URL: testServer.databaseUrl, ...smtp }, { demo: false })
    try {
      const browser = new Browser(open.base)
      expect((await browser.go('/outbox', { headers: { accept: 'application/json' } })).status).toBe(404)
      const { html, path } = await browser.openSignIn()
      expect(html).not.toContain('demo.example')
      expect((await browser.submit(`${path}/one-click`, { email: 'admin@demo.example' })).status).toBe(404)
      const foreign = { 'x-requested-with': 'finlist', origin: 'https://evil.example' }
      expect((await fetch(`${open.base}/auth/token`, { method: 'POST', headers: foreign })).status).toBe(403)
    } finally {
      await open.close()
    }
  })

  it.each<[string, Record<string, string>, string]>([
    ['no mail server', { PUBLIC_URL: 'https://finlist.example' }, 'SMTP_URL'],
    ['plain http in public', { PUBLIC_URL: 'http://finlist.example', ...smtp }, 'PUBLIC_URL'],
    ['a path in the address', { PUBLIC_URL: 'https://finlist.example/app', ...smtp }, 'PUBLIC_URL'],
    ['an invalid port', { PORT: 'abc' }, 'PORT'],
    ['a port that browsers refuse', { PORT: '4190' }, 'PORT'],
    ['a port out of range', { PORT: '70000' }, 'PORT'],
    ['a database that is not PostgreSQL', { DATABASE_URL: 'mysql://x', ...smtp }, 'DATABASE_URL'],
    ['an invalid database address', { DATABASE_URL: 'postgres://[x/y', ...smtp }, 'DATABASE_URL'],
    ['a missing certificate', { DATABASE_URL: 'postgres://x/y?sslrootcert=/nowhere', ...smtp }, 'DATABASE_URL'],
    ['an issuer without its client', { OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID'],
    ['a word instead of yes or no', { DEMO_PUBLIC: 'perhaps' }, 'DEMO_PUBLIC'],
    ['listening to the world in demo mode', { HOST: '0.0.0.0' }, 'HOST'],
    ['an unknown number of proxies', { PUBLIC_URL: 'https://finlist.example', ...mail }, 'TRUSTED_PROXIES'],
    ['a missing GeoIP database', { GEOIP_DB_PATH: '/nowhere.mmdb' }, 'GEOIP_DB_PATH'],
  ])('the server refuses to start and names the variable: %s', (_, env, name) => {
    let lines: string[] = []
    try {
      readConfig(env)
    } catch (error) {
      if (error instanceof ConfigError) lines = error.lines
    }
    expect(lines.join('\n')).toContain(name)
  })
})
