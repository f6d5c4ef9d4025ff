import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '../src/accounts.ts'
import { purge } from '../src/purge.ts'
import { turnOff } from '../src/second-factor.ts'
import { Authenticator } from './authenticator.ts'
import {
  type Browser,
  begin,
  browser,
  createAccount,
  exchange,
  openTestProvider,
  redirectUri,
  signIn,
  type TestProvider,
} from './test-provider.ts'

let provider: TestProvider
let origin: string
const password = 'quiet harbour 47'
const mustHave = new Set<string>()

beforeAll(async () => {
  provider = await openTestProvider({ needsSecondFactor: async subject => mustHave.has(subject) }, 'localhost')
  origin = new URL(provider.issuer).origin
})
afterAll(() => provider.close())
beforeEach(async () => {
  await provider.forgetLimits()
  provider.outbox.length = 0
})

const text = async (response: Response) => await response.text()
const unescaped = (markup: string) => markup.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'")

/** Extracts the challenge from a page: the browser's part, our sealed part, and the address for the answer. */
function askedIn(page: string) {
  const [, action = '', , options = ''] =
    /<form method="post" action="([^"]+)" data-passkey="(get|create)" data-options="([^"]+)"/.exec(page) ?? []
  const [, question = ''] = /name="question" value="([^"]+)"/.exec(page) ?? []
  return { action, question, options: JSON.parse(unescaped(options) || '{}') }
}

const account = (who: Browser, path = '') => who.go(`${provider.issuer}/account${path}`)
const send = async (who: Browser, path: string, fields: Record<string, string>) =>
  (await who.follow(await who.post(path.startsWith('/oidc') ? path : `${provider.issuer}/account${path}`, fields)))
    .response
const confirm = (who: Browser, aim = 'passkeys') => send(who, `/confirm?for=${aim}`, { 'current-password': password })

let count = 0
async function person() {
  const email = `key-${++count}@example.org`
  const { subject } = await createAccount(provider.pool, { email, emailVerified: true, password })
  const who = browser(provider.issuer)
  await signIn(provider, who, email, password)
  return { email, subject, who }
}

/** Adds a passkey in a confirmed session, and returns the page that follows. */
async function add(who: Browser, device: Authenticator, name = 'My phone', lies = {}) {
  const { action, question, options } = askedIn(await text(await send(who, '/passkeys/add', { 'passkey-name': name })))
  return await text(await send(who, action, { question, credential: device.create(options, lies) }))
}

async function keeper() {
  const known = await person()
  const device = new Authenticator(origin)
  await confirm(known.who)
  expect(await add(known.who, device)).toContain('Your passkey is added.')
  return { ...known, device }
}

/** Presses the passkey button of the sign-in page, and returns the challenge. */
async function press(who = browser(provider.issuer)) {
  const begun = await begin(provider, who)
  return { who, ...begun, ...askedIn(await text(await send(who, `${begun.base}/passkey`, {}))) }
}
type Pressed = Awaited<ReturnType<typeof press>>

const reply = async ({ who, action, question }: Pressed, credential: string) =>
  await who.follow(await who.post(action, { question, credential }))
const isSignedIn = async (who: Browser) => (await begin(provider, who)).at.startsWith(redirectUri)
const told = (email: string) => provider.outbox.filter(({ to }) => to === email).map(({ purpose }) => purpose)

