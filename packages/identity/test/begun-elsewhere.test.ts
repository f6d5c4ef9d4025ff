import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeEmail, endSessions } from '../src/accounts.ts'
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

beforeAll(async () => {
  provider = await openTestProvider({ needsSecondFactor: async subject => mustHave.has(subject) })
})
afterAll(() => provider.close())
beforeEach(() => provider.forgetLimits())

let count = 0
async function person() {
  const email = `begun-${++count}@example.org`
  const { subject } = await createAccount(provider.pool, { email, emailVerified: true, password })
  return { email, subject }
}

/** Types the password in another browser, and does not follow the response. */
async function begunBy(email: string, who = browser(provider.issuer)) {
  const begun = await begin(provider, who)
  return { who, ...begun, left: await who.post(`${begun.base}/password`, { email, password }) }
}
type Begun = Awaited<ReturnType<typeof begunBy>>

const opens = async ({ who, left }: Begun) => (await who.follow(left)).at.startsWith(redirectUri)

/** What an owner may do to secure their account. */
const ways: [string, (owner: { email: string; subject: string }) => Promise<unknown>][] = [
  ['every session was ended', ({ subject }) => endSessions(provider.pool, subject)],
  ['a forgotten password was reset', ({ email }) => resetBy(email)],
  ['the password was changed in a session', ({ email }) => changeBy(email)],
]

async function resetBy(email: string, who = browser(provider.issuer)) {
  const { base } = await begin(provider, who)
  await who.follow(await who.post(`${base}/reset`, { email }))
  const { code } = await provider.letter(email)
  const { at } = await who.follow(await who.post(`${base}/code`, { code, purpose: 'reset' }))
  const led = await who.follow(await who.post(at, { 'new-password': 'another long phrase' }))
  expect(led.at.startsWith(redirectUri)).toBe(true)
}

async function changeBy(email: string, who: Browser = browser(provider.issuer)) {
  await signIn(provider, who, email, password)
  const at = `${provider.issuer}/account`
  await who.follow(await who.post(`${at}/confirm?for=password`, { 'current-password': password }))
  const led = await who.follow(await who.post(`${at}/password`, { 'new-password': 'another long phrase' }))
  expect(await led.response.text()).toContain('Your password is changed')
}

describe('a sign-in begun in another browser can no longer be completed after', () => {
  test.each(ways)('%s', async (_, secure) => {
    const owner = await person()
    const [followed, left] = [await begunBy(owner.email), await begunBy(owner.email)]
    expect(await opens(followed)).toBe(true)
    await secure(owner)
    expect(await opens(left)).toBe(false)
  })

  test.each(ways.slice(0, 2))('%s, even if the sign-in had reached the setup of a second factor', async (_, secure) => {
    const owner = await person()
    mustHave.add(owner.subject)
    const left = await begunBy(owner.email)
    const page = await (await left.who.follow(left.left)).response.text()
    expect(page).toContain('otpauth:')
    mustHave.delete(owner.subject)
    await secure(owner)
    mustHave.add(owner.subject)
    const { at } = await left.who.follow(await left.who.go(`${left.base}/second-step`))
    expect(new URL(at).pathname).toBe(left.base)
  })

  test('the address was changed, even if the sign-in had a code or a proof of the previous address', async () => {
    const { email, subject } = await person()
    const [waiting, proved] = [browser(provider.issuer), browser(provider.issuer)]
    const atCode = await begin(provider, waiting)
    await waiting.follow(await waiting.post(`${atCode.base}/email-code`, { email }))
    const { code } = await provider.letter(email)
    await provider.forgetLimits()
    const atReset = await begin(provider, proved)
    await proved.follow(await proved.post(`${atReset.base}/reset`, { email }))
    const reset = await provider.letter(email)
    const asked = await proved.follow(await proved.post(`${atReset.base}/code`, { code: reset.code, purpose: 'reset' }))
    expect(asked.at).toContain('/new-password')

    expect(await changeEmail(provider.pool, subject, `new-${email}`)).toBe(true)
    const byCode = await waiting.follow(await waiting.post(`${atCode.base}/code`, { code, purpose: 'sign-in' }))
    expect(byCode.at.startsWith(redirectUri)).toBe(false)
    const byProof = await proved.follow(await proved.post(asked.at, { 'new-password': 'another long phrase' }))
    expect(byProof.at.startsWith(redirectUri)).toBe(false)
    expect((await signIn(provider, browser(provider.issuer), `new-${email}`, password)).status).toBe(200)
  })
})

test('a sign-in that is continued later is only as recent as its proof', async () => {
  const { email } = await person()
  const begunAt = Date.now()
  const left = await begunBy(email)
  vi.useFakeTimers({ toFake: ['Date'], now: begunAt + 30 * 60_000 })
  try {
    const { at } = await left.who.follow(left.left)
    const { claims } = await exchange(provider, at, left.verifier)
    expect(Number(claims['auth_time']) * 1_000).toBeLessThan(begunAt + 60_000)
  } finally {
    vi.useRealTimers()
  }
})
