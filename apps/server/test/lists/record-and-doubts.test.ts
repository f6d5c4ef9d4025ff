// @module-tag slow
import { gunzipSync } from 'node:zlib'
import { recordPick } from '@finlist/contract/record'
import { uploadPrices } from '@finlist/contract/staff/admin'
import {
  deletePrices,
  marketData,
  recordMove,
  releaseMove,
  restorePrices,
  undoMove,
} from '@finlist/contract/staff/data'
import { addDays, type Day, tradingDays } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type IssueRow, issueText, type PickingIssue } from '@finlist/domain/picking/issue'
import { BarsReader } from '@finlist/domain/record/bars-reader'
import { rebuild, rebuildPick } from '@finlist/domain/record/rebuild'
import { stockOfShortBars } from '@finlist/domain/record/stock-bars'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { propose } from '../../src/features/picking/propose.ts'
import { recordIssue } from '../../src/market-data/lists/record-issue.ts'
import { readLeftOut } from '../../src/market-data/quality/left-out.ts'
import { searchDoubtsJob } from '../../src/market-data/quality/search-doubts.ts'
import { lines, send } from '../data/send-files.ts'
import { afterOwnRun } from '../own-run.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const market = { exchange: 'US' } as const
const weeks = 6
let testServer: TestServer
let staff: ApiClient
/** The published lists, oldest first. */
let lists: PickingIssue[]
/** The stock that was in doubt while some of the lists were made. */
let doubted: string
/** Three other stocks of the newest list. The prices of the first are multiplied by four from `changedOn` on. */
let [code, other, gone]: string[] = []
let changedOn: Day

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await testServer.database.pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
  await afterOwnRun(testServer, 'search-doubts')
  const { database, config, clock } = testServer
  const twoWeeksAgo = clock.now() - 14 * 86_400_000
  await loadDemoMarkets(database, config, { now: twoWeeksAgo, say: () => undefined, exchanges: ['US'], stocks: 100 })
  const days = await sql<{ day: Day }>(
    `select max(date) as day from bar where exchange = 'US' and volume > 0
     group by date_trunc('week', date) order by day desc limit ${weeks}`,
  )
  lists = []
  for (const { day } of days.toReversed()) {
    if (lists.length === 3) await openDoubt((doubted = lists[2]!.picks[0]!.code))
    lists.push(await publishList(day))
    if (lists.length === 5) await sql(`update doubt set ended_at = product_now(), ended_as = 'right'`)
  }
  ;[code, other, gone] = lists.at(-1)!.picks.flatMap(pick => (pick.code === doubted ? [] : pick.code))
  changedOn = days.at(-1)!.day
})
afterAll(() => testServer.close())

const openDoubt = (of: string) =>
  sql(
    `insert into doubt (exchange, kind, stock_code, date, held_until, evidence)
     values ('US', 'split', $1, '2025-01-06', 'infinity', '{"previousClose": 1, "close": 4}')`,
    [of],
  )

/** Publishes the list that the method now makes from the market's prices up to the day. */
async function publishList(day: Day): Promise<PickingIssue> {
  const list = await testServer.database.snapshot(tx => propose(tx, 'US', day))
  await sql(
    `insert into finlist_issue (exchange, issue_date, method_id, constants) values ('US', $1, $2, $3)
     on conflict (exchange, issue_date) do update set method_id = excluded.method_id, constants = excluded.constants`,
    [day, list.method, list.constants],
  )
  await sql('delete from proposal where issue_date = $1', [day])
  await sql(
    `insert into proposal (exchange, issue_date, method_id, constants, inputs_hash, eligible, body, facts, made_at, known_at)
     values ('US', $1, $2, $3, '', $4, $5, '{}', product_now(), product_now())`,
    [day, list.method, list.constants, list.eligible, issueText(list)],
  )
  await testServer.database.write(tx => recordIssue(tx, { ...market, issueDate: day }))
  return list
}

/** Rebuilds each list from the bars that its readers get, and returns how it differs from the published one. */
async function differences() {
  const found: object[] = []
  for (const list of lists) {
    const path = `${testServer.base}/api/record/bars/US?date=${list.date}`
    const answer = await fetch(path, { headers: staff.headers() })
    expect(answer.status).toBe(200)
    const reader = new BarsReader(dayNumber(list.date))
    reader.push(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString())
    found.push(...rebuild(list, reader.end(), dayNumber(list.date)))
  }
  for (const { stockCode, date } of [first(lists[0]!), first(lists.at(-1)!)]) {
    const { data } = await staff.ask(recordPick, { params: market, query: { stockCode, date } })
    const stock = stockOfShortBars(stockCode, data.bars!)
    const differs = rebuildPick(JSON.parse(data.row!) as IssueRow, 'US', stock, dayNumber(date))
    if (differs) found.push(differs)
  }
  return found
}
const first = ({ date, picks }: PickingIssue) => ({ date, stockCode: picks[0]!.code })

const doubtsOf = async () => (await staff.ask(marketData, { query: market })).data
const move = () => ({ ...market, stockCode: code, date: changedOn })
const hasCode = async () => {
  const { date } = lists.at(-1)!
  const { picks } = await testServer.database.snapshot(tx => propose(tx, 'US', date))
  return picks.some(pick => pick.code === code)
}

