import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '../src/accounts.ts'
import { purge } from '../src/purge.ts'
import { beginSecondStep, offerSecret } from '../src/second-step.ts'
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
const password = 'quiet harbour 47'
const mustHave = new Set<string>()
const note = { en: 'Anybody', zh: '任何人' }

beforeAll(async () => {
  provider = await openTestProvider({
    oneClick: [{ email: 'click@example.org', note }],
    needsSecondFactor: async subject => mustHave.has(subject),
  })
})
afterAll(() => provider.close())
beforeEach(async () => {
  await provider.forgetLimits()
  provider.outbox.length = 0
})

type Keeper = { email: string; subject: string; who: Browser; app: TOTP; recovery: string[]; page: string }

const account = async (email: string, more: { phone?: string; phoneVerified?: boolean } = {}) =>
  (await createAccount(provider.pool, { email, emailVerified: true, password, ...more })).subject

/** Creates an account, and sets up its authenticator app in a signed-in browser. */
async function keeper(email: string, more = {}): Promise<Keeper> {
  const subject = await account(email, more)
  const who = browser(provider.issuer)
  await signIn(provider, who, email, password)
  await confirm(who)
  const app = appIn(await text(await at(who)))
  const page = await text(await send(who, '', { code: codeOf(app) }))
  return { email, subject, who, app, recovery: codesIn(page), page }
}

