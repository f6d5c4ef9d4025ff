import { trackedPicks, trackRecord, youngPicks } from '@finlist/contract/track-record'
import { addDays, tradingDays } from '@finlist/domain/calendar'
import { marketIndex } from '@finlist/domain/markets'
import { netOf } from '@finlist/domain/outcome/follow'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followPicks } from '../../src/features/track-record/follow-picks.ts'
import { afterOwnRun } from '../own-run.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const days = tradingDays('US', '2026-01-05', '2026-07-17')
const issueDate = days[4]!
const nextIssue = days[9]!
const lateIssue = days[29]!
const costs = usualCosts.US
let testServer: TestServer
let visitor: ApiClient

type Prices = [open: number, high: number, low: number, close: number]
const calm: Prices = [100, 101, 99, 100]

const sql = (text: string, values: unknown[] = []) => testServer.database.pool.query(text, values)

/** Loads a bar for every day, at a constant price except on the days given by number. */
async function trade(code: string, odd: Record<number, Prices> = {}, until = days.length) {
  const rows = days.slice(0, until).map((date, at) => [date, ...(odd[at] ?? calm)] as const)
  const column = (at: number) => rows.map(row => row[at])
  await sql(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     select 'US', $1, *, 1000 from unnest($2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
     on conflict (exchange, stock_code, date) do update
       set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close`,
    [code, ...[0, 1, 2, 3, 4].map(column)],
  )
}

async function list(date: string, picks: Record<string, number | null>) {
  await sql(`insert into finlist_issue (exchange, issue_date) values ('US', $1)`, [date])
  for (const [code, buyPoint] of Object.entries(picks))
    await sql(
      `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score, buy_point, pattern_type)
       values ('US', $1, $2, 100, 80, $3, case when $3::float8 is not null then 'FB' end)`,
      [date, code, buyPoint],
    )
}

const draw = (code: string, twins: { code: string; buyPoint: number }[]) =>
  sql(`insert into pick_twins (exchange, issue_date, stock_code, seed, twins) values ('US', $1, $2, '', $3)`, [
    issueDate,
    code,
    JSON.stringify(twins),
  ])

const follow = () => followPicks(testServer.database, 'US', costs)
const picksOf = async () =>
  (await visitor.ask(trackedPicks, { params: { exchange: 'US' }, query: { track: 'published', year: '2026' } })).data

beforeAll(async () => {
  testServer = await openTestServer({}, { demo: false, at: '2026-07-18T12:00:00Z' })
  visitor = new ApiClient(testServer)
  await afterOwnRun(testServer, 'follow-US')
  const breaksOut: Prices = [101, 103, 100, 102]
  await trade(marketIndex.US, { 6: [100, 101, 99, 100], 8: [110, 110, 110, 110] })
  await trade('UP', { 6: breaksOut, 8: [110, 123, 109, 120] })
  await trade('DOWN', { 6: breaksOut, 9: [95, 96, 90, 91] })
  await trade('STILL')
  const halved = days.map((_, at) => [at, at < 7 ? breaksOut : [50, 51, 49.5, 50]] as [number, Prices]).slice(6)
  await trade('SPLIT', Object.fromEntries(halved))
  await trade('GONE', { 6: breaksOut }, 20)
  await trade('LEADER')
  await trade('TWIN', { 7: breaksOut, 8: [102, 104, 101, 103], 10: [104, 126, 103, 125] })
  await trade('ASLEEP')
  await sql(
    `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
     values ('US', 'SPLIT', $1, 'split', 2, 1, 'test')`,
    [days[7]],
  )
  await sql(
    `insert into listing (exchange, stock_code, listed_on, delisted_on, reason, last_value)
     values ('US', 'GONE', $1, $2, 'Taken over', 108)`,
    [days[0], days[20]],
  )
  await list(issueDate, { UP: 102, DOWN: 102, STILL: 102, SPLIT: 102, GONE: 102, LEADER: null })
  await list(nextIssue, { UP: 130, DOWN: 102, STILL: 104, SPLIT: 51 })
  await list(lateIssue, { STILL: 102 })
  await draw('UP', [
    { code: 'TWIN', buyPoint: 102 },
    { code: 'ASLEEP', buyPoint: 102 },
  ])
})
afterAll(() => testServer.close())

describe('the outcome of a pick is followed', () => {
  let picks: Awaited<ReturnType<typeof picksOf>>['picks']
  let carried: Awaited<ReturnType<typeof follow>>
  beforeAll(async () => {
    carried = await follow()
    ;({ picks } = await picksOf())
  })
  const found = (code: string, date: string) => picks.find(pick => pick.stockCode === code && pick.issueDate === date)!

  it('the outcome of a pick is followed to its target, net of costs, together with the return of the index and of the control stocks that were filled', () => {
    expect(found('UP', issueDate)).toMatchObject({
      state: 'target',
      entryDate: days[6],
      entry: 102,
      exitDate: days[8],
      exit: 122.4,
      twins: 1,
    })
    expect(found('UP', issueDate).marketReturn).toBeCloseTo(0.1, 12)
    expect(found('UP', issueDate).netWorst).toBeCloseTo(netOf(102, 122.4, costs), 12)
    expect(found('UP', issueDate).twinWorst).toBeCloseTo(netOf(102, 122.4, costs), 12)
  })

  it('the outcome of a pick is followed to its stop', () => {
    expect(found('DOWN', issueDate)).toMatchObject({ state: 'stop', exitDate: days[9], exit: 93.84 })
  })

  it('the outcome of a pick is followed to the deadline for its entry; after that, the same stock counts as a new pick', () => {
    expect(found('STILL', issueDate)).toMatchObject({ state: 'expired', entry: null, exitDate: days[14] })
    expect(found('STILL', nextIssue)).toMatchObject({ state: 'repeated', repeats: issueDate, exitDate: null })
    expect(found('STILL', lateIssue)).toMatchObject({ state: 'expired', exitDate: days[39] })
  })

  it('the outcome of a pick is followed through a split, with prices in the share terms of the issue date', () => {
    expect(found('SPLIT', issueDate)).toMatchObject({ state: 'time', entry: 102, exit: 100, exitDate: days[71] })
    expect(found('SPLIT', nextIssue)).toMatchObject({ state: 'repeated', repeats: issueDate })
  })

  it('the outcome of a pick is followed to the value of a share if its stock was delisted', () => {
    expect(found('GONE', issueDate)).toMatchObject({ state: 'gone', exit: 108, exitDate: days[19] })
  })

  it('one at a time: once a stock’s pick has ended, the next list that has the stock begins a new one', () => {
    expect(found('UP', nextIssue)).toMatchObject({ state: 'expired', buyPoint: 130 })
    expect(found('DOWN', nextIssue)).toMatchObject({ state: 'expired' })
  })

  it('only if it has a buy point', () => {
    expect(carried).toEqual({ rows: 10, asAt: days.at(-1) })
    expect(picks.some(({ stockCode }) => stockCode === 'LEADER')).toBe(false)
    expect(picks).toHaveLength(10)
  })
})

it('outcomes are final: a price that is corrected later changes none', async () => {
  const before = await picksOf()
  await trade('UP', {})
  expect((await follow()).rows).toBe(0)
  expect(await picksOf()).toEqual(before)
})

it('an open pick is followed with new prices, but not with those of a quarantined day', async () => {
  await list(days.at(-3)!, { ASLEEP: 101 })
  await follow()
  const open = async () =>
    (await sql(`select state, entry_date, exit_date, as_at from pick_outcome where stock_code = 'ASLEEP'`)).rows[0]
  expect(await open()).toMatchObject({ state: 'filled', entry_date: days.at(-2), exit_date: null })
  const coming = '2026-07-20'
  await sql(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     values ('US', 'ASLEEP', $1, 90, 91, 89, 90, 1000), ('US', $2, $1, 100, 101, 99, 100, 1000)`,
    [coming, marketIndex.US],
  )
  await sql(`insert into held_day (exchange, date, stocks, stocks_before) values ('US', $1, 2, 9)`, [coming])
  await follow()
  expect(await open()).toMatchObject({ state: 'filled', as_at: days.at(-1) })
  await sql(`delete from held_day where date = $1`, [coming])
  await follow()
  expect(await open()).toMatchObject({ state: 'stop', exit_date: coming, as_at: coming })
})

