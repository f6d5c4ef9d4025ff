import { smallCharts } from '@finlist/contract/charts/chart'
import { uploadPrices } from '@finlist/contract/staff/admin'
import { addWatchlistStock, createWatchlist, watchlistStocks } from '@finlist/contract/watchlist'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '../../src/config.ts'
import { sourceUse } from '../../src/market-data/vendors/source-use.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { bar, days, head } from './plain-market.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({}, { at: calmDay })
  const staff = await ApiClient.byToken(testServer, 'staff')
  const priceCsv = lines(head, ...days.slice(0, 3).map(date => bar('0103', date, 10)))
  for (const exchange of ['HKEX', 'US']) await send(staff, uploadPrices, { exchange }, { priceCsv })
})
afterAll(() => testServer.close())

/** Returns the result of `work` for a user, on a server where `use` is the permitted use of Hong Kong's data. */
async function askedAs<T>(use: string, name: string, work: (who: ApiClient) => Promise<T>): Promise<T> {
  const env = { SOURCE_USE_HKEX: use, DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1' }
  const other = await openTestServer(env, { beside: testServer })
  try {
    return await work(await ApiClient.byToken(other, name))
  } finally {
    await other.close()
  }
}
const statuses = (who: ApiClient, symbol: string) =>
  Promise.all(
    [`history?symbol=${symbol}&from=0&to=4000000000`, `quotes?symbols=PRAC:X,${symbol}`, `rsline?symbol=${symbol}`].map(
      async path => (await who.raw('GET', `/tvchart/${path}`)).http,
    ),
  )

describe('the permitted use of a source’s data', () => {
  it.each([
    ['internal', false],
    ['display', false],
    ['export', true],
  ])('“%s” lets bars be exported to a file: %s', async (use, may) => {
    const told = await askedAs(use, 'hk-yearly', who => who.raw('GET', '/tvchart/symbols?symbol=HKEX:0103'))
    expect(told).toMatchObject({ name: '0103', may_export: may })
  })

  it.each([
    ['', undefined, 'export'],
    ['eodhd', undefined, 'display'],
    ['j-quants', undefined, 'internal'],
    ['j-quants', 'display', 'display'],
    ['finmind', undefined, 'internal'],
  ])('is what the terms of “%s” allow; with SOURCE_USE_JP=%s it is “%s”', (source, configured, use) => {
    const config = { ...testServer.config, SOURCE_JP: source as 'eodhd', SOURCE_USE_JP: configured ?? ('' as const) }
    expect(sourceUse(config as Config, 'JP')).toBe(use)
  })

  it('“internal” lets only staff see bars, while other markets are shown as usual', async () => {
    await askedAs('internal', 'friend', async who => {
      expect(await statuses(who, 'HKEX:0103')).toEqual([403, 403, 403])
      expect(await statuses(who, 'US:0103')).toEqual([200, 200, 200])
      expect(await who.raw('GET', '/tvchart/history?symbol=0103.HK')).toMatchObject({
        http: 403,
        errors: [
          { code: 'source-use', message: 'The supplier of this market’s prices does not allow them to be shown.' },
        ],
      })
    })
    expect(await askedAs('internal', 'admin', who => statuses(who, 'HKEX:0103'))).toEqual([200, 200, 200])
    expect(await askedAs('display', 'friend', who => statuses(who, 'HKEX:0103'))).toEqual([200, 200, 200])
  })

  it('“internal” lets only staff see bars as of a past day, or in a step of a replay', async () => {
    const replayed = (who: ApiClient) =>
      Promise.all(
        ['', '&step=day'].map(
          async step => (await who.raw('GET', `/tvchart/history?symbol=HKEX:0103&asOf=${days[0]}${step}`)).http,
        ),
      )
    expect(await askedAs('internal', 'friend', replayed)).toEqual([403, 403])
    expect(await askedAs('internal', 'admin', replayed)).toEqual([200, 200])
  })

  it('“internal” lets only staff see small charts, next to those of other markets', async () => {
    const statusesOf = async (who: ApiClient) =>
      (await who.ask(smallCharts, { query: { symbols: 'HKEX:0103,US:0103', resolution: '1D' } })).data.map(
        ({ status, c }) => [status, c.length],
      )
    expect(await askedAs('internal', 'friend', statusesOf)).toEqual([
      ['not_shown', 0],
      ['ok', 3],
    ])
    expect(await askedAs('internal', 'admin', statusesOf)).toEqual([
      ['ok', 3],
      ['ok', 3],
    ])
  })

  it('“internal” leaves positions without a price', async () => {
    const prices = async (who: ApiClient) => {
      const { data: id } = await who.ask(createWatchlist, { query: { watchlistName: 'Mine' } })
      const params = { id: String(id) }
      for (const exchange of ['HKEX', 'US'] as const)
        await who.ask(addWatchlistStock, { params, body: { exchange, stockCode: '0103', buyPrice: 9, shares: 1 } })
      const { stockList } = (await who.ask(watchlistStocks, { params })).data
      return stockList.map(({ currentPrice, currentVolume, priceDate }) => [currentPrice, currentVolume, priceDate])
    }
    const known = [10, 1_000, days[2]]
    expect(await askedAs('internal', 'friend', prices)).toEqual([[null, null, null], known])
    expect(await askedAs('display', 'friend', prices)).toEqual([known, known])
  })
})
