// @module-tag slow
import { once } from 'node:events'
import { connect } from 'node:net'
import { chartSearch } from '@finlist/contract/charts/chart'
import { uploadStocks } from '@finlist/contract/staff/admin'
import { exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { addRoles, makeAccount } from '../../src/commands/make-account.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { type Line, lineToEach } from '../line.ts'
import { OwnProgram } from '../own-program.ts'
import { TestClock } from '../test-clock.ts'
import { ApiClient } from '../test-server.ts'

const metricsToken = 'a-token-that-nobody-guesses'
const outside = {
  PUBLIC_URL: 'https://finlist.example',
  TRUSTED_PROXIES: '0',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'finlist@finlist.example',
}
const settings = {
  ...outside,
  WORKERS: '2',
  DRAIN_SECONDS: '300',
  METRICS_TOKEN: metricsToken,
  // Writing the compile cache at exit takes seconds, and this test measures the exit.
  NODE_DISABLE_COMPILE_CACHE: '1',
}

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let program: OwnProgram
let lines: Line[]
beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
  const { userId } = await makeAccount(database, readConfig({}), { email: 'staff@demo.example', complete: true })
  await database.write(tx => addRoles(tx, userId, ['staff']))
  await database.pool.query(`
    create table job_began (name text);
    create function note_job() returns trigger language plpgsql as $$ begin
      insert into job_began values (new.name); return null; end $$;
    create trigger note_job after update of began_at on job_run for each row
      when (new.began_at is distinct from old.began_at) execute function note_job()`)
  program = await OwnProgram.make({ ...settings, LOG_LEVEL: 'silent', DATABASE_URL: fresh.url })
  await program.start()
  lines = [...(await lineToEach(program.base, 2, metricsToken)).values()]
})
afterAll(async () => {
  for (const line of lines) line.close()
  await program.remove()
  await database.close()
  await fresh.drop()
})

it('a change made through one worker is visible through the other as soon as its notification arrives', async () => {
  const staff = await ApiClient.byToken({ base: program.base, database, clock: new TestClock() }, 'staff')
  const [here, there] = lines as [Line, Line]
  const found = async () =>
    (await there.ask(`/api${chartSearch.path}?query=Twofold`, { headers: staff.headers() })).data as unknown[]
  expect(await found()).toEqual([])
  const form = new FormData()
  form.set('stockCsv', new Blob(['stockCode,stockName\n9,Twofold\n']), 'stocks.csv')
  const file = new Response(form)
  const answer = await here.ask(`/api${uploadStocks.path}?exchange=HKEX`, {
    method: 'POST',
    headers: { ...staff.headers(), 'content-type': file.headers.get('content-type')! },
    body: Buffer.from(await file.arrayBuffer()),
  })
  expect(answer.http).toBe(200)
  await expect.poll(found, { interval: 10 }).toHaveLength(1)
})

it('one metrics page has the figures of both workers, each kind once', async () => {
  const [line] = lines as [Line]
  const { text } = await line.ask('/api/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  const kinds = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  expect(new Set(kinds).size).toBe(kinds.length)
  const workers = [...text.matchAll(/^process_resident_memory_bytes\{worker="(\d)"\} \d+$/gm)].map(([, n]) => n)
  expect(new Set(workers)).toEqual(new Set(['1', '2']))
  expect(text.match(/^finlist_job_failures\{job="purge"\}/gm)).toHaveLength(1)
})

it('each job runs once among the workers', async () => {
  const names = (which: string) =>
    database.pool.query<{ name: string }>(`select name from ${which} order by name collate "C"`)
  const ofMarkets = exchangeIds.flatMap(id => [`follow-${id}`, `propose-${id}`])
  const jobs = [
    'affiliate-months',
    'erase-accounts',
    'ex-dates',
    'keys',
    'purge',
    'reconstruct',
    'search-doubts',
    'one-spelling',
    'publish-lists',
    'shareholding',
    'weekly-letters',
    ...ofMarkets,
  ]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map(name => ({ name }))
  await expect.poll(async () => (await names('job_run where succeeded_at is not null')).rows).toEqual(jobs)
  expect((await names('job_began')).rows).toEqual(jobs)
})

it('a worker that shuts down first notifies the load balancer, still answers, then closes connections, without waiting for unused ones', async () => {
  const [one] = lines as [Line]
  const unused = connect(Number(new URL(program.base).port), '127.0.0.1')
  await once(unused, 'connect')
  program.signal('SIGTERM')
  await expect.poll(async () => (await one.ask('/api/health')).http, { interval: 20 }).toBe(503)
  expect(await one.ask('/api/operator')).toMatchObject({ http: 200, isLast: true })
  program.signal('SIGINT')
  expect(await program.ended()).toBe(0)
  expect(program.said).not.toContain('has not ended in time')
  unused.destroy()
})

it('invalid values of WORKERS and DRAIN_SECONDS are reported', () => {
  for (const WORKERS of ['0', '65', '1.5', 'many'])
    expect(() => readConfig({ WORKERS })).toThrow('WORKERS: how many processes take calls, 1 to 64')
  for (const DRAIN_SECONDS of ['-1', '301', 'soon'])
    expect(() => readConfig({ DRAIN_SECONDS })).toThrow('DRAIN_SECONDS: whole seconds, 0 to 300')
  expect(readConfig({ ...outside, DATABASE_URL: 'postgres://db/finlist?sslmode=verify-full' }).drainMs).toBe(5_000)
  expect([readConfig({}).drainMs, readConfig({ DRAIN_SECONDS: '3' }).drainMs]).toEqual([0, 3_000])
})
