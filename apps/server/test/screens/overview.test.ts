import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exportPersonalData } from '@finlist/contract/account/preferences'
import { updateTrend } from '@finlist/contract/market-trend'
import { rollBackUpload, uploadPrices } from '@finlist/contract/staff/admin'
import { auditLog } from '@finlist/contract/staff/customers'
import { jobLog, runJob } from '@finlist/contract/staff/jobs'
import { uploadClosings } from '@finlist/contract/staff/market-facts'
import { type DataState, dataKinds, failedAnswersKept, overview } from '@finlist/contract/staff/overview'
import { createSystemMessage, withdrawSystemMessage } from '@finlist/contract/system-messages'
import { addDays, dayAt, isTradingDay, previousTradingDay } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { openDataSandbox } from '../../../data-sandbox/src/data-sandbox.ts'
import { makeProposalOf } from '../../src/features/picking/make.ts'
import { lines, send } from '../data/send-files.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer({}, { at: calmDay })
  staff = await ApiClient.byToken(testServer, 'staff')
})
afterAll(() => testServer.close())

const look = async () => (await staff.ask(overview)).data
const sql = (text: string, values: unknown[] = []) => testServer.database.pool.query(text, values)

it('the overview is for staff and admins only', async () => {
  for (const [name, http] of Object.entries({ staff: 200, admin: 200, free: 403, 'hk-yearly': 403, friend: 403 }))
    expect([name, (await (await ApiClient.byToken(testServer, name)).ask(overview)).http]).toEqual([name, http])
})

describe('jobs on the overview', () => {
  it('are listed from the start, with the outcome of their last run', async () => {
    await expect.poll(async () => (await look()).jobs.find(({ name }) => name === 'purge')?.succeededAt).toBeTruthy()
    const purge = (await look()).jobs.find(({ name }) => name === 'purge')!
    expect(purge).toMatchObject({ state: 'waiting', rows: expect.any(Number), failures: 0, error: '', asAt: null })
    expect(Date.parse(purge.nextAt)).toBe(Date.parse(purge.beganAt!) + 3_600_000)
  })

  it('come first if they failed, with the reason; a running job is marked', async () => {
    const at = (minutes: number) => new Date(testServer.clock.now() + minutes * 60_000)
    const became = (name: string, began: Date, ended: Date | null, failures: number, error: string) =>
      sql(
        `insert into job_run (name, next_at, began_at, ended_at, duration_ms, rows, as_at, failures, error)
         values ($1, $2, $3, $4, 900, 7, '2026-07-17', $5, $6) on conflict (name) do update set
           next_at = excluded.next_at, began_at = excluded.began_at, ended_at = excluded.ended_at, rows = excluded.rows,
           as_at = excluded.as_at, failures = excluded.failures, error = excluded.error`,
        [name, at(60), began, ended, failures, error],
      )
    await became('purge', at(-3), at(-2), 2, 'Error: no such file')
    await became('erase-accounts', at(-1), at(-70), 1, 'cut off')
    await became('affiliate-months', at(-1), null, 3, 'cut off')
    await became('ex-dates', at(-1), null, 2, 'cut off')
    await became('long-gone', at(-1), at(-1), 3, 'of an older version')
    const { jobs } = await look()
    const job = (name: string) => jobs.find(found => found.name === name)
    expect(job('purge')).toMatchObject({
      state: 'failing',
      failures: 2,
      error: 'Error: no such file',
      rows: 7,
      asAt: '2026-07-17',
    })
    expect(job('erase-accounts')).toMatchObject({ state: 'running', failures: 0, error: '', durationMs: null })
    expect(job('affiliate-months')).toMatchObject({ state: 'failing', failures: 2 })
    expect(job('ex-dates')).toMatchObject({ state: 'running', failures: 0, error: '' })
    expect(
      jobs
        .slice(0, 2)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['affiliate-months', 'purge'])
    expect(job('long-gone')).toBeUndefined()
  })
})

