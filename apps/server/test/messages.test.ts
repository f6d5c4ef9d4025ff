import {
  createSystemMessage,
  marketTrendLastUpdated,
  messagesForAll,
  messagesForTarget,
  messageTargets,
  sundayClubLastUpdated,
  videosLastUpdated,
} from '@finlist/contract/messages'
import { exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../src/market-data/last-updated.ts'
import { type House, openHouse, Visitor } from './house.ts'

let house: House
let staff: Visitor
beforeAll(async () => {
  house = await openHouse()
  staff = await Visitor.signIn(house, 'staff')
})
afterAll(() => house.close())

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const tell = (target: string, changes: object = {}) =>
  staff.ask(createSystemMessage, {
    body: { expiryDate: tomorrow(), messageEn: `To ${target}`, messageZh: `致 ${target}`, target, ...changes },
  })
const heard = async (visitor: Visitor, target: string) => {
  const answer =
    target === 'ALL' ? await visitor.ask(messagesForAll) : await visitor.ask(messagesForTarget, { params: { target } })
  return answer.http === 200 ? answer.data.map(({ message }) => message.en) : answer.http
}

describe('system messages', () => {
  it('reach the people of their target and nobody else (NOTE-03, 04; ANOT-01, 02, 04)', async () => {
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
      const visitor = await Visitor.signIn(house, name)
      for (const target of messageTargets) {
        expect([name, target, await heard(visitor, target)]).toEqual([
          name,
          target,
          targets.includes(target) ? [`To ${target}`] : 403,
        ])
      }
    }
    const { data } = await staff.ask(messagesForAll)
    expect(data[0]).toEqual({ systemMessageId: expect.any(Number), message: { en: 'To ALL', zh: '致 ALL' } })
  })

  it('end with their last day in Hong Kong, to the second', async () => {
    const visitor = await Visitor.signIn(house, 'hk-yearly')
    await tell('HKEX', { messageEn: 'Short', expiryDate: new Date(Date.now() + 5_000).toISOString() })
    expect(await heard(visitor, 'HKEX')).toContain('Short')
    house.clock.offsetMs = 6_000
    try {
      expect(await heard(visitor, 'HKEX')).not.toContain('Short')
    } finally {
      house.clock.offsetMs = 0
    }
  })

  it('are answered 304 while nothing changed, and anew when something did', async () => {
    const visitor = await Visitor.signIn(house, 'free')
    const poll = (tag?: string) =>
      fetch(`${house.base}/api/status/notifications`, {
        headers: { ...visitor.headers(), ...(tag && { 'if-none-match': tag }) },
      })
    const tag = (await poll()).headers.get('etag')!
    expect((await poll(tag)).status).toBe(304)
    await tell('ALL', { messageEn: 'News' })
    expect((await poll(tag)).status).toBe(200)
  })

  it.each<[string, object, string]>([
    ['without English', { messageEn: '' }, 'messageEn'],
    ['without Chinese', { messageZh: ' ' }, 'messageZh'],
    ['to nobody known', { target: 'EVERYBODY' }, 'target'],
    ['already over', { expiryDate: '2020-01-01' }, 'expiryDate'],
    ['on no day', { expiryDate: 'tomorrow' }, 'expiryDate'],
    ['501 characters long', { messageEn: 'x'.repeat(501) }, 'messageEn'],
  ])('refused %s, the field named', async (_, changes, field) => {
    expect(await tell('ALL', changes)).toMatchObject({ http: 400, errors: [{ field }] })
  })

  it('are made by staff alone', async () => {
    const visitor = await Visitor.signIn(house, 'hk-yearly')
    const body = { expiryDate: tomorrow(), messageEn: 'a', messageZh: 'b', target: 'ALL' }
    expect((await visitor.ask(createSystemMessage, { body })).http).toBe(403)
  })
})

describe('when something was last published (NOTE-13, 14)', () => {
  it('market trend: a date; education: a number; nothing yet: null and 0', async () => {
    const visitor = await Visitor.signIn(house, 'free')
    for (const exchange of exchangeIds)
      expect((await visitor.ask(marketTrendLastUpdated, { params: { exchange } })).data).toBeNull()
    expect((await visitor.ask(sundayClubLastUpdated)).data).toBe(0)
    await house.database.write(async tx => {
      await publish(tx, 'markettrend:JP')
      await publish(tx, 'education:videos')
    })
    const at = (await visitor.ask(marketTrendLastUpdated, { params: { exchange: 'JP' } })).data
    expect(Date.now() - Date.parse(at!)).toBeLessThan(10_000)
    expect(Date.now() - (await visitor.ask(videosLastUpdated)).data).toBeLessThan(10_000)
    expect((await visitor.ask(marketTrendLastUpdated, { params: { exchange: 'XX' } })).http).toBe(404)
  })
})
