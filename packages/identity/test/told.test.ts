import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Browser,
  begin,
  browser,
  createAccount,
  openTestProvider,
  signIn,
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
async function person() {
  const email = `told-${++count}@example.org`
  await createAccount(provider.pool, { email, emailVerified: true, password })
  const who = browser(provider.issuer)
  await signIn(provider, who, email, password)
  return { email, who }
}

const post = async (who: Browser, path: string, fields: Record<string, string>) =>
  await (await who.follow(await who.post(`${provider.issuer}/account${path}`, fields))).response.text()
const confirm = (who: Browser, aim: string) => post(who, `/confirm?for=${aim}`, { 'current-password': password })
const appIn = (page: string) =>
  URI.parse(/href="(otpauth:[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '') as TOTP

/** Returns the notices to an address: messages that the user did not request. */
const told = (email: string) =>
  provider.outbox.filter(letter => letter.to === email && !['reset', 'confirm', 'sign-in'].includes(letter.purpose))

describe('the account’s address gets a notice by e-mail', () => {
  test.each([
    ['en', 'Your FinList password was changed'],
    ['zh', '你的 FinList 密碼已更改'],
  ])(
    'the account’s address gets a notice by e-mail when a new password was set in a session, in the language of the page (%s)',
    async (lang, subject) => {
      const { email, who } = await person()
      await who.go(`${provider.issuer}/account?lang=${lang}`)
      await confirm(who, 'password')
      await post(who, '/password', { 'new-password': 'another fine harbour' })
      await expect.poll(() => told(email)).toMatchObject([{ purpose: 'password-changed', subject, language: lang }])
    },
  )

  test('the account’s address gets a notice by e-mail when a forgotten password was reset, but not when an account is created', async () => {
    const { email } = await person()
    const set = async (way: 'reset' | 'create', to: string) => {
      const who = browser(provider.issuer)
      const { base } = await begin(provider, who)
      await who.post(`${base}/${way}`, { email: to })
      const { code } = await provider.letter(to)
      const { at } = await who.follow(await who.post(`${base}/code`, { code, purpose: way }))
      await who.follow(await who.post(at, { 'new-password': 'another fine harbour' }))
    }
    await set('reset', email)
    await expect.poll(() => told(email)).toMatchObject([{ purpose: 'password-changed' }])
    await set('create', 'newcomer@example.org')
    expect(told('newcomer@example.org').map(({ purpose }) => purpose)).toEqual(['create'])
  })

  test('the account’s address gets a notice by e-mail when new recovery codes were made', async () => {
    const { email, who } = await person()
    await confirm(who, 'second-factor')
    const app = appIn(await (await who.go(`${provider.issuer}/account/second-factor`)).text())
    await post(who, '/second-factor', { code: app.generate({ timestamp: provider.clock.ms }) })
    provider.clock.ms += 60_000
    await confirm(who, 'second-factor')
    await post(who, '/second-factor/codes', { factor: app.generate({ timestamp: provider.clock.ms }) })
    await expect.poll(() => told(email)).toMatchObject([{ purpose: 'factor-on' }, { purpose: 'recovery-made' }])
  })
})
