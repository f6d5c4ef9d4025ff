import { user } from '@finlist/contract/account/account'
import { accountActivity, customerActivity, disownActivity } from '@finlist/contract/account/account-activity'
import { saveUser } from '@finlist/contract/account/profile'
import { makeDatafeedToken } from '@finlist/contract/charts/datafeed-tokens'
import { accountByEmail, changePassword, setProvedPhone } from '@finlist/identity/accounts'
import { addPasskey, passkeysOf } from '@finlist/identity/passkeys'
import { hashPassword } from '@finlist/identity/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purge } from '../../src/background/purge.ts'
import { makeAccount } from '../../src/commands/make-account.ts'
import { Browser } from '../browser.ts'
import { ApiClient, cheapPasswords, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({ DATAFEED_TOKENS: 'yes' })
})
afterAll(() => testServer.close())

const password = 'quiet harbour 47'
const eventsOf = async (apiClient: ApiClient) => (await apiClient.ask(accountActivity)).data
const kindsOf = async (apiClient: ApiClient) => (await eventsOf(apiClient)).map(({ kind }) => kind)
const lettersTo = async (address: string) =>
  (
    await testServer.database.db.selectFrom('outbox').select('subject').where('recipient', '=', address).execute()
  ).filter(({ subject }) => subject?.startsWith('New sign-in'))

const sessionsOf = async (userId: number) =>
  (await testServer.database.pool.query('select from session where user_id = $1', [userId])).rowCount

async function codeTo(address: string): Promise<string> {
  const codes = async () => {
    const { db } = testServer.database
    const rows = await db.selectFrom('outbox').select('body').where('recipient', '=', address).execute()
    return rows.flatMap(({ body }) => /\b\d{6}\b/.exec(body)?.[0] ?? [])
  }
  await expect.poll(codes).toHaveLength(1)
  return (await codes())[0]!
}

/** Creates a user with a password, which the one-click accounts lack. */
async function person(name: string) {
  const email = `${name}@people.example`
  const { pool } = testServer.database
  await makeAccount(testServer.database, testServer.config, { email, complete: true })
  const { subject } = (await accountByEmail(pool, email))!
  await changePassword(pool, subject, await hashPassword(password, cheapPasswords))
  return { email, signIn: () => ApiClient.signIn(testServer, email, password) }
}

