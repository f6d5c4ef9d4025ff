// @module-tag slow
import type { ExchangeId } from '@finlist/domain/markets'
import { ChainCheck } from '@finlist/domain/record/chain'
import { maskedMs } from '@finlist/domain/record/entry'
import type { OutcomesBody } from '@finlist/domain/record/outcomes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { momentAt } from '../../src/background/daily-at.ts'
import { recordTools } from '../../src/db/record/record-key.ts'
import { bringDemoMarkets } from '../../src/demo/bring-markets.ts'
import { readEntries } from '../../src/features/record/store.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  // Use the middle of a week, because on the day of a list the number of masked entries depends on the hour.
  testServer = await openTestServer({}, { at: '2026-11-25T04:00:00Z' })
})
afterAll(() => testServer.close())

const bring = (now: number) =>
  bringDemoMarkets(testServer.database, testServer.config, {
    now,
    say: () => undefined,
    exchanges: ['HKEX', 'US'],
    stocks: 60,
  })

it('the demo has a year of issues in the record, each with its time, masked for the newest 13 weeks; moving the clock adds more', async () => {
  const { database } = testServer
  const now = testServer.clock.now()
  await bring(now)

  const entries = await readEntries(database.db, 1, 1_000, now)
  const checking = new ChainCheck(recordTools)
  await checking.add(entries)
  expect(checking.finish().faults).toEqual([])
  const issues = entries.filter(({ kind }) => kind === 'issue')
  const masked = issues.filter(({ body }) => body === undefined)
  expect(issues).toHaveLength(2 * 52)
  expect(masked).toHaveLength(2 * 13)
  expect(issues.slice(-masked.length)).toEqual(masked)
  const { rows } = await database.pool.query<{ at: Date }>('select published_at as at from finlist_issue order by 1')
  expect(issues.map(({ madeAt }) => madeAt)).toEqual(rows.map(({ at }) => at.toISOString()))

  await bring(now + 7 * 86_400_000)
  const later = await readEntries(database.db, 1, 1_000, now)
  expect(later.slice(0, entries.length)).toEqual(entries)
  expect(later.slice(entries.length).map(({ kind, market }) => `${kind} ${market}`)).toEqual([
    'issue HKEX',
    'issue US',
    'outcomes HKEX',
    'outcomes US',
  ])
})

it('the demo records the outcomes of its picks once, in the night after each week, masked while a pick is young', async () => {
  const { database } = testServer
  const whole = await readEntries(database.db, 1, 1_000, Number.MAX_SAFE_INTEGER)
  const checking = new ChainCheck(recordTools)
  await checking.add(whole)
  const { faults, outcomes } = checking.finish()
  expect(faults).toEqual([])
  const { rows } = await database.pool.query<{ told: number; early: number }>(
    `select count(recorded_in) as told,
       count(*) filter (where recorded_in is not null and stands_since is null) as early from pick_outcome`,
  )
  expect(outcomes).toBeGreaterThan(500)
  expect(rows[0]).toMatchObject({ told: outcomes, early: 0 })

  const told = whole.filter(({ kind }) => kind === 'outcomes')
  expect(told.length).toBeGreaterThan(2 * 40)
  for (const { market, madeAt, body } of told) {
    const { until, outcomes: own } = JSON.parse(body!) as OutcomesBody
    expect(madeAt).toBe(new Date(momentAt(market as ExchangeId, until, '23:30')).toISOString())
    expect(own.filter(({ stands }) => stands > until)).toEqual([])
  }
  const open = await readEntries(database.db, 1, 1_000, testServer.clock.now())
  const youngest = ({ body }: { body?: string }) =>
    (JSON.parse(body!) as OutcomesBody).outcomes.reduce((date, one) => (one.date > date ? one.date : date), '')
  const issued = new Map(
    whole
      .filter(({ kind }) => kind === 'issue')
      .map(({ market, body, madeAt }) => {
        const { list } = JSON.parse(body!) as { list: { date: string } }
        return [`${market} ${list.date}`, Date.parse(madeAt)]
      }),
  )
  for (const entry of told) {
    const opensAt = issued.get(`${entry.market} ${youngest(entry)}`)! + maskedMs
    expect(open[entry.seq - 1]!.body !== undefined).toBe(opensAt <= testServer.clock.now())
  }
})
