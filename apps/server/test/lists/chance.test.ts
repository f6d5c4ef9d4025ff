import { chance } from '@finlist/contract/chance'
import { stateRates } from '@finlist/contract/market-trend'
import { trackRecord } from '@finlist/contract/track-record'
import { demoMarket } from '@finlist/demo-market/market'
import { pickingStocks } from '@finlist/demo-market/picking-stocks'
import { countChance } from '@finlist/domain/chance/count'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { exchangeIds } from '@finlist/domain/markets'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { placeUntil, type Stock } from '@finlist/domain/picking/bars'
import { method } from '@finlist/domain/picking/method'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { chanceJob } from '../../src/research/chance/chance-job.ts'
import { openChance } from '../../src/research/chance/figures.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const stocks = 60
let testServer: TestServer
let chanceOf: ReturnType<typeof openChance>

beforeAll(async () => {
  testServer = await openTestServer()
  chanceOf = openChance(testServer.database)
})
afterAll(() => testServer.close())

const job = (databaseUrl = testServer.databaseUrl) =>
  chanceJob('US', {
    database: testServer.database,
    databaseUrl,
    demo: true,
    costs: usualCosts.US,
  })
/** Reduces a stock to the bars that the job reads: a year, and before that as many days as the method looks back. */
function known(stock: Stock): Stock {
  const from = placeUntil(stock.days, dayNumber('2026-11-20') - 364 - method.history.days) + 1
  const part = (name: 'days' | 'high' | 'low' | 'close' | 'volume') => Array.from(stock[name]).slice(from)
  return {
    ...stock,
    days: part('days'),
    high: part('high'),
    low: part('low'),
    close: part('close'),
    volume: part('volume'),
  }
}

/** Requests the figures without a session, as a reader of the public page does. */
async function told() {
  const response = await fetch(`${testServer.base}/api/chance`)
  expect(response.status).toBe(200)
  return chance.data.parse((await response.json()).data)
}

describe('the figures of how often chance produces a base', () => {
  it('are absent before they are calculated, and always for a market without prices', async () => {
    expect(await told()).toEqual([])
    expect(await chanceOf('US')).toBeNull()
    expect(await job().run(now)).toEqual({ rows: 0 })
    expect(await told()).toEqual([])
  })

  it('are not calculated for a market without prices', async () => {
    expect(await job('postgres://nowhere.invalid/').run(now)).toEqual({ rows: 0 })
  })

  it('are calculated from the market’s prices, and are public immediately', { tags: ['slow'] }, async () => {
    const settings = { now, say: () => undefined, exchanges: ['US'] as const, stocks }
    await loadDemoMarkets(testServer.database, testServer.config, settings)
    expect(await job().run(now)).toEqual({ rows: 24, asAt: '2026-11-20' })
    const [counted, ...others] = await told()
    expect(others).toEqual([])
    expect(counted).toMatchObject({ exchange: 'US', methodId: method.id })
    const market = demoMarket({ seed: 'finlist', exchange: 'US', startDate: '2023-05-21', asOf: '2026-11-19', stocks })
    const asked = { seed: 'US 2026-11', everyWeeks: 4, worlds: 4, stocks: 150 }
    expect(counted!.worlds).toEqual(countChance('US', pickingStocks(market).map(known), asked))
    expect(counted!.worlds.walks.fires.any).toBeGreaterThan(0)
    expect(await chanceOf('US')).toEqual(counted)
    expect(await chanceOf('HKEX')).toBeNull()
  })

  it('include the factor that widens the track record’s intervals, which is null for a market this small', {
    tags: ['slow'],
  }, async () => {
    const visitor = new ApiClient(testServer)
    const { data } = await visitor.ask(trackRecord, { params: { exchange: 'US' } })
    expect(data.widening).toMatchObject({ factor: null, worlds: 20, weeks: 52 })
    expect(data.widening!.cells).toBeLessThan(20)
  })

  it('include the returns after each state of the index, for those who have the market', {
    tags: ['slow'],
  }, async () => {
    const staff = await ApiClient.signIn(testServer, 'staff')
    const { data } = await staff.ask(stateRates, { params: { exchange: 'US' } })
    expect(data!.worlds).toBe(20)
    expect(data!.rates.map(({ term, ahead }) => `${term} ${ahead}`)).toEqual([
      'short 4',
      'short 13',
      'long 4',
      'long 13',
    ])
    for (const { weeks, mean, states } of data!.rates) {
      expect(weeks).toBeGreaterThan(100)
      expect(mean).not.toBeNull()
      expect(states.reduce((sum, state) => sum + state.weeks, 0)).toBe(weeks)
    }
    expect((await staff.ask(stateRates, { params: { exchange: 'JP' } })).data).toBeNull()
  })

  it('are recalculated once a month, and replace the previous ones', { tags: ['slow'] }, async () => {
    const before = await told()
    const { pool } = testServer.database
    for (const table of ['chance_figure', 'record_widening', 'state_rates'])
      await pool.query(`update ${table} set made_at = '2026-11-20T12:00:00Z'`)
    expect(await job().run(now + 5 * 86_400_000)).toEqual({ rows: 0 })
    expect(await job().run(Date.parse('2026-12-01T08:30:00Z'))).toEqual({ rows: 24, asAt: '2026-12-01' })
    const [after] = await told()
    expect(after!.worlds.walks).not.toEqual(before[0]!.worlds.walks)
    const { rows } = await pool.query(
      `select (select count(*) from chance_figure) as figures, (select count(*) from record_widening) as widenings,
         (select count(*) from state_rates) as rates`,
    )
    expect(rows).toEqual([{ figures: 24, widenings: 1, rates: 1 }])
    await pool.query('delete from state_rates')
    expect((await job().run(Date.parse('2026-12-02T08:30:00Z'))).rows).toBe(24)
  })

  it('are calculated at quiet times: never in a server’s first minutes, later at night', () => {
    const { next, name } = job()
    expect(name).toBe('chance-US')
    expect(next(undefined, now)).toBe(now + 180_000 + exchangeIds.indexOf('US') * 30_000)
    // Half past three in the morning in New York.
    expect(next(now, now + 1_000)).toBe(Date.parse('2026-11-21T08:30:00Z'))
  })
})
