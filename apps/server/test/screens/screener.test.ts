import { marketMap, mostMapped } from '@finlist/contract/screener'
import { uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { tradingDays } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { changePeriods } from '@finlist/domain/screener/period-changes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publish } from '../../src/db/topics.ts'
import { actionsChanged } from '../../src/market-data/store/corporate-actions.ts'
import { lines, send } from '../data/send-files.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const days = tradingDays('HKEX', '2025-06-02', '2026-06-30')
const newest = days.at(-1)!
const listedOn = days.at(-40)!
const splitOn = days.at(-10)!

/** A stock's close on each trading day, and its volume. */
type Told = { code: string; closeOn: (day: string) => number | undefined; volume: number }
const stocks: Told[] = [
  // Traded at 100 until the split of five for one, and at 22 on the last day.
  { code: '0005', closeOn: day => (day < splitOn ? 100 : day === newest ? 22 : 20), volume: 1_000 },
  { code: '0700', closeOn: day => (day === newest ? 396 : day < '2026-01-01' ? 330 : 400), volume: 5_000 },
  { code: '1810', closeOn: day => (day < listedOn ? undefined : day === newest ? 15 : 12), volume: 200 },
  { code: '2800', closeOn: day => (day === newest ? undefined : 25), volume: 100 },
]
const head = 'stockCode,date,open,high,low,close,volume'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us' | 'beta', ApiClient>

beforeAll(async () => {
  testServer = await openTestServer({}, { at: calmDay })
  const [staff, free, hk, us, beta] = await Promise.all(
    ['staff', 'free', 'hk-monthly', 'us-yearly', 'affiliate-empty'].map(name => ApiClient.byToken(testServer, name)),
  )
  await testServer.database.pool.query(`insert into user_role (user_id, role) values ($1, 'beta_access')`, [
    beta!.userId,
  ])
  people = { staff: staff!, free: free!, hk: hk!, us: us!, beta: beta! }
  await upload(uploadStocks, {
    stockCsv: lines(
      'stockCode,stockName,stockNameZh,sector,sectorZh,subSector',
      '0005,Five,五,Financials,金融,Banks',
      '0700,Seven,七,Technology,科技,Software',
      '1810,Eighteen,十八,,,Devices',
      '2800,Fund,基金,,,',
    ),
  })
  await testServer.database.write(async tx => {
    await tx
      .insertInto('corporate_action')
      .values({
        exchange: 'HKEX',
        stock_code: '0005',
        ex_date: splitOn,
        kind: 'split',
        numerator: 5,
        denominator: 1,
        amount: null,
        currency: null,
        source: 'test',
      })
      .execute()
    await actionsChanged(tx, 'HKEX', ['0005'])
  })
  await upload(uploadPrices, {
    priceCsv: lines(
      head,
      ...stocks.flatMap(({ code, closeOn, volume }) =>
        days.flatMap(day => {
          const close = closeOn(day)
          return close === undefined ? [] : [bar(code, day, close, volume)]
        }),
      ),
    ),
  })
})
afterAll(() => testServer.close())

const bar = (code: string, day: string, close: number, volume: number) =>
  [code, day, close, close, close, close, volume].join(',')
async function upload(call: Parameters<typeof send>[1], files: Record<string, string>, query = {}) {
  const answer = await send(people.staff, call, { exchange: 'HKEX', ...query }, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}
const ask = (who: ApiClient, exchange: ExchangeId = 'HKEX') => who.ask(marketMap, { params: { exchange } })
/** Waits until the board has been computed for as many stocks. */
const mapOf = async (total: number) => {
  await expect.poll(async () => (await ask(people.hk)).data.total).toBe(total)
  return (await ask(people.hk)).data
}
const changes = (of: Partial<Record<(typeof changePeriods)[number], number>>) =>
  Object.fromEntries(changePeriods.map(period => [period, of[period] ?? null]))

it('lists a market’s stocks by turnover, with sector, price and changes adjusted for splits', async () => {
  expect(await mapOf(4)).toEqual({
    date: newest,
    total: 4,
    sectors: [
      { name: 'Devices', nameZh: '' },
      { name: 'Financials', nameZh: '金融' },
      { name: 'Technology', nameZh: '科技' },
      { name: '', nameZh: '' },
    ],
    stocks: [
      {
        stockCode: '0700',
        stockName: 'Seven',
        stockNameZh: '七',
        sector: 2,
        price: 396,
        turnover: 1_980_000,
        changes: changes({ '1d': -1, '1w': -1, '1m': -1, '3m': -1, '6m': 20, '1y': 20, ytd: 20 }),
      },
      {
        stockCode: '0005',
        stockName: 'Five',
        stockNameZh: '五',
        sector: 1,
        price: 22,
        turnover: 22_000,
        changes: changes({ '1d': 10, '1w': 10, '1m': 10, '3m': 10, '6m': 10, '1y': 10, ytd: 10 }),
      },
      {
        stockCode: '1810',
        stockName: 'Eighteen',
        stockNameZh: '十八',
        sector: 0,
        price: 15,
        turnover: 3_000,
        changes: changes({ '1d': 25, '1w': 25, '1m': 25 }),
      },
      {
        stockCode: '2800',
        stockName: 'Fund',
        stockNameZh: '基金',
        sector: 3,
        price: 25,
        turnover: 0,
        tradedOn: days.at(-2),
        changes: changes({}),
      },
    ],
  })
})

it('is the same before and after a list is published, so that it shows nothing of a list', async () => {
  const before = await ask(people.hk)
  await upload(
    uploadFinList,
    {
      finListCsv: lines(
        'stockCode,close,percivalScore,patternType,buyPoint,isLowTurnover',
        '0700,400,90,CUP,410,0',
        '1810,12,80,,,0',
      ),
    },
    { issueDate: days.at(-3)! },
  )
  await expect
    .poll(async () => (await testServer.database.pool.query('select from pick_figure')).rowCount)
    .toBeGreaterThan(0)
  const after = await ask(people.beta)
  expect(after.data).toEqual(before.data)
  expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
})

it.each([
  ['free', []],
  ['hk', ['HKEX']],
  ['beta', ['HKEX']],
  ['us', ['US']],
  ['staff', [...exchangeIds]],
] as const)('answers “%s” for the markets %j, and 403 for any other', async (name, allowed: readonly ExchangeId[]) => {
  const answers = await Promise.all(exchangeIds.map(async id => [id, (await ask(people[name], id)).http]))
  expect(answers).toEqual(exchangeIds.map(id => [id, allowed.includes(id) ? 200 : 403]))
})

it('has no day and no stocks for a market without prices', async () => {
  expect((await ask(people.us, 'US')).data).toEqual({ date: null, total: 0, sectors: [], stocks: [] })
})

it('does not exist for an unknown market', async () => {
  expect((await people.staff.raw('GET', '/market-map/LSE')).http).toBe(404)
})

it('is kept until the market’s next publish, and shared by all callers', async () => {
  const before = await ask(people.hk)
  const { pool } = testServer.database
  await pool.query(`update stock set stock_name = 'Renamed' where exchange = 'HKEX' and stock_code = '0700'`)
  const nameOf = async (who: ApiClient) => (await ask(who)).data.stocks[0]!.stockName
  expect(await nameOf(people.staff)).toBe('Seven')
  const again = await people.beta.raw('GET', '/market-map/HKEX', undefined, {
    'if-none-match': before.headers.get('etag')!,
  })
  expect(again.http).toBe(304)
  await testServer.database.write(tx => publish(tx, 'prices:US'))
  expect(await nameOf(people.hk)).toBe('Seven')
  await testServer.database.write(tx => publish(tx, 'prices:HKEX'))
  expect(await nameOf(people.hk)).toBe('Renamed')
})

it('of a source for internal use is shown to staff only', async () => {
  const env = { SOURCE_USE_HKEX: 'internal', DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1' }
  const other = await openTestServer(env, { beside: testServer })
  try {
    const refused = await ask(await ApiClient.byToken(other, 'hk-monthly'))
    expect([refused.http, refused.errors[0]!.code, refused.data]).toEqual([403, 'source-use', undefined])
    expect((await ask(await ApiClient.byToken(other, 'staff'))).http).toBe(200)
  } finally {
    await other.close()
  }
})

it('has at most 2,500 stocks, those with the largest turnover, and states how many there are', async () => {
  const { pool } = testServer.database
  await pool.query(
    `insert into board_stock (exchange, stock_code, date, close, volume)
     select 'HKEX', to_char(n, 'FM00000'), $1, 1, n from generate_series(10001, 12600) n`,
    [newest],
  )
  await testServer.database.write(tx => publish(tx, 'board:HKEX'))
  const { data } = await ask(people.hk)
  expect([data.total, data.stocks.length]).toEqual([2_604, mostMapped])
  const turnovers = data.stocks.map(({ turnover }) => turnover)
  expect(turnovers).toEqual(turnovers.toSorted((one, other) => other - one))
  expect(turnovers.at(-1)).toBe(10_103)
})
