import { referralKeys, user } from '@finlist/contract/account/account'
import { saveUser } from '@finlist/contract/account/profile'
import { completeRegistration, confirmEmailProof, startEmailProof } from '@finlist/contract/account/registration'
import { createAccount } from '@finlist/identity/accounts'
import { hashPassword } from '@finlist/identity/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countAnew, holdLimits } from '../http/limits.ts'
import { ApiClient, cheapPasswords, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
const since = Date.now()
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

const referral = (...ticked: string[]) => Object.fromEntries(referralKeys.map(key => [key, ticked.includes(key)]))
const profile = { name: 'Chan Tai Man', phoneNumber: '+852 9123 4567', referral: referral('search') }

async function codeFor(email: string): Promise<string> {
  const message = await testServer.database.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', email)
    .orderBy('message_id', 'desc')
    .executeTakeFirstOrThrow()
  return /\b\d{6}\b/.exec(message.body)![0]
}

const password = 'a long enough phrase'
let count = 0
/** Creates a user who has only an account at the provider, with an unverified address. */
async function newcomer(): Promise<ApiClient & { email: string }> {
  const email = `newcomer-${++count}@demo.example`
  const passwordHash = await hashPassword(password, cheapPasswords)
  const { subject } = await createAccount(testServer.database.pool, { email, emailVerified: false, passwordHash })
  await testServer.database.db.insertInto('users').values({ issuer: 'embedded', subject, email }).execute()
  return Object.assign(await ApiClient.signIn(testServer, email, password), { email })
}

describe('registration', () => {
  it('registration of a new user verifies the address, takes name, phone and referral, and completes the profile (GATE-02, REG-02, 03, 06, 15, 16, 17)', async () => {
    const apiClient = await newcomer()
    expect((await apiClient.ask(user)).data).toMatchObject({
      completeRegistration: false,
      email: apiClient.email,
      emailVerified: false,
    })
    expect(await apiClient.ask(completeRegistration, { body: profile })).toMatchObject({
      http: 400,
      errors: [{ field: 'email' }],
    })
    expect((await apiClient.ask(startEmailProof, { body: { email: apiClient.email } })).http).toBe(200)
    const code = await codeFor(apiClient.email)
    expect((await apiClient.ask(confirmEmailProof, { body: { email: apiClient.email, code } })).http).toBe(200)
    const done = await apiClient.ask(completeRegistration, {
      body: { ...profile, referral: { ...referral('youtube', 'other'), otherInput: 'A friend' } },
    })
    expect(done.http).toBe(200)
    expect((await apiClient.ask(user)).data).toMatchObject({
      completeRegistration: true,
      name: 'Chan Tai Man',
      nickname: 'Chan Tai Man',
      emailVerified: true,
      phoneNumber: '+85291234567',
      referral: { youtube: true, other: true, search: false, otherInput: 'A friend' },
    })
  })

  it.each<[string, object, string, string]>([
    ['without a name (REG-11)', { ...profile, name: '  ' }, 'name', 'Name: required.'],
    [
      'without a phone number (REG-12)',
      { ...profile, phoneNumber: '' },
      'phoneNumber',
      'Please input a valid phone number',
    ],
    [
      'a phone number that is too short (REG-21)',
      { ...profile, phoneNumber: '+852 1' },
      'phoneNumber',
      'Please input a valid phone number',
    ],
    [
      'a phone number without its country (REG-07)',
      { ...profile, phoneNumber: '91234567' },
      'phoneNumber',
      'Please input a valid phone number',
    ],
    [
      'a number that its country does not have',
      { ...profile, phoneNumber: '+999 123 456 78' },
      'phoneNumber',
      'Please input a valid phone number',
    ],
    ['no referral (REG-13)', { ...profile, referral: referral() }, 'referral', 'Please choose at least one'],
    [
      'other without its text (REG-14)',
      { ...profile, referral: referral('other') },
      'otherInput',
      'Please tell us how you heard of us.',
    ],
    ['a name of 101 characters', { ...profile, name: 'x'.repeat(101) }, 'name', 'Name: at most 100 characters.'],
  ])('registration with %s is refused, and nothing is stored', async (_, body, field, message) => {
    const apiClient = await ApiClient.signIn(testServer, 'unregistered')
    const answer = await apiClient.ask(completeRegistration, { body })
    expect([answer.http, answer.errors[0]]).toEqual([400, expect.objectContaining({ field, message })])
    expect((await apiClient.ask(user)).data).toMatchObject({ completeRegistration: false, phoneNumber: '' })
  })

  it('accepts the text for “other” also at the top level', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    const answer = await apiClient.ask(completeRegistration, {
      body: { ...profile, referral: referral('other'), otherInput: 'A poster' },
    })
    expect(answer.http).toBe(200)
    expect((await apiClient.ask(user)).data.referral?.otherInput).toBe('A poster')
  })

  it('stores the language that the user uses', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    await apiClient.ask(saveUser, { body: { language: 'zh' } })
    expect((await apiClient.ask(user)).data.language).toBe('zh')
  })
})

