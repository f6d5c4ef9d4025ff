import { setTimeout } from 'node:timers/promises'
import { setAlert } from '@finlist/contract/alerts'
import type { AnyCall } from '@finlist/contract/call'
import { type InboxItem, inbox } from '@finlist/contract/inbox'
import { uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { addDays, type Day, dayAt, nextTradingDay, tradingDays } from '@finlist/domain/calendar'
import { expect } from 'vitest'
import { People } from '../../src/auth/people.ts'
import { marketColumns } from '../../src/market-data/screen/market-columns.ts'
import { dueAlerts } from '../at-rest.ts'
import { lines, type Sent, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

export const exchange = 'HKEX'
/** As many stocks as the import's quality checks need, each at 100 with a volume of 1,000 on every day. */
export const codes = Array.from({ length: 90 }, (_, at) => String(101 + at).padStart(4, '0'))
const heads = 'stockCode,date,open,high,low,close,volume'

export type Bar = { open?: number; high?: number; low?: number; close: number; volume?: number }
export const barLine = (code: string, date: Day, { close, open = close, high, low, volume = 1_000 }: Bar) =>
  [code, date, open, high ?? Math.max(open, close), low ?? Math.min(open, close), close, volume].join(',')

/**
 * Opens a server with a Hong Kong market up to today. The test adds the following days, and alerts are evaluated on
 * them.
 */
export async function openAlertWorld() {
  const testServer = await openTestServer()
  const { clock } = testServer
  const today = dayAt(exchange, clock.now())
  let last = nextTradingDay(exchange, addDays(today, -1))
  if (last !== today) last = tradingDays(exchange, addDays(today, -10), today).at(-1)!
  const as = (name: string) => ApiClient.byToken(testServer, name)

  async function load(call: AnyCall, query: Record<string, string>, files: Sent) {
    const answer = await send(await as('staff'), call, query, files)
    expect([answer.http, answer.errors]).toEqual([200, undefined])
    return answer.data as { uploadId: number; notes: string[] }
  }
  const loadBars = (...rows: string[]) => load(uploadPrices, { exchange }, { priceCsv: lines(heads, ...rows) })

  const named = codes.map(code => `${code},Company ${code},公司${code}`)
  await load(uploadStocks, { exchange }, { stockCsv: lines('stockCode,stockName,stockNameZh', ...named) })
  const known = tradingDays(exchange, addDays(last, -100), last)
  await loadBars(...known.flatMap(date => codes.map(code => barLine(code, date, { close: 100 }))))

  /** Moves the clock of server and database to a time in Hong Kong on the last day, or on the next trading day. */
  async function goTo(time: string, { next = false } = {}): Promise<Day> {
    if (next) last = nextTradingDay(exchange, last)
    clock.offsetMs = Date.parse(`${last}T${time}:00+08:00`) - Date.now()
    await testServer.database.pool.query(
      `insert into product_clock (ahead_ms) values ($1) on conflict (one) do update set ahead_ms = excluded.ahead_ms`,
      [Math.round(clock.aheadMs)],
    )
    return last
  }
  /** Waits until the server has evaluated alerts for everything published. */
  async function evaluate(): Promise<void> {
    for (let tries = 0; (await testServer.database.pool.query(dueAlerts)).rowCount !== 0; tries++) {
      if (tries > 500) throw new Error(`not looked at: ${testServer.log.at(-1)?.slice(0, 500)}`)
      await setTimeout(10)
    }
    expect(testServer.log.filter(line => line.includes('held against'))).toEqual([])
  }

  /** Adds the next day's bars, all at 100 except those given, and waits until alerts are evaluated. */
  async function newDay(bars: Record<string, Bar> = {}, of: readonly string[] = codes): Promise<Day> {
    const day = await goTo('18:00', { next: true })
    await loadBars(...of.map(code => barLine(code, day, bars[code] ?? { close: 100 })))
    await evaluate()
    return day
  }

  async function set(name: string, body: object) {
    const answer = await (await as(name)).ask(setAlert, { body: { exchange, ...body } })
    expect([answer.http, answer.errors]).toEqual([200, undefined])
    return answer.data
  }
  async function told(name: string): Promise<InboxItem[]> {
    const answer = await (await as(name)).ask(inbox)
    expect(answer.http).toBe(200)
    return answer.data.items
  }
  await evaluate()
  return { testServer, as, load, loadBars, goTo, newDay, evaluate, set, told, lastDay: () => last }
}
export type AlertWorld = Awaited<ReturnType<typeof openAlertWorld>>

/** Returns what is needed to evaluate alerts alongside the server, as another process would. */
export const partsOf = ({ database, config, clock }: TestServer) => ({
  database,
  config,
  now: clock.now,
  people: new People(database, [], clock.now),
  screenColumns: marketColumns(database, clock.now),
})
