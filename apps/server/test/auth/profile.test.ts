import { user } from '@finlist/contract/account/account'
import {
  deleteAccount,
  exportPersonalData,
  keepAccount,
  notificationPreferences,
  toggleMarketing,
  toggleProduct,
  toggleProductByGet,
} from '@finlist/contract/account/preferences'
import { saveUser } from '@finlist/contract/account/profile'
import { completeRegistration, confirmEmailProof, startEmailProof } from '@finlist/contract/account/registration'
import { accountByEmail } from '@finlist/identity/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDue } from '../../src/auth/erasure.ts'
import { personalTables } from '../../src/auth/personal-data.ts'
import { embeddedAccount } from '../../src/boot/embedded-account.ts'
import { openMessenger } from '../../src/notifications/messenger.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

const messagesTo = (address: string) =>
  testServer.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', address)
    .orderBy('message_id', 'desc')
    .execute()
async function codeFor(address: string) {
  const [newest] = await messagesTo(address)
  return /\b\d{6}\b/.exec(newest!.body)![0]
}
const me = async (apiClient: ApiClient) => (await apiClient.ask(user)).data

describe('the profile', () => {
  it('has the specified fields (DASH-19, 23)', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    expect(await me(apiClient)).toMatchObject({
      completeRegistration: true,
      name: 'Demo HK Yearly',
      nickname: 'Demo HK Yearly',
      email: 'hk-yearly@demo.example',
      emailVerified: true,
      phoneNumber: '+85251234567',
    })
  })

  it('accepts one change per call, in the specified shapes (DASH-13, 15, 17, 20)', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-monthly')
    expect((await apiClient.ask(saveUser, { body: { nickname: ' New Name ' } })).http).toBe(200)
    expect(
      (await apiClient.ask(saveUser, { body: { user_metadata: { fin_phone_number: '+852 9123 4567' } } })).http,
    ).toBe(200)
    expect(await me(apiClient)).toMatchObject({ name: 'New Name', phoneNumber: '+85291234567' })
    expect((await apiClient.ask(saveUser, { body: { nickname: 'a', language: 'en' } })).http).toBe(400)
    expect((await apiClient.ask(saveUser, { body: {} })).http).toBe(400)
  })

  it('stores the colour of rising prices, one of three choices, for all devices of the user', async () => {
    let apiClient = await ApiClient.signIn(testServer, 'hk-monthly')
    expect((await me(apiClient)).risingPrices).toBe(null)
    for (const risingPrices of ['red', 'green', 'market'] as const) {
      expect((await apiClient.ask(saveUser, { body: { risingPrices } })).http).toBe(200)
      apiClient = await ApiClient.signIn(testServer, 'hk-monthly')
      expect((await me(apiClient)).risingPrices).toBe(risingPrices)
    }
    const wrong = await apiClient.raw('POST', '/users/user', { risingPrices: 'blue' })
    expect(wrong.http).toBe(400)
    expect(wrong.errors[0]!.field).toBe('risingPrices')
  })

  it('stores the start page for all devices of the user: a page, or the list of the last viewed market', async () => {
    let apiClient = await ApiClient.signIn(testServer, 'hk-monthly')
    expect((await me(apiClient)).startPage).toBe(null)
    for (const startPage of ['/today', '/finlist-jp', '/watchlist?list=12', '']) {
      expect((await apiClient.ask(saveUser, { body: { startPage } })).http).toBe(200)
      apiClient = await ApiClient.signIn(testServer, 'hk-monthly')
      expect((await me(apiClient)).startPage).toBe(startPage)
    }
    for (const startPage of ['//evil.example', '/auth/logout', '/watchlist?list=', '/todayx', 'today', 7]) {
      const wrong = await apiClient.raw('POST', '/users/user', { startPage })
      expect([startPage, wrong.http, wrong.errors[0]!.field]).toEqual([startPage, 400, 'startPage'])
    }
  })

  it.each<[string, object, string, string]>([
    [
      'an invalid phone number (DASH-16)',
      { user_metadata: { fin_phone_number: '123' } },
      'phoneNumber',
      'Please input a valid phone number',
    ],
    ['an empty name', { nickname: ' ' }, 'nickname', 'Name: required.'],
    ['an unverified address', { email: 'new@demo.example' }, 'email', 'Please verify your e-mail address first.'],
  ])('refuses %s', async (_, body, field, message) => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    const before = await me(apiClient)
    expect(await apiClient.ask(saveUser, { body })).toMatchObject({ http: 400, errors: [{ field, message }] })
    expect(await me(apiClient)).toEqual(before)
  })

  it('replaces the e-mail address only after it is verified; the new one then signs in, and the old one is notified (DASH-14)', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'credit')
    const email = 'credit-moved@demo.example'
    await apiClient.ask(startEmailProof, { body: { email } })
    expect((await apiClient.ask(saveUser, { body: { email } })).http).toBe(400)
    const code = await codeFor(email)
    expect((await apiClient.ask(confirmEmailProof, { body: { email, code } })).http).toBe(200)
    expect((await me(apiClient)).email).toBe('credit@demo.example')
    expect((await apiClient.ask(saveUser, { body: { email } })).http).toBe(200)
    expect(await me(apiClient)).toMatchObject({ email, emailVerified: true })
    for (const told of ['credit@demo.example', email])
      expect((await messagesTo(told))[0]).toMatchObject({
        subject: 'Your e-mail address at FinList was changed',
        body: expect.stringContaining(email),
      })
    expect(await accountByEmail(testServer.database.pool, email)).toBeDefined()
    expect((await apiClient.ask(saveUser, { body: { email } })).http).toBe(400)
  })

  it('ends every other session when the address changes, also at the provider', async () => {
    const [apiClient, elsewhere, program] = [
      await ApiClient.signIn(testServer, 'hk-quarterly'),
      await ApiClient.signIn(testServer, 'hk-quarterly'),
      await ApiClient.byToken(testServer, 'hk-quarterly'),
    ]
    const email = 'hk-quarterly-moved@demo.example'
    await apiClient.ask(startEmailProof, { body: { email } })
    await apiClient.ask(confirmEmailProof, { body: { email, code: await codeFor(email) } })
    expect((await elsewhere.ask(user)).http).toBe(200)
    expect((await apiClient.ask(saveUser, { body: { email } })).http).toBe(200)
    expect([(await elsewhere.ask(user)).http, (await program.ask(user)).http]).toEqual([401, 401])
    expect((await elsewhere.browser.openSignIn()).path).toMatch(/^\/oidc\/interaction\//)
    await apiClient.takeToken()
    expect((await apiClient.ask(user)).http).toBe(200)
  })

  it('announces an added or changed phone number by e-mail, in the user’s language', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'expired-card')
    const save = (number: string) => apiClient.ask(saveUser, { body: { user_metadata: { fin_phone_number: number } } })
    const told = async () => (await messagesTo('expired-card@demo.example')).map(({ subject }) => subject).toReversed()
    await testServer.database.pool.query("update users set phone = '' where user_id = $1", [apiClient.userId])
    for (const number of ['+852 9123 4567', '+85291234567', '+852 6123 4568'])
      expect((await save(number)).http).toBe(200)
    expect(await told()).toEqual([
      'A phone number was added to your FinList account',
      'The phone number of your FinList account was changed',
    ])
    expect((await messagesTo('expired-card@demo.example'))[0]!.body).toContain('ending in 4568')
    await apiClient.ask(saveUser, { body: { language: 'zh' } })
    await save('+852 9123 4567')
    expect((await told()).at(-1)).toBe('你的 FinList 帳戶電話號碼已更改')
  })

  it('requires a sign-in within the last ten minutes for address, phone and deletion, but not for a name', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'friend')
    testServer.clock.offsetMs = 11 * 60_000
    try {
      await apiClient.takeToken()
      const fresh = { http: 401, errors: [{ code: 'fresh_sign_in' }] }
      expect(
        await apiClient.ask(saveUser, { body: { user_metadata: { fin_phone_number: '+85291234567' } } }),
      ).toMatchObject(fresh)
      expect(await apiClient.ask(startEmailProof, { body: { email: 'x@demo.example' } })).toMatchObject(fresh)
      expect(await apiClient.ask(deleteAccount)).toMatchObject(fresh)
      const again = { name: 'Somebody', phoneNumber: '+85291234567', referral: { search: true } }
      const before = await me(apiClient)
      expect(await apiClient.ask(completeRegistration, { body: again })).toMatchObject(fresh)
      expect(await me(apiClient)).toEqual(before)
      expect((await apiClient.ask(saveUser, { body: { nickname: 'Friend' } })).http).toBe(200)
    } finally {
      testServer.clock.offsetMs = 0
    }
  })

  it('does not allow sign-in with a changed phone number until it is verified again', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    expect((await accountByEmail(testServer.database.pool, 'hk-yearly@demo.example'))!.phoneVerified).toBe(true)
    await apiClient.ask(saveUser, { body: { user_metadata: { fin_phone_number: '+852 6123 4567' } } })
    expect(await accountByEmail(testServer.database.pool, 'hk-yearly@demo.example')).toMatchObject({
      phone: '+85261234567',
      phoneVerified: false,
    })
  })
})

