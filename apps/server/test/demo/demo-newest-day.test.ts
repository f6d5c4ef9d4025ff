// @module-tag slow
import type { Day } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { PickingIssue } from '@finlist/domain/picking/issue'
import { rebuild } from '@finlist/domain/record/rebuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { readPublishedStocks } from '../../src/market-data/lists/read-published-stocks.ts'

const config = readConfig({})
const now = Date.parse('2026-11-20T12:00:00Z')
const silent = { warn: () => undefined, info: () => undefined }

const opened: { database: Database; drop: () => Promise<unknown> }[] = []
async function open(): Promise<Database> {
  const fresh = await freshDatabase()
  const database = await openDatabase(fresh.url, silent, directly(fresh.url))
  opened.push({ database, drop: fresh.drop })
  return database
}
afterAll(async () => {
  for (const { database, drop } of opened) {
    await database.close()
    await drop()
  }
})

const said: string[] = []
const load = (database: Database, bySource: boolean, at = now) =>
  loadDemoMarkets(database, config, { now: at, say: line => said.push(line), stocks: 30, bySource })
const kept = async (database: Database, rows: string) =>
  (await database.pool.query(`select md5(string_agg(t::text, ',' order by t::text)) as digest from (${rows}) t`)).rows
async function newest({ pool }: Database) {
  const { rows } = await pool.query<{ exchange: string; date: string; by_name: string }>(
    `select exchange, date, by_name from source_day d join upload u on u.kind = 'prices' and u.key = 'prices ' || d.exchange
     order by exchange`,
  )
  return await Promise.all(
    rows.map(async ({ exchange, date, by_name }) => {
      const bars = await pool.query(
        `select from bar where exchange = $1 and date = $2
           and stock_code not in (select stock_code from stock where exchange = $1 and is_index)`,
        [exchange, date],
      )
      return { exchange, by_name, whole: bars.rows.length > 20 }
    }),
  )
}

let direct: Database
let bySource: Database
beforeAll(async () => {
  direct = await open()
  bySource = await open()
  await load(direct, false)
  await load(bySource, true)
})

it('the newest day of each market comes from the vendors’ test server, through the importer', async () => {
  const others: Partial<Record<ExchangeId, string>> = { JP: 'J-Quants', TW: 'FinMind' }
  expect(await newest(bySource)).toEqual(
    exchangeIds
      .toSorted()
      .map(exchange => ({ exchange, by_name: `${others[exchange] ?? 'EODHD'} (demo)`, whole: true })),
  )
  expect(said.filter(line => line.includes('did not come'))).toEqual([])
})

it.each([
  ['bars', 'select exchange, stock_code, date, open, high, low, close, volume from bar'],
  ['breadth', 'select * from breadth'],
  ['stocks', 'select * from stock'],
])('the demo’s %s are the same with and without the vendors’ test server', async (_, rows) => {
  expect(await kept(bySource, rows)).toEqual(await kept(direct, rows))
})

it('after an interruption before the newest day arrived, the next start loads it', async () => {
  await bySource.pool.query(`delete from bar where exchange = 'TW' and date = '2026-11-19'`)
  await bySource.pool.query(`update demo_part set state = state || '{"waits": true}' where name = 'market TW'`)
  await load(bySource, true)
  const bars = await bySource.pool.query(`select from bar where exchange = 'TW' and date = '2026-11-19'`)
  expect(bars.rows.length).toBeGreaterThan(20)
  const { rows } = await bySource.pool.query(`select state ? 'waits' as waits from demo_part where name = 'market TW'`)
  expect(rows).toEqual([{ waits: false }])
})

it('the newest list of one market is left for staff to publish; the demo publishes it once the next one exists', async () => {
  const newestLists = async () => {
    const { rows } = await bySource.pool.query<{ exchange: string; date: string }>(
      `select exchange, max(issue_date) as date from finlist_issue group by exchange order by exchange`,
    )
    return Object.fromEntries(rows.map(({ exchange, date }) => [exchange, date]))
  }
  const lists = await newestLists()
  expect(new Set(Object.values({ ...lists, CN: '2026-11-13' }))).toEqual(new Set(['2026-11-13']))
  expect(lists['CN']).toBe('2026-11-06')
  await load(bySource, true, now + 7 * 86_400_000)
  expect((await newestLists())['CN']).toBe('2026-11-13')
})

it('the lists of the newest day pass verification, even though the prices arrive after the time that the lists state', async () => {
  const saturday = Date.parse('2026-11-28T12:00:00Z')
  await load(bySource, true, saturday)
  const { rows } = await bySource.pool.query<{ exchange: ExchangeId; date: Day; body: string }>(
    `select exchange, issue_date as date, body from proposal where issue_date >= '2026-11-20' order by exchange, date`,
  )
  expect(rows.filter(({ date }) => date === '2026-11-27').map(({ exchange }) => exchange)).toEqual([
    'HKEX',
    'JP',
    'TW',
    'US',
  ])
  for (const { exchange, date, body } of rows) {
    const stocks = await bySource.snapshot(tx => readPublishedStocks(tx, exchange, date))
    expect(rebuild(JSON.parse(body) as PickingIssue, stocks, dayNumber(date)), `${exchange} ${date}`).toEqual([])
  }
})
