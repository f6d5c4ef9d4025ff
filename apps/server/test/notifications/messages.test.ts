import { finListLastUpdated } from '@finlist/contract/finlist'
import {
  lastUpdatedTimes,
  marketTrendLastUpdated,
  sundayClubLastUpdated,
  videosLastUpdated,
} from '@finlist/contract/last-updated'
import { currentMessages, messagesForAll, messagesForTarget } from '@finlist/contract/messages'
import { messageTargets } from '@finlist/contract/staff/message-targets'
import {
  createSystemMessage,
  listSystemMessages,
  messagesPerPage,
  withdrawSystemMessage,
} from '@finlist/contract/system-messages'
import { addDays, dayAt } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../../src/db/topics.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())

const since = Date.now()
const tomorrow = addDays(dayAt('HKEX', since), 1)
const hourMs = 3_600_000
const tell = (target: string, changes: object = {}) =>
  staff.ask(createSystemMessage, {
    body: { expiryDate: tomorrow, messageEn: `To ${target}`, messageZh: `致 ${target}`, target, ...changes },
  })
const heard = async (apiClient: ApiClient, target: string) => {
  const answer =
    target === 'ALL'
      ? await apiClient.ask(messagesForAll)
      : await apiClient.ask(messagesForTarget, { params: { target } })
  return answer.http === 200 ? answer.data.map(({ message }) => message.en) : answer.http
}

const heardAtOnce = async (apiClient: ApiClient) =>
  (await apiClient.ask(currentMessages)).data.map(({ message }) => message.en)

/** Checks that the time lies between the start of these tests and now. */
const isSince = (ms: number) => since <= ms && ms <= Date.now()

describe('system messages', () => {
  it('reach the people they are sent to and no one else (NOTE-03, 04; ANOT-01, 02, 04)', async () => {
    for (const target of messageTargets) expect((await tell(target)).http).toBe(200)
    const may: Record<string, string[]> = {
      free: ['ALL'],
      'hk-monthly': ['ALL', 'PAID', 'SUNDAY_CLUB', 'HKEX'],
      'us-yearly': ['ALL', 'PAID', 'US'],
      'jp-trial': ['ALL', 'PAID', 'JP'],
      'sunday-club': ['ALL', 'SUNDAY_CLUB'],
      friend: [...messageTargets],
    }
    for (const [name, targets] of Object.entries(may)) {
      const apiClient = await ApiClient.signIn(testServer, name)
      for (const target of messageTargets) {
        expect([name, target, await heard(apiClient, target)]).toEqual([
          name,
          target,
          targets.includes(target) ? [`To ${target}`] : 403,
        ])
      }
      const { data: all } = await apiClient.ask(currentMessages)
      const newestFirst = messageTargets.filter(target => targets.includes(target)).toReversed()
      expect([name, all.map(({ message }) => message.en)]).toEqual([name, newestFirst.map(target => `To ${target}`)])
    }
    const { data } = await staff.ask(messagesForAll)
    expect(data[0]).toEqual({ systemMessageId: expect.any(Number), message: { en: 'To ALL', zh: '致 ALL' } })
  })

  it('end with their last day in Hong Kong, to the second', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    await tell('HKEX', { messageEn: 'Short', expiryDate: new Date(Date.now() + hourMs).toISOString() })
    expect(await heard(apiClient, 'HKEX')).toContain('Short')
    expect(await heardAtOnce(apiClient)).toContain('Short')
    testServer.clock.offsetMs = hourMs
    try {
      await apiClient.takeToken()
      expect(await heard(apiClient, 'HKEX')).not.toContain('Short')
      expect(await heardAtOnce(apiClient)).not.toContain('Short')
    } finally {
      testServer.clock.offsetMs = 0
    }
  })

  it('get a 304 while nothing has changed, and are otherwise sent in full', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    const poll = (tag?: string) =>
      fetch(`${testServer.base}/api/status/notifications`, {
        headers: { ...apiClient.headers(), ...(tag && { 'if-none-match': tag }) },
      })
    const tag = (await poll()).headers.get('etag')!
    expect((await poll(tag)).status).toBe(304)
    await tell('ALL', { messageEn: 'News' })
    expect((await poll(tag)).status).toBe(200)
  })

  it.each<[string, object, string]>([
    ['no English', { messageEn: '' }, 'messageEn'],
    ['no Chinese', { messageZh: ' ' }, 'messageZh'],
    ['an unknown target', { target: 'EVERYBODY' }, 'target'],
    ['a past expiry date', { expiryDate: '2020-01-01' }, 'expiryDate'],
    ['an invalid expiry date', { expiryDate: 'tomorrow' }, 'expiryDate'],
    ['501 characters', { messageEn: 'x'.repeat(501) }, 'messageEn'],
  ])('are refused with %s, naming the field', async (_, changes, field) => {
    expect(await tell('ALL', changes)).toMatchObject({ http: 400, errors: [{ field }] })
  })

  it('can be written by staff only', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    const body = { expiryDate: tomorrow, messageEn: 'a', messageZh: 'b', target: 'ALL' }
    expect((await apiClient.ask(createSystemMessage, { body })).http).toBe(403)
  })
})

