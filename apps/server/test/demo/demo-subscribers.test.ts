// @module-tag slow
import { setTimeout } from 'node:timers/promises'
import { alerts } from '@finlist/contract/alerts'
import { chartMemory } from '@finlist/contract/charts/chart-memory'
import { savedChart, savedCharts } from '@finlist/contract/charts/chart-storage'
import { filterSets } from '@finlist/contract/finder'
import { inbox } from '@finlist/contract/inbox'
import { watchlists } from '@finlist/contract/watchlist'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillDemoSubscribers } from '../../src/demo/lived-in.ts'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { dueAlerts } from '../at-rest.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let who: ApiClient
beforeAll(async () => {
  testServer = await openTestServer({}, { at: calmDay })
  const { database, config, clock } = testServer
  await loadDemoMarkets(database, config, { now: clock.now(), say: () => undefined, exchanges: ['HKEX'] })
  await fillDemoSubscribers(database, clock.now())
  // As at a first start: nothing has been evaluated for alerts yet when the server starts.
  await database.pool.query('delete from alert_bar_seen')
  await database.pool.query('delete from alert_evaluated')
  await database.pool.query(`update last_updated set updated_at = updated_at + interval '1 millisecond'`)
  who = await ApiClient.byToken(testServer, 'hk-yearly')
  for (let tries = 0; (await database.pool.query(dueAlerts)).rowCount !== 0 && tries < 500; tries++)
    await setTimeout(20)
})
afterAll(() => testServer.close())

const lists = async () => (await who.ask(watchlists)).data

it('a demo subscriber has two watchlists with a gain, a loss, a split and a delisted stock', async () => {
  expect((await lists()).map(({ watchlistName, stockCount }) => [watchlistName, stockCount])).toEqual([
    ['Breakouts', 4],
    ['Long-term', 2],
  ])
  const { rows } = await testServer.database.pool.query<{ gain: number; split: boolean; gone: boolean }>(
    `select last.close / w.buy_price as gain,
       exists (select from corporate_action a where a.exchange = w.exchange and a.stock_code = w.stock_code
         and a.kind = 'split' and a.ex_date > w.created_at) as split,
       exists (select from listing l where l.exchange = w.exchange and l.stock_code = w.stock_code
         and l.delisted_on > w.created_at) as gone
     from watchlist_stock w join users u using (user_id)
     cross join lateral bars_before(w.exchange, w.stock_code, 'infinity', 1) last
     where u.email = 'hk-yearly@demo.example' order by w.watchlist_stock_id`,
  )
  expect(rows[0]!.gain).toBeGreaterThan(1)
  expect(rows[3]!.gain).toBeLessThan(1)
  expect(rows.map(({ split, gone }) => [split, gone])).toEqual([
    [false, false], [false, false], [false, false], [false, false], [true, false], [false, true],
  ]) // biome-ignore format: a list
})

it('a demo subscriber has alerts of several kinds, some of which fired recently, and an inbox with the results', async () => {
  const { data } = await who.ask(alerts)
  expect(new Set(data.alerts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(6)
  const fired = data.alerts.filter(({ firedAt }) => firedAt !== null)
  expect(fired.length).toBeGreaterThanOrEqual(3)
  expect(fired.length).toBeLessThan(data.alerts.length)
  const { items } = (await who.ask(inbox)).data
  const days = new Set(items.map(({ happenedOn }) => happenedOn))
  expect(days.size).toBeGreaterThan(2)
})

it('a demo subscriber has a filter set, a saved chart with drawings, and the same drawings on the first chart', async () => {
  expect((await who.ask(filterSets)).data).toHaveLength(1)
  const [saved] = (await who.ask(savedCharts, { query: { client: 'web' } })).data as unknown as { id: number }[]
  expect(saved).toBeDefined()
  const chart = await who.ask(savedChart, { params: { id: String(saved!.id) }, query: { client: 'web' } })
  expect(chart.http).toBe(200)
  const { rows } = await testServer.database.pool.query<{ symbol: string; content: string }>(
    `select symbol, content from saved_chart join users using (user_id) where email = 'hk-yearly@demo.example'`,
  )
  const { drawings } = JSON.parse(rows[0]!.content) as { drawings: { type: string }[] }
  expect(drawings.map(({ type }) => type)).toEqual(['horizontal', 'trend'])
  const left = (await who.ask(chartMemory, { query: { symbol: rows[0]!.symbol } })).data
  expect(JSON.parse(left.drawings!.content)).toEqual(drawings)
})

it('setting up the demo subscribers again changes nothing, and the free account stays empty', async () => {
  await fillDemoSubscribers(testServer.database, testServer.clock.now())
  expect(await lists()).toHaveLength(2)
  const free = await ApiClient.byToken(testServer, 'free')
  expect((await free.ask(alerts)).data.alerts).toEqual([])
})
