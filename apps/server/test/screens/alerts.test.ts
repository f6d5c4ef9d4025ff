import { alertFirings, alerts, changeAlert, deleteAlert, restoreAlert, setAlert } from '@finlist/contract/alerts'
import { mostAlerts } from '@finlist/domain/alerts/kinds'
import type { Right } from '@finlist/domain/plans/rights'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purge } from '../../src/background/purge.ts'
import { readConfig } from '../../src/config.ts'
import { mayBeTold } from '../../src/notifications/inbox/may-be-told.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'free' | 'hk' | 'us' | 'staff', ApiClient>
const exchange = 'HKEX'
const pool = () => testServer.database.pool

beforeAll(async () => {
  testServer = await openTestServer()
  const names = ['free', 'hk-yearly', 'us-yearly', 'staff']
  const [free, hk, us, staff] = await Promise.all(names.map(name => ApiClient.signIn(testServer, name)))
  people = { free: free!, hk: hk!, us: us!, staff: staff! }
  await pool().query(
    `insert into stock (exchange, stock_code, stock_name, stock_name_zh, is_index)
     select 'HKEX', lpad(n::text, 4, '0'), 'Company ' || n, '公司' || n, false from generate_series(1, 120) n
     union all values ('HKEX', 'HSI', 'Hang Seng Index', '恒生指數', true), ('US', 'AAPL', 'Apple', '', false)`,
  )
  await pool().query(`insert into finlist_issue (exchange, issue_date) values ('HKEX', current_date)`)
  await pool().query(
    `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score, buy_point)
     values ('HKEX', current_date, '0001', 10, 90, 11)`,
  )
})
afterAll(() => testServer.close())
beforeEach(() => pool().query('delete from alert'))

const set = (who: ApiClient, body: object) => who.ask(setAlert, { body: { exchange, ...body } })
const idOf = ({ alertId }: { alertId: number }) => ({ params: { alertId: String(alertId) } })