describe('the notification switches (DASH-21, 22, 24)', () => {
  it('can be toggled or set, and keep their state', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'us-yearly')
    const both = async () => (await apiClient.ask(notificationPreferences)).data
    const before = await both()
    expect((await apiClient.ask(toggleMarketing, { body: {} })).data).toEqual({
      ...before,
      marketingNotifications: !before.marketingNotifications,
    })
    expect(
      (await apiClient.ask(toggleMarketing, { body: { marketingNotifications: true } })).data.marketingNotifications,
    ).toBe(true)
    expect((await apiClient.ask(toggleProduct, { body: {} })).data.productNotifications).toBe(
      !before.productNotifications,
    )
    expect((await apiClient.ask(toggleProductByGet)).data.productNotifications).toBe(before.productNotifications)
    expect(await both()).toEqual({ marketingNotifications: true, productNotifications: before.productNotifications })
  })
})

describe("the user's own data", () => {
  it('is exported completely, without secrets or other users’ data', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-no-renew')
    const answer = await apiClient.raw('GET', exportPersonalData.path)
    const text = JSON.stringify(answer)
    expect(answer).toMatchObject({
      users: [{ email: 'hk-no-renew@demo.example' }],
      plan_grant: [{ product_id: 1, period_id: 3 }],
      device: [{ device_id: apiClient.device!.id }],
      signIn: { email: 'hk-no-renew@demo.example' },
    })
    expect(text).not.toMatch(/secret_hash|key_hash|id_token|code_hash|password_hash/)
    expect(text.match(/[\w.-]+@demo\.example/g)?.every(address => address === 'hk-no-renew@demo.example')).toBe(true)
  })

  it('covers every table that refers to a user', async () => {
    const { rows } = await testServer.database.pool.query<{ table_name: string }>(
      `select distinct table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('user_id', 'by_user_id')`,
    )
    expect(rows.map(row => row.table_name).toSorted((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(personalTables).toSorted((a, b) => a.localeCompare(b)),
    )
  })

  it('is erased after seven days, unless the user keeps the account', async () => {
    const { database } = testServer
    const account = embeddedAccount(database)
    const endBilling = async () => undefined
    const post = await openMessenger(testServer.config, database, testServer.databaseUrl, { error: () => undefined })
    const forgetMail = post.forget
    const [leaving, staying] = [
      await ApiClient.signIn(testServer, 'jp-trial'),
      await ApiClient.signIn(testServer, 'expired-card'),
    ]
    const before = Date.now()
    const { data } = await leaving.ask(deleteAccount)
    const askedAt = Date.parse(data.deletionAt) - 7 * 86_400_000
    expect(askedAt).toBeGreaterThanOrEqual(before)
    expect(askedAt).toBeLessThanOrEqual(Date.now())
    expect((await messagesTo('jp-trial@demo.example'))[0]!.subject).toContain('will be deleted')
    await staying.ask(deleteAccount)
    await staying.ask(keepAccount)
    expect((await me(staying)).deletionAt).toBeNull()

    await eraseDue({ database, account, endBilling, forgetMail, now: Date.now() + 6.9 * 86_400_000 })
    expect((await me(leaving)).deletionAt).toBe(data.deletionAt)
    await eraseDue({ database, account, endBilling, forgetMail, now: Date.now() + 7.1 * 86_400_000 })
    expect((await leaving.ask(user)).http).toBe(401)
    expect((await staying.ask(user)).http).toBe(200)
    expect(await messagesTo('jp-trial@demo.example')).toEqual([])
    expect(await messagesTo('expired-card@demo.example')).not.toEqual([])
    expect(await accountByEmail(database.pool, 'jp-trial@demo.example')).toBeUndefined()
    for (const [table, { key = 'user_id' }] of Object.entries(personalTables)) {
      const { rows } = await database.pool.query(`select 1 from ${table} where ${key} = $1`, [leaving.userId])
      expect([table, rows.length]).toEqual([table, 0])
    }
  })
})

it('the profile accepts the same values as registration, by the same checks (REG-21)', async () => {
  const apiClient = await ApiClient.signIn(testServer, 'free')
  const body = { name: 'Free', phoneNumber: '+81 90 1234 5678', referral: { search: true } }
  expect((await apiClient.ask(completeRegistration, { body })).http).toBe(200)
  expect((await me(apiClient)).phoneNumber).toBe('+819012345678')
  const [letter] = await messagesTo('free@demo.example')
  expect(letter!.subject).toBe('A phone number was added to your FinList account')
  expect(await accountByEmail(testServer.database.pool, 'free@demo.example')).toMatchObject({
    phone: '+819012345678',
    phoneVerified: false,
  })
})
