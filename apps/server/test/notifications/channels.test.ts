import { user } from '@finlist/contract/account/account'
import { toggleProduct } from '@finlist/contract/account/preferences'
import { chooseChannels, readChannels, subscribePush } from '@finlist/contract/channels'
import { alertKinds } from '@finlist/domain/alerts/kind-names'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextLetterAt } from '../../src/features/channels/hand.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { chooseAll, leftFor, tellOf } from './told-world.ts'

let testServer: TestServer
let apiClient: ApiClient
beforeAll(async () => {
  testServer = await openTestServer({}, { dispatchEveryMs: 100 })
  apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
})
afterAll(() => testServer.close())

const choose = (body: object) => apiClient.ask(chooseChannels, { body })
const outbox = (email: string) =>
  testServer.database.db.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('message_id').execute()

describe('notification settings', () => {
  it('default to the inbox only, and push is not offered unless the operator has turned it on', async () => {
    const { data } = await apiClient.ask(readChannels)
    expect(data).toMatchObject({ quiet: null, weekly: false, pushNamesPrices: false, mailOffered: true, pushKey: null })
    expect(data.choices).toEqual(alertKinds.map(kind => ({ kind, mail: 'off', push: false })))
    const keys = { p256dh: 'B'.padEnd(87, 'a'), auth: 'a'.repeat(22) }
    const answer = await apiClient.ask(subscribePush, { body: { endpoint: 'https://fcm.googleapis.com/a', keys } })
    expect(answer.http).toBe(404)
  })

  it('are stored as chosen, and omitted fields do not change', async () => {
    const quiet = { zone: 'Asia/Hong_Kong', from: 1_380, until: 420 }
    const { data } = await choose({
      choices: [{ kind: 'move', mail: 'daily', push: true }],
      quiet,
      pushNamesPrices: true,
    })
    expect(data.choices.filter(({ mail }) => mail !== 'off')).toEqual([{ kind: 'move', mail: 'daily', push: true }])
    expect(data).toMatchObject({ quiet, pushNamesPrices: true })
    const after = await choose({ choices: [{ kind: 'volume', mail: 'now', push: false }], quiet: null })
    expect(after.data).toMatchObject({ quiet: null, pushNamesPrices: true })
    expect(after.data.choices.filter(({ mail }) => mail !== 'off').map(({ kind }) => kind)).toEqual(['move', 'volume'])
    expect((await choose({})).data).toEqual(after.data)
  })

  it.each([
    ['an unknown zone', { quiet: { zone: 'Asia/Atlantis', from: 0, until: 60 } }, 'quiet.zone'],
    ['a POSIX zone', { quiet: { zone: 'FOO+3', from: 0, until: 60 } }, 'quiet.zone'],
    [
      'an offset, whose sign PostgreSQL reads the other way',
      { quiet: { zone: '+08:00', from: 0, until: 60 } },
      'quiet.zone',
    ],
    ['quiet hours without an end', { quiet: { zone: 'Asia/Tokyo', from: 60, until: 60 } }, 'quiet.until'],
    ['an invalid minute', { quiet: { zone: 'Asia/Tokyo', from: 1_440, until: 60 } }, 'quiet.from'],
    ['a kind that is always sent', { choices: [{ kind: 'billing', mail: 'off', push: false }] }, 'choices.0.kind'],
    ['an unknown channel', { choices: [{ kind: 'move', mail: 'hourly', push: false }] }, 'choices.0.mail'],
  ])('refuse %s and name the field', async (_, body, field) => {
    const before = (await apiClient.ask(readChannels)).data
    expect(await choose(body)).toMatchObject({ http: 400, errors: [{ field }] })
    expect((await apiClient.ask(readChannels)).data).toEqual(before)
  })

  it('report an invalid end of the quiet hours under its own field, not as an invalid date', async () => {
    const body = { quiet: { zone: 'Asia/Tokyo', from: 60, until: 1_440 } }
    const message = 'End of the quiet hours: at most 1439.'
    expect((await choose(body)).errors).toMatchObject([{ message, field: 'quiet.until' }])
  })

  it('include a weekly digest only if product updates are on', async () => {
    expect((await choose({ weekly: true })).data.weekly).toBe(true)
    await apiClient.ask(toggleProduct, { body: { productNotifications: false } })
    expect((await apiClient.ask(readChannels)).data.weekly).toBe(false)
    expect(await choose({ weekly: true })).toMatchObject({ http: 400, errors: [{ field: 'weekly' }] })
    await apiClient.ask(toggleProduct, { body: { productNotifications: true } })
    await choose({ weekly: false })
  })
})