describe('running a job on request', () => {
  const askFor = async (name: string, by: ApiClient) => await by.ask(runJob, { params: { name } as never })
  const logOf = async (name: string) => (await staff.ask(jobLog, { params: { name } })).data

  it('is for admins only, and the job’s log and the audit log name who requested the run', async () => {
    const admin = await ApiClient.byToken(testServer, 'admin')
    expect((await askFor('ex-dates', staff)).http).toBe(403)
    expect((await askFor('no-such-job', admin)).http).toBe(404)
    const before = (await logOf('ex-dates')).length
    expect((await askFor('ex-dates', admin)).http).toBe(200)
    await expect
      .poll(async () => (await logOf('ex-dates'))[0])
      .toMatchObject({
        askedBy: expect.stringMatching(/./),
        endedAt: expect.stringMatching(/Z$/),
        error: '',
      })
    expect((await logOf('ex-dates')).length).toBeGreaterThan(before)
    const { data } = await admin.ask(auditLog, { query: { action: 'job-run' } })
    expect(data.entries[0]).toMatchObject({ action: 'job-run', facts: { job: 'ex-dates' } })
  })

  it('running a job with `finlist job run` waits for the end and prints the outcome', { tags: ['slow'] }, async () => {
    const finlist = async (...typed: string[]) => {
      const command = fileURLToPath(new URL('../../src/commands/finlist.ts', import.meta.url))
      const env = childEnv({ DATABASE_URL: testServer.databaseUrl, SMTP_URL: '', PUBLIC_URL: testServer.base })
      return await promisify(execFile)(process.execPath, [command, 'job', ...typed], { env }).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
    }
    expect(await finlist('run', 'purge')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ s, \d+ rows, asked for by command line\n$/),
    })
    const [last] = JSON.parse((await finlist('log', 'purge', '--json')).stdout) as { askedBy: string }[]
    expect(last).toMatchObject({ askedBy: 'command line' })
    const listed = JSON.parse((await finlist('list', '--json')).stdout) as { name: string }[]
    expect(listed.map(({ name }) => name)).toContain('purge')
    expect(await finlist('run', 'mend')).toMatchObject({ code: 1, stderr: expect.stringContaining('There are ') })
    expect(await finlist('mend')).toMatchObject({ code: 2 })
  })
})

