import { user } from '@finlist/contract/account/account'
import { accountActivity } from '@finlist/contract/account/account-activity'
import { askOldPasskey, joinOldAccount, oldAccount } from '@finlist/contract/account/old-account'
import { createAccount } from '@finlist/identity/accounts'
import { addPasskey } from '@finlist/identity/passkeys'
import { hashPassword } from '@finlist/identity/password'
import { appOf, turnOn } from '@finlist/identity/second-factor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../../../../packages/identity/test/authenticator.ts'
import { ApiClient, cheapPasswords, openTestServer, type TestServer } from '../test-server.ts'
import { type OutsideIssuer, openOutsideIssuer } from './outside-issuer.ts'

/** Passkeys work for host names only, not for IP addresses. */
const origin = 'http://localhost:4100'
const password = 'seven green otters'

let issuer: OutsideIssuer
let testServer: TestServer
let count = 0
beforeAll(async () => {
  issuer = await openOutsideIssuer()
  testServer = await openTestServer({ ...issuer.env, OIDC_TRUST_EMAIL: 'yes', PUBLIC_URL: origin }, { demo: false })
})
afterAll(async () => {
  await testServer.close()
  issuer.close()
})

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await testServer.database.pool.query(text, values)).rows as T[]
const newAddress = () => `moved-${++count}@demo.example`

/** Creates an account with a watchlist, from the time when our own provider was used. */
async function oldPerson(email: string, { at = 'embedded', proved = true } = {}) {
  const { pool } = testServer.database
  const passwordHash = await hashPassword(password, cheapPasswords)
  const { subject } = await createAccount(pool, { email, emailVerified: true, passwordHash })
  const [row] = await sql<{ user_id: number }>(
    `insert into users (issuer, subject, email, email_proved_at, created_at)
     values ($1, $2, $3, case when $4 then now() end, '2025-03-04T05:06:07Z') returning user_id`,
    [at, subject, email, proved],
  )
  const userId = row!.user_id
  await sql(`insert into watchlist (user_id, watchlist_name) values ($1, 'Old')`, [userId])
  return { userId, subject }
}

/** Signs in at the new issuer, with a sign-in time of `minutesAgo` minutes ago. */
async function signIn(email: string, { sub = `new ${email}`, verified = true, minutesAgo = 0 } = {}) {
  const apiClient = new ApiClient(testServer)
  const seconds = Math.floor(testServer.clock.now() / 1_000)
  const claims = { sub, email, email_verified: verified, iat: seconds, auth_time: seconds - minutesAgo * 60 }
  await issuer.signIn(apiClient.browser, '/auth/login', claims)
  await apiClient.takeToken()
  await apiClient.check()
  return apiClient
}

const offerTo = async (apiClient: ApiClient) => (await apiClient.ask(oldAccount)).data
const join = (apiClient: ApiClient, body: { password?: string; code?: string; passkey?: Passkey }) =>
  apiClient.ask(joinOldAccount, { body })
type Passkey = { question: string; answer: string }
const listsOf = async (userId: number) =>
  (
    await sql<{ name: string }>(`select watchlist_name as name from watchlist where user_id = $1 order by 1`, [userId])
  ).map(({ name }) => name)
const notProved = { http: 400, errors: [{ code: 'not_proved' }] }

