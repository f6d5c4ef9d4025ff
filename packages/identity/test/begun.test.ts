import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purge } from '../src/purge.ts'
import {
  afterLogout,
  begin,
  browser,
  createAccount,
  exchange,
  openTestProvider,
  redirectUri,
  scopes,
  type TestProvider,
} from './test-provider.ts'

let provider: TestProvider
const email = 'ann@example.org'
const password = 'quiet harbour 47'

beforeAll(async () => {
  provider = await openTestProvider()
  await createAccount(provider.pool, { email, emailVerified: true, password })
})
afterAll(() => provider.close())
beforeEach(() => provider.forgetLimits())

const rows = async () => {
  const { rows: found } = await provider.pool.query<{ n: number }>(
    `select (select count(*)::int from identity_provider_row) + (select count(*)::int from identity_code)
       + (select count(*)::int from identity_second_step) + (select count(*)::int from identity_limit) as n`,
  )
  return found[0]!.n
}

describe('requests without an account store no rows', () => {
  test('requests without an account store no rows when three hundred sign-ins are started and their pages viewed', {
    tags: ['slow'],
  }, async () => {
    const before = await rows()
    for (let n = 0; n < 300; n++) {
      const { base, html } = await begin(provider, browser(provider.issuer))
      expect([html.includes('<h1>Sign in</h1>'), base.startsWith('/oidc/interaction/')]).toEqual([true, true])
    }
    expect(await rows()).toBe(before)
  })

  test('requests without an account store no rows when signing out without a session; this redirects only to the client’s registered addresses', async () => {
    const before = await rows()
    const to = (uri: string) =>
      `${provider.issuer}/session/end?${new URLSearchParams({ post_logout_redirect_uri: uri, state: 'bye' }).toString()}`
    const who = browser(provider.issuer)
    expect((await who.go(to(afterLogout))).headers.get('location')).toBe(`${afterLogout}?state=bye`)
    const stranger = await who.go(to('https://evil.example/'))
    expect([stranger.status, stranger.headers.get('location')]).toEqual([200, null])
    expect(await stranger.text()).toContain('You are signed out')
    expect(await rows()).toBe(before)
  })
})

describe('an unfinished sign-in', () => {
  test('is stored encrypted in its browser until sign-in completes, and no longer', async () => {
    const who = browser(provider.issuer)
    const { base, verifier } = await begin(provider, who)
    const kept = () => [...who.jar].filter(([name]) => name.startsWith('_begun'))
    expect(kept().map(([, { path }]) => path)).toEqual([base])
    for (const [, { value }] of kept()) expect(Buffer.from(value, 'base64url').toString()).not.toContain('the-state')
    const answer = await who.post(`${base}/password`, { email, password })
    expect(kept()).toEqual([])
    const { at } = await who.follow(answer)
    expect((await exchange(provider, at, verifier)).claims).toMatchObject({ email, nonce: 'the-nonce' })
    expect((await who.go(base)).status).toBe(410)
  })

  test('ends if its cookie is deleted, changed, from another sign-in, or an hour old', async () => {
    const mine = (who: ReturnType<typeof browser>, base: string) => who.jar.get(`_begun ${base}`)!
    const cases: [string, (value: string, other: string) => string | undefined][] = [
      ['gone', () => undefined],
      ['changed', value => `${value.slice(0, 40)}${value[40] === 'A' ? 'B' : 'A'}${value.slice(41)}`],
      ['of another sign-in', (_, other) => other],
    ]
    for (const [why, change] of cases) {
      const who = browser(provider.issuer)
      const other = mine(who, (await begin(provider, who)).base).value
      const { base } = await begin(provider, who)
      const value = change(mine(who, base).value, other)
      if (value === undefined) who.jar.delete(`_begun ${base}`)
      else mine(who, base).value = value
      expect([why, (await who.post(`${base}/password`, { email, password })).status]).toEqual([why, 410])
    }
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    provider.clock.ms += 3600_000 - 1
    expect((await who.go(base)).status).toBe(200)
    provider.clock.ms += 1
    expect((await who.go(base)).status).toBe(410)
  })
})

describe('a request that begins a sign-in', () => {
  const refused = async (extra: Record<string, string>) => {
    const { response, html, at } = await begin(provider, browser(provider.issuer), extra)
    return [response.status, html.includes('The sign-in could not continue'), at.startsWith(redirectUri)]
  }

  test.each(['state', 'nonce', 'login_hint', 'ui_locales', 'acr_values', 'of-no-meaning'])(
    'has at most 512 characters in %s',
    async name => {
      expect(await refused({ [name]: 'x'.repeat(513) })).toEqual([400, true, false])
      expect((await begin(provider, browser(provider.issuer), { [name]: 'x'.repeat(512) })).html).toContain(
        '<h1>Sign in</h1>',
      )
    },
  )

  test('has at most 24 parameters and 1,536 characters, and so always fits into a cookie', async () => {
    const many = Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`p${n}`, 'x']))
    expect(await refused(many)).toEqual([400, true, false])
    expect(await refused({ state: 'x'.repeat(512), nonce: 'x'.repeat(512), login_hint: 'x'.repeat(512) })).toEqual([
      400,
      true,
      false,
    ])
    const who = browser(provider.issuer)
    const scope = ['openid', 'email', 'phone', 'profile', ...scopes].join(' ')
    const { html } = await begin(provider, who, { scope, login_hint: 'x'.repeat(400), max_age: '0', prompt: 'login' })
    expect(html).toContain('<h1>Sign in</h1>')
    expect([...who.jar].every(([name, { value }]) => name.length + value.length < 3_800)).toBe(true)
  })

  test('gets response headers that fit a proxy’s limit of four kilobytes', async () => {
    const scope = ['openid', 'email', 'phone', 'profile', ...scopes].join(' ')
    const asked = { client_id: 'web', response_type: 'code', redirect_uri: redirectUri, scope, prompt: 'login' }
    const more = { max_age: '0', state: 'x'.repeat(43), nonce: 'x'.repeat(43), ui_locales: 'zh-Hant-HK' }
    const proof = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    const query = new URLSearchParams({ ...asked, ...more, ...proof }).toString()
    const { status, headers } = await browser(provider.issuer).go(`${provider.issuer}/auth?${query}`)
    const head = [...headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')
    expect([status, headers.getSetCookie().some(line => line.startsWith('_begun='))]).toEqual([303, true])
    expect(head.length).toBeLessThan(3_500)
  })

  test('must be a GET, not a form', async () => {
    const response = await browser(provider.issuer).post(`${provider.issuer}/auth`, { client_id: 'web', state: 'x' })
    expect(response.status).toBe(400)
  })
})

test('one clean-up removes all expired rows, however many there are', async () => {
  await provider.pool.query(
    `insert into identity_provider_row (model, id, payload, expires_at)
     select 'Interaction', 'old-' || n, '{}', now() - interval '1 s' from generate_series(1, 6500) n`,
  )
  await provider.pool.query(`insert into identity_limit select 'old-' || n, 1, 1 from generate_series(1, 4100) n`)
  await purge(provider.pool)
  const { rows: left } = await provider.pool.query(
    `select (select count(*)::int from identity_provider_row where id like 'old-%') as rows,
       (select count(*)::int from identity_limit where key like 'old-%') as limits`,
  )
  expect(left).toEqual([{ rows: 0, limits: 0 }])
})
