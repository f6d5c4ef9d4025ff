// @module-tag slow
import { uploadPrices } from '@finlist/contract/staff/admin'
import { marketData } from '@finlist/contract/staff/data'
import { uploadCorporateActions, uploadRates } from '@finlist/contract/staff/market-facts'
import { actionsOf, tradedBars } from '@finlist/demo-market/corporate-actions'
import { type Bar, type DemoMarket, demoMarket } from '@finlist/demo-market/market'
import { addDays, weekday } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchDoubtsJob } from '../../src/market-data/quality/search-doubts.ts'
import { loadBatch } from '../../src/market-data/vendors/load-given.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer({ DEMO_DATA: 'off' })
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())

const years = 3
const stocks = 300
const thinDay = 500
const tailDays = 2
/**
 * Multiplies prices and volumes from a day on, for `lasts` days. `found` is the kind of doubt on the first day, `after`
 * the kind on the day after the last.
 */
type Plant = { day: number; price: number; volume: number; lasts?: number; found: string; after?: string }
const plants: Plant[] = [
  { day: 300, price: 1 / 2, volume: 2, found: 'split' },
  { day: 350, price: 1 / 5, volume: 5, found: 'split' },
  { day: 400, price: 4, volume: 1 / 4, found: 'split' },
  { day: 450, price: 10, volume: 1 / 10, found: 'split' },
  { day: 420, price: 100, volume: 1, found: 'unit' },
  { day: 430, price: 100, volume: 1, lasts: 40, found: 'unit', after: 'unit' },
  { day: 440, price: 1 / 100, volume: 1, lasts: 50, found: 'unit', after: 'unit' },
  { day: 380, price: 10, volume: 1, lasts: 1, found: 'spike' },
  { day: 390, price: 1 / 10, volume: 1, lasts: 2, found: 'spike' },
]
const inLots = [12, 112, 212]
const lot = 100
const mostUnplanted = Math.floor((exchangeIds.length * stocks * years) / 1_000)

const unplanted: string[] = []
const doubts = async (exchange: ExchangeId) => {
  const { moves, movesInAll } = (await staff.ask(marketData, { query: { exchange } })).data
  expect(moves).toHaveLength(movesInAll)
  return moves.map(({ stockCode, date, kind }) => `${exchange} ${stockCode} ${date} ${kind}`).toSorted()
}

