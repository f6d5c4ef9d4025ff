// @module-tag slow
import { reconstruct, reconstruction } from '@finlist/contract/picking'
import { trackedPicks, trackRecord } from '@finlist/contract/track-record'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { drawsOfPicks } from '@finlist/domain/outcome/twin'
import { issueOfLooks } from '@finlist/domain/picking/issue'
import { looksOf } from '@finlist/domain/picking/look'
import { constantsOf, oneHash } from '@finlist/domain/picking/method'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Locks } from '../../src/db/locks.ts'
import { publish } from '../../src/db/topics.ts'
import { reconstructLock, reconstructMore } from '../../src/features/picking/reconstruction/reconstruct.ts'
import { followPicks, followReconstruction } from '../../src/features/track-record/follow-picks.ts'
import { inputsHash } from '../../src/market-data/lists/inputs-hash.ts'
import { readPast } from '../../src/market-data/lists/read-past-stocks.ts'
import { readPickingStocks } from '../../src/market-data/lists/read-picking-stocks.ts'
import { seedsOf } from '../../src/research/pick-twins.ts'
import { ApiClient } from '../test-server.ts'
import { openPickingWorld, type PickingWorld } from './picking-world.ts'

const firstIssue = '2026-07-10'
const from = '2026-02-02'
const weeks = 22
let world: PickingWorld

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query<Row>(text, values)).rows
const follow = () => followReconstruction(world.database, 'US', usualCosts.US)
const more = () => reconstructMore({ database: world.database, follow }, world.testServer.clock.now())
const ask = (body: object = {}) => world.staff.ask(reconstruct, { body: { exchange: 'US', from, ...body } })
const look = async () => (await world.staff.ask(reconstruction, { query: { exchange: 'US' } })).data
const visitor = () => new ApiClient(world.testServer)
const record = async () => (await visitor().ask(trackRecord, { params: { exchange: 'US' } })).data
const picksOf = async (track: 'published' | 'reconstructed') =>
  (await visitor().ask(trackedPicks, { params: { exchange: 'US' }, query: { track, year: '2026' } })).data
const issues = () =>
  rows<{ day: string; inputs: string; eligible: number }>(
    `select issue_date as day, inputs_hash as inputs, eligible from reconstructed_issue order by issue_date`,
  )
type Pick = { day: string; code: string; pattern: string; buyPoint: number; seed: string; twins: object[] }
const picks = () =>
  rows<Pick>(
    `select issue_date as day, stock_code as code, pattern, buy_point as "buyPoint", seed, twins
     from reconstructed_pick order by issue_date, stock_code collate "C"`,
  )
const counted = ({ figures }: { figures: { counts: Record<string, number> } }) =>
  Object.values(figures.counts).reduce((sum, count) => sum + count, 0)
const correct = (code: string, date: string, factor: number) =>
  rows('update bar set close = close * $3, high = greatest(high, close * $3) where stock_code = $1 and date = $2', [
    code,
    date,
    factor,
  ])

/** Holds the lock of the server's own job until the end, so that only the tests reconstruct weeks. */
const over = Promise.withResolvers<void>()
let locks: Locks
let held: Promise<void>
beforeAll(async () => {
  world = await openPickingWorld()
  locks = new Locks(world.database)
  const begun = Promise.withResolvers<void>()
  const hold = async () => {
    begun.resolve()
    await over.promise
  }
  held = locks.hold(reconstructLock, hold)
  await begun.promise
})
afterAll(async () => {
  over.resolve()
  await held
  await locks.close()
  await world.close()
})

