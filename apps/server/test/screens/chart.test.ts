import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { type SmallChart, smallCharts } from '@finlist/contract/charts/chart'
import { uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { tradingDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { each } from '../answered.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us', ApiClient>

type Plain = { http: number; id?: number; [key: string]: unknown }

/** Makes a request as a client of the public datafeed protocol: bodies have no envelope. */
async function udf(who: ApiClient, path: string, query: Record<string, string | number> = {}) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return (await who.raw('GET', `/tvchart/${path}?${search.toString()}`)) as unknown as Plain
}
const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000

beforeAll(async () => {
  testServer = await openTestServer()
  const names = ['staff', 'free', 'hk-monthly', 'us-yearly']
  const [staff, free, hk, us] = await Promise.all(names.map(name => ApiClient.signIn(testServer, name)))
  people = { staff: staff!, free: free!, hk: hk!, us: us! }
  const stocks = [
    '0005,Five,五,',
    '0700,Seven Hundred,七百,',
    '1810,Devices,裝置,',
    '7000,Trap,陷阱,',
    'HSI,Index,恒指,true',
  ]
  await load(
    uploadStocks,
    { exchange: 'HKEX' },
    { stockCsv: lines('stockCode,stockName,stockNameZh,isIndex', ...stocks) },
  )
  const days = ['2024-04-29', '2024-04-30', '2024-05-02', '2024-05-03', '2024-05-06']
  const bars = days.map((day, n) => `${day},${n + 1},${n + 3},${n + 0.5},${n + 2},${100 * (n + 1)}`)
  await load(
    uploadPrices,
    { exchange: 'HKEX', stockCode: '0700' },
    { priceCsv: lines('date,open,high,low,close,volume', ...bars) },
  )
  const index = days.map(day => `${day},100,100,100,100,1`)
  await load(
    uploadPrices,
    { exchange: 'HKEX', stockCode: 'HSI' },
    { priceCsv: lines('date,open,high,low,close,volume', ...index) },
  )
  await testServer.database.db
    .insertInto('market_state')
    .values([
      { exchange: 'HKEX', short_term: true, start_date: '2024-04-30', trend: 'UPTREND' },
      { exchange: 'HKEX', short_term: false, start_date: '2024-05-02', trend: 'RALLY_ATTEMPT' },
    ])
    .execute()
  await testServer.database.db
    .insertInto('practice_stock')
    .values({ space: 'PRAC', stock_code: 'P1', stock_name: 'Practice', start_date: '2024-05-02' })
    .execute()
  await testServer.database.db
    .insertInto('bar')
    .values(
      days.map((date, n) => ({
        exchange: 'PRAC' as never,
        stock_code: 'P1',
        date,
        open: 1,
        high: 2,
        low: 1,
        close: n + 1,
        volume: 5,
      })),
    )
    .execute()
  await testServer.database.db
    .insertInto('chart_pattern')
    .values({
      exchange: 'HKEX',
      pattern_id: 'a',
      stock_code: '0700',
      pattern_type: 'FB',
      points: JSON.stringify([
        { time: seconds('2024-04-29'), price: 3 },
        { time: seconds('2024-05-03'), price: 3 },
      ]),
      options: JSON.stringify({ pivot: 5.2, depthPercent: 9 }),
      from_date: '2024-04-29',
      to_date: '2024-05-03',
    })
    .execute()
})
afterAll(() => testServer.close())

async function load(call: Parameters<typeof send>[1], query: Record<string, string>, files: Record<string, string>) {
  const answer = await send(people.staff, call, query, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}

describe('the datafeed', () => {
  it('reports its capabilities (CHART-20)', async () => {
    expect(await udf(people.free, 'config')).toMatchObject({
      supports_search: true,
      supports_marks: true,
      supports_timescale_marks: true,
      supports_time: true,
      supported_resolutions: ['1D', '1W', '1M'],
    })
  })

  it('returns the time in whole seconds, as text (CHART-26)', async () => {
    const before = Math.floor(Date.now() / 1_000)
    const answer = await fetch(`${testServer.base}/api/tvchart/time`, { headers: people.free.headers() })
    const text = await answer.text()
    expect(text).toMatch(/^\d{10}$/)
    expect(Number(text)).toBeGreaterThanOrEqual(before)
    expect(Number(text)).toBeLessThanOrEqual(Date.now() / 1_000)
  })

  it('resolves a symbol, and never returns a key `s` with it (CHART-23)', async () => {
    const found = await udf(people.free, 'symbols', { symbol: 'HKEX:0700' })
    expect(found).toMatchObject({
      ticker: 'HKEX:0700',
      description: 'Seven Hundred',
      type: 'stock',
      timezone: 'Asia/Hong_Kong',
      has_intraday: false,
      minmov2: 0,
      minmove2: 0,
      data_status: 'endofday',
    })
    expect('s' in found).toBe(false)
    expect(await udf(people.free, 'symbols', { symbol: 'HSI' })).toMatchObject({ ticker: 'HKEX:HSI', type: 'index' })
    expect(await udf(people.free, 'symbols', { symbol: 'HKEX:4444' })).toMatchObject({ http: 404, s: 'error' })
  })

  it('finds by code, with or without leading zeros, and by name, with codes in numerical order (CHART-21, 22)', async () => {
    const symbols = async (query: Record<string, string | number>) => {
      const found = (await fetch(
        `${testServer.base}/api/tvchart/search?${new URLSearchParams(query as never).toString()}`,
        {
          headers: people.free.headers(),
        },
      ).then(answer => answer.json())) as { symbol: string; full_name: string }[]
      return found.map(({ symbol }) => symbol)
    }
    expect(await symbols({ query: '' })).toEqual(['0005', '0700', '1810', '7000', 'HSI'])
    expect(await symbols({ query: '700' })).toEqual(['0700', '7000'])
    expect(await symbols({ query: 'dev' })).toEqual(['1810'])
    expect(await symbols({ query: '0700.HK' })).toEqual(['0700'])
    expect(await symbols({ query: '700.hk' })).toEqual(['0700'])
    expect(await symbols({ query: 'HKEX:700' })).toEqual(['0700', '7000'])
    expect(await symbols({ query: '0700.TW' })).toEqual([])
    // The query is in simplified characters.
    expect(await symbols({ query: '装置' })).toEqual(['1810'])
    expect(await symbols({ query: '裝置' })).toEqual(['1810'])
    expect(await symbols({ query: '七百' })).toEqual(['0700'])
    expect(await symbols({ query: '', limit: 2 })).toEqual(['0005', '0700'])
    expect(await symbols({ query: '', type: 'index' })).toEqual(['HSI'])
    expect(await symbols({ query: '', exchange: 'US' })).toEqual([])
    expect(await symbols({ query: 'p', isSimulator: 'true' })).toEqual(['P1'])
  })

  it('never returns more than 100 symbols (CHART-22)', async () => {
    await load(
      uploadStocks,
      { exchange: 'TW' },
      { stockCsv: lines('stockCode,stockName', ...Array.from({ length: 150 }, (_, n) => `${2000 + n},Stock ${n}`)) },
    )
    const answer = await fetch(`${testServer.base}/api/tvchart/search?query=&exchange=TW&limit=1000`, {
      headers: people.free.headers(),
    })
    const found = (await answer.json()) as { symbol: string }[]
    expect([found.length, found[0]!.symbol, found[99]!.symbol]).toEqual([100, '2000', '2099'])
  })
})

describe('bar histories (CHART-18, 28)', () => {
  const history = (query: Record<string, string | number>) =>
    udf(people.free, 'history', { symbol: 'HKEX:0700', from: 0, to: 4_000_000_000, ...query })

  it('aggregate days into complete weeks and months, dated by their first trading day', async () => {
    expect(await history({ resolution: '1W', format: 'udf' })).toMatchObject({
      t: [seconds('2024-04-29'), seconds('2024-05-06')],
      o: [1, 5],
      h: [6, 7],
      l: [0.5, 4.5],
      c: [5, 6],
      v: [1000, 500],
    })
    expect(await history({ resolution: 'M', format: 'udf' })).toMatchObject({
      t: [seconds('2024-04-29'), seconds('2024-05-02')],
      c: [3, 6],
    })
    const within = await history({
      resolution: 'W',
      format: 'udf',
      from: seconds('2024-05-01'),
      to: seconds('2024-05-03'),
    })
    expect(within).toMatchObject({ t: [seconds('2024-04-29')], c: [5] })
  })

  it('bar histories of weeks and months state the last day of their newest bar', async () => {
    const asAt = async (query: Record<string, string | number>) => (await history(query))['asAt']
    expect(await asAt({ resolution: '1W', to: seconds('2024-05-03') })).toBe(seconds('2024-05-03'))
    expect(await asAt({ resolution: '1M' })).toBe(seconds('2024-05-06'))
    expect(await asAt({ resolution: '1M', to: seconds('2024-05-01') })).toBe(seconds('2024-04-30'))
    expect(await asAt({ resolution: '1M', symbol: 'PRAC:P1', to: seconds('2024-05-06') })).toBe(seconds('2024-05-03'))
    expect(await asAt({ resolution: '1W' })).toBeUndefined()
    expect(await asAt({ resolution: '1D' })).toBeUndefined()
  })

  it('follow `countback` instead of `from` if both are given', async () => {
    expect(await history({ resolution: '1W', countback: 1, format: 'udf' })).toMatchObject({
      t: [seconds('2024-05-06')],
    })
    expect(await history({ countback: 2, from: seconds('2024-05-06'), format: 'udf' })).toMatchObject({
      t: [seconds('2024-05-03'), seconds('2024-05-06')],
    })
  })

  it('bar histories of an empty range state the time of the newest bar before it, or none if there is no such bar', async () => {
    expect(await history({ from: seconds('2024-06-01'), to: seconds('2024-06-09') })).toMatchObject({
      s: 'no_data',
      noData: true,
      nextTime: seconds('2024-05-06'),
    })
    const early = await history({ from: 0, to: seconds('2020-01-01') })
    expect([early['s'], 'nextTime' in early]).toEqual(['no_data', false])
  })

  it('accept the specification’s flags, and get a 304 when nothing has changed', async () => {
    const path = `${testServer.base}/api/tvchart/history?symbol=HKEX:0700&resolution=1D&from=0&to=4000000000&firstDataRequest=true&isStreaming=false&isGame=false&isSimulator=false`
    const first = await fetch(path, { headers: people.free.headers() })
    const etag = first.headers.get('etag')!
    expect([
      first.status,
      (await fetch(path, { headers: { ...people.free.headers(), 'if-none-match': etag } })).status,
    ]).toEqual([200, 304])
    await load(
      uploadPrices,
      { exchange: 'HKEX', stockCode: '0005' },
      { priceCsv: lines('date,open,high,low,close,volume', '2024-05-06,1,1,1,1,1') },
    )
    expect((await fetch(path, { headers: { ...people.free.headers(), 'if-none-match': etag } })).status).toBe(304)
    const bars = lines('date,open,high,low,close,volume', '2024-05-07,6,6,6,6,600')
    await load(uploadPrices, { exchange: 'HKEX', stockCode: '0700' }, { priceCsv: bars })
    expect((await fetch(path, { headers: { ...people.free.headers(), 'if-none-match': etag } })).status).toBe(200)
  })

  it('are identical in every encoding that a caller accepts, and in both forms', async () => {
    const days = tradingDays('HKEX', '2024-01-01', '2024-06-30').slice(0, 80)
    const bars = days.map((day, at) => `${day},${at + 1.25},${at + 3},${at + 0.5},${at + 2.125},${at * 1_000}`)
    await load(
      uploadPrices,
      { exchange: 'HKEX', stockCode: '7000' },
      { priceCsv: lines('date,open,high,low,close,volume', ...bars) },
    )
    const path = `${testServer.base}/api/tvchart/history?symbol=HKEX:7000&resolution=1D&from=${seconds('2024-01-01')}&to=${seconds('2024-06-30')}`
    const read = async (accepted: string) => {
      const headers = { ...people.hk.headers(), 'accept-encoding': accepted }
      const [answer] = (await once(get(path, { headers }), 'response')) as [IncomingMessage]
      return { encoding: answer.headers['content-encoding'], tag: answer.headers.etag, bytes: await buffer(answer) }
    }
    const [zstd, br, plain] = [await read('gzip, br, zstd'), await read('gzip, deflate, br'), await read('gzip')]
    expect([zstd.encoding, br.encoding, plain.encoding]).toEqual(['zstd', 'br', undefined])
    expect(new Set([zstd.tag, br.tag, plain.tag]).size).toBe(1)
    expect(zstdDecompressSync(zstd.bytes)).toEqual(plain.bytes)
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
    const { t, o, h, l, c, v, bars: objects } = JSON.parse(plain.bytes.toString()) as Record<string, number[]>
    expect(t).toHaveLength(80)
    expect(objects).toEqual(
      t!.map((time, at) => ({
        time: time * 1_000,
        open: o![at],
        high: h![at],
        low: l![at],
        close: c![at],
        volume: v![at],
      })),
    )
    expect([c![7], v![7]]).toEqual([9.125, 7_000])
  })

  it('bar histories of practice symbols can be requested by flag or by name, and end at the requested time (SIM-04, 05)', async () => {
    const until = { from: 0, to: seconds('2024-05-03'), resolution: '1W', format: 'udf' }
    const byName = await udf(people.free, 'history', { symbol: 'PRAC:P1', ...until })
    expect(byName).toMatchObject({ c: [3], v: [15] })
    expect(await udf(people.free, 'history', { symbol: 'P1', isSimulator: 'true', ...until })).toMatchObject({ c: [3] })
    expect(await udf(people.free, 'history', { symbol: 'GAME:P1', ...until })).toMatchObject({ http: 404 })
  })

  it('bar histories of a practice step contain only the days of that step (SIM-03)', async () => {
    const step = async (by: 'day' | 'week', from: string, symbol = 'PRAC:P1') => {
      const span = { from: seconds(from), to: seconds('2025-01-01'), resolution: '1D', format: 'udf' }
      const { t, atEnd } = await udf(people.free, 'history', { symbol, ...span, step: by })
      const told = ((t as number[] | undefined) ?? []).map(at => new Date(at * 1_000).toISOString().slice(0, 10))
      return { told, atEnd }
    }
    expect(await step('day', '2024-04-29')).toEqual({ told: ['2024-04-29'], atEnd: false })
    expect(await step('day', '2024-05-01')).toEqual({ told: ['2024-05-02'], atEnd: false })
    expect(await step('week', '2024-04-30')).toEqual({ told: ['2024-04-30', '2024-05-02', '2024-05-03'], atEnd: false })
    expect(await step('week', '2024-05-04')).toEqual({ told: ['2024-05-06'], atEnd: true })
    expect(await step('day', '2024-12-01')).toEqual({ told: [], atEnd: true })
    // `step` applies to practice symbols only.
    expect((await step('day', '2024-04-29', 'HKEX:0700')).told.length).toBeGreaterThan(1)
  })

  it('bar histories of a practice step are the same for everybody, however often requested, and nothing is stored (SIM-06)', async () => {
    const span = { symbol: 'PRAC:P1', from: seconds('2024-05-01'), to: seconds('2025-01-01'), resolution: '1D' }
    const step = async (who: ApiClient) => {
      const { t, c, atEnd } = await udf(who, 'history', { ...span, step: 'week', format: 'udf' })
      return { t, c, atEnd }
    }
    const made = [await step(people.free), await step(people.free), await step(people.us)]
    expect((made[0]!.t as number[]).length).toBeGreaterThan(0)
    expect(made.slice(1)).toEqual([made[0], made[0]])
  })
})

describe('chart marks (CHART-24, 31)', () => {
  const marks = (who: ApiClient, symbol: string) =>
    udf(who, 'marks', { symbol, from: 0, to: 4_000_000_000, resolution: '1D' })

  it('describe how the trend of an index changed, in the caller’s language', async () => {
    expect(await marks(people.hk, 'HSI')).toMatchObject({
      id: ['HKEX-short-2024-04-30', 'HKEX-long-2024-05-02'],
      time: [seconds('2024-04-30'), seconds('2024-05-02')],
      label: ['U', 'R'],
      text: ['Short term: Uptrend', 'Mid to long term: Rally attempt'],
    })
    expect(await udf(people.hk, 'timescale_marks', { symbol: 'HSI', from: 0, to: 4_000_000_000 })).toMatchObject({
      http: 200,
    })
  })

  it('are empty for a stock, and without the market-trend right', async () => {
    for (const answer of [
      await marks(people.hk, 'HKEX:0700'),
      await marks(people.us, 'HSI'),
      await marks(people.free, 'HSI'),
    ])
      expect(answer).toMatchObject({ http: 200, id: [], time: [] })
  })
})

it('quotes compare the newest day with the previous one, and mark unknown symbols as errors', async () => {
  const { d } = (await udf(people.free, 'quotes', { symbols: 'HKEX:HSI,HKEX:4444' })) as unknown as {
    d: { s: string; n: string; v: Record<string, number> }[]
  }
  expect(d.map(({ s, n }) => [s, n])).toEqual([
    ['ok', 'HKEX:HSI'],
    ['error', 'HKEX:4444'],
  ])
  expect(d[0]!.v).toMatchObject({ lp: 100, prev_close_price: 100, ch: 0, chp: 0 })
})

describe('bases on a chart (CHART-25, 31)', () => {
  const patterns = (who: ApiClient, query: Record<string, string | number> = {}) =>
    udf(who, 'patterns', { symbol: 'HKEX:0700', from: 0, to: 4_000_000_000, resolution: '1D', ...query })

  it('are points with options, for those who have the market’s patterns', async () => {
    expect((await patterns(people.hk))['data']).toEqual([
      {
        points: [
          { time: seconds('2024-04-29'), price: 3 },
          { time: seconds('2024-05-03'), price: 3 },
        ],
        options: {
          shape: 'polyline',
          text: 'FB',
          overrides: {},
          facts: { patternType: 'FB', pivot: 5.2, depthPercent: 9 },
        },
      },
    ])
    expect(await patterns(people.free)).toMatchObject({ http: 403, status: 'Forbidden' })
    expect(await patterns(people.us)).toMatchObject({ http: 403 })
  })

  it('are those that overlap the range, on daily and weekly charts', async () => {
    expect((await patterns(people.hk, { from: seconds('2024-05-03') }))['data']).toHaveLength(1)
    expect((await patterns(people.hk, { from: seconds('2024-05-04') }))['data']).toHaveLength(0)
    expect((await patterns(people.hk, { resolution: '1W' }))['data']).toHaveLength(1)
    expect((await patterns(people.hk, { resolution: '1M' }))['data']).toHaveLength(0)
  })
})

describe('small charts of a list', () => {
  const small = async (who: ApiClient, symbols: string[], resolution = '1D') =>
    (await who.ask(smallCharts, { query: { symbols: symbols.join(','), resolution } as never })).data

  it('have the bars of each stock as a chart has them, in the order of the request', async () => {
    const [first, second, ...others] = await small(people.free, ['HKEX:0700', 'hkex:700', 'HKEX:4444', 'nonsense'])
    const { t, o, h, l, c, v } = (await udf(people.free, 'history', {
      symbol: 'HKEX:0700',
      resolution: '1D',
      from: 0,
    })) as unknown as SmallChart
    expect(first).toEqual({ symbol: 'HKEX:0700', status: 'ok', t, o, h, l, c, v, base: null })
    expect(second).toEqual({ ...first, symbol: 'hkex:700' })
    const none = { status: 'no_data', t: [], o: [], h: [], l: [], c: [], v: [], base: null }
    expect(others).toEqual([
      { symbol: 'HKEX:4444', ...none },
      { symbol: 'nonsense', ...none },
    ])
  })

  it('are also weekly', async () => {
    const [weekly] = await small(people.free, ['HKEX:0700'], '1W')
    expect(weekly!.t).toEqual(['2024-04-29', '2024-05-06'].map(seconds))
    const whole = (await udf(people.free, 'history', { symbol: 'HKEX:0700', resolution: '1W', from: 0 })) as Plain
    expect([weekly!.c, weekly!.v, weekly!.asAt]).toEqual([whole['c'], whole['v'], whole['asAt']])
  })

  it('show the newest base to those who have the market’s patterns', async () => {
    const points = ['2024-04-29', '2024-05-03'].map(day => ({ time: seconds(day), price: 3 }))
    for (const [who, base] of [
      ['hk', { points, pivot: 5.2 }],
      ['us', null],
      ['free', null],
    ] as const)
      expect((await small(people[who], ['HKEX:0700', 'HKEX:0005'])).map(it => it.base)).toEqual([base, null])
  })

  it('end on a given day, before which the base must have ended', async () => {
    const until = async (day: string) =>
      (await people.hk.ask(smallCharts, { query: { symbols: 'HKEX:0700', resolution: '1D', until: day } })).data.map(
        ({ t, base }) => [t.at(-1), base?.pivot],
      )
    expect(await until('2024-05-03')).toEqual([[seconds('2024-05-03'), 5.2]])
    expect(await until('2024-05-02')).toEqual([[seconds('2024-05-02'), undefined]])
    expect(await until('2024-04-28')).toEqual([[undefined, undefined]])
  })

  it('reveal nothing of practice stocks, whose future is secret', async () => {
    expect((await small(people.free, ['PRAC:P1', 'GAME:S22'])).map(({ status, t }) => [status, t])).toEqual([
      ['no_data', []],
      ['no_data', []],
    ])
  })

  it('are at most twelve per request', async () => {
    const asked = (count: number) =>
      people.free.ask(smallCharts, { query: { symbols: Array(count).fill('HKEX:0700').join(), resolution: '1D' } })
    expect((await asked(12)).http).toBe(200)
    expect(await asked(13)).toMatchObject({ http: 400, errors: [{ field: 'symbols' }] })
  })
})

describe('the relative-strength line (CHART-12, 14, 27)', () => {
  it('requires the right to it, and is the stock divided by the Hang Seng Index', async () => {
    expect(await udf(people.hk, 'rsline')).toMatchObject({ http: 200, status: 'success' })
    expect(await udf(people.free, 'rsline')).toMatchObject({ http: 403 })
    const line = (await udf(people.hk, 'rsline', { symbol: 'HKEX:0700' }))['data'] as { time: number; value: number }[]
    expect(line.slice(0, 2)).toEqual([
      { time: seconds('2024-04-29'), value: 0.02, newHigh: 'none' },
      { time: seconds('2024-04-30'), value: 0.03, newHigh: 'none' },
    ])
    expect((await udf(people.hk, 'rsline', { symbol: 'HSI' }))['data']).toEqual([])
  })
})

it('the simulator call returns the day on which practice starts (SIM-03, GAME-36)', async () => {
  expect((await udf(people.free, 'simulator-info', { symbol: 'P1' }))['data']).toEqual({
    symbol: 'PRAC:P1',
    stockName: 'Practice',
    stockNameZh: '',
    startTime: seconds('2024-05-02'),
    startDate: '2024-05-02',
    resolution: '1D',
  })
  expect(await udf(people.free, 'simulator-info', { symbol: 'P9' })).toMatchObject({ http: 404 })
})

it('every datafeed call requires a token and the device check (CHART-44)', async () => {
  for (const path of ['config', 'time', 'history?symbol=HKEX:0700', 'storage/charts', 'storage/1.1/charts']) {
    expect((await fetch(`${testServer.base}/api/tvchart/${path}`)).status).toBe(401)
    const noDevice = { authorization: `Bearer ${people.free.token}` }
    expect((await fetch(`${testServer.base}/api/tvchart/${path}`, { headers: noDevice })).status).toBe(403)
  }
})

describe('a chart’s saved items', () => {
  const chart = { name: 'My chart', content: '{"v":1}', symbol: 'HKEX:0700', resolution: '1D' }
  const storage = (who: ApiClient, method: string, path: string, body?: unknown) =>
    who.raw(method, `/tvchart/storage/${path}`, body) as unknown as Promise<Plain>

  it('include charts, which can be saved, listed, read, overwritten and deleted (CHART-29, 32 to 38)', async () => {
    const { id } = await storage(people.hk, 'POST', 'charts?client=web&user=7', chart)
    expect(await storage(people.hk, 'GET', 'charts?client=web&user=7')).toMatchObject({
      http: 200,
      status: 'ok',
      data: [{ id, name: 'My chart', symbol: 'HKEX:0700', resolution: '1D', timestamp: expect.any(Number) }],
    })
    expect(await storage(people.hk, 'POST', `charts/${id}?client=web`, { ...chart, content: '{"v":2}' })).toMatchObject(
      { status: 'ok' },
    )
    expect(await storage(people.hk, 'GET', `charts/${id}?client=web`)).toMatchObject({
      status: 'ok',
      data: { id, name: 'My chart', content: '{"v":2}' },
    })
    expect(await storage(people.hk, 'POST', `charts/${id}/delete?client=web`, {})).toMatchObject({ status: 'ok' })
    expect(await storage(people.hk, 'GET', `charts/${id}?client=web`)).toMatchObject({ http: 404, status: 'Error' })
  })

  it('include templates, which can be saved, listed, read and deleted (CHART-30, 39, 40, 41)', async () => {
    await storage(people.hk, 'POST', 'studytemplates?client=web', { name: 'RS and volume', content: '[]' })
    await storage(people.hk, 'POST', 'studytemplates?client=web', { name: 'RS and volume', content: '[1]' })
    expect(await storage(people.hk, 'GET', 'studytemplates?client=web')).toMatchObject({
      status: 'ok',
      data: [{ name: 'RS and volume' }],
    })
    expect(await storage(people.hk, 'GET', 'studytemplates?client=web&templateName=RS and volume')).toMatchObject({
      data: { name: 'RS and volume', content: '[1]' },
    })
    expect(
      await storage(people.hk, 'POST', 'studytemplates/delete?client=web&templateName=RS and volume', {}),
    ).toMatchObject({ status: 'ok' })
    expect(
      await storage(people.hk, 'POST', 'studytemplates/delete?client=web', { templateName: 'RS and volume' }),
    ).toMatchObject({ http: 404 })
  })

  it('belong to their user, whatever `user` says, and to the namespace of their client', async () => {
    const { id } = await storage(people.hk, 'POST', 'charts?client=web', chart)
    const as = `client=web&user=${people.hk.userId}`
    for (const [method, path, body] of [
      ['GET', `charts/${id}?${as}`],
      ['POST', `charts/${id}?${as}`, chart],
      ['POST', `charts/${id}/delete?${as}`, {}],
    ] as const)
      expect((await storage(people.us, method, path, body)).http).toBe(404)
    expect(await storage(people.us, 'GET', `1.1/charts?${as}&chart=${id}`)).toMatchObject({
      status: 'error',
      message: 'Chart not found',
    })
    expect((await storage(people.hk, 'GET', `charts/${id}?client=other`)).http).toBe(404)
    await storage(people.hk, 'POST', `charts/${id}/delete?client=web`, {})
  })

  it('are limited to 1 MB each, and to 200 charts in all', { tags: ['slow'] }, async () => {
    const large = await storage(people.us, 'POST', 'charts?client=web', { ...chart, content: 'x'.repeat(1_000_000) })
    expect(large).toMatchObject({ http: 200 })
    const tooLarge = await storage(people.us, 'POST', 'charts?client=web', { ...chart, content: 'x'.repeat(1_000_001) })
    expect(tooLarge).toMatchObject({ http: 400, status: 'Error' })
    const made = await each(Array.from({ length: 210 }), () => storage(people.us, 'POST', 'charts?client=web', chart))
    expect(made.filter(({ http }) => http === 200).length).toBe(199)
  })

  // Charting libraries use this protocol, for example those of version 21.066. None is bundled.
  describe('the public 1.1 protocol for saved charts (CHART-16)', () => {
    const form = async (
      who: ApiClient,
      method: string,
      path: string,
      fields?: Record<string, string>,
      multipart = false,
    ) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields ?? {})) body.set(name, value)
      const answer = await fetch(`${testServer.base}/api/tvchart/storage/1.1/${path}`, {
        method,
        headers: who.headers(),
        ...(fields && { body: multipart ? body : new URLSearchParams(fields) }),
      })
      return { http: answer.status, ...((await answer.json()) as Omit<Plain, 'http'>) } as Plain
    }

    it.each([false, true])('accepts charts as forms (multipart: %s)', async multipart => {
      const { id } = await form(people.free, 'POST', 'charts?client=c&user=u', chart, multipart)
      expect(await form(people.free, 'GET', 'charts?client=c&user=u')).toMatchObject({
        status: 'ok',
        data: [{ id, name: 'My chart' }],
      })
      expect(
        await form(
          people.free,
          'POST',
          `charts?client=c&user=u&chart=${id}`,
          { ...chart, content: 'new 內容' },
          multipart,
        ),
      ).toMatchObject({ status: 'ok' })
      expect(await form(people.free, 'GET', `charts?client=c&user=u&chart=${id}`)).toMatchObject({
        data: { id, content: 'new 內容' },
      })
      expect(await storage(people.free, 'GET', `charts/${id}?client=c`)).toMatchObject({
        data: { content: 'new 內容' },
      })
      expect(await form(people.free, 'DELETE', `charts?client=c&user=u&chart=${id}`)).toMatchObject({ status: 'ok' })
      expect(await form(people.free, 'DELETE', `charts?client=c&user=u&chart=${id}`)).toEqual({
        http: 200,
        status: 'error',
        message: 'Chart not found',
      })
    })

    it('accepts study templates, and reports an error as a 200 with the reason', async () => {
      expect(await form(people.free, 'POST', 'study_templates?client=c', { name: 'T', content: '1' })).toMatchObject({
        status: 'ok',
      })
      expect(await form(people.free, 'GET', 'study_templates?client=c')).toMatchObject({ data: [{ name: 'T' }] })
      expect(await form(people.free, 'GET', 'study_templates?client=c&template=T')).toMatchObject({
        data: { name: 'T', content: '1' },
      })
      expect(await form(people.free, 'DELETE', 'study_templates?client=c&template=T')).toMatchObject({ status: 'ok' })
      expect(await form(people.free, 'GET', 'study_templates?client=c&template=T')).toEqual({
        http: 200,
        status: 'error',
        message: 'StudyTemplate not found',
      })
      expect(await form(people.free, 'POST', 'charts?client=c', { name: '' })).toMatchObject({
        http: 200,
        status: 'error',
      })
    })
  })
})
