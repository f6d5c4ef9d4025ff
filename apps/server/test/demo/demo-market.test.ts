// @module-tag slow
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { propose } from '../../src/features/picking/propose.ts'
import { readUploads } from '../../src/features/uploads/store.ts'
import { keptFile } from '../../src/market-data/import/archive-upload.ts'
import { importFiles } from '../../src/market-data/import/import-files.ts'
import { rollBack } from '../../src/market-data/import/roll-back.ts'

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

const rowsOf = async (exchange: string, date: string) =>
  (
    await database.pool.query(
      `select stock_code as code, close, pattern_type as pattern, variant, buy_point as "buyPoint", stop,
         percival_score as score, rank, template, origin, facts -> 'parts' as parts,
         nullif(facts -> 'base', 'null'::jsonb) as base
       from finlist_pick where exchange = $1 and issue_date = $2 order by stock_code collate "C"`,
      [exchange, date],
    )
  ).rows

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, silent, directly(fresh.url))
})
afterAll(async () => {
  await database?.close()
  await fresh?.drop()
})

describe('the demo markets', () => {
  it('are not loaded if demo data is off', async () => {
    await load(first, { ...config, DEMO_DATA: 'off' })
    expect(await one('select count(*) from stock')).toEqual({ count: 0 })
  })

  it('load up to the last completed trading day, and report that day', async () => {
    await load(first)
    expect(said).toHaveLength(3)
    expect(said[0]).toMatch(/^ {2}demo market HKEX: [\d,]+ bars, 52 issues, [\d,]+ shareholdings in [\d.]+ s$/)
    expect(await one('select min(n), max(n) from (select count(*) n from stock group by exchange) s')).toEqual({
      min: 31,
      max: 31,
    })
    expect(await one('select max(date) from bar')).toEqual({ max: '2026-11-19' })
    expect(
      await one(`select count(*) from (select from finlist_pick group by exchange, issue_date
                  having count(*) filter (where free_pick) <> 1) p`),
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

  it('have exactly the lists that the method makes from their prices', async () => {
    for (const exchange of exchanges) {
      const { rows: issues } = await database.pool.query<{ date: string; method: string; constants: string }>(
        `select issue_date::text as date, method_id as method, constants from finlist_issue
         where exchange = $1 order by issue_date desc limit 2`,
        [exchange],
      )
      for (const { date, method, constants } of issues) {
        const made = await database.snapshot(tx => propose(tx, exchange, date))
        expect({ method, constants }).toEqual({ method: made.method, constants: made.constants })
        expect(await rowsOf(exchange, date)).toEqual(
          made.picks
            .map(({ code, close, pattern, variant, buyPoint, stop, score, rank, template, parts, base }) => {
              const told = base ? { pattern, buyPoint, stop } : { pattern: null, buyPoint: null, stop: null }
              return { code, close, variant, score, rank, template, origin: 'method', parts, base, ...told }
            })
            .toSorted((one, other) => (one.code < other.code ? -1 : 1)),
        )
      }
    }
  })

  it('draw the base of every listed pick on its chart', async () => {
    const { undrawn, listed } = await one<{ undrawn: number; listed: number }>(
      `select count(*) as listed, count(*) filter (where not exists (
         select from chart_pattern drawn where drawn.exchange = p.exchange and drawn.stock_code = p.stock_code
           and drawn.from_date <= p.issue_date and drawn.to_date >= (p.facts #>> '{base,from}')::date)) as undrawn
       from finlist_pick p where pattern_type is not null`,
    )
    expect({ undrawn, some: listed > 20 }).toEqual({ undrawn: 0, some: true })
  })

  it('do not change on a second start on the same day', async () => {
    said.length = 0
    await load(first)
    expect(said).toEqual([])
  })

  it('add only new days three weeks later, and keep people’s uploads', async () => {
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

  it('have every published list in the upload history, newest first, and lists can be rolled back and loaded again', async () => {
    const uploads = (await readUploads(database)).filter(({ kind }) => kind === 'finlist')
    const { rows: lists } = await database.pool.query<{ key: string }>(
      `select 'finlist ' || exchange || ' ' || issue_date as key from finlist_issue
       where exists (select from finlist_pick p where p.exchange = finlist_issue.exchange
         and p.issue_date = finlist_issue.issue_date)
       order by issue_date desc, exchange desc limit 100`,
    )
    expect(uploads.map(({ key }) => key).toSorted()).toEqual(lists.map(({ key }) => key).toSorted())
    const times = uploads.map(it => it.uploaded_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const [upload] = uploads
    expect(upload).toMatchObject({
      key: 'finlist HKEX 2026-12-04',
      by_name: 'FinList (demo)',
      uploaded_at: new Date('2026-12-04T10:00:00Z'),
    })

    const before = await rowsOf('HKEX', '2026-12-04')
    expect(before.length).toBeGreaterThan(0)
    expect(upload!.counts['finListCount']).toBe(before.length)
    const { user_id: userId } = await one<{ user_id: number }>(
      `insert into users (issuer, subject, email) values ('staff', 'staff', 'staff@demo.example') returning user_id`,
    )
    const by = { userId, name: 'staff' }
    await rollBack(database, upload!.upload_id, { by, now: threeWeeksLater })
    expect(await rowsOf('HKEX', '2026-12-04')).toEqual([])
    const folder = await mkdtemp(join(tmpdir(), 'finlist-demo-test-'))
    try {
      const files = Object.fromEntries(
        await Promise.all(
          upload!.kept.map(async ({ field, name }) => {
            const path = join(folder, field)
            await pipeline(keptFile(database.pool, upload!.upload_id, field), createWriteStream(path))
            return [field, { path, name }] as const
          }),
        ),
      )
      await importFiles(database, { kind: 'finlist', ...upload!.files, files, by, now: threeWeeksLater })
    } finally {
      await rm(folder, { recursive: true })
    }
    expect(await rowsOf('HKEX', '2026-12-04')).toEqual(before)
  })
})
