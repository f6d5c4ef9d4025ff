import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { uploadStocks } from '@finlist/contract/admin'
import { chartSearch } from '@finlist/contract/chart'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../tools/fresh-database.ts'
import { addRoles, makeAccount } from '../src/commands/make-account.ts'
import { readConfig } from '../src/config.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { Visitor } from './house.ts'
import { type Line, lineToEach } from './line.ts'
import { OwnProgram } from './own-program.ts'

const metricsToken = 'a-token-that-nobody-guesses'
const outside = {
  PUBLIC_URL: 'https://finlist.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'finlist@finlist.example',
}
const settings = { ...outside, WORKERS: '2', DRAIN_SECONDS: '1', HOST: '127.0.0.1', METRICS_TOKEN: metricsToken }

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let program: OwnProgram
let lines: Line[]
beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined })
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

it('what is changed through one worker is seen through the other within a second', async () => {
  const staff = await Visitor.byToken({ base: program.base, database, clock: { offsetMs: 0 } }, 'staff')
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
  await expect.poll(found, { interval: 10, timeout: 1_000 }).toHaveLength(1)
})

it('one page has the figures of both, each kind once', async () => {
  const [line] = lines as [Line]
  const { text } = await line.ask('/api/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  const kinds = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  expect(new Set(kinds).size).toBe(kinds.length)
  const workers = [...text.matchAll(/^process_resident_memory_bytes\{worker="(\d)"\} \d+$/gm)].map(([, n]) => n)
  expect(new Set(workers)).toEqual(new Set(['1', '2']))
  expect(text.match(/^finlist_job_failures\{job="purge"\}/gm)).toHaveLength(1)
})

it('each job begins once among the workers', async () => {
  const jobs = async () => await database.db.selectFrom('job_run').select(['name', 'succeeded_at']).execute()
  const done = async () => (await jobs()).filter(({ succeeded_at }) => succeeded_at).length
  await expect.poll(done, { timeout: 10_000 }).toBeGreaterThanOrEqual(4)
  const began = await database.pool.query<{ name: string }>('select name from job_began order by name')
  expect(began.rows.map(({ name }) => name)).toEqual((await jobs()).map(({ name }) => name).toSorted())
})

it('told to end, it first tells the load balancer, still answers, asks to close connections, and waits for none that is unused', async () => {
  const [one] = lines as [Line]
  const unused = connect(Number(new URL(program.base).port), '127.0.0.1')
  await once(unused, 'connect')
  const since = performance.now()
  program.signal('SIGTERM')
  await expect.poll(async () => (await one.ask('/api/health')).http, { interval: 20, timeout: 1_000 }).toBe(503)
  await wait(300)
  expect(await one.ask('/api/operator')).toMatchObject({ http: 200, isLast: true })
  expect(await program.ended()).toBe(0)
  expect(performance.now() - since).toBeLessThan(6_000)
  unused.destroy()
})

it('what cannot be is told (WORKERS, DRAIN_SECONDS)', () => {
  for (const WORKERS of ['0', '65', '1.5', 'many'])
    expect(() => readConfig({ WORKERS })).toThrow('WORKERS: how many processes take calls, 1 to 64')
  for (const DRAIN_SECONDS of ['-1', '301', 'soon'])
    expect(() => readConfig({ DRAIN_SECONDS })).toThrow('DRAIN_SECONDS: whole seconds, 0 to 300')
  expect(readConfig({ ...outside, DATABASE_URL: 'postgres://db/finlist?sslmode=verify-full' }).drainMs).toBe(5_000)
  expect([readConfig({}).drainMs, readConfig({ DRAIN_SECONDS: '3' }).drainMs]).toEqual([0, 3_000])
})