describe(`generated boards of ${stocks} stocks and ${years} years with planted doubts`, () => {
  it.each(exchangeIds)('%s: every planted doubt is found under its kind', async exchange => {
    const market = demoMarket({ seed: 'doubts', exchange, startDate: '2023-07-14', asOf: '2026-07-15', stocks })
    const { days } = market
    const actions = market.stocks.flatMap(stock => actionsOf(market, stock))
    const corporateActionCsv = lines(
      'stockCode,exDate,kind,numerator,denominator,amount',
      ...actions.map(({ stockCode, exDate, kind, numerator, denominator, amount }) =>
        [stockCode, exDate, kind, numerator, denominator, amount].join(','),
      ),
    )
    const acted = await send(staff, uploadCorporateActions, { exchange }, { corporateActionCsv })
    expect([acted.http, acted.errors]).toEqual([200, undefined])

    const bars = new Map(
      market.stocks.map(stock => [stock.listing.stockCode, [...tradedBars(market, stock, days[0]!)]]),
    )
    const withActions = new Set(actions.map(({ stockCode }) => stockCode))
    const plain = [...bars.keys()].filter(code => bars.get(code)!.length === days.length && !withActions.has(code))
    const planted = plants.flatMap(({ day, price, volume, lasts = Infinity, found, after }, index) => {
      const code = plain[7 * index + 3]!
      const changed = bars
        .get(code)!
        .map((bar, at) => (at < day || at >= day + lasts ? bar : times(bar, price, volume)))
      bars.set(code, changed)
      return [
        `${exchange} ${code} ${days[day]!} ${found}`,
        ...(after === undefined ? [] : [`${exchange} ${code} ${days[day + lasts]!} ${after}`]),
      ]
    })
    const lots = new Set(inLots.map(at => plain[at]!))
    const thin = [days[thinDay]!, ...days.slice(-tailDays)]
    const holiday = holidayOf(market)
    const rows = Array.from(bars, ([code, all], index) =>
      all
        .filter(({ date }) => !thin.includes(date) || index % 10 === 0)
        .flatMap(bar => {
          const { date, open, high, low, close, volume } = bar
          const shown = lots.has(code) ? Math.floor(volume / lot) : volume
          const row = [code, date, open, high, low, close, shown, Math.round(close * volume)].join(',')
          return date === holiday.before
            ? [row, [code, holiday.date, close, close, close, close, 0, 0].join(',')]
            : [row]
        }),
    ).flat()
    const priceCsv = ['stockCode,date,open,high,low,close,volume,turnover', ...rows].join('\n')
    const loaded = await send(staff, uploadPrices, { exchange, confirm: 'true' }, { priceCsv })
    expect([loaded.http, loaded.errors]).toEqual([200, undefined])
    const notes = loaded.data.notes.join('\n')
    expect(notes).toContain(holiday.date)
    expect(notes).toContain([...lots].toSorted().join(', '))

    const exDate = days[600]!
    const reported = [
      [plain[100]!, exDate, 'split', 4, 1, null, null],
      [plain[101]!, exDate, 'consolidation', 1, 10, null, null],
      [plain[102]!, exDate, 'dividend', null, null, 1_000_000, null],
    ]
    const columns = ['stockCode', 'exDate', 'kind', 'numerator', 'denominator', 'amount', 'currency']
    await loadBatch(
      testServer.database,
      { kind: 'corporate-actions', columns, rows: reported },
      { exchange, by: 'eodhd', what: exDate, now: testServer.clock.now() },
    )
    const contradicted = reported.map(([code]) => `${exchange} ${code} ${exDate} action`)

    const found = await doubts(exchange)

    const expected = [...planted, ...contradicted]
    expect(expected.filter(one => !found.includes(one))).toEqual([])
    unplanted.push(...found.filter(one => !expected.includes(one)))
    const held = (await staff.ask(marketData, { query: { exchange } })).data.days.filter(day => day.held)
    expect(held.map(({ date }) => date)).toEqual(thin.toReversed())
    const { rows: stored } = await testServer.database.pool.query<{ date: string; volume: number }>(
      'select date, volume from bar where exchange = $1 and stock_code = $2 order by date',
      [exchange, [...lots][0]],
    )
    const volumes = new Map(bars.get([...lots][0]!)!.map(({ date, volume }) => [date, Math.floor(volume / lot) * lot]))
    expect(stored.filter(({ date, volume }) => volume !== volumes.get(date)).slice(0, 3)).toEqual([])
  })

  it('the search of stored prices finds the same doubts as the gate did', async () => {
    const { pool } = testServer.database
    const before = await Promise.all(exchangeIds.map(doubts))
    await pool.query(`delete from doubt where kind <> 'action'`)
    await pool.query('delete from doubt_search')
    const job = searchDoubtsJob(testServer.database)
    const now = testServer.clock.now()
    while ((await job.next(now, now)) === now) await job.run(now)
    expect(await Promise.all(exchangeIds.map(doubts))).toEqual(before)
  })

  it(`at most ${mostUnplanted} unplanted doubts are found`, () => {
    console.log(`${exchangeIds.length * stocks * years} stock-years, unplanted: ${unplanted.join(', ') || 'none'}`)
    expect(unplanted.slice(mostUnplanted)).toEqual([])
  })
})

it('inverted exchange rates are refused', async () => {
  const rates = (...rows: string[]) => send(staff, uploadRates, {}, { ratesCsv: lines('currency,date,rate', ...rows) })
  const known = { USD: 7.8, JPY: 0.05, TWD: 0.25 }
  const [first, second] = ['2026-07-13', '2026-07-14']
  expect((await rates(...Object.entries(known).map(([code, rate]) => `${code},${first},${rate}`))).http).toBe(200)
  for (const [code, rate] of Object.entries(known)) {
    const refused = await rates(`${code},${second},${1 / rate}`)
    expect([refused.http, refused.errors[0]?.message]).toEqual([409, expect.stringContaining(`${code} `)])
  }
})

/** The first weekday without a session after the hundredth day, and the day of trading before it. */
function holidayOf({ days }: DemoMarket) {
  const at = days.findIndex((day, index) => {
    const next = addDays(day, 1)
    return index > 100 && weekday(next) > 0 && weekday(next) < 6 && days[index + 1] !== next
  })
  return { before: days[at]!, date: addDays(days[at]!, 1) }
}

function times({ date, open, high, low, close, volume }: Bar, price: number, shares: number): Bar {
  const to = (value: number) => Math.round(value * price * 10_000) / 10_000
  return { date, open: to(open), high: to(high), low: to(low), close: to(close), volume: Math.round(volume * shares) }
}
