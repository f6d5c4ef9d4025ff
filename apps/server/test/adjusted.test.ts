import { uploadPrices, uploadStocks } from '@finlist/contract/admin'
import { type ChartHistory, chartActions, chartRsLine } from '@finlist/contract/chart'
import type { ActionKind } from '@finlist/domain/adjust/adjustment'
import { addDays, tradingDays } from '@finlist/domain/calendar'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { computeBreadth, firstDay } from '../src/market-data/compute-breadth.ts'
import { actionsChanged } from '../src/market-data/corporate-actions.ts'
import { lines, send } from './send-files.ts'
import { ApiClient, openTestServer, type TestServer } from './test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'hk', ApiClient>
const exchange = 'HKEX'
/** 300 trading days; a stock of 700 becomes one of 100 with seven times the shares on the 250th. */
const days = tradingDays(exchange, '2022-01-03', '2023-06-30').slice(0, 300)
const exDate = days[250]!
const heads = 'date,open,high,low,close,volume'

beforeAll(async () => {
  testServer = await openTestServer()
  const [staff, hk] = await Promise.all(['staff', 'hk-monthly'].map(name => ApiClient.signIn(testServer, name)))
  people = { staff: staff!, hk: hk! }
  await load(
    uploadStocks,
    { exchange },
    { stockCsv: lines('stockCode,stockName,stockNameZh', '0700,Split,拆', '0005,Plain,平', 'HSI,Index,指數') },
  )
  const before = (n: number) => 700 + 7 * (n % 5)
  const bars = days.map((day, n) => (n < 250 ? bar(day, before(n), 100) : bar(day, before(n) / 7, 700)))
  await load(uploadPrices, { exchange, stockCode: '0700' }, { priceCsv: lines(heads, ...bars) })
  const plain = days.map((day, n) => bar(day, 100 + (n % 5), 700))
  for (const stockCode of ['0005', 'HSI'])
    await load(uploadPrices, { exchange, stockCode }, { priceCsv: lines(heads, ...plain) })
})
afterAll(() => testServer.close())
afterEach(() => act())

const bar = (day: string, price: number, volume: number) => `${day},${price},${price},${price},${price},${volume}`