it('a pick that was delisted without another trade has expired; a pick whose list was rolled back is no longer followed', async () => {
  await list('2026-07-14', { LOST: 50, ASLEEP: 140 })
  await sql(
    `insert into listing (exchange, stock_code, listed_on, delisted_on, reason, last_value)
     values ('US', 'LOST', $1, '2026-07-15', 'Taken over', 49)`,
    [days[0]],
  )
  await follow()
  const states = async () =>
    (
      await sql(
        `select stock_code as code, state, exit_date as "exitDate" from pick_outcome where issue_date = '2026-07-14' order by 1`,
      )
    ).rows
  expect(await states()).toEqual([
    { code: 'ASLEEP', state: 'waiting', exitDate: null },
    { code: 'LOST', state: 'expired', exitDate: '2026-07-14' },
  ])
  await sql(`delete from finlist_issue where issue_date = '2026-07-14'`)
  expect((await follow()).rows).toBe(1)
  expect(await states()).toEqual([{ code: 'LOST', state: 'expired', exitDate: '2026-07-14' }])
  await sql(`delete from pick_outcome where stock_code = 'LOST'`)
})

it('a renamed stock is still followed, as a pick, as a control stock, and as a proposal of the method', async () => {
  const code = async (name: string, day: string) =>
    (await sql(`select code_since('US', $1, $2) as code`, [name, day])).rows[0] as { code: string }
  const [early, late] = [days[60]!, days[80]!]
  await sql(
    `insert into stock_rename (exchange, from_code, to_code, renamed_on) values ('US', 'OLD', 'MIDDLE', $1),
     ('US', 'MIDDLE', 'ASLEEP', $2), ('US', 'CALM', 'LEADER', $2)`,
    [early, late],
  )
  expect(await code('OLD', days[0]!)).toEqual({ code: 'ASLEEP' })
  expect(await code('OLD', early)).toEqual({ code: 'OLD' })
  expect(await code('MIDDLE', early)).toEqual({ code: 'ASLEEP' })
  expect(await code('MIDDLE', late)).toEqual({ code: 'MIDDLE' })
  const date = days[50]!
  const picks = ['OLD', 'CALM'].map(name => ({ code: name, pattern: 'FB', buyPoint: 102 }))
  await list(date, { ASLEEP: 102 })
  await sql(
    `insert into proposal (exchange, issue_date, method_id, constants, inputs_hash, eligible, body, facts, made_at, state)
     values ('US', $1, 'm', 'c', 'i', 2, $2, '{}', now(), 'published')`,
    [date, JSON.stringify({ picks })],
  )
  await sql(
    `insert into proposal_edit (exchange, issue_date, stock_code, what, reason, at)
     values ('US', $1, 'CALM', 'veto', 'It is not what it seems.', now())`,
    [date],
  )
  const twins = [{ code: 'OLD', buyPoint: 100.5 }]
  await sql(
    `insert into pick_twins (exchange, issue_date, stock_code, seed, twins) values ('US', $1, 'LEADER', '', $2)`,
    [date, JSON.stringify(twins)],
  )
  const outcomes = async () =>
    (
      await sql(
        `select track, stock_code as code, state, twins from pick_outcome where issue_date = $1 order by track, stock_code`,
        [date],
      )
    ).rows
  const expected = [
    { track: 'method', code: 'ASLEEP', state: 'expired', twins: 0 },
    { track: 'method', code: 'LEADER', state: 'expired', twins: 1 },
    { track: 'published', code: 'ASLEEP', state: 'expired', twins: 0 },
    { track: 'vetoed', code: 'LEADER', state: 'expired', twins: 1 },
  ]
  await follow()
  expect(await outcomes()).toEqual(expected)
  await follow()
  expect(await outcomes()).toEqual(expected)
  for (const table of ['pick_outcome', 'finlist_issue', 'proposal', 'pick_twins'])
    await sql(`delete from ${table} where issue_date = $1`, [date])
  await sql(`delete from stock_rename`)
})

