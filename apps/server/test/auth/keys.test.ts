import { generateKeyPairSync } from 'node:crypto'
import { user } from '@finlist/contract/account/account'
import { decodeProtectedHeader } from 'jose'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { purposes } from '../../src/db/key-purposes.ts'
import { Keys } from '../../src/db/keys.ts'
import { migrate, migrationNames } from '../../src/db/migrate.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const minute = 60_000
const day = 1_440 * minute

/** Two processes on one database. */
let testServer: TestServer
let other: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
  other = await openTestServer({}, { databaseUrl: testServer.databaseUrl })
})
afterAll(async () => {
  await other.close()
  await testServer.close()
})
afterEach(() => turnTo(0))

const turnTo = (offsetMs: number) => {
  testServer.clock.offsetMs = offsetMs
  other.clock.offsetMs = offsetMs
}
const keysAt = (offsetMs = 0) => Keys.open(testServer.database, () => Date.now() + offsetMs)
const keyOf = (token: string) => decodeProtectedHeader(token).kid
const at = (place: TestServer, { token, device }: ApiClient) => Object.assign(new ApiClient(place), { token, device })
const published = async (place: TestServer) => {
  const answer = await fetch(`${place.base}/oidc/jwks`)
  return ((await answer.json()) as { keys: { kid: string; alg: string }[] }).keys
}

it('every process knows a new signing key before it is used, and accepts the old one until its signatures expire', async () => {
  const before = await ApiClient.signIn(testServer, 'free')
  const [publishedBefore] = await published(other)
  await (await keysAt()).rotate()

  turnTo(minute)
  for (const place of [testServer, other])
    await expect
      .poll(async () => (await published(place)).map(key => key.kid))
      .toEqual([publishedBefore!.kid, expect.any(String)])
  const meanwhile = await ApiClient.signIn(testServer, 'free')
  expect(keyOf(meanwhile.token)).toBe(keyOf(before.token))

  turnTo(3 * minute)
  expect((await published(other)).map(key => key.kid)).toEqual([expect.any(String), publishedBefore!.kid])
  const after = await ApiClient.signIn(other, 'free')
  expect(keyOf(after.token)).not.toBe(keyOf(before.token))
  for (const place of [testServer, other])
    for (const apiClient of [before, meanwhile, after]) expect((await at(place, apiClient).ask(user)).http).toBe(200)

  const { accepted } = (await keysAt(13 * minute)).keyRing('access-token')
  expect(accepted.map(key => key.keyId)).toEqual([keyOf(after.token)])
})

it('a sign-in in progress, and a session started under the old signing keys, continue after the keys are replaced', async () => {
  const signedIn = await ApiClient.signIn(testServer, 'free')
  const underWay = new ApiClient(testServer)
  const { path } = await underWay.browser.openSignIn()
  const known = (await published(testServer)).length
  await (await keysAt()).rotate()
  await expect.poll(async () => (await published(testServer)).length).toBe(known + 1)
  turnTo(3 * minute)
  const answer = await underWay.browser.submit(`${path}/one-click`, { email: 'free@demo.example' })
  expect((await underWay.browser.follow(answer, to => to === '/')).url.pathname).toBe('/')
  await underWay.takeToken()

  turnTo(29 * day)
  expect((await signedIn.browser.signOut()).pathname).toBe('/')
  await expect(signedIn.takeToken()).rejects.toThrow('401')
})

it('leaked signing keys are rejected immediately in every process, and people stay signed in', async () => {
  const apiClient = await ApiClient.signIn(testServer, 'free')
  expect((await at(other, apiClient).ask(user)).http).toBe(200)
  const kids = (await published(other)).map(key => key.kid)
  await (await keysAt()).rotate({ atOnce: true })
  for (const place of [testServer, other])
    await expect.poll(async () => (await at(place, apiClient).ask(user)).http).toBe(401)
  expect((await published(other)).filter(({ kid }) => kids.includes(kid))).toEqual([])
  await apiClient.takeToken()
  expect((await apiClient.ask(user)).http).toBe(200)
  expect((await apiClient.browser.signOut()).pathname).toBe('/')
  const again = await ApiClient.signIn(other, 'free')
  expect((await again.ask(user)).http).toBe(200)
})

it('a signing key is replaced after ninety days, and removed when it expires', async () => {
  const ofSigning = async (offsetMs: number) =>
    (await keysAt(offsetMs)).list().filter(({ purpose }) => purpose === 'provider-signing')
  await (await keysAt()).rotate({ atOnce: true })
  const [first] = await ofSigning(0)
  await (await keysAt(89 * day)).rotateDue()
  expect(await ofSigning(89 * day)).toMatchObject([{ keyId: first!.keyId, state: 'signs' }])
  await (await keysAt(91 * day)).rotateDue()
  expect(await ofSigning(91 * day)).toMatchObject([{ state: 'coming' }, { keyId: first!.keyId, state: 'signs' }])
  await (await keysAt(92 * day)).rotateDue()
  expect(await ofSigning(92 * day)).toMatchObject([{ state: 'signs' }, { keyId: first!.keyId, state: 'accepted' }])
  await (await keysAt(122 * day)).rotateDue()
  expect(await ofSigning(122 * day)).toMatchObject([{ state: 'signs' }])
  await (await keysAt()).rotate({ atOnce: true })
})

it('the provider signs with ES256', async () => {
  await expect.poll(async () => (await published(testServer)).map(({ alg }) => alg)).toEqual(['ES256'])
})

it('two processes that start at the same time create one key for each purpose', async () => {
  const fresh = await freshDatabase()
  const quiet = { warn: () => undefined, info: () => undefined }
  const databases = await Promise.all([
    openDatabase(fresh.url, quiet, directly(fresh.url)),
    openDatabase(fresh.url, quiet, directly(fresh.url)),
  ])
  const [one, two] = await Promise.all(databases.map(database => Keys.open(database, Date.now)))
  expect(one!.list()).toEqual(two!.list())
  expect(one!.list()).toHaveLength(Object.keys(purposes).length)
  for (const database of databases) await database.close()
  await fresh.drop()
})

it('keys from a version with one key per purpose are kept, except the provider’s RSA key, which is replaced within the hour', async () => {
  const fresh = await freshDatabase({ isBare: true })
  const client = new pg.Client(fresh.url)
  await client.connect()
  const older = (await migrationNames()).filter(name => name.startsWith('identity/') || name < '018')
  await migrate(directly(fresh.url), undefined, new Set(older))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const rsa = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'the-rsa-key' }
  await client.query("insert into identity_secret values ('signing', $1), ('cookies', $2), ('codes', $3)", [
    JSON.stringify({ keys: [rsa] }),
    JSON.stringify(['cookies-key']),
    JSON.stringify('codes-key'),
  ])
  await client.query("insert into server_secret values ('access-token', 'a-secret'), ('sandbox-webhook', 'stays')")
  await migrate(directly(fresh.url))
  await client.end()

  const old = await openTestServer({}, { databaseUrl: fresh.url, demo: false })
  const kept = (await Keys.open(old.database, Date.now)).keyRing('provider-cookies').signing.value
  expect([kept, (await Keys.open(old.database, Date.now)).keyRing('access-token').signing.value]).toEqual([
    'cookies-key',
    'a-secret',
  ])
  await expect.poll(async () => (await published(old)).map(({ alg }) => alg)).toEqual(['RS256', 'ES256'])
  old.clock.offsetMs = 3 * minute
  expect((await published(old)).map(({ alg }) => alg)).toEqual(['ES256', 'RS256'])
  await old.close()
  await fresh.drop()
})
