import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Browser,
  begin,
  browser,
  createAccount,
  openTestProvider,
  redirectUri,
  type TestProvider,
} from './test-provider.ts'

let provider: TestProvider
const password = 'quiet harbour 47'

beforeAll(async () => {
  provider = await openTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  await provider.forgetLimits()
  provider.outbox.length = 0
})

let count = 0
/** Creates a new account, and returns its address. */
async function owner(more: { emailVerified?: boolean; phone?: string; phoneVerified?: boolean } = {}) {
  const email = `owner-${++count}@example.org`
  await createAccount(provider.pool, { email, emailVerified: true, password, ...more })
  return email
}

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const home = '198.51.100.7'

/** Enters a password in a browser, by default a new one. Returns the response, and whether it signed in. */
async function tries(email: string, typed: string, ip: string, who = browser(provider.issuer)) {
  const { base } = await begin(provider, who, { prompt: 'login' })
  const response = await who.post(`${base}/password`, { email, password: typed }, from(ip))
  const { at } = response.status === 303 ? await who.follow(response) : { at: '' }
  return { status: response.status, response, base, in: at.startsWith(redirectUri) }
}

/** Enters `times` wrong passwords, from these network addresses in turn. */
async function fail(email: string, times: number, ips: string[]) {
  const who = browser(provider.issuer)
  const { base } = await begin(provider, who)
  const statuses = []
  for (let n = 0; n < times; n++) {
    const ip = ips[n % ips.length]!
    statuses.push((await who.post(`${base}/password`, { email, password: 'wrong wrong' }, from(ip))).status)
  }
  return statuses
}
const regions = Array.from({ length: 10 }, (_, n) => `203.0.${n}.9`)
const linkTo = (to: string) => {
  const letters = provider.outbox.filter(letter => letter.to === to && letter.purpose === 'sign-in-link')
  return letters.map(({ text }) => /\S+\/open\?link=\S+/.exec(text)![0])
}

describe('wrong passwords entered by strangers', () => {
  test.each([
    ['a /24 of IPv4', (n: number) => `203.0.113.${n}`, '203.0.113.200', '203.0.114.1'],
    ['a /48 of IPv6', (n: number) => `2001:db8:7:${n}::1`, '2001:db8:7:ffff::9', '2001:db8:8::1'],
  ])('lock out only the network, %s, that sent ten in an hour', async (_, ip, there, elsewhere) => {
    const email = await owner()
    expect(
      new Set(
        await fail(
          email,
          10,
          Array.from({ length: 10 }, (__, n) => ip(n)),
        ),
      ),
    ).toEqual(new Set([422]))
    const shut = await tries(email, password, there)
    expect(shut.status).toBe(429)
    expect(Number(shut.response.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await tries(email, password, elsewhere)).in).toBe(true)
  })

  test('lock out everybody after a hundred in an hour, except a known browser, which has ten separate attempts', async () => {
    const email = await owner()
    const known = browser(provider.issuer)
    expect((await tries(email, password, home, known)).in).toBe(true)
    expect(new Set(await fail(email, 100, regions))).toEqual(new Set([422]))
    expect((await tries(email, password, '192.0.2.1')).status).toBe(429)
    for (let n = 0; n < 9; n++) expect((await tries(email, 'wrong wrong', '192.0.2.1', known)).status).toBe(422)
    expect((await tries(email, password, '192.0.2.1', known)).in).toBe(true)
    expect((await tries(email, 'wrong wrong', '192.0.2.1', known)).status).toBe(422)
    expect((await tries(email, password, '192.0.2.1', known)).status).toBe(429)
  })

  test('also lock out a browser whose cookie is forged or belongs to another account', async () => {
    const [email, other] = [await owner(), await owner()]
    const known = browser(provider.issuer)
    await tries(other, password, home, known)
    await fail(email, 100, regions)
    expect((await tries(email, password, home, known)).status).toBe(429)
    const forger = browser(provider.issuer)
    forger.jar.set('_known /oidc', { value: 'A'.repeat(120), path: '/oidc' })
    expect((await tries(email, password, home, forger)).status).toBe(429)
  })

  test('wrong passwords get the same response as right ones during a lockout, without being compared', async () => {
    const [email, unknown] = [await owner(), 'nobody@example.org']
    for (const address of [email, unknown]) await fail(address, 10, [home])
    // Any comparison with this hash throws.
    await provider.pool.query(
      `update identity_account set password_hash = 'scrypt$99$8$1$AAAA$AAAA' where email = $1`,
      [email],
    )
    const [pages, work]: [string[], string[]] = [[], []]
    for (const [address, typed] of [
      [email, password],
      [email, 'wrong wrong'],
      [unknown, password],
    ] as const) {
      const asked = await provider.statements(async () => {
        const { status, response, base } = await tries(address, typed, home)
        const text = (await response.text()).replaceAll(base, '*').replaceAll(address, '*')
        pages.push(`${status} ${text}`.replace(/\d+ minutes/, 'minutes'))
      })
      work.push(asked.join('\n'))
    }
    expect([new Set(pages).size, new Set(work).size]).toEqual([1, 1])
    expect(pages[0]).toContain('429')
    expect(pages[0]).toContain('If this address has an account, we have e-mailed it a link')
  })

  test('do not stop an owner who has a session from changing sign-in data', async () => {
    const email = await owner()
    const who = browser(provider.issuer)
    await tries(email, password, home, who)
    await fail(email, 100, regions)
    const confirm = (typed: string) =>
      who.post(`${provider.issuer}/account/confirm?for=password`, { 'current-password': typed }, from(home))
    for (let n = 0; n < 10; n++) expect((await confirm('wrong wrong')).status).toBe(422)
    expect((await confirm(password)).status).toBe(429)
  })
})

