import { randomBytes, scryptSync } from 'node:crypto'
import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountBySubject, deleteAccount, createAccount as makeAccount } from '../src/accounts.ts'
import { assets, styleHash } from '../src/pages/assets.ts'
import {
  afterLogout,
  begin,
  browser,
  createAccount,
  exchange,
  openTestProvider,
  redirectUri,
  scopes,
  signIn,
  type TestProvider,
} from './test-provider.ts'

let provider: TestProvider
let subject: string
const email = 'Ann@Example.org'
const password = 'quiet harbour 47'

beforeAll(async () => {
  provider = await openTestProvider()
  subject = (await createAccount(provider.pool, { email, emailVerified: true, name: 'Ann', password })).subject
})
afterAll(() => provider.close())
beforeEach(() => provider.forgetLimits())

describe('sign-in by password at the provider', () => {
  test('goes through an authorization code and PKCE to an ID token with the claims', async () => {
    const got = await signIn(provider, browser(provider.issuer), 'ann@example.ORG', password)
    expect(got.status).toBe(200)
    expect(got.claims).toMatchObject({
      iss: provider.issuer,
      aud: 'web',
      sub: subject,
      email,
      email_verified: true,
      name: 'Ann',
      amr: ['pwd'],
      nonce: 'the-nonce',
    })
    expect(got.claims.auth_time).toBeTypeOf('number')
    expect(got).not.toHaveProperty('refresh_token')
  })

  test('accepts all scopes that the product requests (GATE-28)', async () => {
    const scope = ['openid', 'email', 'phone', 'profile', ...scopes].join(' ')
    const got = await signIn(provider, browser(provider.issuer), email, password, { scope })
    expect(got.status).toBe(200)
    expect(got.scope?.split(' ')).toEqual(expect.arrayContaining(scopes))
  })

  test('gives the same answer to a wrong password and an unknown address, and keeps the address that was typed', async () => {
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    const pages = []
    for (const address of ['ann@example.org', 'bob@example.org']) {
      const response = await who.post(`${base}/password`, { email: address, password: 'not the password' })
      expect(response.status).toBe(422)
      const page = await response.text()
      expect(page).toContain('Wrong e-mail address or password.')
      expect(page).toContain(`value="${address}"`)
      expect(page).not.toContain('not the password')
      pages.push(page.replaceAll(address, '*'))
    }
    expect(pages[0]).toBe(pages[1])
  })

  test('does the same work for an unknown address, or one without a password, as for a known one', async () => {
    // Any hashing at this cost throws.
    const cannot = await openTestProvider({ passwordCost: { logN: 99, r: 8, p: 1 } })
    try {
      await makeAccount(cannot.pool, { email, emailVerified: true, passwordHash: 'scrypt$99$8$1$AAAA$AAAA' })
      await makeAccount(cannot.pool, { email: 'bare@example.org', emailVerified: true })
      const who = browser(cannot.issuer)
      const { base } = await begin(cannot, who)
      const asked = []
      for (const address of ['ann@example.org', 'bob@example.org', 'bare@example.org']) {
        const tries = async () => {
          const fields = { email: address, password: 'not the password' }
          expect([address, (await who.post(`${base}/password`, fields)).status]).toEqual([address, 500])
        }
        asked.push((await cannot.statements(tries)).join('\n'))
      }
      expect(new Set(asked).size).toBe(1)
    } finally {
      await cannot.close()
    }
  })

  test('names the field that is empty or malformed', async () => {
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    const noAddress = await (await who.post(`${base}/password`, { email: 'ann', password: 'x' })).text()
    expect(noAddress).toMatch(/id="email"[^>]*aria-describedby="email-error"[^>]*aria-invalid="true"/)
    expect(noAddress).toMatch(/role="alert" id="email-error">E-mail address:/)
    expect(await (await who.post(`${base}/password`, { email, password: '' })).text()).toContain('Enter your password.')
  })

  test('refuses the eleventh failure for an account within an hour with 429 and Retry-After', async () => {
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    for (let tries = 0; tries < 10; tries++) {
      expect((await who.post(`${base}/password`, { email, password: 'wrong wrong' })).status).toBe(422)
    }
    const refused = await who.post(`${base}/password`, { email, password })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
    expect(await refused.text()).toContain('Too many tries. Please try again in 60 minutes')
  })
})