describe('reconstructed lists of the weeks before the first list', () => {
  it('cannot be requested before a first list exists', async () => {
    const answer = await ask()
    expect(answer.http).toBe(400)
    expect(JSON.stringify(answer.errors)).toContain('US has no list yet')
    expect(await look()).toEqual({ firstIssue: null, oldest: null, newest: null, reconstruction: null })
  })

  it.each([
    ['2026-07-04', 'less than a week before'],
    ['2016-07-08', 'more than ten years before'],
    ['2026-07-10', 'the day of the list itself'],
  ])('cannot start on %s: %s', async day => {
    await rows(`insert into finlist_issue (exchange, issue_date) values ('US', $1) on conflict do nothing`, [
      firstIssue,
    ])
    const answer = await ask({ from: day })
    expect(answer.http).toBe(400)
    expect(JSON.stringify(answer.errors)).toContain('between 2016-07-09 and 2026-07-03')
    expect(await look()).toMatchObject({ firstIssue, oldest: '2016-07-09', newest: '2026-07-03', reconstruction: null })
  })

  it('are made three months at a time, and shown once all are complete', async () => {
    expect((await ask()).http).toBe(200)
    expect((await ask()).http).toBe(409)
    expect(await more()).toEqual({ exchange: 'US', made: 13, left: 9 })
    expect(await look()).toMatchObject({ reconstruction: { from, weeks, made: 13, madeOn: null, times: 1 } })
    expect((await record()).reconstruction).toBeNull()
    expect((await picksOf('reconstructed')).picks).toEqual([])
    expect(await more()).toEqual({ exchange: 'US', made: 9, left: 0 })
    expect(await more()).toBeUndefined()
    expect(await look()).toMatchObject({ reconstruction: { weeks, made: weeks, madeOn: '2026-07-17', times: 1 } })
    expect((await issues()).map(({ day }) => day)).toHaveLength(weeks)
    expect(
      await rows(`select by_user_id is not null as by, facts from audit_log where action = 'past-reconstructed'`),
    ).toEqual([{ by: true, facts: { exchange: 'US', date: from } }])
  })

  it('are what the method makes for each day, with the control stocks that the rule draws', async () => {
    const made = await picks()
    for (const { day, inputs, eligible } of (await issues()).filter((_, at) => at % 7 === 0)) {
      const stocks = await world.database.snapshot(tx => readPickingStocks(tx, 'US', day))
      const looks = looksOf('US', stocks, dayNumber(day))
      const issue = issueOfLooks('US', looks, dayNumber(day))
      const listed = issue.picks.filter(({ base }) => base)
      const seedOf = seedsOf({ constants: constantsOf('US'), inputs, market: 'US', date: day })
      const draws = drawsOfPicks(
        'US',
        looks,
        listed.map(({ code }) => code),
        seedOf,
      )
      expect({ inputs, eligible }).toEqual({ inputs: inputsHash(stocks), eligible: issue.eligible })
      expect(made.filter(pick => pick.day === day)).toEqual(
        listed
          .map(({ code, pattern, buyPoint }) => ({ day, code, pattern, buyPoint, ...draws[code]! }))
          .toSorted((one, other) => (one.code < other.code ? -1 : 1)),
      )
    }
    expect(made.length).toBeGreaterThan(weeks)
    expect(made.some(({ twins }) => twins.length > 1)).toBe(true)
  })

  it('have outcomes by the same rule, but are in no figure of the track record', async () => {
    const states = await rows<{ state: string; count: number }>(
      'select state, count(*) from reconstructed_pick group by state order by state',
    )
    expect(states.map(({ state }) => state)).not.toContain(null)
    expect(states.map(({ state }) => state)).toContain('stop')
    await followPicks(world.database, 'US', usualCosts.US)
    expect(await rows('select from pick_outcome')).toEqual([])
    const { tracks, firstIssue: first, reconstruction: past } = await record()
    expect({ tracks, first }).toEqual({ tracks: [], first: firstIssue })
    const { figures, ...told } = past!
    expect(told).toEqual({
      madeOn: '2026-07-17',
      method: 'finlist-1',
      first: '2026-02-06',
      last: '2026-07-02',
      weeks: 22,
      empty: 0,
      times: 1,
      gone: 0,
      historyFrom: null,
    })
    expect(figures.track).toBe('reconstructed')
    expect(counted(past!)).toBe((await picks()).length)
    expect((await picksOf('published')).picks).toEqual([])
    const { young, picks: shown } = await picksOf('reconstructed')
    expect(young + shown.length).toBe((await picks()).length)
  })

  it('reconstructed lists are hidden from the date of an older list that is uploaded afterwards', async () => {
    const before = (await record()).reconstruction!
    await rows(`insert into finlist_issue (exchange, issue_date) values ('US', '2026-05-15')`)
    await world.database.write(tx => publish(tx, 'finlist:US'))
    const there = (await record()).reconstruction!
    expect(there.last).toBe('2026-05-08')
    expect(counted(there)).toBeLessThan(counted(before))
    await rows(`delete from finlist_issue where issue_date = '2026-05-15'`)
    await world.database.write(tx => publish(tx, 'finlist:US'))
    expect((await record()).reconstruction).toEqual(before)
  })
})