describe('the account activity page', () => {
  it('lists a user’s sign-ins with browser and place, new tokens and account changes, newest first', async () => {
    const { signIn } = await person('lists')
    const apiClient = await signIn()
    await apiClient.ask(makeDatafeedToken, { body: { name: 'Desk' } })
    await apiClient.ask(saveUser, { body: { user_metadata: { fin_phone_number: '+852 9123 4567' } } })
    await apiClient.ask(saveUser, { body: { user_metadata: { fin_phone_number: '+852 9123 4568' } } })
    const events = await eventsOf(apiClient)
    expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['phone-changed', '4568'],
      ['feed-made', 'Desk'],
      ['signed-in', ''],
    ])
    expect(events.at(-1)).toMatchObject({ isThis: true, isLive: true, isNew: false, place: '127.0.0.0/24' })
    expect(await kindsOf(await ApiClient.signIn(testServer, 'free'))).toEqual(['signed-in'])
  })

  it('distinguishes new browsers from known ones, and announces only sign-ins in new ones by e-mail', async () => {
    const { email, signIn } = await person('browsers')
    await signIn()
    expect(await lettersTo(email)).toHaveLength(0)
    const second = await signIn()
    expect((await eventsOf(second))[0]).toMatchObject({ isNew: true, isThis: true })
    await expect.poll(() => lettersTo(email)).toHaveLength(1)
    await second.check()
    expect(await lettersTo(email)).toHaveLength(1)
  })

  it('the account activity page, on “this wasn’t me”, ends every other sign-in and token and invalidates the password', async () => {
    const { email, signIn } = await person('owner')
    const stranger = await signIn()
    const { address } = (await stranger.ask(makeDatafeedToken, { body: { name: 'Theirs' } })).data
    const owner = await signIn()
    const theirs = (await eventsOf(owner)).find(({ kind }) => kind === 'feed-made')!
    const other = await ApiClient.signIn(testServer, 'free')
    const disown = (by: ApiClient) => by.ask(disownActivity, { params: { eventId: String(theirs.eventId) } })
    expect((await disown(other)).http).toBe(404)
    expect((await stranger.ask(user)).http).toBe(200)

    expect(await disown(owner)).toMatchObject({ http: 200, data: { next: '/oidc/account' } })
    expect((await owner.ask(user)).http).toBe(200)
    expect((await stranger.ask(user)).http).toBe(401)
    expect((await fetch(`${testServer.base}${new URL(address).pathname}/config`)).status).toBe(401)
    expect((await accountByEmail(testServer.database.pool, email))?.passwordHash).toBe(null)
    await expect(signIn()).rejects.toThrow('with 422')
    expect((await kindsOf(owner)).slice(0, 2)).toEqual(['secured', 'feed-ended'])

    const browser = new Browser(testServer.base)
    const { path } = await browser.openSignIn()
    await browser.follow(await browser.submit(`${path}/reset`, { email }))
    const code = await codeTo(email)
    const proved = await browser.follow(await browser.submit(`${path}/code`, { code, purpose: 'reset' }))
    await browser.follow(await browser.submit(proved.url.href, { 'new-password': 'another long phrase' }))
    const back = await ApiClient.signIn(testServer, email, 'another long phrase')
    await expect.poll(() => kindsOf(back)).toContain('password-changed')
  })

  it('the account activity page, on “this wasn’t me”, also removes the sign-in methods that the stranger added, but no older ones', async () => {
    const { email, signIn } = await person('entered')
    const { pool } = testServer.database
    const { subject } = (await accountByEmail(pool, email))!
    const passkey = (id: string) => ({ id, name: id, publicKey: Buffer.alloc(8), counter: 0, transports: [] })
    await addPasskey(pool, subject, passkey('own'))
    await pool.query(`update identity_passkey set made_at = now() - interval '1 day' where id = 'own'`)
    const stranger = await signIn()
    await addPasskey(pool, subject, passkey('theirs'))
    await setProvedPhone(pool, subject, '+85291234567')
    await stranger.ask(makeDatafeedToken, { body: { name: 'Theirs' } })
    const owner = await signIn()
    const left = new Browser(testServer.base)
    const { path } = await left.openSignIn()
    const begun = await left.submit(`${path}/password`, { email, password })

    const theirs = (await eventsOf(owner)).find(({ kind }) => kind === 'feed-made')!
    expect((await owner.ask(disownActivity, { params: { eventId: String(theirs.eventId) } })).http).toBe(200)
    expect((await passkeysOf(pool, subject)).map(({ id }) => id)).toEqual(['own'])
    expect(await accountByEmail(pool, email)).toMatchObject({ passwordHash: null, phoneVerified: false })
    await left.follow(begun).catch(() => undefined)
    expect(left.cookies.has('finlist')).toBe(false)
    expect(await sessionsOf(owner.userId)).toBe(1)
  })

  it('is visible to staff, and is kept for twelve months', async () => {
    const { signIn } = await person('kept')
    const apiClient = await signIn()
    const staff = await ApiClient.signIn(testServer, 'staff')
    const asked = { params: { userId: String(apiClient.userId) } }
    expect((await staff.ask(customerActivity, asked)).data).toMatchObject([{ kind: 'signed-in', isThis: false }])
    expect((await apiClient.ask(customerActivity, asked)).http).toBe(403)
    const { db } = testServer.database
    const keptAfter = async (days: number) => {
      await purge(db, testServer.clock.now() + days * 86_400_000)
      return await db.selectFrom('account_event').select('kind').where('user_id', '=', apiClient.userId).execute()
    }
    expect(await keptAfter(360)).toHaveLength(1)
    expect(await keptAfter(370)).toHaveLength(0)
  })
})
