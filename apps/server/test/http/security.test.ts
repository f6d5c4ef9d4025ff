import { request as ask, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { user } from '@finlist/contract/account/account'
import { saveUser } from '@finlist/contract/account/profile'
import { listUploads, uploadStocks } from '@finlist/contract/staff/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

const elsewhere = 'https://elsewhere.example'

/** Sends a request with its path exactly as given, without normalising it. */
async function written(method: string, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { hostname, port } = new URL(testServer.base)
  return await new Promise((resolve, reject) => {
    const sent = ask({ hostname, port, method, path, headers, agent: false }, answer => resolve(answer.resume()))
    sent.on('error', reject).end()
  })
}

describe('every response', () => {
  it('tells browsers to use https for a year if the public address is https, including subdomains if the operator says so', {
    tags: ['slow'],
  }, async () => {
    const own = { PUBLIC_URL: 'https://finlist.example', DEMO_PUBLIC: 'yes' }
    for (const [env, policy] of [
      [own, 'max-age=31536000'],
      [{ ...own, HSTS_SUBDOMAINS: 'yes' }, 'max-age=31536000; includeSubDomains'],
    ] as const) {
      const secure = await openTestServer(env, { demo: false })
      try {
        for (const path of [
          '/',
          '/api/health',
          '/api/nothing',
          '/api/users/user',
          '/auth/login',
          '/oidc/jwks',
          '/oidc/x',
        ]) {
          const { headers } = await fetch(secure.base + path, { redirect: 'manual' })
          expect([path, headers.get('strict-transport-security')]).toEqual([path, policy])
        }
      } finally {
        await secure.close()
      }
    }
  })

  it('pages have a Content-Security-Policy without exceptions that blocks plug-ins, other base addresses and framing', async () => {
    for (const path of ['/', '/api/docs', '/api/nothing', '/oidc/account']) {
      const { headers } = await fetch(testServer.base + path, { headers: { accept: 'text/html' } })
      const policy = headers.get('content-security-policy') ?? ''
      expect([path, policy]).toEqual([path, expect.stringMatching(/(object|default)-src 'none'/)])
      expect([path, policy]).toEqual([path, expect.stringContaining("base-uri 'none'")])
      expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")])
      expect(policy).not.toMatch(/unsafe|\*/)
    }
  })

  it('declares its type and charset: JSON, pages and styles', async () => {
    const kinds: [string, string][] = [
      ['/api/health', 'application/json; charset=utf-8'],
      ['/api/nothing', 'application/json; charset=utf-8'],
      ['/api/docs', 'text/html; charset=utf-8'],
      ['/api/docs/page.css', 'text/css; charset=utf-8'],
      ['/plain-page.css', 'text/css; charset=utf-8'],
      ['/oidc/account', 'text/html; charset=utf-8'],
      ['/oidc/.well-known/openid-configuration', 'application/json; charset=utf-8'],
    ]
    for (const [path, kind] of kinds) {
      const { headers } = await fetch(testServer.base + path)
      expect([path, headers.get('content-type')?.toLowerCase()]).toEqual([path, kind])
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    }
  })

  it('can be read by our own pages only, with or without a preflight request', async () => {
    for (const path of ['/api/operator', '/api/users/user', '/auth/token', '/oidc/account']) {
      for (const method of ['GET', 'OPTIONS']) {
        const headers = { origin: elsewhere, 'access-control-request-method': 'POST' }
        const answer = await fetch(testServer.base + path, { method, headers })
        expect([method, path, answer.headers.get('access-control-allow-origin')]).toEqual([method, path, null])
      }
    }
  })

  it('responses about a user are never cached', async () => {
    const admin = await ApiClient.byToken(testServer, 'admin')
    for (const path of [
      '/users/user',
      '/users/user/export',
      '/users/user/marketing/notifications',
      '/admin/customers?search=a',
      '/users/nothing',
    ])
      expect([path, (await admin.raw('GET', path)).headers.get('cache-control')]).toEqual([path, 'private, no-store'])
  })

  it('names neither program nor version', async () => {
    for (const path of ['/', '/api/health', '/api/nothing', '/oidc/account', '/auth/login']) {
      const { headers } = await fetch(testServer.base + path, { redirect: 'manual' })
      expect([path, headers.get('server'), headers.get('x-powered-by')]).toEqual([path, null, null])
    }
  })
})

describe('a request', () => {
  it('a request with TRACE, or with a method that no call has, is refused', async () => {
    for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      const { statusCode = 0 } = await written(method, '/api/users/user')
      expect([method, statusCode >= 400 && statusCode < 500]).toEqual([method, true])
    }
  })

  it('a request that cannot be parsed is refused with the reason, in both languages', async () => {
    const answer = await fetch(`${testServer.base}/api/tvchart/history?symbol=${'x'.repeat(20_000)}`)
    expect(answer.status).toBe(431)
    expect(await answer.json()).toEqual({
      status: 'Error',
      errors: [{ message: expect.stringMatching(/^The address .* at most 16 kB\. .*最多 16 kB。$/), field: 'request' }],
    })
  })

  it('a request with two different lengths is refused, and the rest of it is not read as a second request', async () => {
    const { hostname, port } = new URL(testServer.base)
    const said = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let all = ''
      socket.setEncoding('utf8').on('data', (text: string) => void (all += text))
      socket.on('error', reject).on('close', () => resolve(all))
      const head = 'POST /auth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n'
      socket.write(`${head}0\r\n\r\nGET /api/health HTTP/1.1\r\nhost: x\r\n\r\n`)
    })
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('a request for a path outside the served folders finds nothing, however the path is written', async () => {
    const ways = [
      '/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/.git/config',
      '/.env',
    ]
    const folders = ['/assets/', '/api/education/files/', '/api/education/files/..%2f..%2fpackage.json', '/oidc/']
    for (const path of [...ways, ...folders]) {
      const { statusCode } = await written('GET', path, { accept: '*/*' })
      expect([path, statusCode]).toEqual([path, 404])
    }
  })

  it('a request with a token in its address is not signed in', async () => {
    const { token } = await ApiClient.byToken(testServer, 'free')
    for (const name of ['access_token', 'token', 'authorization'])
      expect((await fetch(`${testServer.base}/api/users/user?${name}=${token}`)).status).toBe(401)
  })

  it('a request cannot set what its call does not define: a role, a right or another account', async () => {
    const apiClient = await ApiClient.byToken(testServer, 'free')
    const before = (await apiClient.ask(user)).data
    const body = { nickname: 'Another', roles: ['admin'], userId: 1, rights: ['staff'], completeRegistration: false }
    await apiClient.ask(saveUser, { body: { ...body, emailVerified: true, deletionAt: null, blocked_at: null } })
    expect((await apiClient.ask(user)).data).toEqual({ ...before, name: 'Another', nickname: 'Another' })
  })

  it('a request that would change JavaScript’s object prototype is refused', async () => {
    const apiClient = await ApiClient.byToken(testServer, 'free')
    for (const body of [
      '{"nickname":"a","__proto__":{"roles":["admin"]}}',
      '{"constructor":{"prototype":{"roles":[]}}}',
    ])
      expect((await apiClient.raw('POST', '/users/user', body)).http).toBe(400)
    expect(Reflect.get({}, 'roles')).toBeUndefined()
  })

  it('a request with a repeated parameter, or a value of the wrong type, is refused', async () => {
    const apiClient = await ApiClient.byToken(testServer, 'admin')
    expect((await apiClient.raw('GET', '/admin/customers?search=a')).http).toBe(200)
    expect((await apiClient.raw('GET', '/admin/customers?search=a&search=b')).http).toBe(400)
    for (const nickname of [1, true, ['a'], { $ne: '' }])
      expect((await apiClient.raw('POST', '/users/user', { nickname })).http).toBe(400)
  })

  it('a request with a body that is not JSON, such as another site’s form could send, is refused', async () => {
    const apiClient = await ApiClient.byToken(testServer, 'friend')
    const before = (await apiClient.ask(user)).data
    for (const kind of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expect([400, 415]).toContain(
        (await apiClient.raw('POST', '/users/user', '{"nickname":"a"}', { 'content-type': kind })).http,
      )
    expect((await apiClient.ask(user)).data).toEqual(before)
  })
})

describe('well-known files', () => {
  it('exclude robots from pages that are not meant for them', async () => {
    const answer = await fetch(`${testServer.base}/robots.txt`)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toMatch(/^User-agent: \*\n(Disallow: \/.+\n)+Sitemap: http\S+\/sitemap\.xml\n$/)
  })

  it('name the security contact and an expiry date in the future, and are absent without a contact address', async () => {
    expect((await fetch(`${testServer.base}/.well-known/security.txt`)).status).toBe(404)
    const told = await openTestServer({ SERVICE_EMAIL: 'help@finlist.example' }, { demo: false })
    try {
      const read = async () => await (await fetch(`${told.base}/.well-known/security.txt`)).text()
      const expires = async () => Date.parse(/^Expires: (.+Z)$/m.exec(await read())![1]!) - told.clock.offsetMs
      expect(await read()).toMatch(/^Contact: mailto:help@finlist\.example$/m)
      expect(await read()).toContain(`Canonical: ${told.base}/.well-known/security.txt`)
      const day = 86_400_000
      for (const later of [0, 400 * day]) {
        told.clock.offsetMs = later
        const days = ((await expires()) - Date.now()) / day
        expect(days > 100 && days < 366).toBe(true)
      }
    } finally {
      await told.close()
    }
  })
})

it('a new sign-in starts a new session, and the previous session’s cookie stops working', async () => {
  const { browser } = await ApiClient.signIn(testServer, 'free')
  const before = browser.cookies.get('finlist')!.value
  await browser.go('/auth/login?fresh=yes').then(answer => browser.follow(answer))
  const { path } = await browser.openSignIn('fresh=yes')
  await browser.follow(await browser.submit(`${path}/one-click`, { email: 'free@demo.example' }), to => to === '/')
  const after = browser.cookies.get('finlist')!.value
  expect(after).not.toBe(before)
  // A user id, a session id, and 256 random bits.
  expect(after).toMatch(/^\d+\.[0-9a-f-]{36}\.[\w-]{43}$/)
  const token = async (cookie: string) => {
    const page = { origin: testServer.base, 'sec-fetch-site': 'same-origin' }
    const own = { ...page, 'x-requested-with': 'finlist', cookie: `finlist=${cookie}` }
    return (await fetch(`${testServer.base}/auth/token`, { method: 'POST', headers: own })).status
  }
  expect([await token(before), await token(after)]).toEqual([401, 200])
})

it('a file name that contains a path is treated as a plain name when it is loaded and returned', async () => {
  const staff = await ApiClient.byToken(testServer, 'staff')
  const file = { name: '../../etc/a";b.csv', content: lines('stockCode,stockName', '0001,One') }
  const sent = await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: file })
  expect(sent.http).toBe(200)
  const kept = (await staff.ask(listUploads)).data[0]!.files[0]!.name
  const url = `${testServer.base}/api/admin/data/uploads/${sent.data.uploadId}/file/stockCsv`
  const { headers } = await fetch(url, { headers: staff.headers() })
  expect(kept).not.toContain('/')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/)
})

describe('the sign-in page', () => {
  it('shows user input as text, whatever it is', async () => {
    const { browser } = new ApiClient(testServer)
    const { path } = await browser.openSignIn()
    const typed = '"><script>alert(1)</script>@demo.example'
    const html = await (await browser.submit(`${path}/password`, { email: typed, password: typed })).text()
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)')
    expect(html).not.toContain('<script>')
  })

  it('hides the password, and lets a password manager fill it in', async () => {
    const { html } = await new ApiClient(testServer).browser.openSignIn()
    expect(html).toMatch(/<input[^>]* type="password" autocomplete="current-password"/)
    expect(html).not.toMatch(/onpaste|autocomplete="off"/)
  })
})