async function load(call: Parameters<typeof send>[1], query: Record<string, string>, files: Record<string, string>) {
  const answer = await send(people.staff, call, query, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}

type Action = { on?: string; kind?: ActionKind; ratio?: [number, number]; amount?: number; currency?: string }
/** These actions of 0700 instead of those before. */
async function act(...actions: Action[]) {
  await testServer.database.write(async tx => {
    await tx.query('delete from corporate_action')
    for (const { on = exDate, kind = 'split', ratio, amount, currency = 'HKD' } of actions)
      await tx
        .insertInto('corporate_action')
        .values({
          exchange,
          stock_code: '0700',
          ex_date: on,
          kind,
          numerator: ratio?.[0] ?? null,
          denominator: ratio?.[1] ?? null,
          amount: amount ?? null,
          currency: amount === undefined ? null : currency,
          source: 'test',
        })
        .execute()
    await actionsChanged(tx, exchange, ['0700'])
  })
}
const sevenForOne: Action = { ratio: [7, 1] }

const plain = async <Data>(path: string, query: Record<string, string>) =>
  (await people.hk.raw('GET', `/tvchart/${path}?${new URLSearchParams(query).toString()}`)) as unknown as Data

async function history(query: Record<string, string> = {}) {
  const data = await plain<ChartHistory>('history', { symbol: 'HKEX:0700', resolution: '1D', from: '0', ...query })
  return data.t!.map((t, at) => ({
    day: new Date(t * 1_000).toISOString().slice(0, 10),
    close: data.c![at]!,
    volume: data.v![at]!,
  }))
}

describe('a chart’s bars', () => {
  it('are as traded without an action, and again when it was taken back', async () => {
    const asTraded = await history()
    expect([asTraded[249]!.close, asTraded[250]!.close]).toEqual([728, 100])
    await act(sevenForOne)
    expect(await history()).not.toEqual(asTraded)
    expect(await history({ adjustment: 'as-traded' })).toEqual(asTraded)
    await act()
    expect(await history()).toEqual(asTraded)
  })

  it('are adjusted for a split, prices and volumes, by day, week and month', async () => {
    await act(sevenForOne)
    for (const resolution of ['1D', '1W', '1M']) {
      const bars = await history({ resolution })
      expect(bars.filter(({ close }) => close > 104 || close < 100)).toEqual([])
    }
    expect(new Set((await history()).map(({ volume }) => volume))).toEqual(new Set([700]))
  })

  it('are those of the plain stock, to the last digit, whichever stretch is asked for', async () => {
    await act(sevenForOne)
    for (const stretch of [
      {},
      { countback: '80' },
      { to: String(Date.parse(addDays(exDate, 3)) / 1_000), countback: '5' },
    ])
      expect(await history(stretch)).toEqual(await history({ ...stretch, symbol: 'HKEX:0005' }))
  })

  it.each<[string, Action[], number, number]>([
    ['a consolidation of ten into one', [{ kind: 'consolidation', ratio: [1, 10] }], 7_280, 10],
    ['a bonus of two for one', [{ kind: 'bonus', ratio: [3, 1] }], 728 / 3, 300],
    ['3 for 2', [{ ratio: [3, 2] }], (728 * 2) / 3, 150],
    ['two splits in a week', [{ ratio: [7, 1] }, { on: days[252]!, ratio: [2, 1] }], 52, 1_400],
    ['a split on a day without a bar', [{ on: addDays(days[249]!, 1), ratio: [7, 1] }], 104, 700],
    ['one that goes ex tomorrow', [{ on: '2199-01-01', ratio: [7, 1] }], 728, 100],
    ['a dividend alone', [{ kind: 'dividend', amount: 10 }], 728, 100],
  ])('%s', async (_, actions, close, volume) => {
    await act(...actions)
    const found = (await history())[249]!
    expect(found.close).toBeCloseTo(close, 7)
    expect(found.volume).toBe(volume)
  })

  it('are adjusted for dividends where that is asked for, those in the stock’s currency', async () => {
    await act(
      sevenForOne,
      { kind: 'dividend', amount: 72.8 },
      { on: days[100]!, kind: 'dividend', amount: 70, currency: 'CNY' },
    )
    const bars = await history({ adjustment: 'splits-and-dividends' })
    expect([bars[249]!.close, bars[250]!.close]).toEqual([93.6, 100])
    expect(bars[0]!.close).toBeCloseTo(90, 7)
  })

  it('come with the actions, for marks', async () => {
    await act(sevenForOne, { kind: 'dividend', amount: 0.5 })
    const { data } = await people.hk.ask(chartActions, { query: { symbol: 'HKEX:0700' } })
    expect(data).toEqual([
      { exDate, kind: 'dividend', numerator: null, denominator: null, amount: 0.5, currency: 'HKD' },
      { exDate, kind: 'split', numerator: 7, denominator: 1, amount: null, currency: null },
    ])
    expect((await people.hk.ask(chartActions, { query: { symbol: 'HKEX:9999' } })).http).toBe(404)
  })

  it('quotes and the strength line stand on the same', async () => {
    await act({ on: days[299]!, ratio: [7, 1] })
    await testServer.database.pool.query(
      `update bar set close = 14 where exchange = 'HKEX' and stock_code = '0700' and date = $1`,
      [days[299]!],
    )
    const { d } = await plain<{ d: { v: object }[] }>('quotes', { symbols: 'HKEX:0700' })
    expect(d[0]!.v).toMatchObject({ lp: 14, prev_close_price: Math.round((103 / 7) * 1e8) / 1e8 })
    await testServer.database.pool.query(
      `update bar set close = 104 where exchange = 'HKEX' and stock_code = '0700' and date = $1`,
      [days[299]!],
    )
    await act(sevenForOne)
    const line = (await people.hk.ask(chartRsLine, { query: { symbol: 'HKEX:0700', resolution: '1D' } })).data!
    expect(new Set(line.map(({ value }) => value)).size).toBe(1)
  })
})

describe('breadth', () => {
  const ofAll = () => testServer.database.load(tx => computeBreadth(tx, { exchange, from: firstDay }))
  const kept = async () => {
    const { rows } = await testServer.database.pool.query<Record<string, number>>(
      `select date, stocks, up, down, no_change "noChange", on_ten_week_ma "onTenWeekMa",
       under_ten_week_ma "underTenWeekMa", on_forty_week_ma "onFortyWeekMa", under_forty_week_ma "underFortyWeekMa",
       fifty_two_week_high "fiftyTwoWeekHigh", fifty_two_week_low "fiftyTwoWeekLow"
       from breadth where exchange = $1 order by date`,
      [exchange],
    )
    return rows
  }

  it('counts averages, highs and moves of adjusted prices, and is due when an action comes or goes', async () => {
    const before = await ofAll()
    expect(before.at(-1)).toMatchObject({ stocks: 2, underTenWeekMa: 0, underFortyWeekMa: 1 })
    await act(sevenForOne)
    const after = await ofAll()
    expect(after).not.toEqual(before)
    // Both stocks move as one.
    const counts = after.flatMap(({ date: _, ...day }) => Object.values(day))
    expect(counts.filter(count => count % 2 === 1)).toEqual([])
    await expect.poll(kept).toEqual(after)
    await act()
    await expect.poll(kept).toEqual(before)
  })

  it('of the newest day alone is that of all days', async () => {
    await act({ on: days[297]!, ratio: [7, 1] })
    const whole = await ofAll()
    const newest = await testServer.database.load(tx => computeBreadth(tx, { exchange, from: days[299]! }))
    expect(newest).toEqual(whole.slice(-1))
  })
})
