import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findSubject } from '../src/accounts.ts'
import { purge } from '../src/purge.ts'
import {
  type Browser,
  begin,
  browser,
  createAccount,
  exchange,
  openTestProvider,
  signIn,
  type TestProvider,
} from './test-provider.ts'

let provider: TestProvider
const password = 'quiet harbour 47'
const wrongCode = 'The code you entered is incorrect, please make sure you have the correct code.'

beforeAll(async () => {
  provider = await openTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  await provider.forgetLimits()
  provider.outbox.length = 0
})

const account = (email: string, more: { phone?: string; phoneVerified?: boolean } = {}) =>
  createAccount(provider.pool, { email, emailVerified: true, password, ...more })

async function askFor(who: Browser, email: string, way = 'email-code', extra = {}) {
  const begun = await begin(provider, who, extra)
  const { response } = await who.follow(await who.post(`${begun.base}/${way}`, { email }))
  return { ...begun, page: await response.clone().text(), response }
}

const enter = (who: Browser, base: string, code: string, purpose = 'sign-in') =>
  who.post(`${base}/code`, { code, purpose })

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('sign-in by a code', () => {
  test('sends the e-mail in the language of the page', async () => {
    const { subject } = await account('carol@example.org')
    const who = browser(provider.issuer)
    const { base, verifier, page } = await askFor(who, 'CAROL@example.org', 'email-code', { ui_locales: 'zh-TW' })
    expect(page).toContain('CAROL@example.org')
    expect(page).toMatch(/autocomplete="one-time-code"/)
    const letter = await provider.letter('carol@example.org')
    expect(letter).toMatchObject({ channel: 'email', purpose: 'sign-in', language: 'zh' })
    expect(letter.text).toContain('登入驗證碼')
    const { at } = await who.follow(await enter(who, base, ` ${letter.code.slice(0, 3)} ${letter.code.slice(3)}`))
    expect((await exchange(provider, at, verifier)).claims).toMatchObject({ sub: subject, amr: ['otp'] })
  })

  test('sends a code by SMS only to a verified number, which the page does not reveal', async () => {
    const { subject } = await account('dan@example.org', { phone: '+85251234567', phoneVerified: true })
    await account('eva@example.org', { phone: '+85251234568' })
    await account('finn@example.org')
    const pages = []
    for (const email of ['eva@example.org', 'finn@example.org', 'nobody@example.org', 'dan@example.org']) {
      const who = browser(provider.issuer)
      const { base, verifier, page, response } = await askFor(who, email, 'sms-code')
      expect(response.status).toBe(200)
      pages.push(page.replaceAll(email, '*').replaceAll(base, '*'))
      if (email !== 'dan@example.org') continue
      const { code, channel } = await provider.letter('+85251234567')
      expect(channel).toBe('sms')
      const { at } = await who.follow(await enter(who, base, code))
      const { claims } = await exchange(provider, at, verifier)
      expect(claims).toMatchObject({ sub: subject, amr: ['otp', 'sms'], phone_number: '+85251234567' })
      expect(claims).toMatchObject({ phone_number_verified: true })
    }
    expect(new Set(pages).size).toBe(1)
    expect(provider.outbox.map(message => message.to)).toEqual(['+85251234567'])

    await createAccount(provider.pool, { email: 'dan@example.org', emailVerified: true, phone: '+85251234569' })
    await provider.forgetLimits()
    await askFor(browser(provider.issuer), 'dan@example.org', 'sms-code')
    // The message of a later request has arrived, so none for dan is still on its way.
    await askFor(browser(provider.issuer), 'finn@example.org')
    await provider.letter('finn@example.org')
    expect(provider.outbox.map(message => message.to)).toEqual(['+85251234567', 'finn@example.org'])
  })

  test('gives the same answer for a known and an unknown address, with the same work', async () => {
    await account('known@example.org')
    const work = new Set<string>()
    const pages = new Set<string>()
    for (const name of ['known', 'unknown']) {
      const who = browser(provider.issuer)
      const { base } = await begin(provider, who)
      const asked = await provider.statements(async () => {
        const answered = await who.post(`${base}/email-code`, { email: `${name}@example.org` })
        const { response } = await who.follow(answered)
        pages.add((await response.text()).replaceAll(base, '*').replaceAll(`${name}@`, '*'))
      })
      expect(asked.length).toBeGreaterThan(5)
      work.add(asked.join('\n'))
    }
    expect([pages.size, work.size]).toEqual([1, 1])
    expect(provider.outbox.every(message => message.to === 'known@example.org')).toBe(true)
  })
})