describe('a user who returns through another issuer', () => {
  it('is invited to join their older account, and joins it with its password', async () => {
    const email = newAddress()
    const old = await oldPerson(email.toUpperCase())
    const apiClient = await signIn(email)
    await sql(`insert into watchlist (user_id, watchlist_name) values ($1, 'New')`, [apiClient.userId])
    expect(await offerTo(apiClient)).toEqual({
      openedAt: '2025-03-04T05:06:07.000Z',
      password: true,
      appCode: false,
      passkey: false,
    })
    expect((await join(apiClient, { password })).http).toBe(200)
    expect(await listsOf(old.userId)).toEqual(['New', 'Old'])
    expect((await apiClient.ask(user)).http).toBe(401)

    const again = await signIn(email)
    expect(again.userId).toBe(old.userId)
    expect(await offerTo(again)).toBeNull()
    expect((await join(again, { password })).http).toBe(404)
    expect((await again.ask(accountActivity)).data.map(({ kind }) => kind)).toContain('accounts-joined')
    expect(
      await sql(`select action, by_user_id, facts, reason from audit_log where about_user_id = $1`, [old.userId]),
    ).toEqual([
      {
        action: 'accounts-joined',
        by_user_id: old.userId,
        facts: { gone: apiClient.userId, issuer: issuer.env['OIDC_ISSUER'] },
        reason: 'The person proved the older account by its password',
      },
    ])
  })

  it('keeps the newer account, with the older one’s data added, if the payment provider knows the newer one', async () => {
    const email = newAddress()
    const old = await oldPerson(email)
    const apiClient = await signIn(email)
    await sql(`insert into billing_customer (user_id, customer_id) values ($1, $2)`, [apiClient.userId, `cus_${email}`])
    expect((await join(apiClient, { password })).http).toBe(200)
    expect(await listsOf(apiClient.userId)).toEqual(['Old'])
    expect(await sql(`select from users where user_id = $1`, [old.userId])).toEqual([])
  })

  it('must also enter a code from the authenticator app if the older account uses an app', async () => {
    const email = newAddress()
    const old = await oldPerson(email)
    const secret = Buffer.from('twenty bytes of key!')
    const { pool } = testServer.database
    await turnOn({ pool, passwordCost: cheapPasswords }, old.subject, { secret, step: 0, replaces: false })
    const apiClient = await signIn(email)
    expect(await offerTo(apiClient)).toMatchObject({ password: true, appCode: true })
    const code = appOf(secret).generate({ timestamp: Date.now() })
    for (const wrong of [{ password }, { password, code: '12' }, { password: 'wrong', code }])
      expect(await join(apiClient, wrong)).toMatchObject(notProved)
    expect(await listsOf(old.userId)).toEqual(['Old'])
    expect((await join(apiClient, { password, code })).http).toBe(200)
  })

  it('can prove the older account with its passkey, which must answer a challenge of the same session', async () => {
    const email = newAddress()
    const old = await oldPerson(email)
    const [device, stranger] = [await deviceOf(old.subject), await deviceOf((await oldPerson(newAddress())).subject)]
    const [apiClient, elsewhere] = [await signIn(email), await signIn(email)]
    expect(await offerTo(apiClient)).toMatchObject({ passkey: true })
    const asked = async (by: ApiClient) => (await by.ask(askOldPasskey)).data
    const [own, theirs] = [await asked(apiClient), await asked(elsewhere)]
    const refused = { http: 400, errors: [{ code: 'passkey_refused' }] }
    for (const passkey of [
      { question: own.question, answer: stranger.get(own.challenge) },
      { question: theirs.question, answer: device.get(theirs.challenge) },
      { question: '', answer: '{}' },
    ])
      expect(await join(apiClient, { passkey })).toMatchObject(refused)
    const { challenge, question } = await asked(apiClient)
    expect((await join(apiClient, { passkey: { question, answer: device.get(challenge) } })).http).toBe(200)
    expect(await listsOf(old.userId)).toEqual(['Old'])
    expect((await signIn(email)).userId).toBe(old.userId)
  })
})

async function deviceOf(subject: string): Promise<Authenticator> {
  const device = new Authenticator(origin)
  const id = device.id.toString('base64url')
  const passkey = { id, name: 'Phone', publicKey: device.publicKey(), counter: 0, transports: ['internal'] }
  await addPasskey(testServer.database.pool, subject, passkey)
  return device
}

describe('joining is not offered, and fails even with the right password,', () => {
  const nothing = [null, 404, 404]
  const answersTo = async (apiClient: ApiClient) => [
    await offerTo(apiClient),
    (await join(apiClient, { password })).http,
    (await apiClient.ask(askOldPasskey)).http,
  ]

  it('joining is refused to a stranger whose issuer claims the address without having verified it', async () => {
    const email = newAddress()
    const old = await oldPerson(email)
    expect(await answersTo(await signIn(email, { verified: false }))).toEqual(nothing)
    expect(await listsOf(old.userId)).toEqual(['Old'])
  })

  it('joining is refused if the older account has not verified its address', async () => {
    const email = newAddress()
    await oldPerson(email, { proved: false })
    expect(await answersTo(await signIn(email))).toEqual(nothing)
  })

  it('joining is refused if two older accounts have verified the address', async () => {
    const email = newAddress()
    await oldPerson(email)
    await sql(
      `insert into users (issuer, subject, email, email_proved_at) values ('https://b.example', $1, $1, now())`,
      [email],
    )
    expect(await answersTo(await signIn(email))).toEqual(nothing)
  })

  it('joining is refused if both accounts are at the same issuer, or one of them is being erased', async () => {
    const email = newAddress()
    await oldPerson(email, { at: issuer.env['OIDC_ISSUER']! })
    expect(await answersTo(await signIn(email))).toEqual(nothing)
    const leaving = newAddress()
    const old = await oldPerson(leaving)
    await sql(`update users set deletion_at = now() + interval '7 days' where user_id = $1`, [old.userId])
    expect(await answersTo(await signIn(leaving))).toEqual(nothing)
  })

  it('joining is refused to a user signed in to the older account', async () => {
    const email = newAddress()
    const apiClient = await signIn(email)
    await oldPerson(email)
    expect(await answersTo(apiClient)).toEqual(nothing)
  })
})

