import { alerts, changeAlert, setAlert } from '@finlist/contract/alerts'
import { createScreen, type ScreenBody, updateScreen } from '@finlist/contract/screener'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AlertWorld, codes, openAlertWorld } from './alert-world.ts'

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld()
})
afterAll(() => world.testServer.close())

const who = 'hk-yearly'
const body: ScreenBody = {
  name: 'Movers',
  markets: ['HKEX'],
  scope: 'market',
  query: 'change1d > 5',
  columns: [],
  sort: { by: 'code', down: false },
}
const pool = () => world.testServer.database.pool

/** Saves a screen, sets an alert on it, and waits until its present stocks are known. */
async function watch(name: string, screen: Partial<ScreenBody>): Promise<number> {
  const client = await world.as(name)
  const { data } = await client.ask(createScreen, { body: { ...body, ...screen } })
  await world.set(name, { kind: 'screen', screenId: data.screenId })
  await world.newDay()
  await seen()
  return data.screenId
}

/** Waits until every alert on a screen that its owner may see was evaluated on the newest day. */
const seen = () =>
  vi.waitUntil(async () => {
    const { rowCount } = await pool().query(`select from board_stock where exchange = 'HKEX' and date = $1 limit 1`, [
      world.lastDay(),
    ])
    await world.evaluate()
    return rowCount === 1
  }, 20_000)

async function newDay(closes: Record<string, number>): Promise<void> {
  await world.newDay(Object.fromEntries(Object.entries(closes).map(([code, close]) => [code, { close }])))
  await seen()
}
const told = async (name: string) => (await world.told(name)).map(({ title, text }) => `${title.en}: ${text.en}`)

describe('an alert on a saved screen', () => {
  it('tells once a day which stocks entered and left it, and opens it', async () => {
    const screenId = await watch(who, {})
    expect(await told(who)).toEqual([])
    await newDay({ [codes[0]!]: 110, [codes[1]!]: 106 })
    const [item] = await world.told(who)
    expect(item).toMatchObject({ kind: 'screen', link: `/screener?screen=${screenId}` })
    expect(item!.title.en).toBe('Movers (Hong Kong): stocks entered')
    expect(item!.text.en).toMatch(/^Entered your screen on .+: 0101, 0102\.$/)
    expect(item!.text.zh).toContain('0101、0102')
    await newDay({ [codes[0]!]: 110, [codes[1]!]: 106, [codes[2]!]: 107 })
    expect((await told(who))[0]).toMatch(
      /^Movers \(Hong Kong\): stocks changed: On .+, 0103 entered your screen and 0101, 0102 left it\.$/,
    )
    await newDay({ [codes[0]!]: 110, [codes[1]!]: 106, [codes[2]!]: 107 })
    expect((await told(who))[0]).toMatch(/^Movers \(Hong Kong\): stocks left: Left your screen on .+: 0103\.$/)
    expect(await told(who)).toHaveLength(3)
  })

  it('after a change of the screen compares only with the changed screen', async () => {
    const screenId = await watch(who, { name: 'Dear', query: 'price > 120' })
    const before = (await told(who)).length
    const client = await world.as(who)
    const changed = { ...body, name: 'Dear', query: 'price > 90' }
    expect((await client.ask(updateScreen, { params: { id: String(screenId) }, body: changed })).http).toBe(200)
    await newDay({})
    expect(await told(who)).toHaveLength(before)
    await newDay({ [codes[5]!]: 80 })
    expect((await told(who))[0]).toMatch(/^Dear \(Hong Kong\): stocks left: .+ 0106\.$/)
  })

  it('that is to fire once is done after the first change, until it is set again', async () => {
    const name = 'hk-quarterly'
    await watch(name, { name: 'Once', query: 'price > 135' })
    const own = async () => (await (await world.as(name)).ask(alerts)).data.alerts[0]!
    const change = async (given: object) =>
      (await world.as(name)).ask(changeAlert, { params: { alertId: String((await own()).alertId) }, body: given })
    await change({ once: true })
    await newDay({ [codes[9]!]: 140 })
    await newDay({})
    expect(await told(name)).toEqual([expect.stringContaining('Entered your screen')])
    expect((await own()).doneAt).not.toBeNull()
    expect((await change({ paused: false })).data.doneAt).toBeNull()
    await newDay({})
    await newDay({ [codes[9]!]: 140 })
    expect(await told(name)).toHaveLength(2)
  })

  it('is silent while its owner may not see one of its figures', async () => {
    const name = 'affiliate-empty'
    const { userId } = await world.as(name)
    await pool().query(`insert into user_role (user_id, role) values ($1, 'beta_access')`, [userId])
    await watch(name, { query: 'price > 125' })
    await watch(name, { name: 'Secret', query: 'price > 125 or score > 0' })
    await newDay({ [codes[7]!]: 130 })
    expect(await told(name)).toEqual([expect.stringContaining('Movers')])
  })

  it('is for one of the caller’s own screens that includes the market, once', async () => {
    const own = await watch('hk-monthly', { name: 'Mine' })
    const ask = async (name: string, given: object) => {
      const { http, errors } = await (await world.as(name)).ask(setAlert, {
        body: { kind: 'screen', exchange: 'HKEX', ...given },
      })
      return [http, errors?.[0]?.field, errors?.[0]?.code]
    }
    expect(await ask(who, { screenId: own })).toEqual([400, 'screenId', undefined])
    expect(await ask('hk-monthly', {})).toEqual([400, 'screenId', undefined])
    expect(await ask('hk-monthly', { screenId: own })).toEqual([409, 'kind', 'duplicate'])
    expect(await ask('hk-monthly', { screenId: own, stockCode: codes[0] })).toEqual([400, 'stockCode', undefined])
    expect(await ask('hk-monthly', { kind: 'issue', screenId: own })).toEqual([400, 'screenId', undefined])
    expect((await ask('free', { screenId: own }))[0]).toBe(403)
    expect((await ask('hk-monthly', { screenId: own, exchange: 'US' }))[0]).toBe(403)
  })
})