/** Returns the app's settings from the link next to the QR code, which has the same secret. */
const appIn = (page: string) =>
  URI.parse(/href="(otpauth:[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '') as TOTP
const codesIn = (page: string) => [...page.matchAll(/<li>([0-9a-z]{5}-[0-9a-z]{5})<\/li>/g)].map(([, code]) => code!)

const confirm = (who: Browser) =>
  who.post(`${provider.issuer}/account/confirm?for=second-factor`, { 'current-password': password })
const at = (who: Browser) => who.go(`${provider.issuer}/account/second-factor`)
const send = async (who: Browser, step: string, fields: Record<string, string>) =>
  (await who.follow(await who.post(`${provider.issuer}/account/second-factor${step}`, fields))).response
const text = async (response: Response) => await response.text()

/** Returns the app's code at the provider's time, shifted by `steps` of 30 seconds. */
const codeOf = (app: TOTP, steps = 0) => app.generate({ timestamp: provider.clock.ms + steps * 30_000 })

/** Returns a code that is wrong for every accepted time step. */
function wrongCodeOf(app: TOTP): string {
  const counts = [-1, 0, 1].map(steps => codeOf(app, steps))
  return ['000000', '111111', '222222', '333333'].find(code => !counts.includes(code))!
}

/** Moves the clock forward a few minutes, so that the app's current code has never been entered. */
const timeGoesOn = () => void (provider.clock.ms += 5 * 60_000)

/** Makes the first step by password, and returns the page and address that follow. */
async function firstStep({ email }: { email: string }, who = browser(provider.issuer), extra = {}) {
  const begun = await begin(provider, who, extra)
  const led = await who.follow(await who.post(`${begun.base}/password`, { email, password }))
  return { ...begun, who, at: led.at, page: await text(led.response) }
}

const enter = async (
  { who, base }: { who: Browser; base: string },
  fields: Record<string, string>,
  to = 'second-step',
) => who.follow(await who.post(`${base}/${to}`, fields))

const isSignedIn = async (who: Browser) => (await begin(provider, who)).at.startsWith(redirectUri)

describe('the second step cannot be bypassed', () => {
  let ann: Keeper
  let bob: Keeper
  beforeAll(async () => {
    await provider.forgetLimits()
    ann = await keeper('ann@example.org')
    bob = await keeper('bob@example.org')
  })

  type Stand = Awaited<ReturnType<typeof firstStep>>
  const used = 'Code: it has already been used.'
  const wrong = 'Code: it doesn’t match the one your app shows now.'
  const beside = (steps: number) => codeOf(ann.app, steps)
  const refusals: [string, (stand: Stand) => Promise<{ response: Response }>, number, string][] = [
    ['with no code', it => enter(it, {}), 422, 'Code: enter the 6 digits'],
    ['with five digits', it => enter(it, { code: '12345' }), 422, 'Code: enter the 6 digits'],
    ['with a wrong code', it => enter(it, { code: wrongCodeOf(ann.app) }), 422, wrong],
    ['with the code of a minute and a half ago', it => enter(it, { code: beside(-3) }), 422, wrong],
    ['with a code of the time after next', it => enter(it, { code: beside(3) }), 422, wrong],
    ['with the code of somebody else’s app', it => enter(it, { code: codeOf(bob.app) }), 422, wrong],
    ['with the code of before', async it => (await useUp(beside(0)), enter(it, { code: beside(0) })), 422, used],
    ['with no recovery code', it => enter(it, {}, 'recovery'), 422, 'Recovery code: enter its 10'],
    [
      'with a wrong recovery code',
      it => enter(it, { recovery: '00000-00000' }, 'recovery'),
      422,
      'Recovery code: it is',
    ],
    [
      'with somebody else’s recovery code',
      it => enter(it, { recovery: bob.recovery[0]! }, 'recovery'),
      422,
      'Recovery code: it is',
    ],
    ['by the step after it', it => enter(it, {}, 'second-step/done'), 200, 'Enter the code from your app'],
    ['by the way back to the client', it => goOn(it), 400, 'This page has expired'],
    ['in another browser', it => enter({ ...it, who: browser(provider.issuer) }, { code: beside(0) }), 410, 'expired'],
    [
      'when the first step was long ago',
      async it => (await late(), enter(it, { code: beside(0) })),
      200,
      'Sign in</h1>',
    ],
  ]
  const useUp = async (code: string) => enter(await firstStep(ann), { code })
  const late = () => provider.pool.query('update identity_second_step set expires_at = now()')
  /**
   * Follows the provider's own address of the interaction. The provider finishes the interaction there, if it has a
   * result.
   */
  const goOn = async ({ who, base }: Stand) => who.follow(await who.go(base.replace('/interaction/', '/auth/')))

  test.each(refusals)('%s', async (_, attempt, status, said) => {
    timeGoesOn()
    const stand = await firstStep(ann)
    expect(stand.page).toContain('Enter the code from your app')
    const { response } = await attempt(stand)
    expect([response.status, await text(response)]).toEqual([status, expect.stringContaining(said)])
    expect(await isSignedIn(stand.who)).toBe(false)
  })

  test('the second step cannot be bypassed by any code without the first step', async () => {
    timeGoesOn()
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    for (const [to, fields] of [
      ['second-step', { code: codeOf(ann.app) }],
      ['recovery', { recovery: ann.recovery[0]! }],
      ['second-step/done', {}],
    ] as const)
      expect((await who.post(`${base}/${to}`, fields)).headers.get('location')).toBe(base)
    expect(await isSignedIn(who)).toBe(false)
  })

  test('the second step cannot be bypassed by a session that has passed only the first step', async () => {
    timeGoesOn()
    const stand = await firstStep(ann)
    const { at: end } = await enter(stand, { code: codeOf(ann.app) })
    expect(end.startsWith(redirectUri)).toBe(true)
    await provider.pool.query(
      `update identity_provider_row set payload = jsonb_set(payload, '{amr}', '["pwd"]') where model = 'Session' and account = $1`,
      [ann.subject],
    )
    expect(await isSignedIn(stand.who)).toBe(false)
    expect((await stand.who.go(`${provider.issuer}/account`)).status).toBe(401)
  })

  test('the second step allows five tries in 15 minutes and fifty in a day, counting codes and recovery codes together', async () => {
    timeGoesOn()
    const stand = await firstStep(ann)
    for (let tries = 0; tries < 5; tries++) {
      const [fields, to] = tries % 2 ? [{ recovery: '0000000000' }, 'recovery'] : [{ code: wrongCodeOf(ann.app) }]
      expect((await enter(stand, fields, to)).response.status).toBe(422)
    }
    for (const elsewhere of [stand, await firstStep(ann)]) {
      const { response } = await enter(elsewhere, { code: beside(0) })
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(600)
      expect(await text(response)).toContain('Too many tries. Please try again in 15 minutes')
      expect((await enter(elsewhere, { recovery: ann.recovery[0]! }, 'recovery')).response.status).toBe(429)
    }
    await provider.pool.query(`delete from identity_limit where key like 'factor-account:%'`)
    await provider.pool.query(`update identity_limit set points = 50 where key like 'factor-day:%'`)
    const tomorrow = (await enter(stand, { code: beside(0) })).response
    expect(Number(tomorrow.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    expect(await isSignedIn(stand.who)).toBe(false)
  })
})

describe('the second step of a sign-in', () => {
  let ivy: Keeper
  beforeAll(async () => {
    await provider.forgetLimits()
    ivy = await keeper('click@example.org', { phone: '+85251234567', phoneVerified: true })
  })

  test('follows the password, and the ID token names both', async () => {
    timeGoesOn()
    const stand = await firstStep(ivy)
    expect(stand.at).toContain('/second-step')
    const code = codeOf(ivy.app)
    const { at: end } = await enter(stand, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    const { claims } = await exchange(provider, end, stand.verifier)
    expect(claims).toMatchObject({ sub: ivy.subject, amr: ['pwd', 'otp', 'mfa'] })
    expect(await isSignedIn(stand.who)).toBe(true)
  })

  test('is required after a code by e-mail or SMS, a password reset, a one-click sign-in, and a repeated sign-in', async () => {
    const byCode = (way: string, purpose: string, to: string) => async (who: Browser, base: string) => {
      await who.post(`${base}/${way}`, { email: ivy.email })
      return who.post(`${base}/code`, { purpose, code: (await provider.letter(to)).code })
    }
    const ways: Record<string, (who: Browser, base: string) => Promise<Response>> = {
      email: byCode('email-code', 'sign-in', ivy.email),
      sms: byCode('sms-code', 'sign-in', '+85251234567'),
      create: byCode('create', 'create', ivy.email),
      click: (who, base) => who.post(`${base}/one-click`, { email: ivy.email }),
      reset: async (who, base) => {
        const { at: step } = await who.follow(await byCode('reset', 'reset', ivy.email)(who, base))
        return who.post(step, { 'new-password': password })
      },
    }
    for (const [way, go] of Object.entries(ways)) {
      await provider.forgetLimits()
      timeGoesOn()
      provider.outbox.length = 0
      const who = browser(provider.issuer)
      const { base, verifier } = await begin(provider, who)
      expect([way, (await who.follow(await go(who, base))).at]).toEqual([way, expect.stringContaining('/second-step')])
      expect([way, await isSignedIn(who)]).toEqual([way, false])
      const { at: end } = await enter({ who, base }, { code: codeOf(ivy.app) })
      expect([way, (await exchange(provider, end, verifier)).claims.sub]).toEqual([way, ivy.subject])

      const anew = await begin(provider, who, { prompt: 'login' })
      const led = await who.follow(await who.post(`${anew.base}/one-click`, { email: ivy.email }))
      expect([way, led.at]).toEqual([way, expect.stringContaining('/second-step')])
    }
  })

  test('accepts codes of the previous and next time step, each only once, even with concurrent requests', async () => {
    const { email, app } = ivy
    for (const steps of [-1, 0, 1]) {
      timeGoesOn()
      const stands = [await firstStep({ email }), await firstStep({ email })]
      const code = codeOf(app, steps)
      const led = await Promise.all(stands.map(stand => enter(stand, { code })))
      expect(led.filter(({ at: end }) => end.startsWith(redirectUri))).toHaveLength(1)
      expect(led.filter(({ response }) => response.status === 422)).toHaveLength(1)
    }
  })

  test('accepts each recovery code once, also with concurrent requests, and notifies the user', async () => {
    const { email, subject, recovery } = ivy
    const stands = [await firstStep({ email }), await firstStep({ email })]
    expect(stands[0]!.page).toContain('Use a recovery code')
    provider.outbox.length = 0
    const typed = recovery[0]!.toUpperCase().replace('-', ' ')
    const led = await Promise.all(stands.map(stand => enter(stand, { recovery: typed }, 'recovery')))
    const ends = led.map(({ at: end }) => end.startsWith(redirectUri))
    expect(ends.filter(Boolean)).toHaveLength(1)
    const winner = stands[ends.indexOf(true)]!
    const { claims } = await exchange(provider, led[ends.indexOf(true)]!.at, winner.verifier)
    expect(claims).toMatchObject({ sub: subject, amr: ['pwd', 'otp', 'mfa'] })
    await expect.poll(() => provider.outbox).toMatchObject([{ to: email, purpose: 'recovery-used' }])
    const page = await text(await winner.who.go(`${provider.issuer}/account`))
    expect(page).toContain('Recovery codes left: 9')
  })

  test('resets the number of attempts when the code is right', async () => {
    const { email, app } = ivy
    for (let round = 0; round < 2; round++) {
      timeGoesOn()
      const stand = await firstStep({ email })
      for (let tries = 0; tries < 4; tries++) await enter(stand, { code: wrongCodeOf(app) })
      expect((await enter(stand, { code: codeOf(app) })).at.startsWith(redirectUri)).toBe(true)
    }
  })
})

describe('turning two-step sign-in on', () => {
  test('asks for the password first, shows QR code, key and link, and accepts only a correct code', async () => {
    const subject = await account('eve@example.org')
    const who = browser(provider.issuer)
    await signIn(provider, who, 'eve@example.org', password)
    expect(await text(await who.go(`${provider.issuer}/account`))).toContain('Turn on two-step sign-in')
    expect(await text(await at(who))).toContain('Confirm it is you')
    expect(await text(await send(who, '', { code: '123456' }))).toContain('Confirm it is you')
    await confirm(who)
    const shown = await at(who)
    const policy = shown.headers.get('content-security-policy')
    const page = await text(shown)
    expect(policy).toContain("style-src 'self'")
    expect(page).not.toMatch(/<style|style="|<script>|\son\w+=/)
    expect(page).toMatch(/role="img" aria-label="[^"]+"><svg [^]*fill="white"/)
    const app = appIn(page)
    expect([app.issuer, app.label, app.algorithm, app.digits, app.period]).toEqual([
      'FinList',
      'eve@example.org',
      'SHA1',
      6,
      30,
    ])
    expect(/class="key">([^]*?)<\/p>/.exec(page)![1]!.replace(/<[^>]+>|\s/g, '')).toBe(app.secret.base32)
    expect(appIn(await text(await at(who))).secret.base32).toBe(app.secret.base32)
    const wrong = await send(who, '', { code: wrongCodeOf(app) })
    expect([wrong.status, await text(wrong)]).toEqual([422, expect.stringContaining('Code: it doesn’t match the one')])
    expect((await firstStep({ email: 'eve@example.org' })).at.startsWith(redirectUri)).toBe(true)
    const done = await text(await send(who, '', { code: codeOf(app) }))
    expect(new Set(codesIn(done)).size).toBe(10)
    expect((await firstStep({ email: 'eve@example.org' })).at).toContain('/second-step')
    const log = provider.log.join('')
    expect(log).toContain(`"event":"second-factor-on","account":"${subject}"`)
    for (const secret of [app.secret.base32, ...codesIn(done), codesIn(done)[0]!.replace('-', '')])
      expect(log.includes(secret)).toBe(false)
  })

  test('ends the other sessions but not this one, and notifies the user in their language', async () => {
    await account('fay@example.org')
    const [who, elsewhere] = [browser(provider.issuer), browser(provider.issuer)]
    for (const one of [who, elsewhere]) await signIn(provider, one, 'fay@example.org', password)
    await confirm(who)
    const app = appIn(await text(await at(who)))
    await who.go(`${provider.issuer}/account?lang=zh`)
    await send(who, '', { code: codeOf(app) })
    expect([await isSignedIn(who), await isSignedIn(elsewhere)]).toEqual([true, false])
    await expect
      .poll(() => provider.outbox)
      .toMatchObject([{ to: 'fay@example.org', purpose: 'factor-on', subject: 'FinList 兩步驗證已啟用' }])
  })

  test('stores recovery codes as salted scrypt, and new ones invalidate the old', async () => {
    const { email, subject, who, app, recovery } = await keeper('gus@example.org')
    const { rows } = await provider.pool.query<{ row: string; salt: string }>(
      `select f::text as row, recovery_salt as salt from identity_second_factor f where account = $1`,
      [subject],
    )
    expect(rows[0]!.salt).toMatch(/^scrypt\$4\$8\$1\$[\w-]{22}$/)
    for (const code of recovery) expect(rows[0]!.row).not.toContain(Buffer.from(code.replace('-', '')).toString('hex'))
    expect(await text(await send(who, '/codes', { factor: codeOf(app) }))).toContain('Confirm it is you')
    await confirm(who)
    expect((await send(who, '/codes', { factor: '' })).status).toBe(422)
    expect((await send(who, '/codes', { factor: codeOf(app) })).status).toBe(422)
    timeGoesOn()
    const fresh = codesIn(await text(await send(who, '/codes', { factor: codeOf(app) })))
    expect(fresh).toHaveLength(10)
    const stand = await firstStep({ email })
    expect((await enter(stand, { recovery: recovery[0]! }, 'recovery')).response.status).toBe(422)
    expect((await enter(stand, { recovery: fresh[0]! }, 'recovery')).at.startsWith(redirectUri)).toBe(true)
  })

  test('moving two-step sign-in to another phone requires a code from the old phone, whose codes then stop working', async () => {
    const { email, who, app } = await keeper('hal@example.org')
    await confirm(who)
    expect(await text(await send(who, '', { code: codeOf(app) }))).toContain('Set up another phone')
    timeGoesOn()
    const next = appIn(await text(await send(who, '/anew', { factor: codeOf(app) })))
    expect(next.secret.base32).not.toBe(app.secret.base32)
    expect(codesIn(await text(await send(who, '', { code: codeOf(next) })))).toHaveLength(10)
    timeGoesOn()
    const stand = await firstStep({ email })
    expect((await enter(stand, { code: codeOf(app) })).response.status).toBe(422)
    expect((await enter(stand, { code: codeOf(next) })).at.startsWith(redirectUri)).toBe(true)
  })
})

describe('turning two-step sign-in off', () => {
  test('requires the password and a code or recovery code, notifies the user, and ends other sessions', async () => {
    const { email, subject, who, app, recovery } = await keeper('jon@example.org')
    const elsewhere = await firstStep({ email })
    timeGoesOn()
    await enter(elsewhere, { code: codeOf(app) })
    expect(await isSignedIn(elsewhere.who)).toBe(true)
    expect(await text(await send(who, '/off', { factor: recovery[0]! }))).toContain('Confirm it is you')
    await confirm(who)
    expect((await send(who, '/off', { factor: wrongCodeOf(app) })).status).toBe(422)
    provider.outbox.length = 0
    expect(await text(await send(who, '/off', { factor: recovery[0]! }))).toContain('Two-step sign-in is off.')
    expect([await isSignedIn(who), await isSignedIn(elsewhere.who)]).toEqual([true, false])
    await expect.poll(() => provider.outbox).toMatchObject([{ to: email, purpose: 'factor-off' }])
    expect((await firstStep({ email })).at.startsWith(redirectUri)).toBe(true)
    expect(provider.log.join('')).toContain(`"event":"second-factor-off","account":"${subject}"`)
  })

  test('happens when the account is deleted, with all of its rows', async () => {
    const { email, subject } = await keeper('kim@example.org')
    await firstStep({ email })
    const rows = async () => {
      const { rows: found } = await provider.pool.query<{ n: number }>(
        `select (select count(*)::int from identity_second_factor where account = $1)
           + (select count(*)::int from identity_second_step where account = $1) as n`,
        [subject],
      )
      return found[0]!.n
    }
    expect(await rows()).toBe(2)
    await deleteAccount(provider.pool, subject)
    expect(await rows()).toBe(0)
  })
})

describe('a user who must have a second factor', () => {
  test('must set one up before the sign-in completes, and then sees the recovery codes', async () => {
    const subject = await account('lou@example.org')
    const earlier = browser(provider.issuer)
    await signIn(provider, earlier, 'lou@example.org', password)
    mustHave.add(subject)
    expect(await isSignedIn(earlier)).toBe(false)
    const stand = await firstStep({ email: 'lou@example.org' })
    expect(stand.page).toContain('This account requires two-step sign-in')
    const app = appIn(stand.page)
    for (const fields of [{}, { code: wrongCodeOf(app) }])
      expect((await enter(stand, fields)).response.status).toBe(422)
    expect(await text((await enter(stand, {}, 'second-step/done')).response)).toContain('otpauth:')
    expect(await text((await enter(stand, { recovery: '0000000000' }, 'recovery')).response)).toContain(
      'Recovery code:',
    )
    expect(await isSignedIn(stand.who)).toBe(false)
    const again = await firstStep({ email: 'lou@example.org' }, stand.who)
    const next = appIn(again.page)
    expect(next.secret.base32).not.toBe(app.secret.base32)
    expect((await enter(again, { code: codeOf(app) })).response.status).toBe(422)
    const { response } = await enter(again, { code: codeOf(next) })
    expect(codesIn(await text(response))).toHaveLength(10)
    expect(await text(await again.who.go(`${again.base}/second-step`))).toContain('Two-step sign-in is on')
    const { at: end } = await enter(again, {}, 'second-step/done')
    expect((await exchange(provider, end, again.verifier)).claims).toMatchObject({
      sub: subject,
      amr: ['pwd', 'otp', 'mfa'],
    })
    expect(await isSignedIn(again.who)).toBe(true)
  })

  test('cannot turn two-step sign-in off, but can set up another phone', async () => {
    const { subject, who, app } = await keeper('max@example.org')
    mustHave.add(subject)
    await confirm(who)
    const page = await text(await at(who))
    expect(page).toContain('Set up another phone')
    expect(page).not.toContain('second-factor/off')
    timeGoesOn()
    await send(who, '/off', { factor: codeOf(app) })
    expect((await firstStep({ email: 'max@example.org' })).page).toContain('Enter the code from your app')
  })

  test('cannot replace an app that was set up meanwhile', async () => {
    const subject = await account('ned@example.org')
    mustHave.add(subject)
    const thief = await firstStep({ email: 'ned@example.org' })
    const theirs = appIn(thief.page)
    const owner = await firstStep({ email: 'ned@example.org' })
    await enter(owner, { code: codeOf(appIn(owner.page)) })
    await enter(owner, {}, 'second-step/done')
    timeGoesOn()
    const { at } = await enter(thief, { code: codeOf(theirs) })
    expect(new URL(at).pathname).toBe(thief.base)
    expect(await isSignedIn(thief.who)).toBe(false)
    expect((await firstStep({ email: 'ned@example.org' })).page).toContain('Enter the code from your app')
  })
})

test('expired second steps are cleaned up', async () => {
  const subject = await account('old@example.org')
  await beginSecondStep(provider.pool, 'interaction:old', subject, ['pwd'])
  await offerSecret(provider.pool, 'session:young', subject)
  await provider.pool.query(`update identity_second_step set expires_at = now() where owner = 'interaction:old'`)
  await purge(provider.pool)
  const { rows } = await provider.pool.query('select owner from identity_second_step where account = $1', [subject])
  expect(rows).toEqual([{ owner: 'session:young' }])
})