describe('an alert', () => {
  it('is set, listed, changed, paused and deleted, and stores a stock’s code as the exchange writes it', async () => {
    const made = await set(people.free, { kind: 'price-above', stockCode: '7', value: 12.5 })
    expect(made).toMatchObject({
      http: 200,
      data: {
        kind: 'price-above',
        exchange,
        stockCode: '0007',
        stockName: 'Company 7',
        stockNameZh: '公司7',
        value: 12.5,
        paused: false,
        asleep: false,
        firedAt: null,
      },
    })
    const changed = await people.free.ask(changeAlert, { ...idOf(made.data), body: { value: 13 } })
    expect(changed.data).toMatchObject({ value: 13, paused: false })
    const paused = await people.free.ask(changeAlert, { ...idOf(made.data), body: { paused: true } })
    expect(paused.data).toMatchObject({ value: 13, paused: true })
    expect((await people.free.ask(alerts)).data).toEqual({ alerts: [paused.data], most: mostAlerts.free })
    expect((await people.free.ask(alertFirings, idOf(made.data))).data).toEqual([])
    expect((await people.free.ask(deleteAlert, idOf(made.data))).http).toBe(200)
    expect((await people.free.ask(alerts)).data.alerts).toEqual([])
  })

  it('an alert that was deleted can be restored within a day, and does not count towards the limit until then', async () => {
    const { data: first } = await set(people.free, { kind: 'price-above', stockCode: '7', value: 12.5 })
    await pool().query(`insert into alert_firing (alert_id, seen) values ($1, '2026-01-05')`, [first.alertId])
    await people.free.ask(changeAlert, { ...idOf(first), body: { paused: true } })
    const before = (await people.free.ask(alerts)).data.alerts
    const row = async () => (await pool().query('select * from alert where alert_id = $1', [first.alertId])).rows[0]
    const asItWas = await row()
    await people.free.ask(deleteAlert, idOf(first))
    expect((await people.free.ask(deleteAlert, idOf(first))).http).toBe(404)
    for (const call of [changeAlert, alertFirings] as const)
      expect(
        (await people.free.ask(call, { ...idOf(first), ...(call === changeAlert && { body: { value: 1 } }) })).http,
      ).toBe(404)
    expect((await people.us.ask(restoreAlert, idOf(first))).http).toBe(404)
    const { data: same } = await set(people.free, { kind: 'price-above', stockCode: '7', value: 12.5 })
    expect((await people.free.ask(restoreAlert, idOf(first))).errors).toMatchObject([{ code: 'duplicate' }])
    await people.free.ask(deleteAlert, idOf(same))
    expect((await people.free.ask(restoreAlert, idOf(first))).data).toEqual(before[0])
    expect((await people.free.ask(restoreAlert, idOf(first))).data).toEqual(before[0])
    expect([(await people.free.ask(alerts)).data.alerts, await row()]).toEqual([before, asItWas])
    expect((await people.free.ask(alertFirings, idOf(first))).data).toHaveLength(1)
    await people.free.ask(deleteAlert, idOf(first))
    for (let at = 1; at <= mostAlerts.free; at++)
      await set(people.free, { kind: 'price-above', stockCode: String(at), value: 1 })
    expect((await people.free.ask(restoreAlert, idOf(first))).errors).toMatchObject([{ code: 'limit' }])
    await pool().query(`update alert set deleted_at = deleted_at - interval '1 day' where alert_id = $1`, [
      first.alertId,
    ])
    expect((await people.free.ask(restoreAlert, idOf(first))).http).toBe(404)
    await purge(testServer.database.db, Date.now())
    expect(
      (await pool().query('select from alert where deleted_at is not null and alert_id = $1', [first.alertId]))
        .rowCount,
    ).toBe(0)
  })

  it('can be set on an index', async () => {
    expect((await set(people.free, { kind: 'move', stockCode: 'HSI', value: 2 })).http).toBe(200)
  })

  it.each<[string, object, string, RegExp]>([
    ['a price of 0', { kind: 'price-above', stockCode: '1', value: 0 }, 'value', /^Value: more than 0\.$/],
    ['a price below 0', { kind: 'price-below', stockCode: '1', value: -1 }, 'value', /more than 0/],
    ['1e30', { kind: 'price-above', stockCode: '1', value: 1e30 }, 'value', /at most 1000000000/],
    ['text', { kind: 'price-above', stockCode: '1', value: 'ten' }, 'value', /expected number/],
    ['five decimals', { kind: 'price-above', stockCode: '1', value: 1.00001 }, 'value', /at most 4 decimal places/],
    ['no price', { kind: 'price-above', stockCode: '1' }, 'value', /^Value: required\.$/],
    ['more than any possible move', { kind: 'move', stockCode: '1', value: 1_001 }, 'value', /at most 1000/],
    ['a value for a kind that compares none', { kind: 'issue', value: 1 }, 'value', /has no value/],
    ['no stock', { kind: 'volume', value: 2 }, 'stockCode', /^Stock code: required\.$/],
    [
      'an unknown stock',
      { kind: 'price-above', stockCode: '999', value: 1 },
      'stockCode',
      /HKEX 0999 is not a stock we know/,
    ],
    ['no code', { kind: 'price-above', stockCode: '<b>', value: 1 }, 'stockCode', /./],
    ['another market’s code', { kind: 'price-above', stockCode: '7203.T', value: 1 }, 'stockCode', /./],
    ['a stock for the whole market', { kind: 'state', stockCode: '1' }, 'stockCode', /names no stock/],
    ['an unknown kind', { kind: 'earthquake' }, 'kind', /not one of the allowed values/],
    [
      'a market the kind does not exist in',
      { kind: 'profit-alert', exchange: 'US' },
      'exchange',
      /no alerts of this kind/,
    ],
    ['an unknown market', { kind: 'issue', exchange: 'LSE' }, 'exchange', /not one of the allowed values/],
  ])('an alert with %s is refused, naming the field', async (_, body, field, reason) => {
    const { http, errors } = await set(people.hk, body)
    expect([http, errors.map(error => error.field)]).toEqual([400, [field]])
    expect(errors[0]!.message).toMatch(reason)
    people.hk.language = 'zh'
    const chinese = await set(people.hk, body)
    people.hk.language = 'en'
    expect(chinese.errors[0]!.message).toMatch(/[\u4e00-\u9fff]/)
    expect((await people.hk.ask(alerts)).data.alerts).toEqual([])
  })

  it('an alert that duplicates another is refused, naming the field, when it is created and when it is changed', async () => {
    const one = await set(people.hk, { kind: 'price-above', stockCode: '1', value: 10 })
    const two = await set(people.hk, { kind: 'price-above', stockCode: '1', value: 11 })
    const duplicate = {
      http: 409,
      errors: [{ code: 'duplicate', field: 'value', message: 'You already have this alert.' }],
    }
    expect(await set(people.hk, { kind: 'price-above', stockCode: '0001', value: 10 })).toMatchObject(duplicate)
    expect(await people.hk.ask(changeAlert, { ...idOf(two.data), body: { value: 10 } })).toMatchObject(duplicate)
    expect((await people.hk.ask(changeAlert, { ...idOf(one.data), body: { value: 10 } })).http).toBe(200)
    expect((await set(people.hk, { kind: 'entered' })).http).toBe(200)
    expect(await set(people.hk, { kind: 'entered' })).toMatchObject({ http: 409, errors: [{ field: 'kind' }] })
  })

  it('can be changed only in the fields of its kind, and in at least one per call', async () => {
    const { data } = await set(people.hk, { kind: 'issue' })
    expect(await people.hk.ask(changeAlert, { ...idOf(data), body: {} })).toMatchObject({
      http: 400,
      errors: [{ field: 'value' }],
    })
    expect(await people.hk.ask(changeAlert, { ...idOf(data), body: { value: 3 } })).toMatchObject({
      http: 400,
      errors: [{ field: 'value' }],
    })
  })

  it('another user’s alert is not found', async () => {
    const { data } = await set(people.hk, { kind: 'issue' })
    const answers = [
      await people.us.ask(changeAlert, { ...idOf(data), body: { paused: true } }),
      await people.us.ask(alertFirings, idOf(data)),
      await people.us.ask(deleteAlert, idOf(data)),
    ]
    expect(answers.map(({ http }) => http)).toEqual([404, 404, 404])
    expect((await people.hk.ask(alerts)).data.alerts).toMatchObject([{ paused: false }])
  })
})

