import { trackedPicks } from '@finlist/contract/track-record'
import { addDays, tradingDays } from '@finlist/domain/calendar'
import { netOf } from '@finlist/domain/outcome/follow'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { ChainCheck } from '@finlist/domain/record/chain'
import { maskedMs, type RecordEntry } from '@finlist/domain/record/entry'
import { mostOutcomes, type OutcomesBody } from '@finlist/domain/record/outcomes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RecordWriter } from '../../src/db/record/append.ts'
import { recordTools } from '../../src/db/record/record-key.ts'
import { readEntries } from '../../src/features/record/store.ts'
import { followJob } from '../../src/features/track-record/follow-job.ts'
import { recordOutcomes } from '../../src/features/track-record/record-outcomes.ts'
import { recordIssue } from '../../src/market-data/lists/record-issue.ts'
import { afterOwnRun } from '../own-run.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

type Prices = [open: number, high: number, low: number, close: number]
const calm: Prices = [100, 101, 99, 100]
const breaksOut: Prices = [101, 103, 100, 102]
const days = tradingDays('US', '2026-01-05', '2026-08-14')
/** Two early issue dates, a late one, and the last Friday with bars. */
const [first, second, late, friday] = ['2026-01-09', '2026-01-16', '2026-07-02', '2026-07-17']
const costs = usualCosts.US
let testServer: TestServer
let visitor: ApiClient

const sql = (text: string, values: unknown[] = []) => testServer.database.pool.query(text, values)
const at = (day: string) => new Date(`${day}T21:30:00Z`)

