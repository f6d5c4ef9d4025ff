import { alertFirings, alerts, mostListed, triedDays, tryAlert } from '@finlist/contract/alerts'
import { releaseDay } from '@finlist/contract/staff/data'
import { uploadCorporateActions } from '@finlist/contract/staff/market-facts'
import { addDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lines } from '../data/send-files.ts'
import { ApiClient, openTestServer } from '../test-server.ts'
import { type AlertWorld, type Bar, barLine, codes, exchange, openAlertWorld } from './alert-world.ts'

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld()
})
afterAll(() => world.testServer.close())

const slow = { tags: ['slow'] }
const who = 'hk-yearly'
const pool = () => world.testServer.database.pool
let used = 0
const stock = () => codes[used++]!

const attempt = async (body: object, name = who) =>
  (await world.as(name)).ask(tryAlert, { body: { exchange, ...body } as never })
async function trialOf(body: object) {
  const { http, data, errors } = await attempt(body)
  expect([http, errors]).toEqual([200, undefined])
  return data
}

describe('an alert that is tried', () => {
  it(
    'names exactly the days on which the evaluation fires it, across a split and an unconfirmed move',
    slow,
    async () => {
      const [code, split] = [stock(), stock()]
      const asked = [
        { kind: 'price-above', value: 104 },
        { kind: 'price-below', value: 98 },
        { kind: 'move', value: 3 },
        { kind: 'volume', value: 2.5 },
      ].flatMap(it => [code, split].map(stockCode => ({ ...it, stockCode })))
      const set = []
      for (const each of asked) set.push(await world.set(who, each))
      const days: Bar[] = [
        { close: 104, volume: 2_500 },
        { close: 105 },
        { close: 103.99, volume: 9_000 },
        { close: 104.5 },
        { close: 97, volume: 0 },
        { close: 98 },
        { close: 99, volume: 2_600 },
      ]
      for (const bar of days) await world.newDay({ [code]: bar, [split]: bar })
      const exDate = await world.goTo('08:00', { next: true })
      const action = lines('stockCode,exDate,kind,numerator,denominator', `${split},${exDate},split,4,1`)
      await world.load(uploadCorporateActions, { exchange }, { corporateActionCsv: action })
      await world.goTo('18:00')
      const after: Bar[] = [{ close: 25, volume: 4_000 }, { close: 26.1, volume: 12_000 }, { close: 24.4 }]
      const [first, ...others] = after
      await world.loadBars(...codes.map(it => barLine(it, exDate, it === split ? first! : { close: 100 })))
      await world.evaluate()
      for (const bar of others) await world.newDay({ [split]: bar, [code]: { close: 30 } })
      const client = await world.as(who)
      const now = (await client.ask(alerts)).data.alerts
      for (const { alertId } of set) {
        const { kind, stockCode, value } = now.find(it => it.alertId === alertId)!
        const { data: firings } = await client.ask(alertFirings, { params: { alertId: String(alertId) } })
        const trial = await trialOf({ kind, stockCode, value })
        expect([kind, stockCode, trial.fired.map(({ date, unconfirmed }) => [date, unconfirmed])]).toEqual([
          kind,
          stockCode,
          firings.map(({ seen, bar }) => [seen, bar!.unconfirmed]),
        ])
        expect(trial.count).toBeGreaterThanOrEqual(2)
      }
      const trial = await trialOf({ kind: 'price-above', stockCode: split, value: 26 })
      expect(trial.fired.map(({ figure }) => figure)).toEqual([26.1, 26.125, 26])
      await pool().query('delete from alert')
    },
  )

  it('says how far the newest bar is from it, and whether it is true already', async () => {
    const code = stock()
    const day = await world.newDay({ [code]: { close: 104, volume: 1_500 } })
    const now = async (kind: string, value: number) => {
      const { to, current, distance, isTrue } = await trialOf({ kind, stockCode: code, value })
      expect(to).toBe(day)
      return [current, distance, isTrue]
    }
    expect(await now('price-above', 105.04)).toEqual([104, 1, false])
    expect(await now('price-above', 104)).toEqual([104, 0, true])
    expect(await now('price-above', 103)).toEqual([104, -0.9615, true])
    expect(await now('price-below', 104)).toEqual([104, 0, true])
    expect(await now('price-below', 52)).toEqual([104, -50, false])
    expect(await now('move', 5)).toEqual([4, 1, false])
    expect(await now('move', 4)).toEqual([4, 0, true])
    expect(await now('volume', 2)).toEqual([1.5, 0.5, false])
    expect(await now('volume', 1.5)).toEqual([1.5, 0, true])
    for (const [kind, current] of [
      ['price-above', 104],
      ['move', 4],
      ['volume', 1.5],
    ] as const)
      expect(await trialOf({ kind, stockCode: code })).toMatchObject({
        current,
        distance: null,
        count: 0,
        isTrue: false,
      })
  })

  it('leaves out the bars of a quarantined day until staff release it', async () => {
    const code = stock()
    const before = world.lastDay()
    const held = await world.newDay({ [code]: { close: 106 } }, [code, ...codes.slice(-10)])
    const asked = { kind: 'price-above', stockCode: code, value: 105 }
    expect(await trialOf(asked)).toMatchObject({ to: before, count: 0, current: 100 })
    expect((await (await world.as('staff')).ask(releaseDay, { body: { exchange, date: held } })).http).toBe(200)
    expect(await trialOf(asked)).toMatchObject({ to: held, count: 1, current: 106 })
  })

  it(`reads at most ${triedDays} bars, none older than a year, and lists at most ${mostListed} days, newest first`, async () => {
    await pool().query(
      `insert into stock (exchange, stock_code) values ('HKEX', '8001'), ('HKEX', '8002'), ('HKEX', '8003')`,
    )
    await pool().query(
      `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
       select 'HKEX', '8001', $1::date - n, 10, 12, 8, 10 + n % 2, 1000 from generate_series(1, 400) n union all
       select 'HKEX', '8002', $1::date - 7 * n, 10, 12, 8, 10 + n % 2, 1000 from generate_series(1, 400) n`,
      [world.lastDay()],
    )
    const asked = { kind: 'price-above', value: 11 }
    const daily = await trialOf({ ...asked, stockCode: '8001' })
    expect([daily.days, daily.count, daily.fired.length]).toEqual([triedDays, triedDays / 2, mostListed])
    expect(daily.fired.map(({ date }) => date)).toEqual(
      Array.from({ length: mostListed }, (_, at) => addDays(world.lastDay(), -1 - 2 * at)),
    )
    const weekly = await trialOf({ ...asked, stockCode: '8002' })
    expect([weekly.days, weekly.from]).toEqual([52, addDays(world.lastDay(), -7 * 52)])
    expect(await trialOf({ ...asked, stockCode: '8003' })).toEqual({
      days: 0,
      from: null,
      to: null,
      count: 0,
      fired: [],
      current: null,
      distance: null,
      isTrue: false,
    })
  })
})