it('the track record gives no mean for fewer than a hundred picks, and shows costs, counts and versions', async () => {
  const { http, data } = await visitor.ask(trackRecord, { params: { exchange: 'US' } })
  expect(http).toBe(200)
  expect(data).toMatchObject({ firstIssue: issueDate, issues: { method: 0, staff: 4 }, versions: 1, costs })
  const [published] = data.tracks
  expect(published).toMatchObject({
    track: 'published',
    all: null,
    finding: { kind: 'too-few', filled: 1, wanted: 100 },
  })
  expect(published!.counts).toMatchObject({ repeated: 2, target: 1 })
  expect(published!.dots).toEqual([[0, 0]])
})

it('the track record computes risk over every settled pick in order of closing, with or without control stocks', async () => {
  const { data } = await visitor.ask(trackRecord, { params: { exchange: 'US' } })
  const { settled, alone, worstRun, weeksUnder, counts, dots } = data.tracks.find(({ track }) => track === 'published')!
  expect(counts).toMatchObject({ stop: 2, target: 1, time: 1, gone: 1 })
  // UP gains, DOWN loses, GONE gains, then SPLIT and ASLEEP lose. Only UP has a control stock that was filled.
  expect({ settled, alone, compared: dots.length, worstRun }).toEqual({
    settled: 5,
    alone: 4,
    compared: 1,
    worstRun: 2,
  })
  const week = (day: string) => Math.round((Date.parse(day) - Date.parse(issueDate)) / (7 * 86_400_000))
  expect(weeksUnder).toBe(week('2026-07-20') - week(days[8]!))
})