describe('an inbox item', () => {
  it('is sent nowhere else if the user turned no channel on, or if it is about billing or the account', async () => {
    const free = await ApiClient.signIn(testServer, 'free')
    const first = await tellOf(testServer, free.userId)
    const account = await tellOf(testServer, apiClient.userId, { kind: 'account' })
    await expect
      .poll(() =>
        testServer.database.db.selectFrom('inbox_item').select('item_id').where('handed_at', 'is', null).execute(),
      )
      .toEqual([])
    expect(await leftFor(testServer, free.userId)).toEqual([])
    expect((await leftFor(testServer, apiClient.userId)).map(({ item_id }) => item_id)).not.toContain(account)
    expect(first).toBeGreaterThan(0)
  })

  it('is sent by e-mail immediately, in the user’s language, if the user chose that for its kind', async () => {
    await chooseAll(apiClient, { mail: 'now', push: false })
    const { email } = (await apiClient.ask(user)).data
    await tellOf(testServer, apiClient.userId, { kind: 'price-above' })
    await expect.poll(async () => (await outbox(email)).length).toBe(1)
    const [mail] = await outbox(email)
    expect(mail!.body).toContain(`${testServer.config.publicUrl.origin}/watchlist`)
    expect(mail!.body).toMatch(new RegExp(`/stop/${apiClient.userId}\\.price-above\\.[\\w-]{43}`))
    expect(await leftFor(testServer, apiClient.userId)).toMatchObject([
      { how: 'mail', kind: 'price-above', state: 'sent' },
    ])
  })

  it('is not sent to a user who has since lost the right to it', async () => {
    const lapsed = await ApiClient.signIn(testServer, 'free')
    await chooseAll(lapsed, { mail: 'now', push: false })
    await tellOf(testServer, lapsed.userId, { kind: 'buy-point' })
    await expect
      .poll(() => leftFor(testServer, lapsed.userId))
      .toMatchObject([{ state: 'dropped', error: 'not theirs to know any more' }])
    expect(await outbox('free@demo.example')).toEqual([])
  })

  it('joins the other items of its market and day in one digest after the market’s close', async () => {
    const { db } = testServer.database
    await chooseAll(apiClient, { mail: 'daily', push: false })
    const { email } = (await apiClient.ask(user)).data
    const before = (await outbox(email)).length
    for (const stockCode of ['1', '2', '3']) await tellOf(testServer, apiClient.userId, { stockCode })
    await tellOf(testServer, apiClient.userId, { exchange: 'JP', stockCode: '7203' })
    const daily = async () => (await leftFor(testServer, apiClient.userId)).filter(({ how }) => how === 'daily')
    await expect
      .poll(async () =>
        (await daily()).map(({ exchange }) => exchange).toSorted((one, other) => (one! < other! ? -1 : 1)),
      )
      .toEqual(['HKEX', 'JP'])
    const hongKong = (await daily()).find(({ exchange }) => exchange === 'HKEX')!
    expect(hongKong.try_at).toEqual(nextLetterAt('HKEX', testServer.clock.now()))
    expect((await outbox(email)).length).toBe(before)
    testServer.clock.offsetMs += 25 * 3_600_000
    await expect.poll(async () => (await daily()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    const letters = (await outbox(email)).slice(before)
    expect(letters).toHaveLength(2)
    const items = await db.selectFrom('daily_item').selectAll().where('user_id', '=', apiClient.userId).execute()
    expect(items.filter(({ dispatch_id }) => dispatch_id === hongKong.dispatch_id)).toHaveLength(3)
    expect(items.every(({ dispatch_id }) => dispatch_id !== null)).toBe(true)
    expect(letters[0]!.body).toMatch(new RegExp(`/stop/${apiClient.userId}\\.daily\\.`))
  })

  it('beyond 20 e-mails a day goes into the daily digest', async () => {
    await chooseAll(await ApiClient.byToken(testServer, 'hk-yearly'), { mail: 'now', push: false })
    for (let n = 0; n < 25; n++) await tellOf(testServer, apiClient.userId, { stockCode: String(100 + n) })
    const since = new Date(testServer.clock.now() - 3_600_000)
    const made = async () => (await leftFor(testServer, apiClient.userId)).filter(({ made_at }) => made_at > since)
    await expect
      .poll(async () => (await made()).filter(({ how, state }) => how === 'mail' && state === 'sent').length)
      .toBe(20)
    expect((await made()).filter(({ how }) => how === 'daily')).toMatchObject([{ state: 'waiting', exchange: 'HKEX' }])
    const { rows } = await testServer.database.pool.query<{ count: number }>(
      'select count(*) from daily_item where dispatch_id is null',
    )
    expect(rows[0]!.count).toBe(5)
  })

  it('an inbox item that arrives during quiet hours, in the user’s time zone, is sent when they end', async () => {
    const person = await ApiClient.signIn(testServer, 'us-yearly')
    await chooseAll(person, { mail: 'now', push: false })
    const here = new Date(testServer.clock.now() + 9 * 3_600_000)
    const minute = here.getUTCHours() * 60 + here.getUTCMinutes()
    const quiet = { zone: 'Asia/Tokyo', from: (minute + 1_380) % 1_440, until: (minute + 120) % 1_440 }
    await person.ask(chooseChannels, { body: { quiet } })
    const item = await tellOf(testServer, person.userId)
    const row = async () => (await leftFor(testServer, person.userId)).find(({ item_id }) => item_id === item)
    await expect
      .poll(async () => (await row())?.try_at.getTime())
      .toBeGreaterThan(testServer.clock.now() + 1.5 * 3_600_000)
    const { try_at, state } = (await row())!
    expect(state).toBe('waiting')
    expect(((try_at.getUTCHours() + 9) % 24) * 60 + try_at.getUTCMinutes()).toBe(quiet.until)
    expect(try_at.getTime() - testServer.clock.now()).toBeLessThanOrEqual(2 * 3_600_000)
    testServer.clock.offsetMs += 2 * 3_600_000 + 60_000
    await expect.poll(async () => (await row())?.state).toBe('sent')
  })
})