it('a reconstruction that is interrupted at any point continues later, and makes nothing twice', async () => {
  await ask()
  const whole = { issues: await issues(), picks: await picks() }
  expect(whole).toEqual({ issues: [], picks: [] })
  const { database } = world
  const now = world.testServer.clock.now()
  const dies = async () => {
    throw new Error('killed')
  }
  // Crash after a quarter is written and before its picks are followed.
  await expect(reconstructMore({ database, follow: dies }, now)).rejects.toThrow('killed')
  expect(await issues()).toHaveLength(13)
  // Crash when a quarter has been made, but not yet written.
  const cut = { ...database, transaction: dies } as typeof database
  await expect(reconstructMore({ database: cut, follow }, now)).rejects.toThrow('killed')
  expect(await issues()).toHaveLength(13)
  // Crash when everything has been made, but not yet published.
  await expect(reconstructMore({ database, follow: dies }, now)).rejects.toThrow('killed')
  expect(await look()).toMatchObject({ reconstruction: { made: weeks, madeOn: null, times: 2 } })
  expect(await more()).toEqual({ exchange: 'US', made: 0, left: 0 })
  expect(await look()).toMatchObject({ reconstruction: { made: weeks, madeOn: '2026-07-17', times: 2 } })
  expect(await rows('select from reconstructed_pick where state is null')).toEqual([])
  expect(await rows('select issue_date, stock_code from reconstructed_pick group by 1, 2 having count(*) > 1')).toEqual(
    [],
  )
})

describe('the prices known on a past day', () => {
  const day = '2026-05-15'
  const known = Date.parse('2026-05-16T04:00:00Z')
  const past = (at = known) =>
    world.database.snapshot(async tx => (await readPast(tx, 'US', { from: day, until: day, known })).stocksOn(day, at))
  let code: string
  beforeAll(async () => {
    const found = await rows<{ code: string }>('select min(stock_code) as code from bar where date = $1', [day])
    code = found[0]!.code
  })

  it('are the bars as they were then, whatever happened to them later', async () => {
    const before = inputsHash(await past())
    await correct(code, '2026-05-13', 1.01)
    await correct(code, '2026-05-13', 0.98)
    await rows('delete from bar where stock_code = $1 and date = $2', [code, '2026-05-12'])
    expect(inputsHash(await past())).toBe(before)
    const now = await world.database.snapshot(tx => readPickingStocks(tx, 'US', day))
    expect(inputsHash(now)).not.toBe(before)
    expect(inputsHash(await past(Date.now() + 60_000))).toBe(inputsHash(now))
  })

  it('exclude a version of a bar that was both added and replaced since, and use the current one', async () => {
    const [{ upload }] = (await rows<{ upload: number }>(
      `insert into upload (kind, key, by_name, files, counts, uploaded_at)
       values ('prices', 'US', 'test', '{}', '{}', '2026-06-01') returning upload_id as upload`,
    )) as [{ upload: number }]
    const other = '2026-05-11'
    await rows('update bar set upload_id = $3 where stock_code = $1 and date = $2', [code, other, upload])
    await rows('delete from bar_history where date = $1', [other])
    await correct(code, other, 1.01)
    const stock = (await past()).find(found => found.code === code)!
    const [{ close }] = (await rows<{ close: number }>('select close from bar where stock_code = $1 and date = $2', [
      code,
      other,
    ])) as [{ close: number }]
    expect(stock.close[Array.from(stock.days).indexOf(dayNumber(other))]).toBe(close)
  })

  it('include a stock delisted since, but none delisted by then', async () => {
    const [{ staying, gone }] = (await rows<{ staying: string; gone: string }>(
      `select min(stock_code) as staying, max(stock_code) as gone from bar where date = $1`,
      [day],
    )) as [{ staying: string; gone: string }]
    await rows(
      `insert into listing (exchange, stock_code, listed_on, delisted_on) values ('US', $1, '2000-01-03', '2026-06-01'),
       ('US', $2, '2000-01-03', '2026-05-15')`,
      [staying, gone],
    )
    const codes = (await past()).map(stock => stock.code)
    expect(codes).toContain(staying)
    expect(codes).not.toContain(gone)
    await ask()
    while (await more());
    expect((await record()).reconstruction).toMatchObject({
      times: 3,
      gone: 2,
      historyFrom: new Date().toISOString().slice(0, 10),
    })
  })
})

it('a reconstruction that an earlier version began keeps its seeds', async () => {
  expect((await ask({ from: '2026-06-15' })).http).toBe(200)
  await rows('update reconstruction set constants = $1', [oneHash.hash])
  await more()
  const inputsOf = new Map((await issues()).map(({ day, inputs }) => [day, inputs]))
  const made = await picks()
  expect(made.length).toBeGreaterThan(0)
  for (const { day, code, seed } of made)
    expect(seed).toBe(seedsOf({ constants: oneHash.hash, inputs: inputsOf.get(day)!, market: 'US', date: day })(code))
})
