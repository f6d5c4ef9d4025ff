import { type TrackRecord, trackRecord } from '@finlist/contract/track-record'
import { addDays } from '@finlist/domain/calendar'
import { method } from '@finlist/domain/picking/method'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../../src/db/topics.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const first = '2025-07-18'
const weeks = 60
let testServer: TestServer
let visitor: ApiClient

const counted = { cells: 40, held: 31, held_widened: 38, worlds: 20, weeks: 52, stocks: 300, seed: 'US 2026-09' }
const told = async () => (await visitor.ask(trackRecord, { params: { exchange: 'US' } })).data

/** Sets the factor that widens the market's intervals, as the monthly job does, or removes it if undefined. */
const count = (factor: number | null | undefined) =>
  testServer.database.write(async tx => {
    await tx.deleteFrom('record_widening').execute()
    if (factor !== undefined)
      await tx
        .insertInto('record_widening')
        .values({ exchange: 'US', method_id: method.id, factor, ...counted })
        .execute()
    await publish(tx, 'chance:US')
  })

const published = ({ tracks }: TrackRecord) => tracks.find(({ track }) => track === 'published')!
function intervalsOf(record: TrackRecord) {
  const { all, best, cells } = published(record)
  return [all, best, ...cells.map(({ interval }) => interval)].filter(interval => interval !== null)
}

/**
 * Four settled picks a week. On average each exceeds its control stocks by two and a half points, plus or minus ten.
 */
beforeAll(async () => {
  testServer = await openTestServer({}, { demo: false, at: '2026-11-20T12:00:00Z' })
  visitor = new ApiClient(testServer)
  const dates = Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week))
  await testServer.database.pool.query(
    `with issue as (insert into finlist_issue (exchange, issue_date) select 'US', unnest($1::date[]) returning issue_date)
     insert into pick_outcome (exchange, issue_date, stock_code, track, pattern, buy_point, state, entry_date, entry,
       exit_date, exit, net_worst, net_best, twins, twin_worst, twin_best, as_at, stands_since)
     select 'US', issue_date, 'S' || number, 'published', case when number < 3 then 'FB' else 'CWH' end, 10, 'time',
       issue_date, 10, issue_date, 10, net, net + 0.001, 4, 0, 0, $2, issue_date
     from issue cross join generate_series(1, 4) number
       cross join lateral (select 0.025 + 0.1 * sin(31 * number + (issue_date - date '2025-07-18')) as net) own`,
    [dates, dates.at(-1)],
  )
})
afterAll(() => testServer.close())

describe('the confidence intervals of the track record', () => {
  it('are unadjusted, and marked as such, until their widening factor is calculated', async () => {
    const record = await told()
    expect(record.widening).toBeNull()
    expect(intervalsOf(record).map(({ count: picks }) => picks)).toEqual([240, 240, 144, 120, 120])
    expect(published(record).finding.kind).toBe('better')
  })

  it('are widened around their means once the factor is calculated, so that fewer differences count', {
    tags: ['slow'],
  }, async () => {
    const usual = await told()
    await count(2.5)
    const record = await told()
    expect(record.widening).toMatchObject({ factor: 2.5, cells: 40, held: 31, heldWidened: 38, worlds: 20, weeks: 52 })
    for (const [at, { mean, low, high }] of intervalsOf(record).entries()) {
      const own = intervalsOf(usual)[at]!
      expect(mean).toBe(own.mean)
      expect(mean - low).toBeCloseTo(2.5 * (own.mean - own.low), 12)
      expect(high - mean).toBeCloseTo(2.5 * (own.high - own.mean), 12)
    }
    expect(published(record).power!.now).toBeCloseTo(2.5 * published(usual).power!.now, 12)
    await count(40)
    const widest = published(await told())
    expect(widest.finding).toMatchObject({ kind: 'no-evidence', mean: published(usual).all!.mean })
    expect(widest.all!.low).toBeLessThan(0)
  })

  it('are unadjusted if the simulations had too few picks, or were made for another method', {
    tags: ['slow'],
  }, async () => {
    const usual = await told()
    await count(null)
    const record = await told()
    expect(record.widening).toMatchObject({ factor: null, cells: 40 })
    expect(published(record).all!.low).toBeGreaterThan(published(usual).all!.low)
    await count(3)
    await testServer.database.write(async tx => {
      await tx.updateTable('record_widening').set({ method_id: 'finlist-0' }).execute()
      await publish(tx, 'chance:US')
    })
    expect(await told()).toEqual({ ...record, widening: null })
    await count(undefined)
  })

  it('the track record’s confidence intervals of all picks exclude zero if and only if their p-value is under 0.05, however wide the intervals are', {
    tags: ['slow'],
  }, async () => {
    for (const factor of [1, 1.5, 3, 6]) {
      await count(factor)
      const { all } = published(await told())
      expect(all!.p < 0.05).toBe(all!.low > 0)
    }
  })

  it('are never narrower than unadjusted intervals', { tags: ['slow'] }, async () => {
    await expect(count(0.9)).rejects.toThrow(/record_widening_factor_check/)
  })
})