describe('a passkey in an account', () => {
  test('is added and named after the password was entered, is reported by e-mail, and ends the other sessions', async () => {
    const { email, subject, who } = await person()
    const elsewhere = browser(provider.issuer)
    await signIn(provider, elsewhere, email, password)
    expect(await text(await account(who))).toContain('Add a passkey')
    expect(await text(await account(who, '/passkeys'))).toContain('Confirm it is you')
    expect(await text(await send(who, '/passkeys/add', { 'passkey-name': 'x' }))).toContain('Confirm it is you')
    await confirm(who)
    for (const name of ['', ' ', 'x'.repeat(61), 'a\u0007b'])
      expect(await text(await send(who, '/passkeys/add', { 'passkey-name': name }))).toContain('enter 1 to 60')
    const { options } = askedIn(await text(await send(who, '/passkeys/add', { 'passkey-name': '手機 <b>' })))
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'FinList' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(subject.replaceAll('-', ''))
    expect(await add(who, new Authenticator(origin), '手機 <b>')).toContain('Your passkey is added.')
    expect(await text(await account(who))).toContain('手機 &lt;b&gt;')
    expect([await isSignedIn(who), await isSignedIn(elsewhere)]).toEqual([true, false])
    await expect.poll(() => told(email)).toEqual(['passkey-added'])
    expect(provider.outbox.at(-1)!.text).toContain('手機 <b>')
    expect(await text(await account(who, '/passkeys'))).toContain('Confirm it is you')
    expect(provider.log.join('')).toContain(`"event":"passkey-added","account":"${subject}"`)
  })

  test('is sufficient to sign in, and the ID token names it as the method', async () => {
    const { subject, device } = await keeper()
    const pressed = await press()
    expect(pressed.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(pressed.options.allowCredentials ?? []).toEqual([])
    const { at } = await reply(pressed, device.get(pressed.options))
    const { claims } = await exchange(provider, at, pressed.verifier)
    expect(claims).toMatchObject({ sub: subject, amr: ['pop', 'user', 'mfa'] })
    expect(await isSignedIn(pressed.who)).toBe(true)
  })

  test('does not change password sign-in if two steps are not required', async () => {
    const { email } = await keeper()
    expect((await signIn(provider, browser(provider.issuer), email, password)).claims).toMatchObject({ amr: ['pwd'] })
  })

  test('is renamed and removed after the password was entered; its owner is notified, and it can no longer sign in', async () => {
    const { email, who, device } = await keeper()
    await confirm(who)
    const id = device.id.toString('base64url')
    expect(await text(await send(who, '/passkeys/rename', { id, name: '' }))).toContain('enter 1 to 60')
    expect(await text(await send(who, '/passkeys/rename', { id, name: 'Old phone' }))).toContain('value="Old phone"')
    const elsewhere = await press()
    await reply(elsewhere, device.get(elsewhere.options))
    provider.outbox.length = 0
    expect(await text(await send(who, '/passkeys/remove', { id }))).toContain('The passkey is removed.')
    await expect.poll(() => told(email)).toEqual(['passkey-removed'])
    expect(provider.outbox[0]!.text).toContain('Old phone')
    expect([await isSignedIn(who), await isSignedIn(elsewhere.who)]).toEqual([true, false])
    const pressed = await press()
    expect((await reply(pressed, device.get(pressed.options))).response.status).toBe(422)
  })

  test('can be neither renamed nor removed by another account', async () => {
    const [theirs, mine] = [await keeper(), await keeper()]
    const id = theirs.device.id.toString('base64url')
    await confirm(mine.who)
    await send(mine.who, '/passkeys/rename', { id, name: 'Mine' })
    await send(mine.who, '/passkeys/remove', { id })
    const { rows } = await provider.pool.query('select name, account from identity_passkey where id = $1', [id])
    expect(rows).toEqual([{ name: 'My phone', account: theirs.subject }])
  })

  test('is one of at most twenty, and cannot be added twice', async () => {
    const { subject, who, device } = await keeper()
    await confirm(who)
    const listed = askedIn(await text(await send(who, '/passkeys/add', { 'passkey-name': 'x' }))).options
    expect(listed.excludeCredentials).toMatchObject([{ id: device.id.toString('base64url') }])
    expect(await add(who, device)).toContain('The passkey was not added')
    await provider.pool.query(
      `insert into identity_passkey (id, account, name, public_key, counter)
       select $1 || n, $1::uuid, 'x', '', 0 from generate_series(1, 19) n`,
      [subject],
    )
    await confirm(who)
    expect(await add(who, new Authenticator(origin))).toContain('The passkey was not added')
  })

  test('is deleted with its account', async () => {
    const { subject } = await keeper()
    await deleteAccount(provider.pool, subject)
    const { rows } = await provider.pool.query('select 1 from identity_passkey where account = $1', [subject])
    expect(rows).toEqual([])
  })
})

describe('a passkey’s answer is refused', () => {
  const lies: [string, object][] = [
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another port of the same host', { origin: 'http://localhost:1' }],
    ['for another domain', { domain: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of another kind', { type: 'webauthn.other' }],
    ['without the person being checked', { flags: 0x01 }],
    ['without the person being there', { flags: 0x04 }],
  ]

  test.each(lies)('a passkey’s answer is refused at sign-in: %s', async (_, lie) => {
    const { device } = await keeper()
    const pressed = await press()
    const { response } = await reply(pressed, device.get(pressed.options, lie))
    expect([response.status, await isSignedIn(pressed.who)]).toEqual([422, false])
  })

  test.each(lies.slice(0, 5))('a passkey’s answer is refused when adding a passkey: %s', async (_, lie) => {
    const { who } = await person()
    await confirm(who)
    expect(await add(who, new Authenticator(origin), 'x', lie)).toContain('The passkey was not accepted')
  })

  test('an answer from a copied passkey, whose counter did not increase, is refused', async () => {
    const { device } = await keeper()
    const at = async (counter: number) => {
      const pressed = await press()
      return (await reply(pressed, device.get(pressed.options, { counter }))).response.status
    }
    expect((await reply(await press(), 'x')).response.status).toBe(422)
    const first = await press()
    expect((await reply(first, device.get(first.options, { counter: 7 }))).at.startsWith(redirectUri)).toBe(true)
    expect([await at(7), await at(6), await at(0)]).toEqual([422, 422, 422])
    const next = await press()
    expect((await reply(next, device.get(next.options, { counter: 8 }))).at.startsWith(redirectUri)).toBe(true)
    expect(provider.log.join('')).toContain('"because":"passkey-copied"')
  })

  test('but not just because its counter is always zero, as on devices without a counter', async () => {
    const { device } = await keeper()
    for (let n = 0; n < 2; n++) {
      const pressed = await press()
      const { at } = await reply(pressed, device.get(pressed.options, { counter: 0 }))
      expect(at.startsWith(redirectUri)).toBe(true)
    }
  })

  test('a passkey’s answer is refused when given twice, to another sign-in, in another browser, or after five minutes', async () => {
    const { device } = await keeper()
    const pressed = await press()
    const credential = device.get(pressed.options)
    const [one, other] = await Promise.all([reply(pressed, credential), reply(pressed, credential)])
    const ends = [one, other].filter(({ at }) => at.startsWith(redirectUri))
    expect(ends).toHaveLength(1)

    const [asked, elsewhere] = [await press(), await press()]
    expect((await reply({ ...elsewhere, question: asked.question }, device.get(asked.options))).response.status).toBe(
      422,
    )
    const stranger = browser(provider.issuer)
    expect((await reply({ ...asked, who: stranger }, device.get(asked.options))).response.status).toBe(410)
    provider.clock.ms += 5 * 60_000
    expect((await reply(asked, device.get(asked.options))).response.status).toBe(422)
  })

  test('a passkey’s answer is refused from an unknown device, for a changed challenge, or if malformed', async () => {
    const { device } = await keeper()
    const pressed = await press()
    const right = device.get(pressed.options)
    const changed = { ...pressed, question: `A${pressed.question.slice(1)}B` }
    for (const [asked, credential] of [
      [pressed, new Authenticator(origin).get(pressed.options)],
      [changed, right],
      [pressed, ''],
      [pressed, '[]'],
      [pressed, '{"id":{}}'],
      [pressed, JSON.stringify({ ...JSON.parse(right), response: {} })],
    ] as const)
      expect((await reply(asked, credential)).response.status).toBe(422)
    expect(await isSignedIn(pressed.who)).toBe(false)
  })

  test('a passkey’s answer is refused when given for a sign-in but used to add a passkey, or given in one session but used in another', async () => {
    const [{ who }, other] = [await person(), await person()]
    await confirm(who)
    await confirm(other.who)
    const asked = askedIn(await text(await send(who, '/passkeys/add', { 'passkey-name': 'x' })))
    const credential = new Authenticator(origin).create(asked.options)
    const { question } = asked
    expect(await text(await send(other.who, asked.action, { question, credential }))).toContain('not accepted')
    const pressed = await press()
    expect(await text(await send(who, asked.action, { question: pressed.question, credential }))).toContain(
      'not accepted',
    )
  })
})

describe('a passkey as the second step', () => {
  const appIn = (page: string) =>
    URI.parse(/href="(otpauth:[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '') as TOTP
  const codeOf = (app: TOTP) => app.generate({ timestamp: provider.clock.ms })

  async function firstStep(email: string, who = browser(provider.issuer)) {
    const begun = await begin(provider, who)
    const led = await who.follow(await who.post(`${begun.base}/password`, { email, password }))
    const page = await text(led.response)
    return { who, ...begun, at: led.at, page, ...askedIn(page) }
  }

  test('can replace the app’s code if the account has both; adding another passkey requires an app code', async () => {
    const { email, who, device } = await keeper()
    await confirm(who, 'second-factor')
    const app = appIn(await text(await account(who, '/second-factor')))
    await send(who, '/second-factor', { code: codeOf(app) })
    const stand = await firstStep(email)
    expect(stand.page).toContain('Use a passkey')
    const asked = askedIn(await text(await stand.who.go(`${stand.base}/second-step/passkey`)))
    expect(asked.options.allowCredentials).toMatchObject([{ id: device.id.toString('base64url') }])
    const { at } = await reply({ ...stand, ...asked }, device.get(asked.options))
    expect((await exchange(provider, at, stand.verifier)).claims).toMatchObject({ amr: ['pwd', 'pop', 'user', 'mfa'] })

    await confirm(who)
    expect(await text(await account(who, '/passkeys'))).toContain('enter a code first')
    expect(await text(await send(who, '/passkeys/add', { 'passkey-name': 'x' }))).toContain('enter a code first')
    provider.clock.ms += 60_000
    expect(await text(await send(who, '/passkeys/code', { factor: codeOf(app) }))).toContain('My phone')
    expect(await add(who, new Authenticator(origin), 'Laptop')).toContain('Your passkey is added.')
  })

  test('is refused if it belongs to another account', async () => {
    const [mine, theirs] = [await keeper(), await keeper()]
    mustHave.add(mine.subject)
    const stand = await firstStep(mine.email)
    const { response } = await reply(stand, theirs.device.get(stand.options))
    expect([response.status, await isSignedIn(stand.who)]).toEqual([422, false])
  })

  test('is required where a second factor is: neither the password alone, nor an older session, nor a new app is enough', async () => {
    const { email, subject, device } = await keeper()
    const older = browser(provider.issuer)
    await signIn(provider, older, email, password)
    mustHave.add(subject)
    expect(await isSignedIn(older)).toBe(false)
    expect((await account(older)).status).toBe(401)
    const stand = await firstStep(email)
    expect(stand.at).toContain('/second-step/passkey')
    expect(stand.page).not.toContain('otpauth:')
    expect((await send(stand.who, `${stand.base}/second-step`, { code: '123456' })).status).toBe(200)
    expect(await isSignedIn(stand.who)).toBe(false)
    const { at } = await reply(stand, device.get(stand.options))
    expect((await exchange(provider, at, stand.verifier)).claims).toMatchObject({ amr: ['pwd', 'pop', 'user', 'mfa'] })
    const alone = await press()
    expect((await reply(alone, device.get(alone.options))).at.startsWith(redirectUri)).toBe(true)
  })

  test('cannot be removed if it is the last one and a second factor is required, and must be used to add another', async () => {
    const { subject, who, device } = await keeper()
    mustHave.add(subject)
    await confirm(who)
    const asked = askedIn(await text(await account(who, '/passkeys')))
    expect(asked.action).toContain('/passkeys/used')
    const id = device.id.toString('base64url')
    await send(who, '/passkeys/remove', { id })
    const { question, action, options } = asked
    const listed = await text(await send(who, action, { question, credential: device.get(options) }))
    expect(listed).toContain('value="My phone"')
    expect(await text(await send(who, '/passkeys/remove', { id }))).toContain('needs a second factor')
    expect(await add(who, new Authenticator(origin), 'Laptop')).toContain('Your passkey is added.')
  })

  test('can be added instead of an app if a required factor is missing, and a second attempt cannot replace it', async () => {
    const { email, subject } = await person()
    mustHave.add(subject)
    const [owner, thief, third] = [await firstStep(email), await firstStep(email), await firstStep(email)]
    expect(owner.page).toContain('Use a passkey instead')
    const open = async (stand: typeof owner) => ({
      ...stand,
      ...askedIn(await text(await stand.who.go(`${stand.base}/second-step/passkey`))),
    })
    const [mine, stolen] = [await open(owner), await open(thief)]
    const device = new Authenticator(origin)
    const { at } = await reply(mine, device.create(mine.options))
    expect((await exchange(provider, at, owner.verifier)).claims).toMatchObject({ amr: ['pwd', 'pop', 'user', 'mfa'] })
    await expect.poll(() => told(email)).toEqual(['passkey-added'])

    await reply(stolen, new Authenticator(origin).create(stolen.options))
    const app = appIn(third.page)
    await send(third.who, `${third.base}/second-step`, { code: codeOf(app) })
    for (const stand of [thief, third]) expect(await isSignedIn(stand.who)).toBe(false)
    const { rows } = await provider.pool.query(
      `select (select count(*)::int from identity_passkey where account = $1) as keys,
         (select count(*)::int from identity_second_factor where account = $1) as apps`,
      [subject],
    )
    expect(rows).toEqual([{ keys: 1, apps: 0 }])
  })

  test('is removed by the operator’s command, together with the authenticator app', async () => {
    const { email, subject } = await keeper()
    mustHave.add(subject)
    expect([await turnOff(provider.pool, subject), await turnOff(provider.pool, subject)]).toEqual([true, false])
    expect((await firstStep(email)).page).toContain('This account requires two-step sign-in')
  })
})

test('starting a passkey sign-in stores no row, and answered challenges are cleaned up', async () => {
  const rows = async () => (await provider.pool.query('select challenge from identity_spent_challenge')).rows.length
  await provider.pool.query('update identity_spent_challenge set expires_at = now()')
  await purge(provider.pool)
  for (let n = 0; n < 5; n++) await press()
  expect(await rows()).toBe(0)
})

test('passkeys are not offered on an IP address, where browsers accept none', async () => {
  const numbers = await openTestProvider()
  try {
    const who = browser(numbers.issuer)
    const { html, base } = await begin(numbers, who)
    expect(html).not.toContain('passkey')
    expect((await who.post(`${base}/passkey`, {})).status).toBe(404)
  } finally {
    await numbers.close()
  }
})
