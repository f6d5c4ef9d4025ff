import { finListStocks } from '@finlist/contract/finlist'
import { uploadMarketTrend } from '@finlist/contract/market-trend'
import { listUploads, rollBackUpload, uploadFinList } from '@finlist/contract/staff/admin'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
const exchange = 'US'
const codes = Array.from({ length: 40 }, (_, at) => `ST${String.fromCharCode(65 + (at % 26))}${at}`)
/** Fridays with a trading session. */
const [before, issueDate] = ['2026-06-05', '2026-06-12']
const sunday = '2026-06-14'

beforeAll(async () => {
  testServer = await openTestServer({}, { at: '2026-06-15T12:00:00Z' })
  staff = await ApiClient.signIn(testServer, 'staff')
  const { pool } = testServer.database
  await pool.query(`insert into stock (exchange, stock_code) select 'US', unnest($1::text[])`, [codes])
  await pool.query(`insert into stock (exchange, stock_code) values ('JP', '7203'), ('JP', '6758')`)
  await pool.query(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     select 'US', unnest($1::text[]), $2, 100, 100, 100, 100, 5000`,
    [codes, issueDate],
  )
  await pool.query(
    `insert into breadth (exchange, date, stocks, up, down, no_change, on_ten_week_ma, under_ten_week_ma,
       on_forty_week_ma, under_forty_week_ma, fifty_two_week_high, fifty_two_week_low)
     values ('US', $1, 40, 20, 15, 5, 20, 20, 20, 20, 3, 1)`,
    [issueDate],
  )
})
afterAll(() => testServer.close())
beforeEach(async () => {
  await testServer.database.pool.query('delete from finlist_issue')
  await upload(before, list(codes.slice(0, 24)))
})

const list = (stocks: readonly string[], close = 100) =>
  lines('stockCode,percivalScore,close', ...stocks.map(code => `${code},90,${close}`))
const upload = (day: string, finListCsv: string, more: Record<string, string> = {}, quarters?: string) =>
  send(
    staff,
    uploadFinList,
    { exchange, issueDate: day, ...more },
    { finListCsv, ...(quarters && { finListFundamentalCsv: quarters }) },
  )
const trend = (day: string, row: string, more: Record<string, string> = {}) =>
  send(
    staff,
    uploadMarketTrend,
    { exchange, issueDate: day, ...more },
    {
      marketTrendDetailCsv: lines(
        'up,down,noChange,onTenWeekMa,underTenWeekMa,onFortyWeekMa,underFortyWeekMa,fiftyTwoWeekHigh,fiftyTwoWeekLow',
        row,
      ),
    },
  )
const asked = ({ http, errors }: { http: number; errors: { code?: string | undefined; message: string }[] }) => [
  http,
  ...errors.filter(({ code }) => code === 'confirm').map(({ message }) => message),
]
const unloaded = 'Nothing was loaded. If this is intended, load it again with the confirmation (--confirm).'

describe('an uploaded list', () => {
  it('an uploaded list that is for a trading day and resembles the previous list is loaded without confirmation', async () => {
    const header = 'stockCode,percivalScore,close,closeChange,volume,volumeChange,isLowTurnover'
    const whole = lines(header, ...codes.slice(2, 26).map(code => `${code},90,100,0,5000,0,false`))
    const answer = await upload(issueDate, whole)
    expect([answer.http, answer.data.notes]).toEqual([200, []])
  })

  it.each([
    [
      'much smaller than the one it replaces',
      before,
      list(codes.slice(0, 1)),
      ['it replaces the list of 2026-06-05 in US: 1 stocks instead of 24'],
    ],
    [
      'much smaller than the previous one',
      issueDate,
      list(codes.slice(0, 3)),
      ['it has 3 stocks; the previous list, of 2026-06-05, has 24'],
    ],
    [
      'of a Sunday',
      sunday,
      list(codes.slice(0, 24)),
      ['2026-06-14 is not a trading day of US; the last one before it is 2026-06-12'],
    ],
    [
      'with no stock of the previous list',
      issueDate,
      list(codes.slice(24)),
      ['none of its stocks is in the previous list, of 2026-06-05'],
    ],
    [
      'whose prices differ from the board’s',
      issueDate,
      list(codes.slice(0, 24), 4),
      [
        expect.stringMatching(
          /^closes that differ much from the known prices, as file \/ known, 24: STA0 4 \/ 100 \(2026-06-12\), .* …$/,
        ),
      ],
    ],
    [
      'of another market',
      issueDate,
      list(['7203', '6758']),
      [
        'it has 2 stocks; the previous list, of 2026-06-05, has 24',
        'none of its stocks is in the previous list, of 2026-06-05',
        '2 of 2 codes are not listed in US, and 2 of them are stocks of JP',
      ],
    ],
  ])(
    'an uploaded list with %s needs confirmation, shows both figures, and is loaded once confirmed',
    async (_, day, csv, questions) => {
      const kept = await testServer.database.pool.query('select * from finlist_pick order by 1, 2, 3')
      expect(asked(await upload(day, csv))).toEqual([409, ...questions, unloaded])
      expect((await testServer.database.pool.query('select * from finlist_pick order by 1, 2, 3')).rows).toEqual(
        kept.rows,
      )
      const dry = await upload(day, csv, { dryRun: 'true' })
      expect(dry.data.notes).toEqual(
        expect.arrayContaining(['This must be confirmed before it is loaded (--confirm):', ...questions]) as string[],
      )
      expect((await upload(day, csv, { confirm: 'true' })).http).toBe(200)
    },
  )

  it('an uploaded list with a code that differs from a stored one only by leading zeros needs confirmation', async () => {
    const inTokyo = (more: Record<string, string>, ...stocks: string[]) =>
      upload(issueDate, list(stocks), { exchange: 'JP', ...more })
    expect(asked(await inTokyo({}, '06758', '7203'))).toEqual([
      409,
      'codes that differ from a stored one only by zeros in front, as file / stored, 1: 06758 / 6758; have zeros been lost?',
      unloaded,
    ])
    expect((await inTokyo({ confirm: 'true' }, '06758', '7203')).http).toBe(200)
  })

  it('an uploaded list with quarters that end after its day needs confirmation', async () => {
    const quarters = lines('stockCode,quarter,thisReportDate', `${codes[0]},1,20260331`, `${codes[1]},1,20260615`)
    expect(asked(await upload(issueDate, list(codes.slice(0, 24)), {}, quarters))).toEqual([
      409,
      `quarters that end after the list of 2026-06-12, 1: ${codes[1]} q1 20260615`,
      unloaded,
    ])
  })

  it('an uploaded list that replaced another by mistake can be rolled back, which restores the other', async () => {
    const shown = async () =>
      (await staff.ask(finListStocks, { params: { exchange }, query: { issueDate: before } })).data
    const whole = await shown()
    expect(whole).toHaveLength(24)
    const { data } = await upload(before, list(codes.slice(0, 1)), { confirm: 'true' })
    expect(await shown()).toHaveLength(1)
    const [newest] = (await staff.ask(listUploads)).data
    expect(newest).toMatchObject({ uploadId: data.uploadId, mayBeRolledBack: true })
    expect((await staff.ask(rollBackUpload, { params: { uploadId: String(data.uploadId) } })).http).toBe(200)
    expect(await shown()).toEqual(whole)
  })
})

describe('an uploaded market trend', () => {
  it('an uploaded market trend with plausible figures is loaded without confirmation', async () => {
    expect((await trend(issueDate, '20,15,5,22,18,30,10,4,2')).http).toBe(200)
  })

  it.each([
    ['10,10,0,900,0,5,5,7,0', 'onTenWeekMa + underTenWeekMa is 900'],
    ['10,10,0,10,11,5,5,7,0', 'onTenWeekMa + underTenWeekMa is 21'],
    ['10,10,0,10,10,15,15,7,0', 'onFortyWeekMa + underFortyWeekMa is 30'],
    ['10,10,0,10,10,5,5,700,0', 'fiftyTwoWeekHigh is 700'],
    ['10,10,0,10,10,5,5,0,21', 'fiftyTwoWeekLow is 21'],
  ])('an uploaded market trend with %s is refused, even when confirmed', async (row, reason) => {
    const { http, errors } = await trend(issueDate, row, { confirm: 'true' })
    expect([http, errors[0]?.message]).toEqual([
      400,
      expect.stringContaining(`line 2: ${reason}, more than all 20 stocks of up, down and noChange`),
    ])
  })

  it('an uploaded market trend with a total far from the market’s, or for a day without trading, needs confirmation', async () => {
    const row = '400,350,50,400,400,400,400,10,10'
    expect(asked(await trend(issueDate, row))).toEqual([
      409,
      '2026-06-12 counts 800 stocks; 40 were counted from prices on 2026-06-12 (days like this: 1)',
      unloaded,
    ])
    expect(asked(await trend(sunday, '20,15,5,22,18,30,10,4,2'))).toEqual([
      409,
      '2026-06-14 is not a trading day of US; the last one before it is 2026-06-12',
      unloaded,
    ])
    expect((await trend(issueDate, row, { confirm: 'true' })).http).toBe(200)
  })
})
