import { tradingDays } from '@finlist/domain/calendar'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadBatch } from '../../src/market-data/vendors/load-given.ts'
import { marketDayJob } from '../../src/market-data/vendors/market-day-job.ts'
import { daysToTake, newestReadyDay, readyTime } from '../../src/market-data/vendors/market-days.ts'
import { missingDaysJob } from '../../src/market-data/vendors/missing-days.ts'
import { daysPerhapsClosed } from '../../src/market-data/vendors/perhaps-closed.ts'
import type { ValuesOf } from '../../src/notifications/kinds.ts'
import { everyTable } from '../db/every-table.ts'
import { openSourceWorld, type SourceWorld } from './source-world.ts'

const span = { startDate: '2026-03-02', asOf: '2026-07-24', stocks: 30 }
const hongKong = (time: string) => Date.parse(`${time}:00+08:00`)

let world: SourceWorld
beforeAll(async () => {
  world = await openSourceWorld(span)
})
afterAll(() => world.close())
afterEach(() => {
  world.sandbox.faults.length = 0
})

const job = () => marketDayJob(world.database, { exchange: 'HKEX', open: () => world.source('HKEX') })
const daysTaken = async () =>
  (
    await world.database.pool.query<{ date: string }>(
      `select date from source_day where exchange = 'HKEX' and is_whole order by date`,
    )
  ).rows.map(({ date }) => date)
const barDays = async () =>
  (
    await world.database.pool.query<{ date: string }>(
      `select distinct date from bar where exchange = 'HKEX' order by date`,
    )
  ).rows.map(({ date }) => date)

describe('the time from which a market’s day is requested', () => {
  it.each([
    ['HKEX', '19:00'],
    ['US', '19:00'],
    ['JP', '18:30'],
    ['CN', '18:00'],
    ['TW', '16:30'],
  ] as const)('is three hours after the close of %s, at %s local time', (exchange, time) => {
    expect(readyTime(exchange)).toBe(time)
  })
  it.each([
    ['before that time it is the day before', '2026-07-16T18:59', '2026-07-15'],
    ['from then on it is the day itself', '2026-07-16T19:00', '2026-07-16'],
    ['on a Sunday it is Friday', '2026-07-19T20:00', '2026-07-17'],
    ['on a holiday it is the day before', '2026-07-01T20:00', '2026-06-30'],
  ])('determines the newest day that can be requested: %s', (_, time, day) => {
    expect(newestReadyDay('HKEX', hongKong(time))).toBe(day)
  })
  it('skips a loaded closing, such as for a typhoon', () => {
    expect(newestReadyDay('HKEX', hongKong('2026-07-16T20:00'), new Map([['HKEX 2026-07-16', 'full']]))).toBe(
      '2026-07-15',
    )
  })
})