describe('limits on alerts', () => {
  it('hold while an alert is changed and deleted concurrently: each call gets a 200 or a 404', async () => {
    for (let round = 0; round < 15; round++) {
      const { data } = await set(people.free, { kind: 'price-above', stockCode: '7', value: 12.5 })
      const changes = Array.from({ length: 4 }, (_, nth) =>
        people.free.ask(changeAlert, { ...idOf(data), body: { value: 13 + nth } }),
      )
      const answers = await Promise.all([...changes, people.free.ask(deleteAlert, idOf(data))])
      expect(answers.filter(({ http }) => http !== 200 && http !== 404)).toEqual([])
    }
  })

  it('are 5 for free accounts and 100 for subscribers, even with concurrent requests', async () => {
    const many = (who: ApiClient, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          set(who, { kind: 'price-above', stockCode: String(at + 1), value: 1 }),
        ),
      )
    const free = await many(people.free, 12)
    expect(free.filter(({ http }) => http === 200)).toHaveLength(mostAlerts.free)
    expect(free.find(({ http }) => http === 400)?.errors).toEqual([
      { code: 'limit', message: 'You have 5 alerts, which is the limit. Delete one first.' },
    ])
    await pool().query(
      `insert into alert (user_id, kind, exchange, stock_code, value, value_on)
       select $1, 'price-below', 'HKEX', '0001', n, current_date from generate_series(1, $2::int) n`,
      [people.hk.userId, mostAlerts.subscriber - 5],
    )
    const paying = await many(people.hk, 12)
    expect(paying.filter(({ http }) => http === 200)).toHaveLength(5)
    expect(paying.filter(({ errors }) => errors?.[0]?.code === 'limit')).toHaveLength(7)
    expect((await people.hk.ask(alerts)).data.alerts).toHaveLength(mostAlerts.subscriber)
    expect((await people.hk.ask(alerts)).data).toMatchObject({ most: 100 })
  })

  it('also limit the firings and notifications that are stored', async () => {
    const { data } = await set(people.hk, { kind: 'buy-point' })
    await pool().query(
      `insert into alert_firing (alert_id, stock_code, seen, at) select $1, 'S' || n, '2026-01-01', now() - n * interval '1 minute' from generate_series(1, 700) n`,
      [data.alertId],
    )
    await pool().query(
      `insert into inbox_item (user_id, kind, source, at) select $1, 'account', 'n' || n, now() - n * interval '89 days' from generate_series(1, 2) n`,
      [people.hk.userId],
    )
    await purge(testServer.database.db, Date.now())
    const left = (table: string) => pool().query(`select from ${table}`)
    expect([(await left('alert_firing')).rowCount, (await left('inbox_item')).rowCount]).toEqual([500, 1])
    const shown = await people.hk.ask(alertFirings, idOf(data))
    expect(shown.data).toHaveLength(100)
    expect(shown.data[0]).toMatchObject({ stockCode: 'S1', seen: '2026-01-01', bar: null })
  })
})

