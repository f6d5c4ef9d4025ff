import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HourlyMovers, movers, moversPlus, uploadMovers } from '@finlist/contract/movers'
import { listUploads, rollBackUpload, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { tradingDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purge } from '../../src/background/purge.ts'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { playMarket } from '../../src/demo/play-market.ts'
import { afterSnapshots } from '../../src/market-data/folders/after-snapshots.ts'
import { dropFolder } from '../../src/market-data/folders/drop-folder.ts'
import { takeSnapshots } from '../../src/market-data/folders/take-snapshots.ts'
import { lines, type Sent, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us', ApiClient>

beforeAll(async () => {
  testServer = await openTestServer()
  const names = ['staff', 'free', 'hk-monthly', 'us-yearly']
  const [staff, free, hk, us] = await Promise.all(names.map(name => ApiClient.signIn(testServer, name)))
  people = { staff: staff!, free: free!, hk: hk!, us: us! }
})
afterAll(() => testServer.close())

const heads = 'stockCode,price,volume'
const upload = (takenAt: string, ...text: string[]) =>
  send(people.staff, uploadMovers, { takenAt }, { moversCsv: lines(...text) })

async function load(call: Parameters<typeof send>[1], query: Record<string, string>, files: Sent) {
  const answer = await send(people.staff, call, query, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
  return answer.data as { count: number; created: number; uploadId: number; notes: string[] }
}
const snapshot = (takenAt: string, ...text: string[]) => load(uploadMovers, { takenAt }, { moversCsv: lines(...text) })

async function basic(): Promise<HourlyMovers> {
  const { http, data } = await people.free.ask(movers)
  expect(http).toBe(200)
  return data
}
async function plus(query?: Record<string, string>): Promise<HourlyMovers> {
  const { http, data } = await people.hk.ask(moversPlus, { ...(query && { query }) })
  expect(http).toBe(200)
  return data
}
const codes = (list: { stockCode: string }[]) => list.map(({ stockCode }) => stockCode)
const faultsOf = (answer: { errors?: { message: string }[] }) => answer.errors?.map(({ message }) => message)

describe('movers of the last hour', () => {
  it('are empty lists without a time if no snapshot exists (MOV-06)', async () => {
    expect(await basic()).toEqual({ updatedAt: null, comparedWith: null, hourIncreaseList: [], hourDecreaseList: [] })
  })

  it('are for everybody who is signed in (BASIC), and for the Hong Kong plan (PLUS) (MOV-15, 17, CORE-08)', async () => {
    const asked = async (who: ApiClient) => [(await who.ask(movers)).http, (await who.ask(moversPlus)).http]
    expect(await asked(people.free)).toEqual([200, 403])
    expect(await asked(people.us)).toEqual([200, 403])
    expect(await asked(people.hk)).toEqual([200, 200])
    expect((await people.free.ask(moversPlus)).status).toBe('Forbidden')
    expect((await new ApiClient(testServer).ask(movers)).http).toBe(401)
  })

  it('compare the newest snapshot with the one an hour earlier, in percent (MOV-03, 05, 06, 07, 08; AMB-142, 209)', async () => {
    await load(
      uploadStocks,
      { exchange: 'HKEX' },
      { stockCsv: lines('stockCode,stockName,stockNameZh,isIndex', '0001,One,一號,', '0002,Two,,', 'HSI,Index,,true') },
    )
    await snapshot('2026-03-03T10:00', heads, '1,10,100', '2,20,200', '3,30,300', '4,40,0', 'HSI,100,1')
    await snapshot('2026-03-03T10:30', heads, '1,99,150', '2,99,250', '3,99,350', '4,99,0')
    const { created } = await snapshot(
      '2026-03-03T11:00',
      heads,
      '1,10.5,1000',
      '2,19,2000',
      '3,30,900',
      '5,7,1',
      'HSI,110,1',
    )
    expect(created).toBe(1)
    expect(await basic()).toEqual({
      updatedAt: '2026-03-03T03:00:00.000Z',
      comparedWith: '2026-03-03T02:00:00.000Z',
      hourIncreaseList: [
        {
          stockCode: '0001',
          stockName: 'One',
          stockNameZh: '一號',
          volume: 1_000,
          turnover: Math.round(100 * 10 + 50 * 54.5 + 850 * 54.75),
          price: 10.5,
          priceChange: 5,
          volumeChange: null,
          dayPrices: [10, 99, 10.5],
        },
      ],
      hourDecreaseList: [
        {
          stockCode: '0002',
          stockName: 'Two',
          stockNameZh: '',
          volume: 2_000,
          turnover: 200 * 20 + 50 * 59.5 + 1_750 * 59,
          price: 19,
          priceChange: -5,
          volumeChange: null,
          dayPrices: [20, 99, 19],
        },
      ],
    })
  })

  it('are not compared with the day before in a day’s first hour: those of the last full hour stay, with their time', async () => {
    await snapshot('2026-03-04T09:30', heads, '1,20,1000')
    await snapshot('2026-03-04T10:00', heads, '1,30,1000')
    expect((await basic()).updatedAt).toBe('2026-03-03T03:00:00.000Z')
    await snapshot('2026-03-04T10:30', heads, '1,40,1000')
    expect(await basic()).toMatchObject({
      updatedAt: '2026-03-04T02:30:00.000Z',
      comparedWith: '2026-03-04T01:30:00.000Z',
      hourIncreaseList: [{ stockCode: '0001', priceChange: 100, dayPrices: [20, 30, 40], turnover: 20_000 }],
    })
  })

  it('compare with the last snapshot before the lunch break; a source’s own price of an hour ago takes priority', async () => {
    await snapshot('2026-03-05T12:00', heads, '1,10,1000', '2,10,1000')
    await snapshot(
      '2026-03-05T13:30',
      'stockCode,price,volume,previousPrice',
      '1,11,1000,',
      '2,11,1000,10.89',
      '0006,5,9,4',
    )
    expect(await basic()).toMatchObject({
      comparedWith: '2026-03-05T04:00:00.000Z',
      hourIncreaseList: [
        { stockCode: '0006', priceChange: 25 },
        { stockCode: '0001', priceChange: 10 },
        { stockCode: '0002', priceChange: 1.01 },
      ],
    })
  })

  it('give volume as a multiple of the 50-day average, without half days and days without a trade (MOV-05, 14)', async () => {
    const days = tradingDays('HKEX', '2025-11-03', '2026-03-05')
    const half = ['2025-12-24', '2025-12-31', '2026-02-16']
    const counted = days.filter(day => day < '2026-03-05' && !half.includes(day) && day !== '2026-02-20').slice(-50)
    const volumeOf = (day: string) => {
      if (half.includes(day)) return 9_000_000
      if (day === '2026-02-20') return 0
      if (day === '2026-03-05') return 77_777
      return counted.indexOf(day) < 0 ? 5_000_000 : counted.indexOf(day) < 25 ? 1_000 : 3_000
    }
    expect(counted).toHaveLength(50)
    const bars = days.map(day => `0001,${day},1,1,1,1,${volumeOf(day)}`)
    await load(
      uploadPrices,
      { exchange: 'HKEX' },
      { priceCsv: lines('stockCode,date,open,high,low,close,volume', ...bars) },
    )
    await snapshot('2026-03-05T14:00', heads, '1,10,1000')
    await snapshot('2026-03-05T15:00', heads, '1,11,7000')
    expect((await basic()).hourIncreaseList).toMatchObject([{ stockCode: '0001', volume: 7_000, volumeChange: 3.5 }])
  })

  it('movers in PLUS can be limited by turnover as well as volume, and an invalid limit is refused by name', async () => {
    await snapshot('2026-03-05T15:30', heads, '21,10,2000000', '22,10,2000000', '23,10,900000')
    await snapshot('2026-03-05T16:30', heads, '21,12,4000000', '22,11,2000000', '23,13,1000000')
    const those = async (minTurnover: string) =>
      (await plus({ minVolume: '1000000', minTurnover })).hourIncreaseList.map(({ stockCode, turnover, dayPrices }) => [
        stockCode,
        turnover,
        dayPrices,
      ])
    const all = [
      ['0023', 10_150_000, []],
      ['0021', 42_000_000, []],
      ['0022', 20_000_000, []],
    ]
    expect(await those('0')).toEqual(all)
    expect(await those('20000000')).toEqual(all.slice(1))
    expect(await those('30000000')).toEqual([all[1]])
    for (const minTurnover of ['-1', '1000000000001', '1.5', 'much']) {
      const { http, errors } = await people.hk.ask(moversPlus, { query: { minTurnover } })
      expect([http, errors]).toEqual([400, [expect.objectContaining({ field: 'minTurnover' })]])
    }
  })

  it('movers in PLUS are the top 20 of the stocks that traded at least minVolume, 10 million by default (MOV-04, 09, 12, 13; AMB-143, 145)', async () => {
    const stocks = Array.from({ length: 60 }, (_, at) => ({ code: 1_000 + at, volume: 10 ** (5 + (at % 6)) }))
    await snapshot('2026-03-06T10:00', heads, ...stocks.map(({ code }) => `${code},100,1`))
    await snapshot('2026-03-06T11:00', heads, ...stocks.map(({ code, volume }) => `${code},${code / 10},${volume}`))
    const all = await basic()
    expect(codes(all.hourIncreaseList)).toEqual(
      stocks
        .slice(-20)
        .toReversed()
        .map(({ code }) => String(code)),
    )
    const those = (least: number) =>
      stocks
        .filter(({ volume, code }) => volume >= least && code > 1_000)
        .toReversed()
        .slice(0, 20)
        .map(({ code }) => String(code))
    for (const power of [6, 7, 8, 9, 10]) {
      const found = await plus({ minVolume: String(10 ** power) })
      expect(codes(found.hourIncreaseList)).toEqual(those(10 ** power))
      expect(found).toMatchObject({ updatedAt: all.updatedAt, hourDecreaseList: [] })
    }
    expect(await plus()).toEqual(await plus({ minVolume: '10000000' }))
    for (const minVolume of ['999999', '10000000001', '1e7.5', 'many'])
      expect((await people.hk.ask(moversPlus, { query: { minVolume } })).http).toBe(400)
  })

  it('are served from cached bytes, or with a 304, when polled, without reading a snapshot (MOV-10, 11)', async () => {
    const read = (path: string, who: ApiClient, etag = '') =>
      fetch(`${testServer.base}/api/stocks/movement${path}`, { headers: { ...who.headers(), 'if-none-match': etag } })
    const asks = [
      ['/HKEX', people.free],
      ['/enhanced/HKEX?minVolume=1000000', people.hk],
      ['/enhanced/HKEX?minVolume=1000000000', people.hk],
    ] as const
    const before = await Promise.all(asks.map(([path, who]) => read(path, who)))
    await testServer.database.pool.query('alter table market_snapshot rename to out_of_reach')
    try {
      for (const [at, [path, who]] of asks.entries()) {
        const etag = before[at]!.headers.get('etag')!
        expect((await read(path, who, etag)).status).toBe(304)
        expect(await (await read(path, who)).text()).toBe(await before[at]!.clone().text())
      }
      expect((await read('/enhanced/HKEX?minVolume=5000000', people.hk)).status).toBe(200)
    } finally {
      await testServer.database.pool.query('alter table out_of_reach rename to market_snapshot')
    }
    await snapshot('2026-03-06T12:00', heads, '1000,1,1')
    expect((await read('/HKEX', people.free, before[0]!.headers.get('etag')!)).status).toBe(200)
  })
})

describe('an uploaded snapshot of movers', () => {
  it('takes its time from the file’s name if none is given (AMB-144)', async () => {
    const named = (name: string, query = {}) =>
      send(people.staff, uploadMovers, query, { moversCsv: { name, content: lines(heads, '1,1,1') } })
    for (const name of ['20260309-1030.csv', 'hk_2026-03-09T10:30.csv', 'movers 2026-03-09 10.30.csv'])
      expect((await named(name, { dryRun: 'true' })).http).toBe(200)
    const none = await named('movers.csv')
    expect([none.http, none.errors]).toMatchObject([400, [{ field: 'takenAt' }]])
    for (const name of ['20260231-1030.csv', '20991231-1030.csv', '20260309-2561.csv'])
      expect((await named(name)).http).toBe(400)
  })

  it('is refused as a whole, naming each bad line', async () => {
    const answer = await upload(
      '2026-03-10T10:00',
      heads,
      '1,0,5',
      '2,1,-5',
      '3,1.5,1.5',
      '999999,1,1',
      '0004,1,1',
      '4,2,2',
    )
    expect([answer.http, faultsOf(answer)]).toEqual([
      400,
      [
        'line 2: price is not above zero: 0',
        'line 3: volume is negative: -5',
        'line 4: volume is not a whole number: 1.5',
        'line 5: stockCode is not a stock code of HKEX: 999999',
      ],
    ])
    const twice = await upload('2026-03-10T10:00', heads, '0004,1,1', '4,2,2')
    expect(faultsOf(twice)).toEqual(['line 3: the same stock as line 2'])
    const other = await upload('2026-03-10T10:00', `${heads},exchange`, '1,1,1,US')
    expect(faultsOf(other)).toEqual(['line 2: exchange is US, not HKEX'])
    const { rowCount } = await testServer.database.pool.query(`select from market_snapshot where date = '2026-03-10'`)
    expect(rowCount).toBe(0)
  })

  it('skips and counts stocks without a price, and may have a Chinese header', async () => {
    const { count, notes } = await snapshot('2026-03-10T10:00', '股份代號,現價,成交量', '00001,1.5,20', '00002,,0')
    expect([count, notes]).toEqual([1, ['stocks without a price, left out: 1']])
  })

  it('is replaced by another of the same time, and restored exactly by a roll-back', async () => {
    await snapshot('2026-03-11T10:00', heads, '1,10,1')
    const first = await snapshot('2026-03-11T11:00', heads, '1,11,1')
    const second = await snapshot('2026-03-11T11:00', heads, '1,12,1', '2,5,1')
    expect((await basic()).hourIncreaseList).toMatchObject([{ priceChange: 20 }])
    const back = (uploadId: number) => people.staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })
    expect((await back(first.uploadId)).http).toBe(409)
    expect((await back(second.uploadId)).http).toBe(200)
    expect((await basic()).hourIncreaseList).toMatchObject([{ priceChange: 10 }])
    expect((await back(first.uploadId)).http).toBe(200)
    expect((await basic()).updatedAt).toBe('2026-03-06T04:00:00.000Z')
    const { data } = await people.staff.ask(listUploads)
    expect(data.find(({ uploadId }) => uploadId === first.uploadId)).toMatchObject({
      kind: 'movers',
      key: 'movers HKEX 2026-03-11 11:00',
      rolledBackAt: expect.any(String),
    })
  })

  it('is for staff only, and is not stored by a dry run', async () => {
    const files = { moversCsv: lines(heads, '1,1,1') }
    expect((await send(people.hk, uploadMovers, { takenAt: '2026-03-12T10:00' }, files)).http).toBe(403)
    await load(uploadMovers, { takenAt: '2026-03-12T10:00', dryRun: 'true' }, files)
    const { rowCount } = await testServer.database.pool.query(`select from market_snapshot where date = '2026-03-12'`)
    expect(rowCount).toBe(0)
  })

  it('is deleted after thirty days, unless it is the newest', async () => {
    await snapshot('2026-04-30T10:00', heads, '1,10,1')
    await purge(testServer.database.db, testServer.clock.now())
    const { rows } = await testServer.database.pool.query('select date from market_snapshot order by date')
    expect(rows).toEqual([{ date: '2026-04-30' }])
    const prices = await testServer.database.pool.query('select from market_snapshot_price')
    expect(prices.rowCount).toBe(1)
  })
})

describe('the feed of movers’ snapshots', () => {
  it('takes files from the folder in order of their times, and moves refused ones aside with the reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'finlist-drop-'))
    try {
      const lay = (name: string, ...text: string[]) => writeFileSync(join(folder, name), lines(heads, ...text))
      lay('b-20260504-1000.csv', '1,10,1')
      lay('a-20260504-1100.csv', '1,12,1')
      lay('20260504-1030.csv', '1,-3,1', '2,2,x')
      lay('20260504-1130.csv.part', '1,99,1')
      const job = takeSnapshots(dropFolder(folder), testServer.database)
      expect(await job.run(Date.parse('2026-05-04T03:05:00Z'))).toEqual({ rows: 2, asAt: '2026-05-04' })
      expect(await basic()).toMatchObject({
        updatedAt: '2026-05-04T03:00:00.000Z',
        hourIncreaseList: [{ stockCode: '0001', priceChange: 20 }],
      })
      const there = (name: string) => existsSync(join(folder, name))
      expect(['done/b-20260504-1000.csv', 'done/a-20260504-1100.csv', '20260504-1130.csv.part'].map(there)).toEqual([
        true,
        true,
        true,
      ])
      expect(readFileSync(join(folder, 'failed/20260504-1030.csv.txt'), 'utf8')).toBe(
        'line 2: price is not above zero: -3\nline 3: volume is not a number: x\n',
      )
      expect(await job.run(Date.parse('2026-05-04T03:35:00Z'))).toMatchObject({ rows: 0 })
      const { data } = await people.staff.ask(listUploads)
      expect(data[0]).toMatchObject({ kind: 'movers', by: 'drop folder' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is read five minutes after every half hour of trading, and not while the market is closed (MOV-13)', () => {
    const at = (time: string) => Date.parse(`${time}+08:00`)
    const next = (last: string) => afterSnapshots(at(last), at(last))
    expect(afterSnapshots(undefined, at('2026-11-21T03:00'))).toBe(at('2026-11-21T03:00'))
    expect(next('2026-11-20T09:35')).toBe(at('2026-11-20T10:05'))
    expect(next('2026-11-20T10:05')).toBe(at('2026-11-20T10:35'))
    expect(next('2026-11-20T12:05')).toBe(at('2026-11-20T13:05'))
    expect(next('2026-11-20T16:05')).toBe(at('2026-11-23T09:35'))
    expect(next('2026-12-24T12:05')).toBe(at('2026-12-28T09:35'))
  })
})

it('the demo’s movers change with the clock while its market is open, and stop at its last session', {
  tags: ['slow'],
}, async () => {
  await loadDemoMarkets(testServer.database, testServer.config, {
    now: Date.parse('2026-11-18T12:00:00Z'),
    say: () => undefined,
    exchanges: ['HKEX'],
    stocks: 60,
  })
  const closed = await basic()
  expect(closed).toMatchObject({ updatedAt: '2026-11-17T08:00:00.000Z', comparedWith: '2026-11-17T07:00:00.000Z' })
  expect(closed.hourIncreaseList.length).toBeGreaterThan(5)
  expect(closed.hourIncreaseList.some(({ volumeChange }) => volumeChange !== null && volumeChange > 0)).toBe(true)

  const job = playMarket(testServer.database)
  const morning = Date.parse('2026-11-19T11:05:00+08:00')
  expect((await job.run(morning)).rows).toBeGreaterThan(100)
  const played = await basic()
  expect(played.updatedAt).toBe('2026-11-19T03:00:00.000Z')
  expect(await job.run(morning + 60_000)).toEqual({ rows: 0, asAt: '2026-11-19' })
  await job.run(morning + 30 * 60_000)
  expect((await basic()).updatedAt).toBe('2026-11-19T03:30:00.000Z')
  const weekend = Date.parse('2026-11-21T15:00:00+08:00')
  await job.run(weekend)
  expect((await basic()).updatedAt).toBe('2026-11-20T08:00:00.000Z')
})
