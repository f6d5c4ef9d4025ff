import { createECDH } from 'node:crypto'
import { ownSessions } from '@finlist/contract/account/sessions'
import { chooseChannels, readChannels, subscribePush, unsubscribePush } from '@finlist/contract/channels'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseDue } from '../../src/auth/erasure.ts'
import { Keys } from '../../src/db/keys.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { decrypt, PushBrowser, PushStandIn, vapidOf } from './push-stand-in.ts'
import { chooseAll, leftFor, tellOf } from './told-world.ts'

let testServer: TestServer
let standIn: PushStandIn
let apiClient: ApiClient
beforeAll(async () => {
  standIn = await PushStandIn.open()
  testServer = await openTestServer(
    { PUSH: 'on', SERVICE_EMAIL: 'help@finlist.example' },
    { connectPush: standIn.connect, dispatchEveryMs: 100 },
  )
  apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
  await chooseAll(apiClient, { mail: 'off', push: true })
})
afterAll(async () => {
  await testServer.close()
  await standIn.close()
})
beforeEach(async () => {
  standIn.answer = () => ({ status: 201 })
  await testServer.database.db.deleteFrom('push_subscription').execute()
})

type Message = { title: string; text: string; link: string; tag: string; language: string }

async function subscribe(person = apiClient, browser = new PushBrowser()) {
  const answer = await person.ask(subscribePush, { body: browser.subscription })
  expect(answer.http).toBe(200)
  return browser
}
const messagesTo = (browser: PushBrowser) =>
  standIn.to(browser).map(({ body }) => JSON.parse(browser.read(body)) as Message)
const kept = async () => {
  const rows = await testServer.database.db.selectFrom('push_subscription').select('endpoint').execute()
  return rows.map(({ endpoint }) => endpoint)
}
const allHanded = async () =>
  await expect
    .poll(() =>
      testServer.database.db.selectFrom('inbox_item').select('item_id').where('handed_at', 'is', null).execute(),
    )
    .toEqual([])
const rowOf = async (item: number) => (await leftFor(testServer, apiClient.userId)).find(row => row.item_id === item)

it('the push service of these tests decrypts messages by RFC 8291, as in the example of its appendix A', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  expect(decrypt(Buffer.from(body, 'base64url'), { pair, auth })).toBe('When I grow up, I want to be a watermelon')
})

describe('a push message', () => {
  it('can be decrypted by the browser only, is signed with the key that the browser subscribed with, and names its sender', async () => {
    const browser = await subscribe()
    const item = await tellOf(testServer, apiClient.userId, { link: '/watchlist' })
    await expect.poll(() => standIn.to(browser).length).toBe(1)
    const [received] = standIn.to(browser)
    const [message] = messagesTo(browser)
    expect(message).toMatchObject({ link: '/watchlist', tag: `i${item}`, language: 'en' })
    expect(message!.title).not.toBe('')
    expect(received!.body.toString('latin1')).not.toContain(message!.title)
    expect(() => new PushBrowser().read(received!.body)).toThrow('unable to authenticate data')
    expect(received!.headers).toMatchObject({ topic: `i${item}`, ttl: '86400', 'content-encoding': 'aes128gcm' })
    const { key, claims } = vapidOf(received!)
    expect(key).toBe((await apiClient.ask(readChannels)).data.pushKey)
    expect(claims).toMatchObject({
      aud: 'https://updates.push.services.mozilla.com',
      sub: 'mailto:help@finlist.example',
    })
  })

  it('contains no price and no position by default', async () => {
    const browser = await subscribe()
    await tellOf(testServer, apiClient.userId, { kind: 'price-above' })
    await tellOf(testServer, apiClient.userId, { kind: 'stop' })
    await expect.poll(() => messagesTo(browser).length).toBe(2)
    for (const { title, text } of messagesTo(browser)) expect(`${title} ${text}`).not.toMatch(/321|320/)
    const stop = messagesTo(browser).find(({ title }) => /stop/i.test(title))!
    expect(`${stop.title} ${stop.text}`).not.toContain('700')
  })

  it('goes to each browser of the user, and to no browser of another user', async () => {
    const browsers = [await subscribe(), await subscribe()]
    await apiClient.ask(chooseChannels, { body: { choices: [{ kind: 'move', mail: 'off', push: false }] } })
    await tellOf(testServer, apiClient.userId, { kind: 'move' })
    await tellOf(testServer, apiClient.userId, { kind: 'volume' })
    for (const browser of browsers) await expect.poll(() => messagesTo(browser).length).toBe(1)
    await allHanded()
    expect(browsers.map(browser => messagesTo(browser).length)).toEqual([1, 1])
  })

  it('is not sent to a user who has since lost the right to it', async () => {
    const free = await ApiClient.signIn(testServer, 'free')
    await chooseAll(free, { mail: 'off', push: true })
    const browser = await subscribe(free)
    await tellOf(testServer, free.userId, { kind: 'buy-point' })
    await expect
      .poll(async () => (await leftFor(testServer, free.userId)).map(({ state }) => state))
      .toEqual(['dropped'])
    expect(standIn.to(browser)).toEqual([])
  })

  it('beyond 50 a day goes into the daily digest', async () => {
    const person = await ApiClient.signIn(testServer, 'us-yearly')
    await chooseAll(person, { mail: 'off', push: true })
    const browser = await subscribe(person)
    for (let n = 0; n < 53; n++) await tellOf(testServer, person.userId, { stockCode: String(n) })
    await expect.poll(() => standIn.to(browser).length).toBe(50)
    await allHanded()
    const rows = await leftFor(testServer, person.userId)
    expect(rows.filter(({ how }) => how === 'daily')).toHaveLength(1)
    expect(rows.filter(({ how }) => how === 'push')).toHaveLength(50)
  })
})

