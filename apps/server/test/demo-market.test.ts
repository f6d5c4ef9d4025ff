import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../tools/fresh-database.ts'
import { readConfig } from '../src/config.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { loadDemoMarkets } from '../src/demo/market.ts'

const config = readConfig({})
const first = Date.parse('2026-11-20T12:00:00Z')
const threeWeeksLater = Date.parse('2026-12-11T12:00:00Z')
const exchanges = ['HKEX', 'US'] as const
const silent = { warn: () => undefined, info: () => undefined }

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
const said: string[] = []

const load = (now: number, settings = config) =>
  loadDemoMarkets(database, settings, { now, say: line => said.push(line), exchanges, stocks: 30 })

async function one<T>(sql: string): Promise<T> {
  return (await database.pool.query(sql)).rows[0] as T
}

const fingerprint = () =>
  one(`select
    (select md5(string_agg(b::text, '' order by exchange, stock_code, date)) from bar b where date <= '2026-11-19') bars,
    (select md5(string_agg(p::text, '' order by exchange, issue_date, stock_code)) from finlist_pick p
      where issue_date <= '2026-11-19') picks,
    (select md5(string_agg(f::text, '' order by exchange, issue_date, stock_code, quarter)) from fundamental f
      where issue_date <= '2026-11-19') quarters,
    (select md5(string_agg(h::text, '' order by stock_code, shareholding_date, participant_id)) from shareholding h
      where shareholding_date <= '2026-11-19') holdings`)

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, silent)
})
afterAll(async () => {
  await database?.close()
  await fresh?.drop()
})

describe('the demo markets', () => {
  it('stay out when demo data is off', async () => {
    await load(first, { ...config, DEMO_DATA: 'off' })
    expect(await one('select count(*) from stock')).toEqual({ count: 0 })
  })

  it('load up to the last trading day before now, and say so', async () => {
    await load(first)
    expect(said).toHaveLength(3)
    expect(said[0]).toMatch(/^ {2}demo market HKEX: [\d,]+ bars, 52 issues, [\d,]+ shareholdings in [\d.]+ s$/)
    expect(await one('select min(n), max(n) from (select count(*) n from stock group by exchange)')).toEqual({
      min: 31,
      max: 31,
    })
    expect(await one('select max(date) from bar')).toEqual({ max: '2026-11-19' })
    expect(
      await one(`select count(*) from (select from finlist_pick group by exchange, issue_date
                  having count(*) filter (where free_pick) <> 1)`),
    ).toEqual({ count: 0 })
    expect(await one('select count(*) from shareholding where shareholding = -1')).toEqual({ count: 1 })
    expect(await one(`select updated_at from last_updated where topic = 'finlist:HKEX'`)).toEqual({
      updated_at: new Date('2026-11-13T10:00:00Z'),
    })
    expect(await one('select count(distinct kind) >= 5 as planted from demo_truth')).toEqual({ planted: true })
    expect(
      await one(`select count(distinct exchange) markets, count(distinct short_term) terms from market_state`),
    ).toEqual({ markets: 2, terms: 2 })
    expect(await one(`select count(*) > 20 as drawn from chart_pattern`)).toEqual({ drawn: true })
    expect(
      await one(`select count(*) stocks, count(distinct b.stock_code) with_bars from practice_stock p
      left join bar b on b.exchange = p.space and b.stock_code = p.stock_code and b.date < p.start_date`),
    ).toMatchObject({
      with_bars: 12,
    })
  })

  it('are left alone by a second start on the same day', async () => {
    said.length = 0
    await load(first)
    expect(said).toEqual([])
  })

  it('only get what is new three weeks later, and keep what somebody uploaded', async () => {
    const before = await fingerprint()
    await database.pool.query(`insert into finlist_issue (exchange, issue_date) values ('US', '2026-12-04')`)
    const code = (await one<{ code: string }>(`select min(stock_code) code from bar where exchange = 'US'`)).code
    await database.pool.query(`insert into bar values ('US', $1, '2026-12-01', 1, 1, 1, 1, 1)`, [code])
    await load(threeWeeksLater)
    expect(await fingerprint()).toEqual(before)
    expect(await one("select max(date), count(distinct date) days from bar where date > '2026-11-19'")).toEqual({
      max: '2026-12-10',
      days: 15,
    })
    expect(
      await one(`select array_agg(distinct issue_date::text) dates from finlist_pick
                  where exchange = 'HKEX' and issue_date > '2026-11-19'`),
    ).toEqual({ dates: ['2026-11-20', '2026-11-27', '2026-12-04'] })
    expect(await one(`select count(*) from finlist_pick where exchange = 'US' and issue_date = '2026-12-04'`)).toEqual({
      count: 0,
    })
    expect(
      await one(`select close from bar where exchange = 'US' and date = '2026-12-01' order by stock_code`),
    ).toEqual({
      close: 1,
    })
    expect(await one(`select updated_at from last_updated where topic = 'finlist:HKEX'`)).toEqual({
      updated_at: new Date('2026-12-04T10:00:00Z'),
    })
  })
})