describe('who may try an alert', () => {
  const kinds = ['buy-point', 'stop', 'chase', 'entered', 'left', 'profit-alert', 'shareholding', 'issue', 'state']
  const isMarket = (kind: string) => kind === 'issue' || kind === 'state'

  it('gets one answer for every stock if the right is missing or the kind reads more than bars', async () => {
    await pool().query(`insert into finlist_issue (exchange, issue_date) values ('HKEX', $1)`, [world.lastDay()])
    await pool().query(
      `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score, buy_point)
       values ('HKEX', $1, $2, 100, 90, 104)`,
      [world.lastDay(), codes[80]],
    )
    for (const name of ['free', 'us-yearly', who])
      for (const kind of kinds) {
        const said = []
        for (const stockCode of isMarket(kind) ? [undefined] : [codes[80], codes[81], '9999'])
          said.push(await attempt({ kind, stockCode }, name))
        const answers = new Set(said.map(({ http, errors }) => JSON.stringify([http, errors])))
        expect([name, kind, answers.size]).toEqual([name, kind, 1])
        const isRefused = name === 'free' && kind !== 'shareholding'
        expect([403, ...(isRefused ? [] : [400])]).toContain(said[0]!.http)
        const code = said[0]!.errors[0]?.code
        expect([name, kind, code === 'not-tried']).toEqual([name, kind, said[0]!.http === 400])
      }
    for (const kind of ['price-above', 'move', 'volume']) {
      const [pick, other] = [codes[80], codes[81]]
      const ofPick = await attempt({ kind, value: 1, stockCode: pick }, 'free')
      expect([ofPick.http, ofPick.data.current]).toEqual([200, kind === 'price-above' ? 100 : kind === 'move' ? 0 : 1])
      expect(ofPick.data).toEqual((await attempt({ kind, value: 1, stockCode: other }, 'free')).data)
    }
  })

  it.each<[string, object, string, RegExp]>([
    ['no stock', { kind: 'move', value: 3 }, 'stockCode', /required/],
    ['an unknown stock', { kind: 'move', value: 3, stockCode: '9999' }, 'stockCode', /not a stock we know/],
    ['a value above the largest', { kind: 'volume', value: 1_001, stockCode: codes[0] }, 'value', /at most 1000/],
  ])('gets a refusal that names the field if the alert has %s', async (_, body, field, reason) => {
    const { http, errors } = await attempt(body)
    expect([http, errors.map(error => error.field)]).toEqual([400, [field]])
    expect(errors[0]!.message).toMatch(reason)
  })

  it('learns nothing of a market whose prices may not be shown, whatever the stock', async () => {
    const inner = await openTestServer({ SOURCE_USE_HKEX: 'internal' })
    try {
      const client = await ApiClient.byToken(inner, 'free')
      const said = []
      for (const stockCode of ['0001', '0002', 'nothing'])
        said.push(await client.ask(tryAlert, { body: { exchange, kind: 'price-above', stockCode, value: 1 } }))
      for (const { http, errors } of said) expect([http, errors]).toEqual([400, said[0]!.errors])
      expect(said[0]!.errors).toMatchObject([{ field: 'exchange' }])
    } finally {
      await inner.close()
    }
  })
})