describe('the nightly price job', () => {
  it('the nightly price job on an empty market fetches only the newest day, with names and closings', async () => {
    const { rows, asAt } = await job().run(hongKong('2026-07-10T19:05'))
    expect({ asAt, days: await barDays() }).toEqual({ asAt: '2026-07-10', days: ['2026-07-10'] })
    expect(rows).toBeGreaterThan(30)
    const { rows: named } = await world.database.pool.query(
      `select count(*) as count from stock where exchange = 'HKEX' and stock_name <> ''`,
    )
    expect(named[0].count).toBeGreaterThan(25)
  })

  it('repeats the request if run again, and changes nothing', async () => {
    const before = await everyTable(world.databaseUrl)
    await job().run(hongKong('2026-07-10T20:05'))
    const after = await everyTable(world.databaseUrl)
    for (const table of ['bar', 'stock', 'corporate_action', 'market_closing', 'listing', 'upload', 'source_day'])
      expect({ [table]: after[table] }).toEqual({ [table]: before[table] })
  })

  it('catches up on missed nights, even if one day never arrives', async () => {
    world.sandbox.faults.push({ of: 'last-day/HK?fmt=json&date=2026-07-14', does: 'empty', times: 99 })
    await expect(job().run(hongKong('2026-07-16T19:05'))).rejects.toMatchObject({
      reason: { text: 'source.empty', values: { date: '2026-07-14' } },
    })
    expect(await daysTaken()).toEqual(['2026-07-10', '2026-07-13', '2026-07-15', '2026-07-16'])
    expect((await daysToTake(world.database, 'HKEX', hongKong('2026-07-16T19:06'))).missing).toEqual(['2026-07-14'])
  })

  it('loads a late day once it arrives, and then succeeds again', async () => {
    await job().run(hongKong('2026-07-16T20:05'))
    expect(await daysTaken()).toEqual(tradingDays('HKEX', '2026-07-10', '2026-07-16'))
  })

  it('loads the day even if the vendor’s plan lacks closings, and reports the lack', async () => {
    world.sandbox.faults.push({ of: 'exchange-details/HK', does: 'used-up' })
    await job().run(hongKong('2026-07-16T21:05'))
    const { rows } = await world.database.pool.query(
      `select count(*) as count from source_refusal where exchange = 'HKEX' and reason ->> 'text' = 'source.used-up'`,
    )
    // The newest day was already fetched, so it was not requested again and nothing is reported about it.
    expect(rows).toEqual([{ count: 0 }])
    await world.database.pool.query(`delete from source_day where exchange = 'HKEX' and date = '2026-07-16'`)
    world.sandbox.faults.push({ of: 'exchange-details/HK', does: 'used-up' })
    await job().run(hongKong('2026-07-16T21:06'))
    expect(await daysTaken()).toContain('2026-07-16')
    const after = await world.database.pool.query(
      `select asked_for, stock_code from source_refusal where exchange = 'HKEX' and reason ->> 'text' = 'source.used-up'`,
    )
    expect(after.rows).toEqual([{ asked_for: '2026-07-16', stock_code: null }])
  })

  it('requests each day once more after five trading days', async () => {
    world.sandbox.asked.length = 0
    await job().run(hongKong('2026-07-17T19:05'))
    const asked = world.sandbox.asked.filter(line => /last-day\/HK\?fmt=json&date=[\d-]+$/.test(line))
    expect(asked.map(line => line.slice(-10))).toEqual(['2026-07-17', '2026-07-10'])
  })
})