it('subscribers of a market see its recent picks with their state and the distance to stop and target', async () => {
  const ask = async (name: string) =>
    (await ApiClient.byToken(testServer, name)).ask(youngPicks, { params: { exchange: 'US' } })
  for (const [role, product] of [
    ['us', 2],
    ['hk', 1],
  ] as const) {
    const { rows } = await sql(
      `insert into users (issuer, subject, email) values ('test', $1, $1 || '@demo.example') returning user_id`,
      [role],
    )
    await sql(
      `insert into plan_grant (user_id, product_id, period_id, starts_at, ends_at)
       values ($1, $2, 1, $3::timestamptz - interval '1 day', $3::timestamptz + interval '30 days')`,
      [(rows[0] as { user_id: number }).user_id, product, new Date(testServer.clock.now())],
    )
  }
  expect((await ask('hk')).http).toBe(403)
  expect((await visitor.raw('GET', '/track-record/US/young')).http).toBe(401)
  await sql(`delete from finlist_issue where issue_date = $1`, [days.at(-6)])
  await trade('HELD', { [days.length - 4]: [101, 103, 100, 102], [days.length - 1]: [104, 106, 103, 105] })
  await trade('WAITS')
  await list(days.at(-6)!, { HELD: 102, WAITS: 104 })
  await follow()
  const { http, data } = await ask('us')
  expect(http).toBe(200)
  const at = (code: string) =>
    data.picks.find(({ stockCode, issueDate }) => stockCode === code && issueDate === days.at(-6))
  expect(at('HELD')).toMatchObject({
    state: 'filled',
    entry: 102,
    close: 105,
    closeDate: days.at(-1),
    stop: { price: expect.closeTo(93.84, 8), percent: -10.63 },
    target: { price: expect.closeTo(122.4, 8), percent: 16.57 },
    buyPoint: { price: null, percent: null },
  })
  expect(at('WAITS')).toMatchObject({ state: 'waiting', close: 100, buyPoint: { price: 104, percent: 4 }, entry: null })
  expect(data.picks.every(({ issueDate }) => issueDate > addDays('2026-07-18', -91))).toBe(true)
  expect(data.picks.map(({ state }) => state)).not.toContain('repeated')
  await sql(`delete from pick_outcome where issue_date = $1`, [days.at(-6)])
  await sql(`delete from finlist_issue where issue_date = $1`, [days.at(-6)])
})

it('picks younger than thirteen weeks are counted but not named, for every caller', async () => {
  const { young, picks } = await picksOf()
  expect(young).toBe(1)
  expect(picks.every(pick => pick.issueDate <= addDays('2026-07-18', -91))).toBe(true)
})

it.each([['1999'], ['2026.5'], ['next'], ['']])('the track record refuses the year %s', async year => {
  const answer = await visitor.raw('GET', `/track-record/US/picks?track=published&year=${year}`)
  expect(answer.http).toBe(400)
})

it('the track record is empty for a market without lists', async () => {
  const { data } = await visitor.ask(trackRecord, { params: { exchange: 'JP' } })
  expect(data).toMatchObject({ asAt: null, firstIssue: null, weeks: 0, tracks: [] })
})
