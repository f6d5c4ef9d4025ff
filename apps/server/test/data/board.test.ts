import { finderStocks } from '@finlist/contract/finder'
import { finListEarlier } from '@finlist/contract/finlist-earlier'
import { finListFigures } from '@finlist/contract/finlist-figures'
import { uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { tradingDays } from '@finlist/domain/calendar'
import { byFigure, figuresIn, storedFigures } from '@finlist/domain/finlist/board-figures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsChanged } from '../../src/market-data/store/corporate-actions.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

const days = tradingDays('HKEX', '2025-01-02', '2026-06-30')
const newest = days.at(-1)!
const issueDay = days.at(-3)!
/** Each stock's usual price, and its price and volume on the last day. */
const stocks = [
  { code: '0005', level: 60, last: 60, volume: 5_000_000 },
  { code: '0700', level: 400, last: 396, volume: 2_500_000 },
  { code: '1810', level: 20, last: 25, volume: 2_000_000 },
]
const usual = 1_000_000
const quarterBack = days.length - 100

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
    stockCsv: lines('stockCode,stockName,subSector', '0005,Five,Banks', '0700,Seven,Software', '1810,Eighteen,Devices'),
  })
  await upload(uploadPrices, {
    priceCsv: lines(
      'stockCode,date,open,high,low,close,volume',
      ...stocks.flatMap(stock => days.map((_, at) => bar(stock, at))),
    ),
  })
  await publish(days.at(-8)!, '0005,60,70,,,0', '0700,400,90,CUP,410,0')
  await publish(issueDay, '0700,400,80,CUP,405,0')
})
afterAll(() => testServer.close())

/**
 * Returns the bar of day number `at`. 1810 traded at half its usual price until a hundred trading days before the end.
 */