describe('a day whose prices are missing the next morning', () => {
  type Sent = { to: string; language: string; values: ValuesOf<'day-missing'> }
  const sent: Sent[] = []
  const look = async (time: string) =>
    await missingDaysJob({
      database: world.database,
      watched: [{ exchange: 'HKEX', source: 'eodhd', isAsked: true }],
      adminEmails: ['operator@example.test'],
      send: async (_, kind, message) => {
        expect(kind).toBe('day-missing')
        sent.push(message as Sent)
      },
    }).run(hongKong(time))

  beforeAll(async () => {
    await world.database.pool.query(
      `insert into users (issuer, subject, email, email_proved_at, language)
       values ('https://issuer.test', 'operator', 'operator@example.test', now(), 'zh')`,
    )
  })

  it('is reported to staff once, in their language, with the reason given by the source', async () => {
    world.sandbox.faults.push({ of: 'last-day/HK?fmt=json&date=2026-07-20', does: 'used-up', times: 9 })
    await expect(job().run(hongKong('2026-07-20T19:05'))).rejects.toMatchObject({ reason: { text: 'source.used-up' } })
    expect(await look('2026-07-21T08:00')).toEqual({ rows: 0 })
    expect(await look('2026-07-21T08:40')).toEqual({ rows: 1 })
    expect(await look('2026-07-21T09:40')).toEqual({ rows: 0 })
    expect(sent).toMatchObject([
      { to: 'operator@example.test', language: 'zh', values: { market: 'HKEX', date: '2026-07-20' } },
    ])
    expect(sent[0]!.values.reason).toContain('用量已用完')
  })

  it('is not reported if it has arrived meanwhile, or if it is on a weekend', async () => {
    await job().run(hongKong('2026-07-21T19:05'))
    expect(await look('2026-07-22T08:40')).toEqual({ rows: 0 })
    expect(await look('2026-07-26T08:40')).toEqual({ rows: 0 })
  })

  it('is not reported if a backfill loaded it before the first night', async () => {
    const { pool } = world.database
    await pool.query(`insert into stock (exchange, stock_code, stock_name) values ('JP', '7203', 'Seven')`)
    await pool.query(
      `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
       values ('JP', '7203', '2026-07-21', 1, 1, 1, 1, 1)`,
    )
    const watched = [{ exchange: 'JP', source: 'j-quants', isAsked: true }] as const
    const send = async () => expect.unreachable()
    const missing = missingDaysJob({ database: world.database, watched, adminEmails: [], send })
    expect(await missing.run(hongKong('2026-07-22T08:40'))).toEqual({ rows: 0 })
    expect(await missing.run(hongKong('2026-07-23T08:40'))).toEqual({ rows: 1 })
  })

  it('leads to one prompt to staff the same evening, to say whether it was a closing; the prompt goes once the source has prices', async () => {
    const questions = () => daysPerhapsClosed(world.database.db, hongKong('2026-07-23T12:00'))
    sent.length = 0
    world.sandbox.faults.push({ of: 'last-day/HK?fmt=json&date=2026-07-22', does: 'empty', times: 99 })
    await expect(job().run(hongKong('2026-07-22T19:05'))).rejects.toMatchObject({ reason: { text: 'source.empty' } })
    expect(await look('2026-07-22T19:40')).toEqual({ rows: 0 })
    expect(await look('2026-07-22T20:10')).toEqual({ rows: 1 })
    expect(await look('2026-07-22T21:10')).toEqual({ rows: 0 })
    expect(await look('2026-07-23T08:40')).toEqual({ rows: 0 })
    expect(sent).toMatchObject([{ values: { market: 'HKEX', date: '2026-07-22' } }])
    expect(sent[0]!.values.reason).toContain('休市')
    const [asked, ...others] = await questions()
    expect(others).toEqual([])
    expect(asked).toMatchObject({ exchange: 'HKEX', date: '2026-07-22' })
    expect(asked!.withoutBar).toBe(asked!.stocks)
    expect(asked!.stocks).toBeGreaterThan(20)
    world.sandbox.faults.length = 0
    await job().run(hongKong('2026-07-23T10:05'))
    expect(await questions()).toEqual([])
  })

  it('does not prompt staff while the source fails', async () => {
    sent.length = 0
    world.sandbox.faults.push({ of: 'last-day/HK?fmt=json&date=2026-07-23', does: 'used-up', times: 99 })
    await expect(job().run(hongKong('2026-07-23T19:05'))).rejects.toMatchObject({ reason: { text: 'source.used-up' } })
    expect(await look('2026-07-23T20:10')).toEqual({ rows: 0 })
    expect(sent).toEqual([])
  })

  it('is no longer requested, and prompts nobody, once the closing is recorded', async () => {
    world.sandbox.faults.length = 0
    world.sandbox.faults.push({ of: 'last-day/HK?fmt=json&date=2026-07-23', does: 'empty', times: 99 })
    await expect(job().run(hongKong('2026-07-23T20:15'))).rejects.toMatchObject({ reason: { text: 'source.empty' } })
    expect(await look('2026-07-23T21:10')).toEqual({ rows: 1 })
    const later = hongKong('2026-07-24T10:00')
    expect(await daysPerhapsClosed(world.database.db, later)).toMatchObject([{ date: '2026-07-23' }])
    const closing = { kind: 'closings', columns: ['date', 'kind'], rows: [['2026-07-23', 'full']] } as const
    await loadBatch(world.database, closing, { exchange: 'HKEX', by: 'staff', what: '2026-07-23', now: later })
    expect(await daysPerhapsClosed(world.database.db, later)).toEqual([])
    await job().run(later)
    expect((await daysToTake(world.database, 'HKEX', later)).missing).toEqual([])
  })
})