describe('requests from the client', () => {
  test('requests from the client without PKCE, or with the plain method, are refused', async () => {
    for (const extra of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
    ]) {
      const { at } = await begin(provider, browser(provider.issuer), extra)
      expect(at.startsWith(redirectUri)).toBe(true)
      expect(new URL(at).searchParams.get('error')).toBe('invalid_request')
    }
  })

  test('requests from the client with a redirect address that is not exactly the registered one get a page, never a redirect', async () => {
    for (const changed of [
      `${redirectUri}/`,
      `${redirectUri}?a=1`,
      'http://127.0.0.1:4101/auth',
      'https://evil.example/',
    ]) {
      const { response, html } = await begin(provider, browser(provider.issuer), { redirect_uri: changed })
      expect(response.status).toBe(400)
      expect(html).toContain('The sign-in could not continue')
      expect(html).toContain('href="http://127.0.0.1:4101/"')
    }
  })

  test('can exchange a code only once, with its own verifier, within 60 seconds', async () => {
    const who = browser(provider.issuer)
    const first = await begin(provider, who)
    const { at } = await who.follow(await who.post(`${first.base}/password`, { email, password }))
    const both = await Promise.all([exchange(provider, at, first.verifier), exchange(provider, at, first.verifier)])
    expect(both.map(got => got.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await exchange(provider, at, first.verifier)).error).toBe('invalid_grant')

    const second = await begin(provider, who)
    expect((await exchange(provider, second.at, 'x'.repeat(43))).error).toBe('invalid_grant')

    const third = await begin(provider, who)
    const { rows } = await provider.pool.query(
      `select extract(epoch from expires_at - now()) as seconds from identity_provider_row
       where model = 'AuthorizationCode' and consumed_at is null order by expires_at desc limit 1`,
    )
    expect(Number(rows[0].seconds)).toBeLessThanOrEqual(60)
    await provider.pool.query(`update identity_provider_row set expires_at = now() where model = 'AuthorizationCode'`)
    expect((await exchange(provider, third.at, third.verifier)).error).toBe('invalid_grant')
  })

  test('need no page during a session; prompt=login and max_age ask again and renew auth_time', async () => {
    const who = browser(provider.issuer)
    const before = await signIn(provider, who, email, password)
    expect((await begin(provider, who)).at.startsWith(redirectUri)).toBe(true)

    await provider.pool.query(
      `update identity_provider_row set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 900))
       where model = 'Session'`,
    )
    const stale = await begin(provider, who, { max_age: '600' })
    expect(stale.html).toContain('<h1>Sign in</h1>')
    expect(stale.html).toContain(`value="${email}"`)

    const again = await signIn(provider, who, email, password, { prompt: 'login' })
    expect(again.status).toBe(200)
    expect(Number(again.claims.auth_time)).toBeGreaterThanOrEqual(Number(before.claims.auth_time))
    expect((await begin(provider, who, { max_age: '600' })).at.startsWith(redirectUri)).toBe(true)
  })

  test('can sign in another account during a session of the first', async () => {
    const other = await createAccount(provider.pool, { email: 'eve@example.org', emailVerified: true, password })
    const who = browser(provider.issuer)
    await signIn(provider, who, email, password)
    const { base, verifier } = await begin(provider, who, { prompt: 'login' })
    const { response } = await who.follow(await who.post(`${base}/password`, { email: 'eve@example.org', password }))
    const page = await response.text()
    expect(page).not.toMatch(/<script>/)
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
    const { at } = await who.follow(await who.post(action, { xsrf, logout: 'yes' }))
    expect((await exchange(provider, at, verifier)).claims.sub).toBe(other.subject)
  })

  test('are refused immediately for a deleted account', async () => {
    const gone = await createAccount(provider.pool, { email: 'gone@example.org', emailVerified: true, password })
    const who = browser(provider.issuer)
    expect((await signIn(provider, who, 'gone@example.org', password)).status).toBe(200)
    await deleteAccount(provider.pool, gone.subject)
    expect((await begin(provider, who)).html).toContain('<h1>Sign in</h1>')
  })
})