function bar({ code, level, last, volume }: (typeof stocks)[number], at: number): string {
  const isLast = at === days.length - 1
  const close = isLast ? last : code === '1810' && at < quarterBack ? level / 2 : level
  return [code, days[at], close, close * 1.01, close, close, isLast ? volume : usual].join(',')
}
async function upload(call: Parameters<typeof send>[1], files: Record<string, string>, query = {}) {
  const answer = await send(people.staff, call, { exchange: 'HKEX', ...query }, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}
const publish = (issueDate: string, ...rows: string[]) =>
  upload(
    uploadFinList,
    { finListCsv: lines('stockCode,close,percivalScore,patternType,buyPoint,isLowTurnover', ...rows) },
    { issueDate },
  )
const screen = (who: ApiClient, scope: 'issue' | 'board', ...filters: object[]) =>
  who.ask(finderStocks, { params: { exchange: 'HKEX' }, query: { scope }, body: filters })
/** Matches any figure. Each test states the values of the figures that it is about. */
const aFigure = expect.toBeOneOf([null, expect.any(Number)])
const others = byFigure(figuresIn('finder'), () => aFigure)
const codes = async (scope: 'issue' | 'board', ...filters: object[]) =>
  (await screen(people.hk, scope, ...filters)).data.map(({ stockCode }) => stockCode)

it('all traded stocks of a market are listed with figures from prices, and picks also with figures from the list', async () => {
  await expect
    .poll(async () => (await screen(people.hk, 'board')).data)
    .toEqual([
      expect.objectContaining({
        stockCode: '0005',
        stockName: 'Five',
        percivalScore: null,
        issueDate: null,
        close: 60,
      }),
      {
        stockCode: '0700',
        stockName: 'Seven',
        stockNameZh: '',
        watchlistData: [],
        issueDate: issueDay,
        priceDate: newest,
        close: 396,
        closeChange: -1,
        volume: 2_500_000,
        volumeChange: 150,
        percivalScore: 80,
        patternType: 'CUP',
        buyPoint: 405,
        ...others,
        buyPointDistance: 2.27,
        volumeMultiple: 2.5,
        rank: 1,
        // The year's high is 1% above the usual price.
        highDistance: -1.98,
        subSector: 'Software',
        subSectorZh: '',
      },
      expect.objectContaining({
        stockCode: '1810',
        patternType: 'NIL',
        buyPoint: -1,
        buyPointDistance: null,
        rank: 99,
      }),
    ])
})

it.each<[string, object[], string[]]>([
  ['unusual volume', [{ column: 'volumeMultiple', operation: 'gte', from: 2.5 }], ['0005', '0700']],
  ['the strongest', [{ column: 'rank', operation: 'gt', from: 90 }], ['1810']],
  ['near the high', [{ column: 'highDistance', operation: 'gte', from: -1 }], ['0005', '1810']],
  [
    'a breakout: a pattern, near its buy point, on volume',
    [
      { column: 'pattern', operation: 'in', values: ['CUP', 'CWH', 'DB', 'FB'] },
      { column: 'buyPointDistance', operation: 'between', from: -5, to: 5 },
      { column: 'volumeMultiple', operation: 'gt', from: 1.5 },
    ],
    ['0700'],
  ],
  ['no score is below any', [{ column: 'percival_score', operation: 'lte', from: 100 }], ['0700']],
])('all traded stocks are screened for %s', async (_, filters, expected) =>
  expect(await codes('board', ...filters)).toEqual(expected),
)

it('an issue is screened with the figures of its own day', async () => {
  const usually = { column: 'volumeMultiple', operation: 'between', from: 1, to: 1 }
  await expect.poll(() => codes('issue', usually)).toEqual(['0700'])
  expect(await codes('issue', { column: 'volumeMultiple', operation: 'gt', from: 1.5 })).toEqual([])
  const { data } = await screen(people.hk, 'issue')
  expect(data).toMatchObject([{ close: 400, priceDate: issueDay, buyPointDistance: 1.25, volumeMultiple: 1 }])
})

it('FinList and Finder show the same figures for the picks of an issue', async () => {
  const ask = (who: ApiClient, issueDate: string) =>
    who.ask(finListFigures, { params: { exchange: 'HKEX' }, query: { issueDate } })
  const { data } = await ask(people.hk, issueDay)
  expect(data).toEqual([
    { stockCode: '0700', ...byFigure(storedFigures, () => aFigure), volumeMultiple: 1, rank: 50, highDistance: -0.99 },
  ])
  expect((await ask(people.hk, days.at(-8)!)).data.map(({ stockCode }) => stockCode)).toEqual(['0005', '0700'])
  expect((await ask(people.hk, '2026-01-02')).data).toEqual([])
})

it('a stock’s earlier picks in the market are listed, each with its rank by score', async () => {
  const ask = (who: ApiClient, stockCode: string) =>
    who.ask(finListEarlier, { params: { exchange: 'HKEX' }, query: { stockCode } })
  expect((await ask(people.hk, '0700')).data).toEqual([
    {
      issueDate: issueDay,
      place: 1,
      of: 1,
      percivalScore: 80,
      rank: 50,
      patternType: 'CUP',
      close: 400,
      buyPoint: 405,
    },
    {
      issueDate: days.at(-8),
      place: 1,
      of: 2,
      percivalScore: 90,
      rank: 50,
      patternType: 'CUP',
      close: 400,
      buyPoint: 410,
    },
  ])
  expect((await ask(people.hk, '0005')).data).toMatchObject([{ place: 2, of: 2, patternType: 'NIL', buyPoint: -1 }])
  expect((await ask(people.hk, '1810')).data).toEqual([])
})

it('the right to the market’s list is required for all traded stocks, and for columns that only the list has', async () => {
  expect((await screen(people.free, 'board')).http).toBe(403)
  expect((await screen(people.us, 'board')).http).toBe(403)
  // This user has Finder, but no plan for the market.
  expect((await screen(people.beta, 'board')).http).toBe(403)
  const near = { column: 'buyPointDistance', operation: 'gt', from: 0 }
  expect((await screen(people.beta, 'issue', near)).http).toBe(403)
  const { data } = await screen(people.beta, 'issue')
  expect(data).toMatchObject([
    { stockCode: '0700', patternType: 'NIL', buyPoint: -1, buyPointDistance: null, rank: null },
  ])
  const asked = { params: { exchange: 'HKEX' }, query: { scope: 'all' }, body: [] }
  expect((await people.hk.ask(finderStocks, asked)).http).toBe(400)
})

it('without access to the list, rows contain no figures, and filtering by a figure is refused', async () => {
  const { data } = await screen(people.beta, 'issue')
  expect(data).toHaveLength(1)
  for (const name of figuresIn('finder')) {
    expect([name, data[0]![name]]).toEqual([name, null])
    const asked = await screen(people.beta, 'issue', { column: name, operation: 'gt', from: 0 })
    expect([name, asked.http]).toEqual([name, 403])
  }
})

it('figures of traded stocks and of issues are computed again if any is missing', async () => {
  const { pool } = testServer.database
  const lacking = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from (select figures from board_stock union all select figures from pick_figure) made
       where not figures ?& $1`,
      [storedFigures],
    )
    return rows[0]!.count
  }
  await expect.poll(lacking).toBe(0)
  for (const table of ['board_stock', 'pick_figure'])
    await pool.query(`update ${table} set figures = figures - 'highDistance'`)
  expect(await lacking()).toBeGreaterThan(3)
  await publish(days.at(-8)!, '0005,60,70,,,0', '0700,400,90,CUP,410,0')
  await expect.poll(lacking).toBe(0)
})

it('prices that may not be displayed can be screened by staff only', async () => {
  const env = { SOURCE_USE_HKEX: 'internal', DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1' }
  const other = await openTestServer(env, { beside: testServer })
  try {
    const refused = await screen(await ApiClient.byToken(other, 'hk-monthly'), 'board')
    expect([refused.http, refused.errors[0]!.code]).toEqual([403, 'source-use'])
    expect((await screen(await ApiClient.byToken(other, 'staff'), 'board')).http).toBe(200)
  } finally {
    await other.close()
  }
})

it('new prices update the figures of all traded stocks and of the issues they affect', async () => {
  await upload(uploadPrices, {
    priceCsv: lines('stockCode,date,open,high,low,close,volume', `0700,${issueDay},400,404,400,400,${usual * 3}`),
  })
  await expect.poll(() => codes('issue', { column: 'volumeMultiple', operation: 'gte', from: 3 })).toEqual(['0700'])
  const { rows } = await testServer.database.pool.query('select from board_due')
  expect(rows).toEqual([])
})

it('a stock that did not trade shows the date of its last price and no figures, and filters leave it out', async () => {
  const day = '2026-07-02'
  await upload(uploadPrices, {
    priceCsv: lines(
      'stockCode,date,open,high,low,close,volume',
      `0005,${day},60,60,60,60,${usual}`,
      `0700,${day},396,400,396,400,${usual}`,
      `1810,${day},25,25,25,25,0`,
    ),
  })
  await publish(day, '0700,400,80,CUP,405,0', '1810,25,70,,,0')
  const idle = {
    stockCode: '1810',
    close: 25,
    volume: null,
    closeChange: null,
    volumeChange: null,
    volumeMultiple: null,
  }
  await expect
    .poll(async () => (await screen(people.hk, 'board')).data)
    .toMatchObject([
      { stockCode: '0005', priceDate: day, volume: usual },
      { stockCode: '0700', priceDate: day, volume: usual },
      { ...idle, priceDate: newest },
    ])
  for (const column of ['closeChange', 'volume', 'volumeMultiple'])
    expect([column, await codes('board', { column, operation: 'gte', from: -100 })]).toEqual([column, ['0005', '0700']])
  const figures = async () =>
    (await people.hk.ask(finListFigures, { params: { exchange: 'HKEX' }, query: { issueDate: day } })).data
  await expect.poll(async () => (await figures()).map(({ volumeMultiple }) => volumeMultiple)).toEqual([0.93, null])
  const issued = (column: string) => codes('issue', { column, operation: 'gte', from: -100 })
  expect(await issued('volume')).toEqual(['0700'])
  expect(await issued('closeChange')).toEqual(['0700'])
  expect(await issued('close')).toEqual(['0700', '1810'])
})

it('a stock that was split while its trading was suspended has its price adjusted once', async () => {
  const exDate = newest
  await upload(uploadStocks, { stockCsv: lines('stockCode,stockName,subSector', '0388,Three,Markets') })
  await upload(uploadPrices, {
    priceCsv: lines(
      'stockCode,date,open,high,low,close,volume',
      ...days.slice(0, -1).map(day => ['0388', day, 100, 101, 100, 100, usual].join(',')),
    ),
  })
  const priceOf = async () =>
    (await screen(people.hk, 'board')).data.find(({ stockCode }) => stockCode === '0388')?.close
  await expect.poll(priceOf).toBe(100)
  await testServer.database.write(async tx => {
    await tx
      .insertInto('corporate_action')
      .values({
        exchange: 'HKEX',
        stock_code: '0388',
        ex_date: exDate,
        kind: 'split',
        numerator: 5,
        denominator: 1,
        amount: null,
        currency: null,
        source: 'test',
      })
      .execute()
    await actionsChanged(tx, 'HKEX', ['0388'])
  })
  await expect.poll(priceOf, { timeout: 20_000 }).toBe(20)
  await expect
    .poll(() => testServer.database.pool.query('select from board_due').then(({ rowCount }) => rowCount))
    .toBe(0)
  expect(await priceOf()).toBe(20)
})