describe('alerts on paid content', () => {
  const paid = ['buy-point', 'entered', 'left', 'issue', 'state', 'stop', 'chase', 'profit-alert']

  it('can be set only with the right to the content, and only for its market', async () => {
    for (const kind of paid) expect([kind, (await set(people.free, { kind })).http]).toEqual([kind, 403])
    for (const kind of paid) expect([kind, (await set(people.hk, { kind })).http]).toEqual([kind, 200])
    const ofLists = ['stop', 'chase']
    for (const kind of paid)
      expect([kind, (await set(people.us, { kind })).http]).toEqual([kind, ofLists.includes(kind) ? 200 : 403])
    expect((await set(people.us, { kind: 'entered', exchange: 'US' })).http).toBe(200)
    expect((await set(people.free, { kind: 'shareholding' })).http).toBe(200)
  })

  it('never reveal to others whether a stock is a pick, when set, listed, changed or deleted', async () => {
    const without = (answer: object) =>
      JSON.stringify(answer).replaceAll(/000[12]|"alertId":\d+|"createdAt":"[^"]*"|Company [12]|公司[12]/g, '')
    const walk = async (who: ApiClient, stockCode: string) => {
      await pool().query('delete from alert')
      const said: object[] = []
      for (const kind of ['buy-point', 'entered', 'left', 'price-above', 'move'] as const) {
        const value = kind === 'price-above' || kind === 'move' ? { value: 11 } : {}
        const { http, data, errors } = await set(who, { kind, stockCode, ...value })
        said.push({ kind, http, data, errors })
        if (http !== 200) continue
        const fired = await who.ask(alertFirings, idOf(data))
        const changed = await who.ask(changeAlert, { ...idOf(data), body: { paused: true } })
        said.push([
          fired.data,
          changed.data,
          (await who.ask(alerts)).data,
          (await who.ask(deleteAlert, idOf(data))).http,
        ])
      }
      return said.map(without)
    }
    for (const who of [people.free, people.us, people.hk])
      expect(await walk(who, '0001')).toEqual(await walk(who, '0002'))
  })

  it('alerts on prices that their source does not allow to be displayed are sent to staff only', () => {
    const internal = { ...testServer.config, ...readConfig({ SOURCE_USE_HKEX: 'internal' }) }
    const may = (rights: Right[], kind: 'price-above' | 'issue') =>
      mayBeTold(internal, { kind, exchange }, new Set<Right>(['signed-in', 'finlist:HKEX', ...rights]))
    expect([may([], 'price-above'), may(['staff'], 'price-above'), may([], 'issue')]).toEqual([false, true, true])
  })
})