describe('a sign-in code', () => {
  test('expires after 5 wrong tries', async () => {
    await account('five@example.org')
    const who = browser(provider.issuer)
    const { base } = await askFor(who, 'five@example.org')
    const { code } = await provider.letter('five@example.org')
    for (let tries = 0; tries < 5; tries++) {
      const refused = await enter(who, base, other(code))
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain(wrongCode)
    }
    expect(await (await enter(who, base, code)).text()).toContain('This code can no longer be used.')
  })

  test('can be used once, also with two concurrent requests', async () => {
    await account('once@example.org')
    const who = browser(provider.issuer)
    const { base } = await askFor(who, 'once@example.org')
    const { code } = await provider.letter('once@example.org')
    const both = await Promise.all([enter(who, base, code), enter(who, base, code)])
    const leads = both.map(answer => answer.headers.get('location') ?? '')
    expect(leads.filter(location => location.includes('/oidc/auth/'))).toHaveLength(1)
  })

  test('expires after 10 minutes', async () => {
    await account('late@example.org')
    const who = browser(provider.issuer)
    const { base } = await askFor(who, 'late@example.org')
    const { code } = await provider.letter('late@example.org')
    const { rows } = await provider.pool.query(
      'select round(extract(epoch from expires_at - now()) / 60) as minutes from identity_code where typed = $1',
      ['late@example.org'],
    )
    expect(Number(rows[0].minutes)).toBe(10)
    await provider.pool.query(`update identity_code set expires_at = now() where typed = 'late@example.org'`)
    expect(await (await enter(who, base, code)).text()).toContain('This code can no longer be used.')
  })

  test('is valid only for the sign-in that asked for it and for its purpose', async () => {
    await account('mine@example.org')
    const who = browser(provider.issuer)
    const { base } = await askFor(who, 'mine@example.org')
    const { code } = await provider.letter('mine@example.org')
    await provider.forgetLimits()
    const thief = browser(provider.issuer)
    const { base: elsewhere } = await askFor(thief, 'mine@example.org')
    expect(await (await enter(thief, elsewhere, code)).text()).toContain(wrongCode)
    const misused = await enter(who, base, code, 'reset')
    expect(misused.headers.get('location')).toBe(base)
  })

  test('is stored as a keyed hash', async () => {
    await account('hash@example.org')
    await askFor(browser(provider.issuer), 'hash@example.org')
    const { code } = await provider.letter('hash@example.org')
    const { rows } = await provider.pool.query(
      `select identity_code::text as row from identity_code where typed = $1`,
      ['hash@example.org'],
    )
    expect(rows[0].row).not.toContain(code)
  })

  test('is sent at most once a minute, 5 times an hour and 10 times a day', async () => {
    await account('often@example.org')
    const who = browser(provider.issuer)
    const { base } = await askFor(who, 'often@example.org')
    const again = () => who.post(`${base}/code/again`, { purpose: 'sign-in' })
    const early = await again()
    expect(early.status).toBe(429)
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await early.text()).toMatch(/Please try again in \d+ seconds/)

    const pass = (kind: string) => provider.pool.query('delete from identity_limit where key like $1', [`${kind}:%`])
    for (let sent = 1; sent < 5; sent++) {
      await pass('code-minute')
      expect((await again()).status).toBe(303)
    }
    await pass('code-minute')
    expect((await again()).status).toBe(429)
    for (let sent = 5; sent < 10; sent++) {
      await pass('code-minute')
      await pass('code-hour')
      expect((await again()).status).toBe(303)
    }
    await pass('code-minute')
    await pass('code-hour')
    const tomorrow = await again()
    expect(tomorrow.status).toBe(429)
    expect(Number(tomorrow.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
  })

  test('is sent only once if it is requested twice; both requests lead to the page that takes the code', async () => {
    await account('twice@example.org')
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    const first = await who.post(`${base}/email-code`, { email: 'twice@example.org' })
    expect(first.headers.get('location')).toBe(`${base}/code?purpose=sign-in`)
    // The second response does not claim that another code was sent.
    const second = await who.post(`${base}/email-code`, { email: 'twice@example.org' })
    const page = await second.text()
    expect(page).toMatch(/Another code can’t be sent yet\..* ask again in \d+ seconds/s)
    expect(page).toContain(`action="${base}/code"`)
    await provider.letter('twice@example.org')
    expect(provider.outbox).toHaveLength(1)
  })
})

describe('creating an account', () => {
  test('takes an address, its code and a good password, and signs the user in with a verified address', async () => {
    const who = browser(provider.issuer)
    const { base, verifier } = await askFor(who, 'New@Example.org', 'create')
    expect(await findSubject(provider.pool, 'new@example.org')).toBeUndefined()
    const { code, purpose } = await provider.letter('New@Example.org')
    expect(purpose).toBe('create')
    const { at: step } = await who.follow(await enter(who, base, code, 'create'))
    expect(step).toContain('/new-password')
    for (const [bad, said] of [
      ['short', 'at least 10 characters'],
      ['new@example.org', 'contains only your name or your e-mail address'],
      ['password123', 'too easy to guess'],
      ['字'.repeat(129), 'at most 128 characters'],
    ] as const) {
      const refused = await who.post(step, { 'new-password': bad })
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain(said)
    }
    const { at } = await who.follow(await who.post(step, { 'new-password': '  一個很好的密碼呀 ok' }))
    const { claims } = await exchange(provider, at, verifier)
    expect(claims).toMatchObject({ email: 'New@Example.org', email_verified: true })
    expect(claims.sub).toBe(await findSubject(provider.pool, 'new@example.org'))
    const again = await signIn(provider, browser(provider.issuer), 'new@example.org', '  一個很好的密碼呀 ok')
    expect(again.claims.sub).toBe(claims.sub)
  })

  test('shows the same page for an address that has an account; the e-mail mentions the account, and its code signs in', async () => {
    const { subject } = await account('taken@example.org')
    const who = browser(provider.issuer)
    const taken = await askFor(who, 'taken@example.org', 'create')
    const free = await askFor(browser(provider.issuer), 'free@example.org', 'create')
    const plain = (asked: typeof taken, name: string) => asked.page.replaceAll(asked.base, '*').replaceAll(name, '*')
    expect(plain(taken, 'taken@')).toBe(plain(free, 'free@'))
    const { code, purpose, subject: title } = await provider.letter('taken@example.org')
    expect(purpose).toBe('known')
    expect(title).toBe('You already have a FinList account')
    const { at } = await who.follow(await enter(who, taken.base, code, 'create'))
    expect((await exchange(provider, at, taken.verifier)).claims.sub).toBe(subject)
    expect((await signIn(provider, browser(provider.issuer), 'taken@example.org', password)).status).toBe(200)
  })
})

describe('resetting a password', () => {
  test('takes a code and a new password, and ends the other sessions of the account', async () => {
    await account('lost@example.org')
    const elsewhere = browser(provider.issuer)
    await signIn(provider, elsewhere, 'lost@example.org', password)
    const who = browser(provider.issuer)
    const { base, verifier } = await askFor(who, 'lost@example.org', 'reset')
    const { code } = await provider.letter('lost@example.org')
    const { at: step } = await who.follow(await enter(who, base, code, 'reset'))
    const { at } = await who.follow(await who.post(step, { 'new-password': 'a brand new harbour' }))
    expect((await exchange(provider, at, verifier)).status).toBe(200)
    expect((await begin(provider, elsewhere)).html).toContain('<h1>Sign in</h1>')
    expect((await begin(provider, who)).at).toContain('/auth/callback')
    const { base: next } = await begin(provider, elsewhere)
    expect((await elsewhere.post(`${next}/password`, { email: 'lost@example.org', password })).status).toBe(422)
    expect((await signIn(provider, elsewhere, 'lost@example.org', 'a brand new harbour')).status).toBe(200)
  })

  test('sends nothing to an unknown address and shows the same page', async () => {
    const who = browser(provider.issuer)
    const { base, page } = await askFor(who, 'ghost@example.org', 'reset')
    expect(page).toContain('ghost@example.org')
    expect(await (await enter(who, base, '123456', 'reset')).text()).toContain(wrongCode)
    expect(provider.outbox).toEqual([])
  })

  test('sends the e-mail to the account’s own address, not to a look-alike that was typed', async () => {
    await account('mike@example.org')
    await askFor(browser(provider.issuer), 'mi\u212Ae@example.org', 'reset')
    expect((await provider.letter('mike@example.org')).purpose).toBe('reset')
    expect(provider.outbox).toHaveLength(1)
  })
})

const page = async (who: Browser, path = '') =>
  (await who.follow(await who.go(`${provider.issuer}/account${path}`))).response

describe('the account page', () => {
  test('says to a visitor without a session that they are not signed in', async () => {
    const response = await page(browser(provider.issuer))
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('You are not signed in')
  })

  test('verifies a phone number by SMS after the password; the number can then be used to sign in', async () => {
    await account('gina@example.org')
    const who = browser(provider.issuer)
    await signIn(provider, who, 'gina@example.org', password)
    expect(await (await page(who)).text()).toContain('gina@example.org')
    expect(await (await page(who, '/phone')).text()).toContain('Confirm it is you')
    const straight = await who.post(`${provider.issuer}/account/phone`, { phone: '+85251112222' })
    expect(await straight.text()).toContain('Confirm it is you')
    const post = async (path: string, fields: Record<string, string>) =>
      (await who.follow(await who.post(`${provider.issuer}/account${path}`, fields))).response
    expect(await (await post('/confirm?for=phone', { 'current-password': 'nope' })).text()).toContain(
      'This is not your current password.',
    )
    expect(await (await post('/confirm?for=phone', { 'current-password': password })).text()).toContain(
      'Text messages can be intercepted',
    )
    const bad = await post('/phone', { phone: '5111 2222' })
    expect(bad.status).toBe(422)
    expect(await bad.text()).toContain('value="5111 2222"')
    expect(await (await post('/phone', { phone: '+852 5111 2222' })).text()).toContain('+852 5111 2222')
    const { code, purpose } = await provider.letter('+85251112222')
    expect(purpose).toBe('phone')
    expect(await (await post('/phone/code', { code: other(code) })).text()).toContain(wrongCode)
    expect(await (await post('/phone/code', { code })).text()).toContain('Your phone number is verified.')

    await provider.forgetLimits()
    provider.outbox.length = 0
    const phone = browser(provider.issuer)
    const { base, verifier } = await askFor(phone, 'gina@example.org', 'sms-code')
    const { at } = await phone.follow(await enter(phone, base, (await provider.letter('+85251112222')).code))
    expect((await exchange(provider, at, verifier)).claims).toMatchObject({ phone_number_verified: true })
  })

  test('sends a code instead of asking for a password if the account has none', async () => {
    await createAccount(provider.pool, { email: 'bare@example.org', emailVerified: true })
    const who = browser(provider.issuer)
    const { base } = await askFor(who, 'bare@example.org')
    await who.follow(await enter(who, base, (await provider.letter('bare@example.org')).code))
    const asked = await (await page(who, '/password')).text()
    expect(asked).toContain('we need to send a code to your e-mail address')
    expect(asked).not.toContain('type="password"')
  })

  test('changes the password after a fresh code and ends the other sessions, but not this one', async () => {
    await account('hugo@example.org')
    const who = browser(provider.issuer)
    const elsewhere = browser(provider.issuer)
    await signIn(provider, who, 'hugo@example.org', password)
    await signIn(provider, elsewhere, 'hugo@example.org', password)
    const post = async (path: string, fields: Record<string, string>) =>
      (await who.follow(await who.post(`${provider.issuer}/account${path}`, fields))).response
    const waiting = await (await post('/confirm/again?for=password', {})).text()
    expect(waiting).toContain('Enter the code')
    const { code, purpose } = await provider.letter('hugo@example.org')
    expect(purpose).toBe('confirm')
    expect(await (await post('/confirm/code?for=password', { code })).text()).toContain('Choose a password')
    expect(await (await post('/password', { 'new-password': 'hugo@example.org' })).text()).toContain(
      'contains only your name',
    )
    const saved = await (await post('/password', { 'new-password': 'another fine harbour' })).text()
    expect(saved).toContain('Your password is changed.')
    expect(await (await page(who, '/password')).text()).toContain('Confirm it is you')
    expect((await page(elsewhere)).status).toBe(401)
    expect((await begin(provider, who)).at).toContain('/auth/callback')
    expect((await signIn(provider, elsewhere, 'hugo@example.org', 'another fine harbour')).status).toBe(200)
  })
})

test('the clean-up removes expired rows and keeps valid ones', async () => {
  const who = browser(provider.issuer)
  const { base } = await askFor(who, 'purge@example.org', 'create')
  await provider.pool.query(
    `insert into identity_provider_row (model, id, payload, expires_at) values ('Session', 'old', '{}', now() - interval '1 s')`,
  )
  await provider.pool.query(
    `insert into identity_code (owner, purpose, channel, typed, address, hash, expires_at)
     values ('interaction:old', 'create', 'email', 'a', 'a', '', now() - interval '2 hours')`,
  )
  await provider.pool.query(`insert into identity_limit values ('old', 1, 1)`)
  await purge(provider.pool)
  const { rows } = await provider.pool.query(
    `select (select count(*)::int from identity_provider_row where id = 'old')
       + (select count(*)::int from identity_code where owner = 'interaction:old')
       + (select count(*)::int from identity_limit where key = 'old') as old`,
  )
  expect(rows).toEqual([{ old: 0 }])
  expect((await who.go(`${base}/code?purpose=create`)).status).toBe(200)
})