describe('the link in the e-mail about a lockout', () => {
  test('is sent at most once an hour to the verified address, and unlocks only the browser in which its button is pressed', async () => {
    const email = await owner()
    await fail(email, 13, [home])
    await expect.poll(() => linkTo(email)).toHaveLength(1)
    const [link] = linkTo(email)
    const who = browser(provider.issuer)
    const looked = await who.go(link!)
    expect([looked.status, await looked.text()]).toEqual([200, expect.stringContaining('Allow sign-in')])
    expect((await tries(email, password, home, who)).status).toBe(429)
    expect((await who.post(link!, {})).status).toBe(200)
    expect((await tries(email, 'wrong wrong', home, who)).status).toBe(422)
    expect((await tries(email, password, home, who)).in).toBe(true)
    expect((await tries(email, password, home)).status).toBe(429)
    await fail(email, 3, [home])
    expect(linkTo(email)).toHaveLength(1)
  })

  test('also unlocks a known browser that has used up its own attempts', async () => {
    const email = await owner()
    const known = browser(provider.issuer)
    await tries(email, password, home, known)
    for (let n = 0; n < 10; n++) await tries(email, 'wrong wrong', home, known)
    expect((await tries(email, password, home, known)).status).toBe(429)
    await expect.poll(() => linkTo(email)).toHaveLength(1)
    await known.post(linkTo(email)[0]!, {})
    expect((await tries(email, password, home, known)).in).toBe(true)
  })

  test('works for two days if it is unaltered and the account exists; an unverified address gets no link', async () => {
    const [email, unproved] = [await owner(), await owner({ emailVerified: false })]
    await fail(email, 11, [home])
    await expect.poll(() => linkTo(email)).toHaveLength(1)
    const [link] = linkTo(email)
    const status = async (address: string) => (await browser(provider.issuer).post(address, {})).status
    const spoiled = link!.replace(/link=(.)/, (_, first: string) => `link=${first === 'A' ? 'B' : 'A'}`)
    expect([await status(link!), await status(spoiled), await status(`${provider.issuer}/open`)]).toEqual([
      200, 410, 410,
    ])
    provider.clock.ms += 48 * 3600_000
    expect(await status(link!)).toBe(410)
    await fail(unproved, 12, [home])
    await fail(email, 1, [home])
    expect(linkTo(unproved)).toEqual([])
  })
})