describe('a push subscription', () => {
  it.each([
    ['another host', 'https://push.example/x'],
    ['a host that only ends like an allowed one', 'https://evilfcm.googleapis.com/x'],
    ['another port', 'https://fcm.googleapis.com:8443/x'],
    ['plain http', 'http://fcm.googleapis.com/x'],
    ['a name and a password', 'https://a:b@fcm.googleapis.com/x'],
    ['an internal address', 'https://127.0.0.1/x'],
    ['an address that is too long', `https://fcm.googleapis.com/${'x'.repeat(1_000)}`],
  ])('is refused if its address has %s', async (_, endpoint) => {
    const { keys } = new PushBrowser().subscription
    expect(await apiClient.ask(subscribePush, { body: { endpoint, keys } })).toMatchObject({
      http: 400,
      errors: [{ field: 'endpoint' }],
    })
    expect(await kept()).toEqual([])
  })

  it('is refused if its key is not a point on the curve', async () => {
    const { endpoint, keys } = new PushBrowser().subscription
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    expect(await apiClient.ask(subscribePush, { body: { endpoint, keys: { ...keys, p256dh } } })).toMatchObject({
      http: 400,
      errors: [{ field: 'keys.p256dh' }],
    })
    const auth = '!'.repeat(22)
    expect(await apiClient.ask(subscribePush, { body: { endpoint, keys: { ...keys, auth } } })).toMatchObject({
      http: 400,
      errors: [{ field: 'keys.auth' }],
    })
  })

  it('is one of at most ten: an eleventh replaces the oldest', async () => {
    const browsers: PushBrowser[] = []
    for (let n = 0; n < 11; n++) browsers.push(await subscribe())
    expect((await kept()).toSorted()).toEqual(
      browsers
        .slice(1)
        .map(({ endpoint }) => endpoint)
        .toSorted(),
    )
  })

  it.each([404, 410])('a push subscription to which the push service answers %i is deleted', async status => {
    const browser = await subscribe()
    standIn.answer = () => ({ status })
    await tellOf(testServer, apiClient.userId)
    await expect.poll(kept).toEqual([])
    expect(standIn.to(browser)).toHaveLength(1)
  })

  it('a push subscription to which the push service answers 429 is not used during the stated time, and then receives each message once', async () => {
    const browser = await subscribe()
    standIn.answer = () => ({ status: 429, headers: { 'retry-after': '600' } })
    const first = await tellOf(testServer, apiClient.userId)
    await expect.poll(async () => (await rowOf(first))?.attempts).toBe(1)
    standIn.answer = () => ({ status: 201 })
    const second = await tellOf(testServer, apiClient.userId)
    await expect.poll(async () => (await rowOf(second))?.state).toBe('waiting')
    await expect
      .poll(async () => (await rowOf(second))!.try_at.getTime() - testServer.clock.now())
      .toBeGreaterThan(500_000)
    expect((await rowOf(first))!.try_at.getTime() - testServer.clock.now()).toBeGreaterThan(500_000)
    expect(standIn.to(browser)).toHaveLength(1)
    testServer.clock.offsetMs += 601_000
    await expect.poll(() => standIn.to(browser).length).toBe(3)
    await expect.poll(async () => (await rowOf(first))!.state).toBe('sent')
    expect(
      messagesTo(browser)
        .map(({ tag }) => tag)
        .toSorted(),
    ).toEqual([`i${first}`, `i${first}`, `i${second}`].toSorted())
  })

  it('a redirect from the push service is not followed', async () => {
    apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    const browser = await subscribe()
    standIn.answer = () => ({ status: 307, headers: { location: 'http://127.0.0.1:1/secret' } })
    const item = await tellOf(testServer, apiClient.userId)
    await expect.poll(async () => (await rowOf(item))?.state).toBe('failed')
    expect(standIn.to(browser)).toHaveLength(1)
  })

  it('ends when its owner removes it, and nobody else can remove it', async () => {
    const browser = await subscribe()
    const other = await ApiClient.signIn(testServer, 'hk-monthly')
    await other.ask(unsubscribePush, { body: { endpoint: browser.endpoint } })
    expect(await kept()).toEqual([browser.endpoint])
    await apiClient.ask(unsubscribePush, { body: { endpoint: browser.endpoint } })
    expect(await kept()).toEqual([])
  })

  it('cannot be taken over by someone who knows only its address, because its keys differ', async () => {
    const browser = await subscribe()
    const other = await ApiClient.signIn(testServer, 'hk-monthly')
    const { keys } = new PushBrowser().subscription
    const body = { endpoint: browser.endpoint, keys }
    expect(await other.ask(subscribePush, { body })).toMatchObject({ http: 409, errors: [{ field: 'keys' }] })
    await tellOf(testServer, apiClient.userId)
    await expect.poll(() => messagesTo(browser).length).toBe(1)
  })

  it('ends with the session that created it, and drops pending messages', async () => {
    const browser = await subscribe()
    standIn.answer = () => ({ status: 503 })
    const item = await tellOf(testServer, apiClient.userId)
    await expect.poll(async () => (await rowOf(item))?.attempts).toBe(1)
    await apiClient.browser.go('/auth/logout', {
      method: 'POST',
      headers: { 'x-requested-with': 'finlist', 'sec-fetch-site': 'same-origin' },
    })
    expect(await kept()).toEqual([])
    expect(await rowOf(item)).toBeUndefined()
    expect(standIn.to(browser)).toHaveLength(1)
    apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
  })

  it('ends when another user signs in in the same browser, and becomes theirs once they turn push on', async () => {
    const first = await ApiClient.signIn(testServer, 'hk-yearly')
    const browser = await subscribe(first)
    // Drop the provider's cookies, which would sign the first user in again without asking.
    for (const [name, { path }] of first.browser.cookies) if (path !== '/') first.browser.cookies.delete(name)
    await first.browser.oneClick('hk-monthly@demo.example')
    expect(await kept()).toEqual([])
    await subscribe(apiClient, browser)
    const other = await ApiClient.signIn(testServer, 'hk-monthly')
    await chooseAll(other, { mail: 'off', push: true })
    await subscribe(other, browser)
    expect(await kept()).toEqual([browser.endpoint])
    await tellOf(testServer, apiClient.userId)
    await tellOf(testServer, other.userId, { link: '/movers' })
    await expect.poll(() => messagesTo(browser).length).toBe(1)
    await allHanded()
    expect(messagesTo(browser).map(({ link }) => link)).toEqual(['/movers'])
  })

  it('ends when its account is blocked, and as the first step when the account is deleted, even if the deletion then fails', async () => {
    const { database } = testServer
    await subscribe()
    await database.db
      .updateTable('users')
      .set({ blocked_at: new Date() })
      .where('user_id', '=', apiClient.userId)
      .execute()
    expect(await kept()).toEqual([])
    await database.db.updateTable('users').set({ blocked_at: null }).where('user_id', '=', apiClient.userId).execute()
    const leaving = await ApiClient.signIn(testServer, 'credit')
    await subscribe(leaving)
    const deletion_at = new Date(testServer.clock.now())
    await database.db.updateTable('users').set({ deletion_at }).where('user_id', '=', leaving.userId).execute()
    const endBilling = async () => {
      throw new Error('the payment provider is away')
    }
    const parts = { database, account: undefined as never, endBilling, forgetMail: async () => undefined }
    await expect(eraseDue({ ...parts, now: testServer.clock.now() })).rejects.toThrow('could not be erased')
    expect(await kept()).toEqual([])
  })

  it('survives a key rotation, but not one that revokes every key immediately', async () => {
    apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    const browser = await subscribe()
    const keys = await Keys.open(testServer.database, testServer.clock.now)
    const before = (await apiClient.ask(readChannels)).data.pushKey
    await keys.rotate()
    testServer.clock.offsetMs += 300_000
    await expect.poll(async () => (await apiClient.ask(readChannels)).data.pushKey).not.toBe(before)
    await tellOf(testServer, apiClient.userId)
    await expect.poll(() => standIn.to(browser).length).toBe(1)
    expect(vapidOf(standIn.to(browser)[0]!).key).toBe(before)
    await keys.rotate({ atOnce: true })
    apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    await tellOf(testServer, apiClient.userId)
    await expect.poll(kept).toEqual([])
    expect(standIn.to(browser)).toHaveLength(1)
    expect((await apiClient.ask(ownSessions)).http).toBe(200)
  })
})