describe('signing out at the provider', () => {
  test('needs one button press without scripts and none with them, and leads back to the client', async () => {
    const who = browser(provider.issuer)
    const { verifier, base } = await begin(provider, who)
    const { at } = await who.follow(await who.post(`${base}/password`, { email, password }))
    const code = await exchange(provider, at, verifier)
    const query = new URLSearchParams({
      id_token_hint: code.id_token ?? '',
      post_logout_redirect_uri: afterLogout,
      state: 'bye',
    })
    const page = await (await who.go(`${provider.issuer}/session/end?${query.toString()}`)).text()
    const [, script = ''] = /<script src="([^"]+)" defer>/.exec(page) ?? []
    expect(await (await who.go(script)).text()).toContain('.click()')
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
    const done = await who.follow(await who.post(action, { xsrf, logout: 'yes' }))
    expect(done.at).toBe(`${afterLogout}?state=bye`)
    expect((await begin(provider, who)).html).toContain('<h1>Sign in</h1>')
  })

  test('asks for confirmation if the request has no ID token', async () => {
    const who = browser(provider.issuer)
    await signIn(provider, who, email, password)
    const page = await (await who.go(`${provider.issuer}/session/end`)).text()
    expect(page).toContain('Do you want to sign out of FinList?')
    expect(page).not.toContain('<script')
  })
})

