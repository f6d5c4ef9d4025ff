import {
  createScreen,
  deleteScreen,
  exportScreen,
  mostScreens,
  type ScreenBody,
  savedScreens,
  screenStocks,
  screenTexts,
  updateScreen,
} from '@finlist/contract/screener'
import { uploadShareholdings } from '@finlist/contract/shareholding'
import { uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { tradingDays } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'
import { figureNames, rightFor } from '@finlist/domain/screener/figures'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { lines, send } from '../data/send-files.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

type Body = Partial<z.input<typeof screenStocks.body>>

const stocks: Partial<Record<ExchangeId, string[]>> = {
  HKEX: ['0005', '0388', '0700', '0941', '1299', '1810', '2318', '2800', '3690', '9988'],
  US: ['AAPL', 'AMZN', 'MSFT', 'NVDA'],
}
const daysOf = (exchange: ExchangeId) => tradingDays(exchange, '2025-03-03', '2026-06-30')
const sectorOf = (at: number) => ['Financials', 'Technology', ''][at % 3]!

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us' | 'beta', ApiClient>

beforeAll(async () => {
  testServer = await openTestServer({}, { at: calmDay })
  const [staff, free, hk, us, beta] = await Promise.all(
    ['staff', 'free', 'hk-monthly', 'us-yearly', 'affiliate-empty'].map(name => ApiClient.byToken(testServer, name)),
  )
  people = { staff: staff!, free: free!, hk: hk!, us: us!, beta: beta! }
  const { pool } = testServer.database
  await pool.query(`insert into user_role (user_id, role) values ($1, 'beta_access')`, [beta!.userId])
  for (const [exchange, codes] of Object.entries(stocks) as [ExchangeId, string[]][]) {
    await upload(exchange, uploadStocks, {
      stockCsv: lines(
        'stockCode,stockName,stockNameZh,sector,sectorZh,subSector',
        ...codes.map((code, at) => `${code},Name ${code},名${code},${sectorOf(at)},${sectorOf(at) && '業'},`),
      ),
    })
    await upload(exchange, uploadPrices, {
      priceCsv: lines('stockCode,date,open,high,low,close,volume', ...codes.flatMap(code => walk(exchange, code))),
    })
  }
  const issueDate = daysOf('HKEX').at(-3)!
  await upload(
    'HKEX',
    uploadFinList,
    {
      finListCsv: lines(
        'stockCode,close,percivalScore,patternType,buyPoint,isLowTurnover',
        `0700,${closeOn('0700', issueDate)},90,CUP,${closeOn('0700', issueDate)},0`,
        `1810,${closeOn('1810', issueDate)},80,,,0`,
      ),
    },
    { issueDate },
  )
  await vi.waitUntil(async () => (await ask(people.hk, { query: 'listed' })).data.matched === 2, 30_000)
  await vi.waitUntil(async () => (await ask(people.us, { markets: ['US'] })).data.matched === 4, 30_000)
})
afterAll(() => testServer.close())

function walk(exchange: ExchangeId, code: string): string[] {
  const random = new Random('screens', code)
  let close = random.between(20, 200)
  return daysOf(exchange).map(day => {
    close = Math.max(2, close * (1 + 0.02 * random.gaussian()))
    const price = close.toFixed(2)
    return [
      code,
      day,
      price,
      (close * 1.01).toFixed(2),
      (close * 0.99).toFixed(2),
      price,
      random.whole(1e6, 5e7),
    ].join()
  })
}

const closeOn = (code: string, day: string) =>
  walk('HKEX', code)
    .find(line => line.includes(day))!
    .split(',')[5]!

async function upload(
  exchange: ExchangeId,
  call: Parameters<typeof send>[1],
  files: Record<string, string>,
  query = {},
) {
  const answer = await send(people.staff, call, { exchange, ...query }, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}
const ask = (who: ApiClient, body: Body = {}) =>
  who.ask(screenStocks, { body: { markets: ['HKEX'], ...body } as never })
const screened = async (who: ApiClient, body: Body = {}) => {
  const { http, data, errors } = await ask(who, body)
  expect([http, errors]).toEqual([200, undefined])
  return data
}
const codesFor = async (who: ApiClient, body: Body) =>
  (await screened(who, body)).rows.map(({ stockCode }) => stockCode)

describe('screening', () => {
  it('returns every stock of a market by code, with the chosen figures in their order', async () => {
    const { markets, rows } = await screened(people.hk, { columns: ['price', 'rs', 'listed', 'sector', 'base'] })
    expect(markets).toEqual([{ exchange: 'HKEX', date: daysOf('HKEX').at(-1), total: 10, matched: 10 }])
    expect(rows.map(({ stockCode }) => stockCode)).toEqual(stocks.HKEX)
    const tencent = rows[2]!
    expect(tencent).toMatchObject({ exchange: 'HKEX', stockName: 'Name 0700', stockNameZh: '名0700' })
    expect(tencent.values.slice(0, 4)).toEqual([expect.any(Number), expect.any(Number), true, null])
    expect(rows[0]!.values[3]).toBe('Financials')
    expect(
      rows
        .map(({ values }) => values[1])
        .toSorted((one, other) => Number(one) - Number(other))
        .at(-1),
    ).toBe(99)
  })

  it('matches the stocks that meet the query, and counts them', async () => {
    const all = (await screened(people.hk, { columns: ['rs', 'price', 'sma50'] })).rows
    const expected = all.filter(({ values: [rs, price, sma] }) => Number(rs) > 40 && Number(price) > Number(sma))
    const found = await screened(people.hk, { query: 'rs > 40 and price > sma50' })
    expect(found.rows.map(({ stockCode }) => stockCode)).toEqual(expected.map(({ stockCode }) => stockCode))
    expect([found.matched, found.markets[0]!.matched, found.markets[0]!.total]).toEqual([
      expected.length,
      expected.length,
      10,
    ])
    expect(expected.length).toBeGreaterThan(0)
  })

  it('sorts by a figure in both directions, and returns a page', async () => {
    const down = await screened(people.hk, { sort: { by: 'rs', down: true }, columns: ['rs'] })
    const ranks = down.rows.map(({ values }) => Number(values[0]))
    expect(ranks).toEqual(ranks.toSorted((one, other) => other - one))
    const page = await screened(people.hk, { sort: { by: 'rs', down: true }, columns: ['rs'], from: 3, most: 2 })
    expect([page.matched, page.rows]).toEqual([10, down.rows.slice(3, 5)])
  })

  it('screens several markets together, the top ones of each', async () => {
    const found = await screened(people.staff, { markets: ['HKEX', 'US'], query: 'top 1 change6m' })
    expect(found.rows.map(({ exchange }) => exchange)).toEqual(['HKEX', 'US'])
    expect(found.markets.map(({ matched }) => matched)).toEqual([1, 1])
  })

  it('of the newest list knows only its picks', async () => {
    expect(await codesFor(people.hk, { scope: 'list' })).toEqual(['0700', '1810'])
    expect(await codesFor(people.hk, { query: 'listed and score > 85' })).toEqual(['0700'])
    expect((await screened(people.hk, { scope: 'list' })).markets[0]).toMatchObject({ total: 2, matched: 2 })
  })

  it('of a watchlist knows only its stocks, and nobody else’s', async () => {
    const { data: watchlistId } = await people.hk.ask(createWatchlist, { query: { watchlistName: 'Mine' } })
    const bought = { exchange: 'HKEX' as const, stockCode: '0005', buyPrice: 60, shares: 400 }
    expect((await people.hk.ask(addWatchlistStock, { params: { id: String(watchlistId) }, body: bought })).http).toBe(
      200,
    )
    expect(await codesFor(people.hk, { scope: 'watchlist', watchlistId })).toEqual(['0005'])
    expect(await codesFor(people.staff, { scope: 'watchlist', watchlistId })).toEqual([])
    expect((await ask(people.beta, { scope: 'watchlist', watchlistId })).http).toBe(403)
    expect((await ask(people.hk, { scope: 'watchlist' })).errors[0]!.field).toBe('watchlistId')
  })

  it('knows what participants hold and the newest profit alert, also of a past week', async () => {
    const [day, before, week] = ['2026-06-30', '2026-06-29', '2026-06-23']
    const held = (code: string, percents: Record<string, number[]>) =>
      Object.entries(percents).flatMap(([on, each]) =>
        each.map((percent, at) => `${code},${on},C000${10 + at},Participant ${at},1000,${percent}`),
      )
    const shareholdingCsv = lines(
      'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent',
      ...held('0700', { [week]: [5, 3], [before]: [6, 3], [day]: [7.5, 3] }),
      ...held('0005', { [week]: [4], [before]: [4], [day]: [3.25] }),
    )
    const answer = await send(people.staff, uploadShareholdings, {}, { shareholdingCsv })
    expect([answer.http, answer.errors]).toEqual([200, undefined])
    const asked = { query: 'top10 > 0', columns: ['ccassday', 'ccassweek', 'top10', 'alert', 'alertdays'] } as const
    const rows = async (on?: string) =>
      (await screened(people.hk, { ...asked, columns: [...asked.columns], ...(on && { on }) })).rows.map(
        ({ stockCode, values }) => [stockCode, ...values],
      )
    await vi.waitUntil(async () => (await rows()).length === 2, 30_000)
    expect(await rows()).toEqual([
      ['0005', -0.75, -0.75, 3.25, null, null],
      ['0700', 1.5, 2.5, 10.5, null, null],
    ])
    expect(await rows('2026-06-26')).toEqual([
      ['0005', null, null, 4, null, null],
      ['0700', null, null, 8, null, null],
    ])
    expect(await rows('2026-06-19')).toEqual([])
  })

  it('answers with the distribution of a figure over every stock in scope', async () => {
    const { distribution, rows } = await screened(people.hk, { distribution: 'rs', query: 'rs > 90', most: 0 })
    expect(distribution!.counts.reduce((sum, count) => sum + count, 0)).toBe(10)
    expect(rows).toEqual([])
  })

  it('points at a mistake in the query', async () => {
    const { http, errors } = await ask(people.hk, { query: 'rs > 90 and rx < 5' })
    expect([http, errors[0]]).toEqual([
      400,
      { code: 'query-wrong', field: 'query', message: 'The query has a mistake at character 13.' },
    ])
  })

  it.each<[string, Record<string, unknown>]>([
    ['no market', { markets: [] }],
    ['a market twice', { markets: ['HKEX', 'HKEX'] }],
    ['an unknown market', { markets: ['LSE'] }],
    ['an unknown column', { columns: ['colour'] }],
    ['a column twice', { columns: ['rs', 'rs'] }],
    ['a query that is too long', { query: 'listed or '.repeat(101) }],
    ['too many rows', { most: 101 }],
    ['a page before the first', { from: -1 }],
  ])('refuses %s', async (_, body) => expect((await ask(people.hk, body as Body)).http).toBe(400))

  it('has no stocks of a market without prices, and says so', async () => {
    const { markets, rows } = await screened(people.staff, { markets: ['JP'] })
    expect([markets, rows]).toEqual([[{ exchange: 'JP', date: null, total: 0, matched: 0, leftOut: 'no-prices' }], []])
  })
})

describe('rights', () => {
  it.each([
    ['free', []],
    ['hk', ['HKEX']],
    ['beta', ['HKEX']],
    ['us', ['US']],
    ['staff', [...exchangeIds]],
  ] as const)(
    '“%s” may screen %j alone, and 403 for any other market',
    async (name, allowed: readonly ExchangeId[]) => {
      const answers = await Promise.all(exchangeIds.map(async id => (await ask(people[name], { markets: [id] })).http))
      expect(answers).toEqual(exchangeIds.map(id => (allowed.includes(id) ? 200 : 403)))
    },
  )

  it('a market without its right is named, and contributes no row, count or distribution', async () => {
    const { markets, rows, matched, distribution } = await screened(people.us, {
      markets: [...exchangeIds],
      distribution: 'change1d',
    })
    expect(markets.filter(({ exchange }) => exchange !== 'US')).toEqual(
      ['HKEX', 'JP', 'CN', 'TW'].map(exchange => ({ exchange, date: null, total: 0, matched: 0, leftOut: 'right' })),
    )
    expect([matched, new Set(rows.map(({ exchange }) => exchange))]).toEqual([4, new Set(['US'])])
    expect(distribution!.counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    expect((await ask(people.free, { markets: [...exchangeIds] })).http).toBe(403)
  })

  it('a figure without its right is null in a column, and leaves the market out of a query, a sort, a scope and a distribution', async () => {
    const ofList = figureNames.filter(name => rightFor(name, 'HKEX') === 'finlist:HKEX')
    const { rows } = await screened(people.beta, { columns: ofList })
    expect(rows).toHaveLength(10)
    for (const { values } of rows) expect(values.every(value => value === null)).toBe(true)
    const asked: Body[] = [
      { query: 'rs > 50' },
      { query: 'price > 0 or not listed' },
      { query: 'price > 0 * rs' },
      { sort: { by: 'rs', down: true } },
      { scope: 'list' },
      { distribution: 'score' },
    ]
    for (const body of asked) {
      const { markets, matched, rows: none, distribution } = await screened(people.beta, body)
      expect(markets).toEqual([{ exchange: 'HKEX', date: null, total: 0, matched: 0, leftOut: 'figure' }])
      expect([matched, none, distribution ?? null]).toEqual([0, [], null])
    }
  })

  it('of a source for internal use, stocks are shown to staff only', async () => {
    const env = { SOURCE_USE_HKEX: 'internal', DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1' }
    const other = await openTestServer(env, { beside: testServer })
    try {
      const { markets, matched } = await screened(await ApiClient.byToken(other, 'hk-monthly'))
      expect([markets[0]!.leftOut, markets[0]!.total, matched]).toEqual(['source-use', 0, 0])
      expect((await screened(await ApiClient.byToken(other, 'staff'))).matched).toBe(10)
    } finally {
      await other.close()
    }
  })
})

describe('a file of a screen', () => {
  const file = (who: ApiClient, body: Body = {}) =>
    who.ask(exportScreen, { body: { markets: ['HKEX'], ...body } as never })

  it('has every matching row in order, and asks for the same rights', async () => {
    const body: Body = { query: 'price > 0', columns: ['rs', 'price'], sort: { by: 'rs', down: true } }
    expect((await file(people.hk, body)).data.rows).toEqual((await screened(people.hk, body)).rows)
    expect((await file(people.beta, { query: 'rs > 0' })).data).toEqual({
      markets: [{ exchange: 'HKEX', date: null, total: 0, matched: 0, leftOut: 'figure' }],
      rows: [],
    })
    expect((await file(people.free)).http).toBe(403)
  })

  it('leaves out markets whose source allows no more than to show prices', async () => {
    const env = { SOURCE_USE_HKEX: 'display', DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1' }
    const other = await openTestServer(env, { beside: testServer })
    try {
      const subscriber = await ApiClient.byToken(other, 'hk-monthly')
      expect((await screened(subscriber)).matched).toBe(10)
      const { markets, rows } = (await file(subscriber)).data
      expect([markets[0]!.leftOut, rows]).toEqual(['source-use', []])
      expect((await file(await ApiClient.byToken(other, 'staff'))).data.rows).toHaveLength(10)
    } finally {
      await other.close()
    }
  })
})

describe('the texts of a figure', () => {
  const texts = (who: ApiClient, figure: 'sector' | 'base', markets: ExchangeId[] = ['HKEX']) =>
    who.ask(screenTexts, { body: { markets, figure } })

  it('are those of the market’s stocks, with their number', async () => {
    expect((await texts(people.hk, 'sector')).data).toEqual([
      { text: 'Financials', textZh: '業', stocks: 4 },
      { text: 'Technology', textZh: '業', stocks: 3 },
    ])
  })

  it('need the rights to the market and to the figure', async () => {
    expect((await texts(people.free, 'sector')).http).toBe(403)
    expect((await texts(people.beta, 'base')).http).toBe(403)
    expect((await texts(people.us, 'sector', ['HKEX', 'US'])).data.reduce((sum, { stocks: own }) => sum + own, 0)).toBe(
      3,
    )
  })
})

describe('saved screens', () => {
  const body: ScreenBody = {
    name: 'Leaders',
    markets: ['HKEX'],
    scope: 'market',
    query: 'rs > 90',
    columns: ['rs', 'price'],
    sort: { by: 'rs', down: true },
  }
  const own = async (who: ApiClient) => (await who.ask(savedScreens)).data
  const create = (who: ApiClient, changes: Partial<ScreenBody> = {}) =>
    who.ask(createScreen, { body: { ...body, ...changes } })

  it('can be created, changed and deleted by their owner only', async () => {
    const { screenId } = (await create(people.hk)).data
    expect(await own(people.hk)).toEqual([{ ...body, screenId }])
    const changed = { ...body, name: 'Leaders 2', query: '' }
    expect((await people.staff.ask(updateScreen, { params: { id: String(screenId) }, body: changed })).http).toBe(404)
    expect((await people.staff.ask(deleteScreen, { params: { id: String(screenId) } })).http).toBe(404)
    expect((await people.hk.ask(updateScreen, { params: { id: String(screenId) }, body: changed })).http).toBe(200)
    expect(await own(people.hk)).toEqual([{ ...changed, screenId }])
    expect((await people.hk.ask(deleteScreen, { params: { id: String(screenId) } })).http).toBe(200)
    expect(await own(people.hk)).toEqual([])
  })

  it('have different names, ignoring case, and at most twenty', async () => {
    expect((await create(people.us, { markets: ['US'] })).http).toBe(200)
    expect((await create(people.us, { markets: ['US'], name: 'LEADERS' })).errors[0]).toMatchObject({ field: 'name' })
    const tried = Array.from({ length: mostScreens + 5 }, (_, at) =>
      create(people.us, { markets: ['US'], name: `n${at}` }),
    )
    const answers = await Promise.all(tried)
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(mostScreens - 1)
    expect(answers.find(({ http }) => http === 400)!.errors[0]).toMatchObject({ code: 'limit' })
  })

  it('need the right to each of their markets, and a query without mistakes', async () => {
    expect((await create(people.free)).http).toBe(403)
    expect((await create(people.hk, { markets: ['HKEX', 'US'] })).http).toBe(403)
    expect((await create(people.hk, { query: 'rs >' })).errors[0]).toMatchObject({ field: 'query' })
  })
})