it('lists differ by the doubts that were open when they were made, and each can be rebuilt', async () => {
  const having = lists.map(({ picks }) => picks.some(pick => pick.code === doubted))
  expect(having.slice(3, 5)).toEqual([false, false])
  expect(having[2]).toBe(true)
  expect(await differences()).toEqual([])
})

it('a price correction, and a search that finds a doubt in it, change no published list', async () => {
  await sql(
    `update bar set open = open * 4, high = high * 4, low = low * 4, close = close * 4, volume = volume / 4
     where exchange = 'US' and stock_code = $1 and date >= $2`,
    [code, changedOn],
  )
  await sql('delete from doubt_search')
  const { rows } = await searchDoubtsJob(testServer.database).run(testServer.clock.now())
  expect(rows).toBe(1)
  const { moves, search } = await doubtsOf()
  expect(search).toBeNull()
  expect(moves).toMatchObject([
    { stockCode: code, date: changedOn, kind: 'split', likely: { numerator: 1, denominator: 4 } },
  ])
  expect(await differences()).toEqual([])
})

it('a list made while a doubt is open leaves the stock out, and names it with the hash of the evidence', async () => {
  expect(await hasCode()).toBe(false)
  const { date } = lists.at(-1)!
  const leftOut = await testServer.database.snapshot(tx => readLeftOut(tx, 'US', date))
  expect(leftOut).toEqual([{ code, kind: 'split', date: changedOn, evidence: expect.stringMatching(/^[0-9a-f]{64}$/) }])
})

it.each([
  ['recorded as a corporate action', recordMove, { numerator: 1, denominator: 4 }, 'action'],
  ['confirmed as right', releaseMove, {}, 'right'],
] as const)(
  'a doubt that is %s, and undoing that decision, change no published list',
  async (_, call, ratio, decision) => {
    expect((await staff.ask(call as typeof releaseMove, { body: { ...move(), ...ratio } })).http).toBe(200)
    expect((await doubtsOf()).decisions[0]).toMatchObject({ stockCode: code, decision, by: 'Demo Staff' })
    expect(await hasCode()).toBe(true)
    expect(await differences()).toEqual([])

    expect((await staff.ask(undoMove, { body: move() })).http).toBe(200)
    const { decisions, moves } = await doubtsOf()
    expect(decisions.filter(({ stockCode }) => stockCode === code)).toEqual([])
    expect(moves).toMatchObject([{ stockCode: code, kind: 'split' }])
    expect(await sql(`select from corporate_action where stock_code = $1 and source = 'staff'`, [code])).toEqual([])
    expect(await hasCode()).toBe(false)
    expect(await differences()).toEqual([])
    expect((await staff.ask(undoMove, { body: move() })).http).toBe(404)
  },
)

it('deleting and restoring prices, and a split that becomes known later, change no published list', async () => {
  const reason = 'of another market'
  expect((await staff.ask(deletePrices, { body: { ...market, stockCode: other, reason } })).http).toBe(200)
  expect(await differences()).toEqual([])
  const { deletionId } = (await doubtsOf()).deletions[0]!
  expect((await staff.ask(restorePrices, { body: { ...market, deletionId } })).http).toBe(200)
  await sql(
    `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
     values ('US', $1, $2, 'split', 2, 1, 'test')`,
    [other, changedOn],
  )
  await sql(`update corporate_action set numerator = 3 where stock_code = $1 and source = 'test'`, [other])
  expect(await differences()).toEqual([])
})

it('loading, deleting or restoring prices from before or after a list’s date does not change the list', async () => {
  const last = lists.at(-1)!.date
  const [first, second] = tradingDays('US', addDays(last, 1), addDays(last, 7))
  const prices = await sql<{ code: string; close: number; volume: number }>(
    `select stock_code as code, close, volume from bar where exchange = 'US' and date = $1`,
    [last],
  )
  const load = async (day: Day, factor: number) => {
    const rows = prices.map(({ code: of, close, volume }) => {
      const price = (close * factor).toFixed(4)
      return [of, day, price, price, price, price, volume].join(',')
    })
    const priceCsv = lines('stockCode,date,open,high,low,close,volume', ...rows)
    const answer = await send(staff, uploadPrices, { ...market, confirm: 'true' }, { priceCsv })
    expect([answer.http, answer.errors]).toEqual([200, undefined])
  }
  const deletion = await staff.ask(deletePrices, { body: { ...market, stockCode: gone, date: last, reason: 'wrong' } })
  expect(deletion.http).toBe(200)
  await load(first!, 1.001)
  await load(first!, 1.002)
  lists.push(await publishList(first!))
  expect(await differences()).toEqual([])
  await load(first!, 1.003)
  await load(second!, 1.004)
  expect(await differences()).toEqual([])
  const { deletionId } = (await doubtsOf()).deletions[0]!
  expect((await staff.ask(restorePrices, { body: { ...market, deletionId } })).http).toBe(200)
  expect(await sql('select from bar where stock_code = $1 and date = $2', [gone, last])).toHaveLength(1)
  expect(await differences()).toEqual([])
})
