import { marketTrendLastUpdated } from '@finlist/contract/last-updated'
import {
  historyDays,
  type MarketTrendData,
  marketTrend,
  proposedTrends,
  updateTrend,
  uploadMarketTrend,
} from '@finlist/contract/market-trend'
import { listUploads, rollBackUpload, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { addDays, type Day, dayAt, tradingDays } from '@finlist/domain/calendar'
import { breadthCounts } from '@finlist/domain/market-trend/breadth'
import { marketTrends } from '@finlist/domain/market-trend/trend'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { computeBreadth, firstDay } from '../../src/market-data/breadth/compute-breadth.ts'
import { lines, type Sent, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us', ApiClient>

const since = Date.now()
beforeAll(async () => {
  testServer = await openTestServer()
  const names = ['staff', 'free', 'hk-monthly', 'us-yearly']
  const [staff, free, hk, us] = await Promise.all(names.map(name => ApiClient.signIn(testServer, name)))
  people = { staff: staff!, free: free!, hk: hk!, us: us! }
})
afterAll(() => testServer.close())

async function load(call: Parameters<typeof send>[1], query: Record<string, string>, files: Sent) {
  const answer = await send(people.staff, call, query, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
  return answer.data as { uploadId: number; notes: string[] }
}

async function trendOf(exchange: ExchangeId, who = people.staff): Promise<MarketTrendData> {
  const { http, data } = await who.ask(marketTrend, { params: { exchange } })
  expect(http).toBe(200)
  return data
}

const detail =
  'up,down,noChange,onTenWeekMa,underTenWeekMa,onFortyWeekMa,underFortyWeekMa,fiftyTwoWeekHigh,fiftyTwoWeekLow'
const upload = (exchange: ExchangeId, issueDate: Day, ...text: string[]) =>
  load(uploadMarketTrend, { exchange, issueDate, confirm: 'true' }, { marketTrendDetailCsv: lines(...text) })
const prices = (exchange: ExchangeId, ...bars: string[]) =>
  load(uploadPrices, { exchange }, { priceCsv: lines('stockCode,date,open,high,low,close,volume', ...bars) })
const change = (who: ApiClient, query: Record<string, string>, body: object) => who.ask(updateTrend, { query, body })

describe('the trend of a market', () => {
  it('is empty, with empty lists, if nothing is known (MT-17)', async () => {
    expect(await trendOf('TW')).toMatchObject({
      issueDate: null,
      shortTermMarketTrend: null,
      up: null,
      upPercent: null,
      history: { dates: [], upList: [] },
    })
  })

  it('is for people with the right to that market (MT-18, MT-19)', async () => {
    const asked = async (who: ApiClient, exchange: string) => {
      const { http, status } = await who.ask(marketTrend, { params: { exchange } })
      return [http, status]
    }
    expect(await asked(people.free, 'HKEX')).toEqual([403, 'Forbidden'])
    expect(await asked(people.us, 'HKEX')).toEqual([403, 'Forbidden'])
    expect(await asked(people.us, 'US')).toEqual([200, 'success'])
    expect(await asked(people.staff, 'LSE')).toEqual([404, 'Error'])
  })

  it('is calculated without the index when prices are published, and moves the update dots (MT-13, MT-14, MT-18)', async () => {
    await load(
      uploadStocks,
      { exchange: 'HKEX' },
      { stockCsv: lines('stockCode,stockName,isIndex', 'HSTECH,Index,true') },
    )
    await prices(
      'HKEX',
      '0001,2026-03-02,1,1,1,1,5',
      '0001,2026-03-03,2,2,2,2,5',
      '0002,2026-03-02,3,3,3,3,5',
      '0002,2026-03-03,2,3,2,2,5',
      '0003,2026-03-02,4,4,4,4,5',
      '0003,2026-03-03,4,4,4,4,0',
      '0004,2026-03-03,4,4,4,4,5',
      'HSI,2026-03-02,9,9,9,9,5',
      'HSI,2026-03-03,10,10,10,10,5',
      'HSTECH,2026-03-02,9,9,9,9,5',
      'HSTECH,2026-03-03,10,10,10,10,5',
    )
    await expect
      .poll(() => trendOf('HKEX'))
      .toMatchObject({
        issueDate: '2026-03-03',
        uploaded: false,
        stocks: 4,
        up: 1,
        upPercent: 25,
        down: 1,
        downPercent: 25,
        noChange: 1,
        noChangePercent: 25,
        onTenWeekMa: 0,
        onTenWeekMaPercent: null,
        onTenWeekMaTotalPercent: 0,
        history: { dates: ['2026-03-02', '2026-03-03'], upList: [0, 1] },
        stocksList: [3, 4],
      })
    const { data } = await people.free.ask(marketTrendLastUpdated, { params: { exchange: 'HKEX' } })
    expect(Date.parse(data!)).toBeGreaterThanOrEqual(since)
    expect(Date.parse(data!)).toBeLessThanOrEqual(Date.now())
  })

  it('has percentages of the stocks that have an average, but of all stocks for highs and lows (MT-15, MT-16)', async () => {
    await upload('JP', '2026-03-03', detail, '60,30,10,40,10,20,60,7,3')
    expect(await trendOf('JP')).toMatchObject({
      issueDate: '2026-03-03',
      uploaded: true,
      stocks: 100,
      onTenWeekMaPercent: 80,
      onTenWeekMaTotalPercent: 40,
      underTenWeekMaPercent: 20,
      underTenWeekMaTotalPercent: 10,
      onFortyWeekMaPercent: 25,
      onFortyWeekMaTotalPercent: 20,
      underFortyWeekMaPercent: 75,
      underFortyWeekMaTotalPercent: 60,
      fiftyTwoWeekHighPercent: 7,
      fiftyTwoWeekLowPercent: 3,
    })
  })

  it('has nine lists of equal length, oldest first, of the last 250 days (MT-17)', async () => {
    const days = Array.from({ length: 260 }, (_, day) => addDays('2025-01-01', day))
    await upload('CN', '2025-09-17', `issueDate,${detail}`, ...days.map((day, n) => `${day},${n},20,30,4,5,6,7,8,9`))
    const { history } = await trendOf('CN')
    expect(history.dates).toEqual(days.slice(-historyDays))
    expect(history.upList).toEqual(days.map((_, n) => n).slice(-historyDays))
    expect(Object.keys(history)).toHaveLength(9)
    for (const list of Object.values(history)) expect(list).toHaveLength(historyDays)
  })

  it('is served from cached bytes until it changes, with a 304 if the caller already has them (MT-18)', async () => {
    const read = (etag = '') =>
      fetch(`${testServer.base}/api/markettrend/HKEX`, { headers: { ...people.hk.headers(), 'if-none-match': etag } })
    const first = await read()
    const etag = first.headers.get('etag')!
    expect((await read(etag)).status).toBe(304)
    await change(
      people.staff,
      { exchange: 'HKEX', startDate: '2026-02-02' },
      { marketTrend: 'UPTREND', shortTerm: true, amend: false },
    )
    expect((await read(etag)).status).toBe(200)
  })
})

describe('market states', () => {
  it('can be any of the four, for either term, with a start date (MT-12, MT-21, UPL-20)', async () => {
    for (const [at, state] of marketTrends.entries()) {
      const startDate = `2026-01-0${at + 5}`
      for (const shortTerm of [true, false]) {
        const { http, data } = await change(
          people.staff,
          { exchange: 'US', startDate },
          { marketTrend: state, shortTerm, amend: false },
        )
        expect([http, data]).toEqual([200, { startDate }])
      }
      expect(await trendOf('US', people.us)).toMatchObject({
        shortTermMarketTrend: state,
        shortTermStartDate: startDate,
        midLongTermMarketTrend: state,
        midLongTermStartDate: startDate,
      })
    }
    const { states } = await trendOf('US')
    expect(states.filter(({ shortTerm }) => shortTerm).map(it => it.marketTrend)).toEqual([...marketTrends])
  })

  it('are corrected by amending the newest entry of the term, which keeps its start date (UPL-14, UPL-20)', async () => {
    const { data } = await change(
      people.staff,
      { exchange: 'US' },
      { marketTrend: 'DOWNTREND', shortTerm: true, amend: true },
    )
    expect(data).toEqual({ startDate: '2026-01-08' })
    const after = await trendOf('US')
    expect(after).toMatchObject({ shortTermMarketTrend: 'DOWNTREND', shortTermStartDate: '2026-01-08' })
    expect(after.midLongTermMarketTrend).toBe('RALLY_ATTEMPT')
    expect(after.states.filter(({ shortTerm }) => shortTerm)).toHaveLength(4)
    const row = await testServer.database.db
      .selectFrom('market_state')
      .select('by_user_id')
      .where('exchange', '=', 'US')
      .where('short_term', '=', true)
      .where('start_date', '=', '2026-01-08')
      .executeTakeFirst()
    expect(row?.by_user_id).toBe(people.staff.userId)
  })

  it.each([
    ['without a start date', {}, { amend: false }, 400, 'startDate'],
    ['with an empty start date', { startDate: '' }, { amend: false }, 400, 'startDate'],
    ['with a start date in the future', { startDate: '2999-01-01' }, { amend: false }, 400, 'startDate'],
    ['from tomorrow', { startDate: addDays(dayAt('US', Date.now()), 1) }, { amend: false }, 400, 'startDate'],
    ['from another century', { startDate: '1999-01-04' }, { amend: false }, 400, 'startDate'],
    ['amended where there is none', { exchange: 'TW' }, { amend: true }, 400, 'amend'],
    [
      'that is not one of the four',
      { startDate: '2026-01-01' },
      { marketTrend: 'SIDEWAYS', amend: false },
      400,
      'marketTrend',
    ],
  ])('are refused, naming the field: %s (AMB-188, UPL-14)', async (_, query, body, http, field) => {
    const answer = await change(
      people.staff,
      { exchange: 'US', ...query },
      { marketTrend: 'UPTREND', shortTerm: true, ...body },
    )
    expect([answer.http, answer.errors[0]?.field]).toEqual([http, field])
  })

  it('are set by staff only (UPL-20)', async () => {
    const body = { marketTrend: 'UPTREND', shortTerm: true, amend: true }
    expect((await change(people.us, { exchange: 'US' }, body)).http).toBe(403)
  })
})

describe('a proposed market state', () => {
  const proposal = async (exchange: ExchangeId, who = people.staff) =>
    await who.ask(proposedTrends, { query: { exchange } })

  it('does not exist for an index that was never loaded, and is for staff only', async () => {
    const { data } = await proposal('JP')
    expect(data).toEqual({
      asAt: null,
      shortTerm: { set: null, proposed: null },
      midLongTerm: { set: null, proposed: null },
    })
    expect((await proposal('JP', people.us)).http).toBe(403)
  })

  it('names state, start and the days and weeks that triggered it, next to the current state; staff can confirm it', async () => {
    const days = tradingDays('TW', '2024-10-01', '2026-03-06').slice(-300)
    const closes = days.map((_, n) =>
      n < 290 ? 1_000 - n : [710, 711, 712, 713, 723, 724, 720, 721, 722, 723][n - 290]!,
    )
    const more = new Set([294, 296])
    await prices(
      'TW',
      ...days.map((day, n) => {
        const close = closes[n]!.toFixed(1)
        return `TAIEX,${day},${close},${close},${close},${close},${(more.has(n) ? 5_000 : 4_000) - n}`
      }),
    )
    const { data } = await proposal('TW')
    expect(data.asAt).toBe(days.at(-1))
    expect(data.shortTerm.set).toBeNull()
    expect(data.shortTerm.proposed).toMatchObject({ marketTrend: 'UPTREND', startDate: days[294] })
    expect(data.shortTerm.proposed!.fired.map(({ date, rule }) => `${rule} ${days.indexOf(date)}`)).toEqual([
      'rally-day 291',
      'follow-through 294',
      'distribution 296',
    ])
    const { marketTrend: state, startDate, week, lastWeek } = data.midLongTerm.proposed!
    expect([state, startDate]).toEqual(['DOWNTREND', week.date])
    expect(lastWeek).toMatchObject({ date: days.at(-1), close: 723 })
    expect(lastWeek.tenWeekAverage).toBeLessThan(lastWeek.fortyWeekAverage)
    const confirmed = { exchange: 'TW', startDate: days[294]! }
    await change(people.staff, confirmed, { marketTrend: 'UPTREND', shortTerm: true, amend: false })
    const after = await proposal('TW')
    expect(after.data.shortTerm.set).toEqual({ marketTrend: 'UPTREND', startDate: days[294] })
    expect(after.data.midLongTerm.set).toBeNull()
  })
})

describe('an uploaded market trend', () => {
  it('overrides the calculation for its date, and stays when prices are loaded again (UPL-19)', async () => {
    const counted = await trendOf('HKEX')
    await upload('HKEX', '2026-03-03', detail, '50,30,20,,,,,1,2')
    const uploaded = {
      uploaded: true,
      up: 50,
      stocks: 100,
      onTenWeekMa: null,
      onTenWeekMaPercent: null,
      fiftyTwoWeekHigh: 1,
    }
    expect(await trendOf('HKEX')).toMatchObject(uploaded)
    await prices('HKEX', '0005,2026-03-02,1,1,1,1,5')
    await expect
      .poll(
        async () =>
          (
            await testServer.database.pool.query(
              `select stocks from breadth where exchange = 'HKEX' and date = '2026-03-02'`,
            )
          ).rows,
      )
      .toEqual([{ stocks: 4 }])
    expect(await trendOf('HKEX')).toMatchObject({ ...uploaded, history: { upList: [0, 50] } })
    const { data } = await people.staff.ask(listUploads)
    const newest = data.find(({ kind }) => kind === 'markettrend')!
    expect(newest).toMatchObject({ key: 'markettrend HKEX 2026-03-03', mayBeRolledBack: true })
    await people.staff.ask(rollBackUpload, { params: { uploadId: String(newest.uploadId) } })
    expect(await trendOf('HKEX')).toMatchObject({ uploaded: false, up: counted.up, stocks: counted.stocks })
  })

  it('an uploaded market trend that is rolled back leaves its days as the previous upload made them, even if the uploads overlap (UPL-19)', async () => {
    const dated = `date,${detail}`
    await upload('TW', '2026-03-02', dated, '2026-03-01,1,0,0,0,0,0,0,0,0', '2026-03-02,1,0,0,0,0,0,0,0,0')
    await upload('TW', '2026-03-03', dated, '2026-03-02,2,0,0,0,0,0,0,0,0', '2026-03-03,2,0,0,0,0,0,0,0,0')
    await upload('TW', '2026-03-02', dated, '2026-03-01,3,0,0,0,0,0,0,0,0', '2026-03-02,3,0,0,0,0,0,0,0,0')
    const ups = async () => (await trendOf('TW')).history.upList
    expect(await ups()).toEqual([3, 3, 2])
    const { data } = await people.staff.ask(listUploads)
    await people.staff.ask(rollBackUpload, { params: { uploadId: String(data[0]!.uploadId) } })
    expect(await ups()).toEqual([1, 2, 2])
  })

  it.each([
    ['a date twice', ['issueDate,up', '2026-03-02,1', '2026-03-02,2'], /line 3: the same date as line 2/],
    ['two lines without dates', ['up', '1', '2'], /line 3: the same date as line 2/],
    ['a count below zero', ['up', '-1'], /line 2/],
    ['a fractional count', ['up', '1.5'], /line 2/],
    ['no count', ['issueDate', '2026-03-02'], /line 1/],
    ['another exchange', ['exchange,up', 'US,1'], /line 2/],
    ['a date in the future', ['issueDate,up', '2999-01-01,1'], /line 2/],
  ])('an uploaded market trend with %s is refused as a whole (AMB-183, UPL-19)', async (_, text, reason) => {
    const before = await trendOf('JP')
    const answer = await send(
      people.staff,
      uploadMarketTrend,
      { exchange: 'JP', issueDate: '2026-03-02' },
      { marketTrendDetailCsv: lines(...text) },
    )
    expect([answer.http, answer.errors[0]?.message]).toEqual([400, expect.stringMatching(reason)])
    expect(await trendOf('JP')).toEqual(before)
  })

  it('requires its exchange, its date and its file (UPL-19, AMB-188)', async () => {
    const sent = async (query: Record<string, string>, files: Sent) =>
      (await send(people.staff, uploadMarketTrend, query, files)).http
    const file = { marketTrendDetailCsv: lines('up', '1') }
    expect(await sent({ issueDate: '2026-03-02' }, file)).toBe(400)
    expect(await sent({ exchange: 'JP' }, file)).toBe(400)
    expect(await sent({ exchange: 'JP', issueDate: '2026-03-02' }, {})).toBe(400)
    const answer = await send(people.free, uploadMarketTrend, { exchange: 'JP', issueDate: '2026-03-02' }, file)
    expect(answer.http).toBe(403)
  })

  it('reports if its days differ from the issue date, and a dry run stores nothing (UPL-19)', async () => {
    const { notes } = await load(
      uploadMarketTrend,
      { exchange: 'JP', issueDate: '2026-03-09', dryRun: 'true' },
      { marketTrendDetailCsv: lines('date,up', '2026-03-04,1', '2026-03-05,1') },
    )
    expect(notes).toEqual([expect.stringMatching(/2026-03-04 to 2026-03-05.*2026-03-09/)])
    expect((await trendOf('JP')).issueDate).toBe('2026-03-03')
  })
})

describe('the calculation of breadth', () => {
  it('calculating breadth for only a new day equals a full calculation, even with a suspended stock, and two processes share the work', {
    tags: ['slow'],
  }, async () => {
    const other = await openTestServer({}, { databaseUrl: testServer.databaseUrl })
    try {
      const days = tradingDays('US', '2024-06-01', '2025-11-28').slice(0, 330)
      const bars = (code: string, which: (n: number) => boolean) =>
        days.flatMap((date, n) =>
          which(n) ? [`${code},${date},10,${11 + (n % 7)},${9 - (n % 5)},${9.5 + (n % 3)},5`] : [],
        )
      await prices('US', ...bars('AAA', () => true), ...bars('BBB', n => n < 210), ...bars('CCC', n => n > 300))
      const end = ['2025-12-01', '2025-12-02']
      await prices('US', ...end.flatMap(date => ['AAA', 'BBB', 'CCC'].map(code => `${code},${date},10,18,4,10,5`)))
      await expect.poll(async () => (await trendOf('US')).issueDate).toBe('2025-12-02')
      await prices('US', ...['AAA', 'BBB'].map(code => `${code},2025-12-03,10,18,4,11,5`))
      await expect.poll(async () => (await trendOf('US')).issueDate).toBe('2025-12-03')
      // AAA closes at a new high, but without a trade.
      await prices('US', 'AAA,2025-12-04,18,18,4,18,0', 'BBB,2025-12-04,11,18,4,11,5')
      await expect.poll(async () => (await trendOf('US')).issueDate).toBe('2025-12-04')
      const whole = await testServer.database.load(tx => computeBreadth(tx, { exchange: 'US', from: firstDay }))
      const kept = await testServer.database.pool.query<Record<string, unknown>>(
        `select date, stocks, up, down, no_change "noChange", on_ten_week_ma "onTenWeekMa",
         under_ten_week_ma "underTenWeekMa", on_forty_week_ma "onFortyWeekMa", under_forty_week_ma "underFortyWeekMa",
         fifty_two_week_high "fiftyTwoWeekHigh", fifty_two_week_low "fiftyTwoWeekLow"
         from breadth where exchange = 'US' order by date`,
      )
      expect(kept.rows).toEqual(whole)
      expect(whole.at(-2)).toMatchObject({
        stocks: 2,
        up: 2,
        onFortyWeekMa: 2,
        fiftyTwoWeekHigh: 2,
        fiftyTwoWeekLow: 2,
      })
      expect(whole.at(-1)).toMatchObject({ stocks: 2, up: 1, noChange: 1, fiftyTwoWeekHigh: 1, fiftyTwoWeekLow: 1 })
      expect(Object.keys(kept.rows[0]!)).toEqual(['date', ...breadthCounts])
      const due = await testServer.database.pool.query('select from breadth_due')
      expect(due.rowCount).toBe(0)
    } finally {
      await other.close()
    }
  })

  it('covers every trading day of the demo market, which has all four market states (MT-12, MT-17)', {
    tags: ['slow'],
  }, async () => {
    await loadDemoMarkets(testServer.database, testServer.config, {
      now: Date.parse('2026-11-20T12:00:00Z'),
      say: () => undefined,
      exchanges: ['TW'],
      stocks: 25,
    })
    // The breadth worker computes breadth in the background, and the load does not wait for it.
    await expect.poll(async () => (await trendOf('TW')).issueDate).toBe('2026-11-19')
    const { history, stocks, states } = await trendOf('TW')
    expect(stocks).toBeGreaterThan(20)
    expect(history.onFortyWeekMaList.at(-1)! + history.underFortyWeekMaList.at(-1)!).toBeGreaterThan(20)
    expect(Math.max(...history.fiftyTwoWeekHighList.map(Number))).toBeGreaterThan(0)
    expect(new Set(states.map(({ marketTrend: state }) => state)).size).toBe(4)
  })

  it('is available for every market (MT-01)', async () => {
    for (const exchange of exchangeIds) expect((await trendOf(exchange)).history.dates).toBeDefined()
  })
})