/** Loads bars up to a day, at a constant price except on the given days. */
async function trade(code: string, odd: Record<string, Prices> = {}, until = friday!) {
  const rows = days.filter(day => day <= until).map(day => [day, ...(odd[day] ?? calm)] as const)
  await sql(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     select 'US', $1, *, 1000 from unnest($2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
     on conflict do nothing`,
    [code, ...[0, 1, 2, 3, 4].map(column => rows.map(row => row[column]))],
  )
}

/** Publishes a list, and adds it to the record as of the evening of its date. */
async function list(issueDate: string, picks: Record<string, number>) {
  await sql(`insert into finlist_issue (exchange, issue_date, published_at) values ('US', $1, $2)`, [
    issueDate,
    at(issueDate),
  ])
  for (const [code, buyPoint] of Object.entries(picks))
    await sql(
      `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score, buy_point, pattern_type)
       values ('US', $1, $2, 100, 80, $3, 'FB')`,
      [issueDate, code, buyPoint],
    )
  await testServer.database.write(async tx =>
    recordIssue(
      tx,
      { exchange: 'US', issueDate },
      { writer: await RecordWriter.open(tx, { at: at(issueDate) }), at: at(issueDate) },
    ),
  )
}

const follow = (now = testServer.clock.now(), { database, config } = testServer) =>
  followJob({ database, config }, 'US').run(now)
const everything = () => readEntries(testServer.database.db, 1, 1_000, Number.MAX_SAFE_INTEGER)
const entries = async () => (await everything()).filter(({ kind }) => kind === 'outcomes')
const bodyOf = ({ body }: RecordEntry) => JSON.parse(body!) as OutcomesBody & { salt: string }
async function check() {
  const checking = new ChainCheck(recordTools)
  await checking.add(await everything())
  return checking.finish()
}

beforeAll(async () => {
  testServer = await openTestServer({}, { demo: false, at: '2026-07-18T12:00:00Z' })
  visitor = new ApiClient(testServer)
  await afterOwnRun(testServer, 'follow-US')
  await trade('UP', { '2026-01-12': breaksOut, '2026-01-14': [110, 123, 109, 120] })
  await trade('DOWN', { '2026-01-12': breaksOut, '2026-01-15': [95, 96, 90, 91] })
  await trade('STILL')
  await trade('HELD', { '2026-07-13': breaksOut })
  await trade('OPEN', { '2026-07-13': breaksOut })
  await list(first!, { UP: 102, DOWN: 102, STILL: 102 })
  await list(second!, { STILL: 104 })
  await list(late!, { HELD: 102, OPEN: 102, STILL: 105 })
})
afterAll(() => testServer.close())

it('the outcomes settled by the end of a week form one entry of the record per market; open picks are in no entry', async () => {
  await follow()
  const [entry, ...more] = await entries()
  expect(more).toEqual([])
  expect(entry).toMatchObject({ market: 'US' })
  const { salt, outcomes, ...body } = bodyOf(entry!)
  expect(body).toEqual({ market: 'US', until: friday, rule: 'outcome-1', costs })
  expect(Buffer.from(salt, 'base64url')).toHaveLength(32)
  expect(outcomes.map(({ date, code, state, stands }) => `${date} ${code} ${state} ${stands}`)).toEqual([
    `${first} DOWN stop 2026-01-15`,
    `${first} STILL expired 2026-01-26`,
    `${first} UP target 2026-01-14`,
    `${second} STILL repeated ${second}`,
    `${late} STILL expired 2026-07-17`,
  ])
  expect(await check()).toMatchObject({ faults: [], outcomes: 5 })
})

it('an entry of outcomes is masked while any of its picks is younger than 13 weeks, counted from the issue’s own entry', async () => {
  const { body } = (await entries())[0]!
  const opensAt = at(late!).getTime() + maskedMs
  const bodyAt = async (now: number) =>
    (await readEntries(testServer.database.db, 1, 1_000, now)).find(({ kind }) => kind === 'outcomes')!.body
  expect(await bodyAt(opensAt - 1)).toBeUndefined()
  expect(await bodyAt(opensAt)).toBe(body)
})

it('recorded outcomes match the track record', async () => {
  testServer.clock.offsetMs = maskedMs
  const { data } = await visitor.ask(trackedPicks, {
    params: { exchange: 'US' },
    query: { track: 'published', year: '2026' },
  })
  testServer.clock.offsetMs = 0
  const told = bodyOf((await entries())[0]!).outcomes.map(
    ({
      date: issueDate,
      code: stockCode,
      pattern: patternType,
      track: _track,
      stands: _stands,
      twinBest: _twinBest,
      ...rest
    }) => ({
      issueDate,
      stockCode,
      patternType,
      ...rest,
    }),
  )
  const shown = data.picks
    .filter(({ state }) => state !== 'filled')
    .map(({ stockName: _name, stockNameZh: _nameZh, ...pick }) => pick)
  expect(shown).toHaveLength(5)
  expect(told).toEqual(expect.arrayContaining(shown))
})

it('each outcome is recorded once, even by concurrent writers, and the next week records only newly settled ones', async () => {
  const { database } = testServer
  await follow()
  expect(await entries()).toHaveLength(1)
  await sql(
    `update pick_outcome set state = 'gone', exit_date = '2026-07-20', exit = 100, net_worst = $1, net_best = $1,
       stands_since = '2026-07-20' where stock_code = 'HELD'`,
    [netOf(102, 100, costs)],
  )
  const until = '2026-07-24'
  const writing = () => database.write(tx => recordOutcomes(tx, 'US', { until, costs }))
  expect((await Promise.all([writing(), writing(), writing()])).toSorted()).toEqual([0, 0, 1])
  expect(await writing()).toBe(0)
  expect(bodyOf((await entries())[1]!).outcomes.map(({ code }) => code)).toEqual(['HELD'])
})

it('a writer that dies records no outcomes, and the next writer records them', async () => {
  const { database } = testServer
  await sql(
    `insert into pick_outcome (exchange, issue_date, stock_code, track, pattern, buy_point, state, as_at, stands_since)
     values ('US', $1, 'DOWN', 'vetoed', 'FB', 102, 'expired', '2026-07-31', '2026-07-31')`,
    [first],
  )
  const week = { until: '2026-07-31', costs }
  const before = await check()
  await expect(
    database.write(async tx => {
      expect(await recordOutcomes(tx, 'US', week)).toBe(1)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect((await check()).head).toEqual(before.head)
  expect(await database.write(tx => recordOutcomes(tx, 'US', week))).toBe(1)
  expect(await check()).toMatchObject({ faults: [], outcomes: 7 })
})

it('after a list is rolled back its recorded outcomes remain and count, but its open picks are no longer followed', async () => {
  await sql(`delete from finlist_issue where exchange = 'US' and issue_date in ($1, $2)`, [second, late])
  await follow()
  const { rows } = await sql(
    `select stock_code as code, state from pick_outcome where issue_date in ($1, $2) order by issue_date, code`,
    [second, late],
  )
  expect(rows).toEqual([
    { code: 'STILL', state: 'repeated' },
    { code: 'HELD', state: 'gone' },
    { code: 'STILL', state: 'expired' },
  ])
  expect(await check()).toMatchObject({ faults: [], outcomes: 7 })
})

it('an outcome of a renamed stock is recorded under the code in its issue', async () => {
  // Like a rename, insert a new row and delete the old one, because the code decides where a row is stored.
  const vetoed = `from pick_outcome where stock_code = 'DOWN' and track = 'vetoed'`
  const { rows } = await sql(`select to_jsonb(pick_outcome) as row ${vetoed}`)
  await sql(`delete ${vetoed}`)
  await sql('insert into pick_outcome select * from jsonb_populate_record(null::pick_outcome, $1)', [
    { ...(rows[0] as { row: object }).row, stock_code: 'NEWER', recorded_in: null },
  ])
  await sql(
    `insert into stock_rename (exchange, from_code, to_code, renamed_on) values ('US', 'DOWN', 'NEW', '2026-02-02'),
     ('US', 'NEW', 'NEWER', '2026-03-02')`,
  )
  await sql(`update pick_outcome set track = 'method' where stock_code = 'NEWER'`)
  await testServer.database.write(tx => recordOutcomes(tx, 'US', { until: '2026-08-07', costs }))
  expect(bodyOf((await entries()).at(-1)!).outcomes).toMatchObject([{ code: 'DOWN', track: 'method' }])
  expect(await check()).toMatchObject({ faults: [], outcomes: 8 })
})

it('many outcomes are split into several entries of the record', async () => {
  const codes = Array.from({ length: mostOutcomes + 1 }, (_, at) => `X${String(at).padStart(5, '0')}`)
  await sql(
    `insert into pick_outcome (exchange, issue_date, stock_code, track, pattern, buy_point, state, as_at, stands_since)
     select 'US', '2025-12-05', code, 'published', 'FB', 102, 'expired', '2026-08-14', '2026-08-14' from unnest($1::text[]) code`,
    [codes],
  )
  const before = (await entries()).length
  await testServer.database.write(tx => recordOutcomes(tx, 'US', { until: '2026-08-14', costs }))
  const added = (await entries()).slice(before)
  expect(added.map(entry => bodyOf(entry).outcomes.length)).toEqual([mostOutcomes, 1])
  expect(added.every(({ body }) => body!.length < 1_000_000)).toBe(true)
  expect((await check()).faults).toEqual([])
})

it('no outcomes are recorded if the operator shows no track record', async () => {
  const hidden = await openTestServer({ TRACK_RECORD: 'off' }, { demo: false, at: '2026-07-18T12:00:00Z' })
  try {
    await hidden.database.pool.query(
      `insert into pick_outcome (exchange, issue_date, stock_code, track, pattern, buy_point, state, as_at, stands_since)
       values ('US', '2026-01-09', 'UP', 'published', 'FB', 102, 'expired', '2026-02-02', '2026-02-02')`,
    )
    await follow(hidden.clock.now(), hidden)
    expect(await readEntries(hidden.database.db, 1, 10, Number.MAX_SAFE_INTEGER)).toEqual([])
  } finally {
    await hidden.close()
  }
})

it('the week’s entry of outcomes is due when the week’s last session is over', async () => {
  expect(addDays(friday!, 3)).toBe('2026-07-20')
  const before = (await entries()).length
  await sql(`insert into pick_outcome (exchange, issue_date, stock_code, track, pattern, buy_point, state, as_at, stands_since)
     values ('US', '2025-12-12', 'UP', 'published', 'FB', 102, 'expired', '2026-08-21', '2026-08-21')`)
  await follow(Date.parse('2026-08-21T12:00:00Z'))
  expect(await entries()).toHaveLength(before)
  await follow(Date.parse('2026-08-22T03:30:00Z'))
  expect(await entries()).toHaveLength(before + 1)
})