describe('the provider’s pages', () => {
  test('use the language that the client requests, or the one to which the user switches', async () => {
    const who = browser(provider.issuer)
    const { base, html } = await begin(provider, who, { ui_locales: 'zh-HK en' })
    expect(html).toContain('<html lang="zh-Hant-HK">')
    expect(html).toContain('<h1>登入</h1>')
    const switched = await (await who.go(`${base}?lang=en`)).text()
    expect(switched).toContain('<html lang="en">')
    expect(await (await who.go(`${base}/create`)).text()).toContain('Create an account')
    expect((await begin(provider, who)).html).toContain('<html lang="en">')
    expect((await begin(provider, who, { ui_locales: 'zh' })).html).toContain('<html lang="zh-Hant-HK">')
  })

  test('have a strict Content-Security-Policy, no inline script, only their own style sheet, the host’s headers, and narrow cookies', async () => {
    const who = browser(provider.issuer)
    const { response, html, base } = await begin(provider, who)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:4101")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(policy).toContain(`style-src 'self' ${styleHash}; script-src 'self';`)
    const inline = /<style|style="|<script>|\son\w+=/
    expect(html.replace(`<style>${assets.style.body}</style>`, '')).not.toMatch(inline)
    expect(await (await who.go(`${base}/create`)).text()).not.toMatch(inline)
    const answer = await who.go(`${provider.issuer}/auth?client_id=web`)
    expect(answer.headers.get('x-of-the-host')).toBe('yes')
    expect(answer.headers.get('content-security-policy')).toBe(policy)
    await who.follow(await who.post(`${base}/password`, { email, password }))
    expect([...who.jar.values()].every(cookie => cookie.path.startsWith('/oidc'))).toBe(true)
  })

  test('refuse a form that another site sends', async () => {
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await who.post(`${base}/password`, { email, password }, headers)).status).toBe(403)
    }
    const own = await who.post(`${base}/password`, { email, password }, { origin: new URL(provider.issuer).origin })
    expect(own.status).toBe(303)
  })

  test('say that a sign-in has expired or belongs to another browser, and refuse a body that is too long', async () => {
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    const stranger = await browser(provider.issuer).go(base)
    expect(stranger.status).toBe(410)
    const page = await stranger.text()
    expect(page).toContain('This page has expired')
    expect(page).toContain('href="http://127.0.0.1:4101/"')
    expect((await who.post(`${base}/password`, { email: 'x'.repeat(9000) })).status).toBe(413)
    const lost = await who.go(`${provider.issuer}/auth/unknown-uid`, { headers: { accept: 'text/html' } })
    expect(lost.status).toBe(400)
    expect(await lost.text()).toContain('This page has expired')
  })

  test('ignore absolute request addresses and forwarded headers when they name the issuer', async () => {
    const response = await fetch(`${provider.issuer}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    const found: { issuer: string; authorization_endpoint: string } = JSON.parse(await response.text())
    expect(found.issuer).toBe(provider.issuer)
    expect(found.authorization_endpoint).toBe(`${provider.issuer}/auth`)

    const { hostname, port } = new URL(provider.issuer)
    const path = 'http://evil.example/oidc/.well-known/openid-configuration'
    const answered = await new Promise<string>((resolve, reject) => {
      get({ hostname, port, path, headers: { host: 'evil.example' } }, incoming => {
        let text = ''
        incoming.on('data', part => (text += String(part))).on('end', () => resolve(text))
      }).on('error', reject)
    })
    expect(answered).toContain(`"issuer":"${provider.issuer}"`)
    expect(answered).not.toContain('evil')
  })

  test('set only cookies that are Secure with a matching name, HttpOnly and SameSite=Lax behind https', async () => {
    const proxied = await openTestProvider({ issuer: 'https://id.example/oidc' })
    try {
      const who = browser(proxied.issuer)
      const query = new URL(
        (await begin(provider, browser(provider.issuer), { redirect_uri: 'https://evil.example/' })).at,
      ).search
      const started = await who.go(
        `${proxied.issuer}/auth${query.replace(encodeURIComponent('https://evil.example/'), encodeURIComponent(redirectUri))}&lang=zh`,
      )
      expect(started.status).toBe(303)
      const cookies = started.headers.getSetCookie()
      expect(cookies.length).toBeGreaterThan(3)
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Secure-.*; secure/i)
        expect(cookie).toMatch(/; httponly/i)
        expect(cookie).toMatch(/; samesite=lax/i)
      }
      const asked = await who.go(new URL(started.headers.get('location')!, proxied.issuer).href)
      expect(asked.status).toBe(200)
      expect(await asked.text()).toContain('<html lang="zh-Hant-HK">')
    } finally {
      await proxied.close()
    }
  })

  test('write no code, password or token to the log', async () => {
    await createAccount(provider.pool, { email: 'log@example.org', emailVerified: true, password })
    const who = browser(provider.issuer)
    const first = await begin(provider, who)
    await who.post(`${first.base}/password`, { email: 'log@example.org', password: 'a wrong password' })
    await who.post(`${first.base}/email-code`, { email: 'log@example.org' })
    const { code } = await provider.letter('log@example.org')
    const { at } = await who.follow(await who.post(`${first.base}/code`, { code, purpose: 'sign-in' }))
    const got = await exchange(provider, at, first.verifier)
    await who.go(`${provider.issuer}/session/end?id_token_hint=${got.id_token ?? ''}`)
    const log = provider.log.join('')
    expect(log).toContain('/oidc/session/end')
    const secrets = [code, 'a wrong password', got.id_token ?? '', new URL(at).searchParams.get('code') ?? '']
    for (const secret of secrets) {
      expect(secret).not.toBe('')
      expect(log.includes(secret)).toBe(false)
    }
  })

  test('get a 404 at unknown addresses, and a redirect at addresses that accept only forms', async () => {
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    const missing = await who.go(`${provider.issuer}/nowhere?lang=zh`)
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('找不到此頁')
    expect((await who.go(`${base}/password`)).headers.get('location')).toBe(base)
  })
})

describe('one-click accounts', () => {
  test('exist only when they are configured', async () => {
    const who = browser(provider.issuer)
    const { base, html } = await begin(provider, who)
    expect(html).not.toContain('one-click')
    expect((await who.post(`${base}/one-click`, { email })).status).toBe(404)
  })

  test('sign in with one press, for the listed accounts only', async () => {
    const note = { en: 'Holds everything', zh: '擁有全部權限' }
    const demo = await openTestProvider({ oneClick: [{ email: 'all@demo.example', note }] })
    try {
      const { subject: wanted } = await createAccount(demo.pool, { email: 'all@demo.example', emailVerified: true })
      await createAccount(demo.pool, { email: 'secret@demo.example', emailVerified: true })
      const who = browser(demo.issuer)
      const { base, html, verifier } = await begin(demo, who, { ui_locales: 'zh' })
      expect(html).toContain('擁有全部權限')
      expect((await who.post(`${base}/one-click`, { email: 'secret@demo.example' })).status).toBe(404)
      const { at } = await who.follow(await who.post(`${base}/one-click`, { email: 'all@demo.example' }))
      expect((await exchange(demo, at, verifier)).claims.sub).toBe(wanted)
    } finally {
      await demo.close()
    }
  })
})

test('a password hashed at a cost other than the current one is hashed again when its owner signs in', async () => {
  const { subject } = await createAccount(provider.pool, { email: 'older@demo.example', emailVerified: true })
  const salt = randomBytes(16)
  const key = scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 })
  const older = `scrypt$15$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`
  await provider.pool.query('update identity_account set password_hash = $2 where subject = $1', [subject, older])
  const hash = async () => (await accountBySubject(provider.pool, subject))!.passwordHash

  await signIn(provider, browser(provider.issuer), 'older@demo.example', 'not the password')
  expect(await hash()).toBe(older)
  expect((await signIn(provider, browser(provider.issuer), 'older@demo.example', password)).status).toBe(200)
  expect(await hash()).toMatch(/^scrypt\$4\$8\$1\$/)
  expect((await signIn(provider, browser(provider.issuer), 'older@demo.example', password)).status).toBe(200)
})