describe('staff’s list of sent messages', () => {
  const said = async (page?: number) =>
    (await staff.ask(listSystemMessages, page ? { query: { page: `${page}` } } : {})).data
  const withdraw = (id: number, by = staff) =>
    by.ask(withdrawSystemMessage, { params: { systemMessageId: String(id) } })

  it('is newest first, with author, recipients and state', async () => {
    const expiry = new Date(Date.now() + hourMs).toISOString()
    const brief = (await tell('CN', { messageEn: 'Brief', messageZh: '短', expiryDate: expiry })).data.systemMessageId
    const longer = (await tell('TW')).data.systemMessageId
    expect((await said()).messages.slice(0, 2)).toEqual([
      {
        systemMessageId: longer,
        target: 'TW',
        message: { en: 'To TW', zh: '致 TW' },
        by: 'staff@demo.example',
        createdAt: expect.any(String),
        expiresAt: new Date(`${tomorrow}T24:00:00+08:00`).toISOString(),
        state: 'showing',
        withdrawnAt: null,
        withdrawnBy: null,
      },
      expect.objectContaining({ systemMessageId: brief, message: { en: 'Brief', zh: '短' }, expiresAt: expiry }),
    ])
    testServer.clock.offsetMs = hourMs
    try {
      await staff.takeToken()
      expect((await said()).messages.slice(0, 2).map(({ state }) => state)).toEqual(['showing', 'expired'])
      // The message has already expired, so it is not marked as withdrawn.
      expect((await withdraw(brief)).http).toBe(200)
      expect((await said()).messages[1]).toMatchObject({ state: 'expired', withdrawnAt: null })
    } finally {
      testServer.clock.offsetMs = 0
    }
  })

  it('shows who withdrew a message, which then reaches no one', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'us-yearly')
    const admin = await ApiClient.signIn(testServer, 'admin')
    const { systemMessageId } = (await tell('US', { messageEn: 'Oops' })).data
    expect(await heard(apiClient, 'US')).toContain('Oops')
    expect((await withdraw(systemMessageId, admin)).http).toBe(200)
    expect(await heard(apiClient, 'US')).not.toContain('Oops')
    expect(await heardAtOnce(apiClient)).not.toContain('Oops')
    const find = async () => (await said()).messages.find(message => message.systemMessageId === systemMessageId)!
    const taken = await find()
    expect(taken).toMatchObject({ state: 'withdrawn', withdrawnBy: 'admin@demo.example' })
    expect(isSince(Date.parse(taken.withdrawnAt!))).toBe(true)
    expect((await withdraw(systemMessageId)).http).toBe(200)
    expect(await find()).toEqual(taken)
  })

  it('has pages', async () => {
    const { total } = await said()
    for (let more = total; more < messagesPerPage + 2; more++) await tell('CN', { messageEn: `No. ${more}` })
    const [first, second, beyond] = [await said(1), await said(2), await said(9_999)]
    expect([first.messages.length, second.messages.length, beyond.messages.length]).toEqual([messagesPerPage, 2, 0])
    expect(beyond.total).toBe(messagesPerPage + 2)
    const ids = [...first.messages, ...second.messages].map(({ systemMessageId }) => systemMessageId)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    for (const page of ['0', '1.5', '10001', 'x'])
      expect((await staff.ask(listSystemMessages, { query: { page } })).http).toBe(400)
  })

  it('is for staff only, who cannot withdraw a message that does not exist', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    const newest = (await said()).messages[0]!.systemMessageId
    expect((await apiClient.ask(listSystemMessages)).http).toBe(403)
    expect((await withdraw(newest, apiClient)).http).toBe(403)
    for (const id of [999_999, 0]) expect((await withdraw(id)).http).toBe(404)
    expect((await said()).messages[0]!.state).toBe('showing')
  })
})

describe('the time of the last publish (NOTE-13, 14)', () => {
  it('is a date for market trend and a number for education; before anything is published, null and 0', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    for (const exchange of exchangeIds)
      expect((await apiClient.ask(marketTrendLastUpdated, { params: { exchange } })).data).toBeNull()
    expect((await apiClient.ask(sundayClubLastUpdated)).data).toBe(0)
    await testServer.database.write(async tx => {
      await publish(tx, 'markettrend:JP')
      await publish(tx, 'education:videos')
    })
    const at = (await apiClient.ask(marketTrendLastUpdated, { params: { exchange: 'JP' } })).data
    expect(isSince(Date.parse(at!))).toBe(true)
    expect(isSince((await apiClient.ask(videosLastUpdated)).data)).toBe(true)
    expect((await apiClient.ask(marketTrendLastUpdated, { params: { exchange: 'XX' } })).http).toBe(404)
  })

  it('is the same in the call for all times and in each single call, also after another publish', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    const oneByOne = async () => {
      const time = async (call: typeof marketTrendLastUpdated, exchange: ExchangeId) =>
        Date.parse((await apiClient.ask(call, { params: { exchange } })).data ?? '') || 0
      const each = async (call: typeof marketTrendLastUpdated) =>
        Object.fromEntries(
          await Promise.all(exchangeIds.map(async exchange => [exchange, await time(call, exchange)] as const)),
        )
      return {
        finlist: await each(finListLastUpdated),
        markettrend: await each(marketTrendLastUpdated),
        sundayClub: (await apiClient.ask(sundayClubLastUpdated)).data,
        videos: (await apiClient.ask(videosLastUpdated)).data,
      }
    }
    const before = (await apiClient.ask(lastUpdatedTimes)).data
    expect(before).toEqual(await oneByOne())
    await testServer.database.write(async tx => {
      await publish(tx, 'finlist:US', 'markettrend:CN', 'education:sunday-club')
    })
    const after = (await apiClient.ask(lastUpdatedTimes)).data
    expect(after).toEqual(await oneByOne())
    for (const time of [after.finlist.US, after.markettrend.CN, after.sundayClub]) expect(isSince(time)).toBe(true)
    expect(after.markettrend.HKEX).toBe(0)
  })
})