describe('a stranger’s requests for codes', () => {
  const ask = async (email: string, ip: string, who: Browser = browser(provider.issuer), way = 'email-code') => {
    const { base } = await begin(provider, who, { prompt: 'login' })
    return await who.post(`${base}/${way}`, { email }, from(ip))
  }
  const sent = (to: string) => provider.outbox.filter(({ to: where, purpose }) => where === to && purpose === 'sign-in')

  test('never delay the owner’s requests, by e-mail or SMS', async () => {
    const email = await owner({ phone: '+85251234567', phoneVerified: true })
    for (const way of ['email-code', 'sms-code', 'create', 'reset'])
      expect([way, (await ask(email, '203.0.113.9', browser(provider.issuer), way)).status]).toEqual([way, 303])
    for (const way of ['email-code', 'sms-code', 'create', 'reset'])
      expect([way, (await ask(email, home, browser(provider.issuer), way)).status]).toEqual([way, 303])
    await expect.poll(() => sent(email)).toHaveLength(2)
    await expect.poll(() => sent('+85251234567')).toHaveLength(2)
  })

  test('are limited to five an hour per network and 15 per address; a known browser and the link count separately', async () => {
    const email = await owner()
    const known = browser(provider.issuer)
    await tries(email, password, home, known)
    for (let n = 0; n < 5; n++) expect((await ask(email, '203.0.113.9')).status).toBe(303)
    expect((await ask(email, '203.0.113.77')).status).toBe(429)
    for (const ip of regions.slice(0, 2)) for (let n = 0; n < 5; n++) expect((await ask(email, ip)).status).toBe(303)
    expect((await ask(email, home)).status).toBe(429)
    expect((await ask(email, home, known)).status).toBe(303)
    await expect.poll(() => linkTo(email)).toHaveLength(1)
    const who = browser(provider.issuer)
    await who.post(linkTo(email)[0]!, {})
    expect((await ask(email, home, who)).status).toBe(303)
  })

  test('lock a new browser out for only an hour, even after 29 requests from twelve networks', async () => {
    const email = await owner()
    for (let n = 0; n < 29; n++) await ask(email, `203.${n % 12}.7.9`)
    expect((await ask(email, home)).status).toBe(429)
    await provider.pool.query('update identity_limit set expire = expire - 3600000')
    expect((await ask(email, home)).status).toBe(303)
  })
})

test('a /48 network can have only 300 passwords hashed in 15 minutes, for all accounts together; others can still sign in', async () => {
  const email = await owner()
  const who = browser(provider.issuer)
  const { base } = await begin(provider, who)
  const guess = async (n: number) =>
    (
      await who.post(
        `${base}/password`,
        { email: `nobody-${n}@example.org`, password: 'wrong wrong' },
        from(`2001:db8:9:${n.toString(16)}::1`),
      )
    ).status
  const statuses = []
  for (let n = 0; n < 300; n++) statuses.push(await guess(n))
  expect(new Set(statuses)).toEqual(new Set([422]))
  expect(await guess(301)).toBe(429)
  expect((await tries(email, password, '2001:db8:9:abc::1')).status).toBe(429)
  expect((await tries(email, password, '2001:db8:a::1')).in).toBe(true)
})

test('a network that has reached its limit cannot add rows by requesting codes for more addresses', async () => {
  const who = browser(provider.issuer)
  const { base } = await begin(provider, who)
  const send = async (n: number) => {
    const email = `nobody-${n}@example.org`
    const statuses = []
    for (const way of ['password', 'email-code', 'create', 'reset'])
      statuses.push((await who.post(`${base}/${way}`, { email, password: 'wrong wrong' }, from('192.0.2.9'))).status)
    return statuses
  }
  const rows = async () => {
    const { rows: found } = await provider.pool.query<{ n: number }>(
      'select (select count(*)::int from identity_limit) + (select count(*)::int from identity_code) as n',
    )
    return found[0]!.n
  }
  const exhaust = () => provider.pool.query(`update identity_limit set points = 1000 where key like '%-network:%'`)
  await send(0)
  await exhaust()
  await send(1)
  await exhaust()
  const before = await rows()
  for (let n = 2; n < 12; n++) expect(await send(n)).toEqual([429, 429, 429, 429])
  expect(await rows()).toBe(before)
})

test('a password sent while the hashing queue is full gets a 503 with Retry-After, and does not count as an attempt', async () => {
  const full = await openTestProvider({ hashing: { atOnce: 0, lane: 0, all: 0 } })
  try {
    const who = browser(full.issuer)
    const { base } = await begin(full, who)
    for (let n = 0; n < 12; n++) {
      const answer = await who.post(`${base}/password`, { email: 'ann@example.org', password }, from(home))
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.text()).toContain('Many people are signing in')
    }
  } finally {
    await full.close()
  }
})
