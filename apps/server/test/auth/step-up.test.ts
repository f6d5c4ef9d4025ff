import { deleteAccount, keepAccount } from '@finlist/contract/account/preferences'
import { askStepUp, stepUpByPasskey } from '@finlist/contract/account/step-up'
import { addPasskey } from '@finlist/identity/passkeys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../../../../packages/identity/test/authenticator.ts'
import { Sessions } from '../../src/auth/sessions.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

/** Passkeys work for host names only, not for IP addresses. */
const origin = 'http://localhost:4100'
let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({ PUBLIC_URL: origin })
})
afterAll(() => testServer.close())

const subjectOf = async (name: string) =>
  await testServer.database.db
    .selectFrom('users')
    .select(['user_id', 'subject'])
    .where('email', '=', `${name}@demo.example`)
    .executeTakeFirstOrThrow()

async function deviceOf(name: string): Promise<Authenticator> {
  const device = new Authenticator(origin)
  const id = device.id.toString('base64url')
  const passkey = { id, name: 'Phone', publicKey: device.publicKey(), counter: 0, transports: ['internal'] }
  await addPasskey(testServer.database.pool, (await subjectOf(name)).subject, passkey)
  return device
}

/** Returns a browser whose user signed in `minutesAgo` minutes ago. */
async function leftOpen(name: string, minutesAgo = 20): Promise<ApiClient> {
  const { now } = testServer.clock
  const { user_id } = await subjectOf(name)
  const apiClient = new ApiClient(testServer)
  const { cookie } = await testServer.database.write(tx =>
    new Sessions(testServer.database, now).begin(tx, {
      userId: user_id,
      authTime: now() - minutesAgo * 60_000,
      client: 'browser',
      idToken: null,
    }),
  )
  apiClient.browser.cookies.set('finlist', { value: cookie, path: '/' })
  await apiClient.takeToken()
  await apiClient.check()
  return apiClient
}

async function askedOf(apiClient: ApiClient) {
  const { way, passkey } = (await apiClient.ask(askStepUp)).data
  expect(way).toBe('passkey')
  return passkey!
}
const answer = (apiClient: ApiClient, question: string, credential: string) =>
  apiClient.ask(stepUpByPasskey, { body: { question, answer: credential } })
const refused = { http: 400, errors: [{ code: 'passkey_refused' }] }

describe('a passkey', () => {
  it('makes an old sign-in fresh without leaving the page: same session, new token', async () => {
    const device = await deviceOf('hk-yearly')
    const apiClient = await leftOpen('hk-yearly')
    expect(await apiClient.ask(deleteAccount)).toMatchObject({ http: 401, errors: [{ code: 'fresh_sign_in' }] })
    const { challenge, question } = await askedOf(apiClient)
    const userHandle = Buffer.from((await subjectOf('hk-yearly')).subject.replaceAll('-', ''), 'hex').toString(
      'base64url',
    )
    expect((await answer(apiClient, question, device.get(challenge, { userHandle }))).http).toBe(200)
    await apiClient.takeToken()
    expect((await apiClient.ask(deleteAccount)).http).toBe(200)
    await apiClient.ask(keepAccount)
  })

  it('is refused with a wrong origin, without user verification, or for another challenge', async () => {
    const device = await deviceOf('us-yearly')
    const apiClient = await leftOpen('us-yearly')
    for (const lies of [{ origin: 'https://evil.example' }, { flags: 0x01 }, { challenge: 'AAAA' }]) {
      const { challenge, question } = await askedOf(apiClient)
      expect(await answer(apiClient, question, device.get(challenge, lies))).toMatchObject(refused)
    }
    await apiClient.takeToken()
    expect((await apiClient.ask(deleteAccount)).http).toBe(401)
  })

  it('works once: a replay and a cloned authenticator are refused', async () => {
    const device = await deviceOf('jp-trial')
    const apiClient = await leftOpen('jp-trial')
    const { challenge, question } = await askedOf(apiClient)
    const credential = device.get(challenge)
    expect((await answer(apiClient, question, credential)).http).toBe(200)
    expect(await answer(apiClient, question, credential)).toMatchObject(refused)
    const again = await askedOf(apiClient)
    expect(await answer(apiClient, again.question, device.get(again.challenge, { counter: 1 }))).toMatchObject(refused)
  })

  it('is refused if it is another user’s, or answers a challenge of another session', async () => {
    const device = await deviceOf('hk-monthly')
    const stranger = await deviceOf('free')
    const [apiClient, elsewhere] = [await leftOpen('hk-monthly'), await leftOpen('hk-monthly')]
    const own = await askedOf(apiClient)
    expect(await answer(apiClient, own.question, stranger.get(own.challenge))).toMatchObject(refused)
    const theirs = await askedOf(elsewhere)
    expect(await answer(apiClient, theirs.question, device.get(theirs.challenge))).toMatchObject(refused)
    const handle = async (name: string) =>
      Buffer.from((await subjectOf(name)).subject.replaceAll('-', ''), 'hex').toString('base64url')
    const mixedUp = await askedOf(apiClient)
    const claimed = device.get(mixedUp.challenge, { userHandle: await handle('free') })
    expect(await answer(apiClient, mixedUp.question, claimed)).toMatchObject(refused)
    for (const made of ['', 'x'.repeat(8_192)]) expect(await answer(apiClient, made, '{}')).toMatchObject(refused)
    await apiClient.takeToken()
    expect((await apiClient.ask(deleteAccount)).http).toBe(401)
  })

  it('is not requested of a user who has none: they sign in again', async () => {
    const apiClient = await leftOpen('affiliate')
    expect((await apiClient.ask(askStepUp)).data).toEqual({ way: 'sign-in', passkey: null })
  })
})