describe('two accounts are not joined', () => {
  it('two accounts are not joined without proof, with wrong proof, or after too many wrong attempts even with the right proof', async () => {
    const email = newAddress()
    const old = await oldPerson(email)
    const apiClient = await signIn(email)
    expect(await join(apiClient, {})).toMatchObject(notProved)
    for (let tries = 0; tries < 10; tries++)
      expect(await join(apiClient, { password: `${password}!` })).toMatchObject(notProved)
    expect((await join(apiClient, { password })).http).toBe(429)
    expect(await listsOf(old.userId)).toEqual(['Old'])
  })

  it('two accounts are not joined if the sign-in is not fresh', async () => {
    const email = newAddress()
    await oldPerson(email)
    const apiClient = await signIn(email, { minutesAgo: 20 })
    const stale = { http: 401, errors: [{ code: 'fresh_sign_in' }] }
    expect(await join(apiClient, { password })).toMatchObject(stale)
    expect(await apiClient.ask(askOldPasskey)).toMatchObject(stale)
  })

  it('two accounts are not joined if the older account’s issuer no longer exists, because nothing can prove who owns that account', async () => {
    const email = newAddress()
    await oldPerson(email, { at: 'https://gone.example' })
    const apiClient = await signIn(email)
    expect(await offerTo(apiClient)).toMatchObject({ password: false, appCode: false, passkey: false })
    expect(await join(apiClient, { password })).toMatchObject(notProved)
    expect((await apiClient.ask(askOldPasskey)).http).toBe(404)
  })

  it.each<[string, string, RegExp]>([
    ['the older one is blocked', `update users set blocked_at = now() where user_id = $1`, /suspended/],
    ['the older one belongs to staff', `insert into user_role (user_id, role) values ($1, 'staff')`, /staff/],
    ['the older one belongs to an admin', `insert into user_role (user_id, role) values ($1, 'admin')`, /staff/],
    ['the newer one belongs to staff', `insert into user_role (user_id, role) values ($2, 'staff')`, /staff/],
    [
      'both have billing',
      `insert into billing_customer (user_id, customer_id) values ($1, 'cus_a'), ($2, 'cus_b')`,
      /payments/,
    ],
    [
      'both have an affiliate code',
      `insert into affiliate_code (user_id, code, coupon_id, percent_off, duration, by_user_id, reason, operation_id, created_at)
       select id, code, code, 10, 'once', id, '', gen_random_uuid(), now()
       from (values ($1::bigint, 'OLD1'), ($2::bigint, 'NEW1')) t (id, code)`,
      /affiliate/,
    ],
  ])(
    'two accounts are not joined if %s, and the user reads the reason after proving the account',
    async (_, change, text) => {
      const email = newAddress()
      const old = await oldPerson(email)
      const apiClient = await signIn(email)
      const values = [old.userId, apiClient.userId].slice(0, change.includes('$2') ? 2 : 1)
      await sql(
        change.includes('$1') ? change : change.replace('$2', '$1'),
        change.includes('$1') ? values : [values[1]],
      )
      expect(await join(apiClient, { password: 'wrong' })).toMatchObject(notProved)
      expect(await join(apiClient, { password })).toMatchObject({
        http: 409,
        errors: [{ code: 'cannot_join', message: expect.stringMatching(text) }],
      })
      expect(await listsOf(old.userId)).toEqual(['Old'])
      expect(
        await sql(`select from audit_log where about_user_id in ($1, $2)`, [old.userId, apiClient.userId]),
      ).toEqual([])
    },
  )
})