describe('the code that verifies an address', () => {
  it('is refused in the specified words if it is wrong (REG-05)', async () => {
    const apiClient = await newcomer()
    await apiClient.ask(startEmailProof, { body: { email: apiClient.email } })
    const code = await codeFor(apiClient.email)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await apiClient.ask(confirmEmailProof, { body: { email: apiClient.email, code: wrong } })).toMatchObject({
      http: 400,
      errors: [
        { message: 'The code you entered is incorrect, please make sure you have the correct code.', field: 'code' },
      ],
    })
    apiClient.language = 'zh'
    expect(
      (await apiClient.ask(confirmEmailProof, { body: { email: apiClient.email, code: wrong } })).errors[0]!.message,
    ).toBe('你輸入的驗證碼不正確，請確認後再試。')
  })

  it('can be entered wrongly five times; after that the right one is refused too', async () => {
    const apiClient = await newcomer()
    await apiClient.ask(startEmailProof, { body: { email: apiClient.email } })
    const code = await codeFor(apiClient.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let n = 0; n < 5; n++)
      await apiClient.ask(confirmEmailProof, { body: { email: apiClient.email, code: wrong } })
    expect((await apiClient.ask(confirmEmailProof, { body: { email: apiClient.email, code } })).http).toBe(400)
  })

  it('is used once, also with concurrent requests', async () => {
    const apiClient = await newcomer()
    await apiClient.ask(startEmailProof, { body: { email: apiClient.email } })
    const code = await codeFor(apiClient.email)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => apiClient.ask(confirmEmailProof, { body: { email: apiClient.email, code } })),
    )
    expect(answers.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
  })

  it('expires after ten minutes', async () => {
    const apiClient = await newcomer()
    await apiClient.ask(startEmailProof, { body: { email: apiClient.email } })
    const code = await codeFor(apiClient.email)
    await testServer.database.pool.query(
      "update email_proof set expires_at = now() - interval '1 second' where user_id = $1",
      [apiClient.userId],
    )
    expect((await apiClient.ask(confirmEmailProof, { body: { email: apiClient.email, code } })).http).toBe(400)
  })

  it('is valid only for the address it was sent to', async () => {
    const [one, two] = [await newcomer(), await newcomer()]
    await one.ask(startEmailProof, { body: { email: one.email } })
    const code = await codeFor(one.email)
    expect((await two.ask(confirmEmailProof, { body: { email: one.email, code } })).http).toBe(400)
    expect((await one.ask(confirmEmailProof, { body: { email: two.email, code } })).http).toBe(400)
  })

  it('is sent at most once a minute per user and per address', async () => {
    const [one, two] = [await newcomer(), await newcomer()]
    const prove = (apiClient: ApiClient, email: string) => apiClient.ask(startEmailProof, { body: { email } })
    expect((await prove(one, one.email)).http).toBe(200)
    const { rows } = await testServer.database.pool.query<{ expire: number }>(
      `select expire from rate_limit where key like 'email-proof-minute:%' order by expire desc limit 1`,
    )
    expect(rows[0]!.expire).toBeGreaterThan(since + 60_000)
    expect(rows[0]!.expire).toBeLessThanOrEqual(Date.now() + 60_000)
    await holdLimits(testServer)
    const again = await prove(one, 'another@demo.example')
    expect([again.http, Number(again.headers.get('retry-after')) > 80_000]).toEqual([429, true])
    expect(again.errors).toEqual([
      { message: expect.stringMatching(/^Too many tries\. Please try again in \d+ seconds\.$/) },
    ])
    expect((await prove(two, one.email)).http).toBe(429)
    await countAnew(testServer)
    expect((await prove(one, one.email)).http).toBe(200)
  })

  it('makes that address the one to sign in with, unless it belongs to another account', async () => {
    const apiClient = await newcomer()
    const moved = `moved-${count}@demo.example`
    await apiClient.ask(startEmailProof, { body: { email: moved } })
    expect((await apiClient.ask(confirmEmailProof, { body: { email: moved, code: await codeFor(moved) } })).http).toBe(
      200,
    )
    const again = await ApiClient.signIn(testServer, moved, password)
    expect(again.userId).toBe(apiClient.userId)
    const other = await newcomer()
    await other.ask(startEmailProof, { body: { email: 'hk-yearly@demo.example' } })
    const taken = await other.ask(confirmEmailProof, {
      body: { email: 'hk-yearly@demo.example', code: await codeFor('hk-yearly@demo.example') },
    })
    expect([taken.http, taken.errors[0]!.field]).toEqual([409, 'email'])
  })
})