describe('data on the overview', () => {
  const of = (data: DataState[], kind: string, exchange: string | null) =>
    data.find(state => state.kind === kind && state.exchange === exchange)!

  it('is listed by kind and market, even if no data exists', async () => {
    const { data } = await look()
    expect(new Set(data.map(({ kind }) => kind))).toEqual(new Set(dataKinds))
    expect(data.filter(({ kind }) => kind === 'prices').map(({ exchange }) => exchange)).toEqual([
      'HKEX',
      'US',
      'JP',
      'CN',
      'TW',
    ])
    expect(of(data, 'prices', 'JP')).toEqual({
      kind: 'prices',
      exchange: 'JP',
      asAt: null,
      daysBehind: null,
      publishedAt: null,
      listRefused: null,
    })
  })

  it('names the first list that is refused without newer prices, by the rules that make lists', async () => {
    const refused = async () => of((await look()).data, 'prices', 'TW').listRefused
    const priced = (day: string) => sql(`insert into bar values ('TW', 'OLD', $1, 1, 1, 1, 1, 1)`, [day])
    const make = (issueDate: string) =>
      makeProposalOf(testServer, { exchange: 'TW', issueDate }, { now: testServer.clock.now() })
    await sql(`insert into stock (exchange, stock_code) values ('TW', 'OLD')`)
    await priced('2026-07-15')
    expect(await refused()).toBe('2026-07-17')
    expect(await make('2026-07-17')).toMatchObject({ why: 'no-prices' })
    await priced('2026-07-17')
    expect(await make('2026-07-17')).not.toMatchObject({ why: 'no-prices' })
    expect(await refused()).toBe('2026-07-24')
    await sql(`insert into market_closing (exchange, date, kind) values ('TW', '2026-07-24', 'full')`)
    expect(await refused()).toBe('2026-07-23')
    await sql(`insert into finlist_issue (exchange, issue_date) values ('TW', '2026-07-23')`)
    expect(await refused()).toBe('2026-07-31')
    for (const table of ['bar', 'stock', 'market_closing', 'finlist_issue', 'proposal_missing'])
      await sql(`delete from ${table} where exchange = 'TW'`)
  })

  it('has no list that waits for other kinds', async () => {
    const { data } = await look()
    expect(data.filter(({ kind, listRefused }) => kind !== 'prices' && listRefused !== null)).toEqual([])
  })

  it('has the day on which figures of companies were last requested, and the day of the newest exchange rate', async () => {
    await sql(`insert into fundamentals_asked values ('US', 'AAPL', 'SEC', '2026-07-16', '')`)
    await sql(`insert into exchange_rate (currency, date, hkd) values ('USD', '2026-07-15', 7.8)`)
    const { data } = await look()
    expect(of(data, 'fundamentals', 'US')).toMatchObject({ asAt: '2026-07-16', daysBehind: null })
    expect(of(data, 'fundamentals', 'JP').asAt).toBeNull()
    expect(of(data, 'rates', null).asAt).toBe('2026-07-15')
    await sql('delete from fundamentals_asked')
    await sql('delete from exchange_rate')
  })

  it('shows how many trading days it is behind, and when it was published', async () => {
    const yesterday = addDays(dayAt('US', testServer.clock.now()), -1)
    const newest = isTradingDay('US', yesterday) ? yesterday : previousTradingDay('US', yesterday)
    const older = previousTradingDay('US', previousTradingDay('US', newest))
    const price = (day: string) => sql(`insert into bar values ('US', 'OLD', $1, 1, 1, 1, 1, 1)`, [day])
    await sql(`insert into stock (exchange, stock_code) values ('US', 'OLD'), ('US', 'NONE')`)
    await price(older)
    await sql(`insert into last_updated values ('prices:US', '2026-07-17T22:00:00Z')`)
    expect(of((await look()).data, 'prices', 'US')).toEqual({
      kind: 'prices',
      exchange: 'US',
      asAt: older,
      daysBehind: 2,
      publishedAt: '2026-07-17T22:00:00.000Z',
      listRefused: expect.any(String),
    })
    await price(newest)
    expect(of((await look()).data, 'prices', 'US')).toMatchObject({ asAt: newest, daysBehind: 0 })
  })

  it('shows the exact number of days even if the data is years old', async () => {
    await sql(`insert into stock (exchange, stock_code) values ('JP', 'OLD')`)
    await sql(`insert into bar values ('JP', 'OLD', '2016-01-04', 1, 1, 1, 1, 1)`)
    expect(of((await look()).data, 'prices', 'JP').daysBehind).toBeGreaterThan(2_400)
  })

  it('shows the time at which a load ended, not when it began', async () => {
    const other = await testServer.database.pool.connect()
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtext('import'), hashtext('CN'))`)
    const priceCsv = lines('date,open,high,low,close,volume', '2026-07-16,1,1,1,1,1')
    const loading = send(staff, uploadPrices, { exchange: 'CN', stockCode: '600001' }, { priceCsv })
    const waiting = async () =>
      (await testServer.database.pool.query(`select from pg_locks where not granted and locktype = 'advisory'`))
        .rowCount
    await expect.poll(waiting).toBe(1)
    const { rows } = await other.query<{ now: Date }>('select clock_timestamp() as now')
    await other.query('commit')
    other.release()
    expect((await loading).http).toBe(200)
    const { publishedAt } = of((await look()).data, 'prices', 'CN')
    expect(Date.parse(publishedAt!)).toBeGreaterThanOrEqual(rows[0]!.now.getTime())
  })
})

it('the overview counts e-mails that are queued or were given up', async () => {
  const letter = (subject: string, state: string, attempts: number, settled: string | null) =>
    sql(
      `insert into billing_email (user_id, kind, subject_id, decided_at, state, attempts, settled_at, try_at)
       values ($1, 'receipt', $2, $6, $3, $4, $6::timestamptz + $5::interval, $6::timestamptz + interval '1 day')`,
      [staff.userId, subject, state, attempts, settled, new Date(testServer.clock.now())],
    )
  await letter('a', 'waiting', 0, null)
  await letter('b', 'waiting', 4, null)
  await letter('c', 'failed', 20, '-2 days')
  await letter('d', 'failed', 20, '-31 days')
  await letter('e', 'sent', 1, '-1 hour')
  const { mail, events } = await look()
  expect(mail.billingEmails).toEqual({ waiting: 2, retried: 1, failed: 1, lastSentAt: expect.any(String) })
  // This server has no mail server and no payment provider.
  expect([mail.queue, events]).toEqual([null, null])
})

it('the overview counts 5xx responses, and lists the newest by route, without their requests', async () => {
  const before = (await look()).failures
  await sql('alter table plan_grant rename to plan_grant_away')
  const answer = await staff.raw('GET', `${exportPersonalData.path}?secret=whisper`)
  await sql('alter table plan_grant_away rename to plan_grant')
  expect(answer.http).toBe(500)
  const { failures } = await look()
  expect(failures.count).toBe(before.count + 1)
  expect(failures.newest[0]).toEqual({
    at: expect.any(String),
    method: 'GET',
    route: `/api${exportPersonalData.path}`,
    status: 500,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(JSON.stringify(failures)).not.toContain('whisper')
  expect(failures.newest.length).toBeLessThanOrEqual(failedAnswersKept)
})

it('the overview shows the server’s version and its database', async () => {
  expect((await look()).server).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    node: process.version,
    reports: null,
    startedAt: expect.any(String),
    database: expect.stringMatching(/^\d+/),
    databaseBytes: expect.any(Number),
    migration: expect.stringMatching(/^\d{3}-/),
    migratedAt: expect.any(String),
    noticesAlive: true,
  })
})

describe('the audit log', () => {
  const noted = async (action: string) =>
    (await staff.ask(auditLog, { query: { action } })).data.entries.map(({ facts, byName }) => ({ byName, ...facts }))

  it('has every upload and roll-back by staff, but no dry run', async () => {
    const priceCsv = lines('date,open,high,low,close,volume', '2026-07-16,1,1,1,1,1', '2026-07-17,1,1,1,1,1')
    const prices = { exchange: 'TW', stockCode: '2330' }
    await send(staff, uploadPrices, { ...prices, dryRun: 'true' }, { priceCsv })
    const { uploadId } = (await send(staff, uploadPrices, prices, { priceCsv })).data
    const back = await staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })
    expect(back.http).toBe(200)
    const byName = 'staff@demo.example'
    const loaded = await noted('data-loaded')
    expect(loaded[0]).toEqual({ byName, uploadId, key: 'prices TW 2330', count: 2 })
    expect(loaded.map(it => JSON.stringify(it)).filter(it => it.includes('TW 2330'))).toHaveLength(1)
    expect(await noted('data-rolled-back')).toEqual([{ byName, uploadId, key: 'prices TW 2330' }])
  })

  it('has everything that staff publish, set and withdraw', async () => {
    const body = {
      expiryDate: addDays(dayAt('HKEX', testServer.clock.now()), 2),
      messageEn: 'Hello',
      messageZh: '你好',
      target: 'PAID',
    }
    const { systemMessageId } = (await staff.ask(createSystemMessage, { body })).data
    const params = { systemMessageId: String(systemMessageId) }
    for (let time = 0; time < 2; time++) await staff.ask(withdrawSystemMessage, { params })
    expect(await noted('message-published')).toMatchObject([{ systemMessageId, target: 'PAID', byName: 'Demo Staff' }])
    expect(await noted('message-withdrawn')).toMatchObject([{ systemMessageId, target: 'PAID' }])

    const trend = { exchange: 'JP', startDate: '2026-07-01' }
    const uptrend = { marketTrend: 'UPTREND', shortTerm: true }
    await staff.ask(updateTrend, { query: trend, body: { ...uptrend, amend: false } })
    await staff.ask(updateTrend, {
      query: { exchange: 'JP' },
      body: { ...uptrend, marketTrend: 'DOWNTREND', amend: true },
    })
    expect(await noted('trend-set')).toMatchObject([
      { exchange: 'JP', shortTerm: true, trend: 'UPTREND', startDate: '2026-07-01' },
    ])
    expect(await noted('trend-amended')).toMatchObject([{ trend: 'DOWNTREND', startDate: '2026-07-01' }])
  })

  it('has everything that the command line grants', { tags: ['slow'] }, async () => {
    const command = fileURLToPath(new URL('../../src/commands/user.ts', import.meta.url))
    const give = ['free@demo.example', '--role', 'staff', '--plan', 'finlist-us:monthly', '--until', '2030-01-31']
    await promisify(execFile)(process.execPath, [command, ...give], {
      env: childEnv({
        DATABASE_URL: testServer.databaseUrl,
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'x@demo.example',
      }),
    })
    const about = (await ApiClient.byToken(testServer, 'free')).userId
    const { entries } = (await staff.ask(auditLog, { query: { userId: String(about) } })).data
    expect(entries).toMatchObject([
      {
        action: 'account-changed',
        byUserId: null,
        byName: 'command line',
        aboutUserId: about,
        facts: { roles: 'staff', plans: 'finlist-us:monthly' },
      },
    ])
  })
})

it('if a source answers without prices for a day, the overview prompts staff until the market is recorded as closed that day', async () => {
  const today = dayAt('JP', testServer.clock.now())
  const date = isTradingDay('JP', today) ? today : previousTradingDay('JP', today)
  await sql(`insert into stock (exchange, stock_code, stock_name)
    select 'JP', (9900 + n)::text, '' from generate_series(1, 40) n`)
  await sql(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     select 'JP', (9900 + n)::text, $1, 100, 100, 100, 100, 100 from generate_series(1, 40) n`,
    [previousTradingDay('JP', date)],
  )
  await sql(`insert into missing_day_told values ('JP', $1, $2)`, [date, new Date(testServer.clock.now())])
  expect((await look()).perhapsClosed).toEqual([])
  await sql(
    `insert into source_refusal (exchange, source, asked_for, date, reason, refused_at)
     values ('JP', 'J-Quants', $1, $1, '{"text": "source.empty", "values": {}}', now())`,
    [date],
  )
  expect((await look()).perhapsClosed).toEqual([{ exchange: 'JP', date, stocks: 40, withoutBar: 40 }])
  await sql(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     select 'JP', (9900 + n)::text, $1, 100, 100, 100, 100, 100 from generate_series(1, 3) n`,
    [date],
  )
  expect((await look()).perhapsClosed).toEqual([])
  await sql(`delete from bar where exchange = 'JP' and stock_code = '9901' and date = $1`, [date])
  expect((await look()).perhapsClosed).toMatchObject([{ stocks: 40, withoutBar: 38 }])
  const { http } = await send(
    staff,
    uploadClosings,
    { exchange: 'JP' },
    { closingCsv: lines('date,kind', `${date},full`) },
  )
  expect([http, (await look()).perhapsClosed]).toEqual([200, []])
})

describe('price sources on the overview', () => {
  it('are absent if the operator has set none', async () => {
    expect((await look()).sources).toEqual([])
  })

  it('each have the last complete day, the next run and what the newest day lacked, in the caller’s language', {
    tags: ['slow'],
  }, async () => {
    const key = 'a-key-of-the-operator'
    const sandbox = await openDataSandbox({ markets: () => expect.unreachable(), key: 'another' })
    const settings = {
      SOURCE_HKEX: 'eodhd',
      EODHD_KEY: key,
      EODHD_URL: sandbox.urls.eodhd,
      SOURCE_TW: 'finmind',
      SOURCE_USE_TW: 'export',
      FINMIND_URL: sandbox.urls.finMind,
    }
    const other = await openTestServer(settings, { beside: testServer })
    try {
      await sql(`insert into source_day values ('HKEX', '2026-07-15', 'EODHD', 2600, 3, true, '2026-07-15T12:00:00Z'),
        ('HKEX', '2026-07-16', 'EODHD', 20, 0, false, '2026-07-16T12:00:00Z')`)
      // Use a later day for this refusal, because the market's nightly job is running and stores refusals of an earlier
      // day.
      await sql(
        `insert into source_refusal (exchange, source, asked_for, stock_code, date, reason, refused_at)
         values ('HKEX', 'EODHD', '2026-12-31', '0005', '2026-07-16', $1, '2026-07-16T12:00:00Z')`,
        [JSON.stringify({ text: 'source.zero-price', values: { column: 'close' } })],
      )
      const caller = await ApiClient.byToken(other, 'staff')
      caller.language = 'zh'
      const answer = await caller.ask(overview)
      const [hongKong, taiwan] = answer.data.sources
      expect(hongKong).toMatchObject({
        exchange: 'HKEX',
        source: 'eodhd',
        use: 'display',
        lastDay: '2026-07-15',
        rows: 2600,
        refused: 3,
        leftOut: [{ stockCode: '0005', date: '2026-07-16', reason: 'close 不大於零' }],
      })
      expect(taiwan).toMatchObject({ exchange: 'TW', use: 'export', lastDay: null, rows: null })
      await expect.poll(async () => (await caller.ask(overview)).data.sources[0]!.nextAt).not.toBeNull()
      await expect
        .poll(async () => (await caller.ask(overview)).data.jobs.find(({ name }) => name === 'prices-HKEX')?.error)
        .toContain('EODHD does not accept the key')
      expect(JSON.stringify([await caller.ask(overview), other.log])).not.toContain(key)
    } finally {
      await other.close()
      await sandbox.close()
    }
  })
})
