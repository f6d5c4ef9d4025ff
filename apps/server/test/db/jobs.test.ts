import { afterAll, beforeAll, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { dailyAt } from '../../src/background/daily-at.ts'
import { hourly } from '../../src/background/hourly.ts'
import { askForRun, type Job, runIfDue, startJobs } from '../../src/background/jobs.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { Locks } from '../../src/db/locks.ts'
import { BadRequest } from '../../src/http/client-errors.ts'
import { translate } from '../../src/http/translate.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-07-17T08:00:00Z')

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

/** The job scheduler of one server process, on a frozen clock, with its own locks. */
function processOn(clock: { now: number }) {
  const warnings: object[] = []
  const locks = new Locks(database)
  const parts = { database, now: () => clock.now, log: { warn: (details: object) => void warnings.push(details) } }
  return {
    parts,
    warnings,
    look: (job: Job) => runIfDue(job, locks, parts),
    close: () => locks.close(),
  }
}

const rowOf = (name: string) =>
  database.db.selectFrom('job_run').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

it('a job run’s duration is measured by the machine’s clock, even if the product’s clock is moved meanwhile', async () => {
  const clock = { now: start }
  const server = processOn(clock)
  const job: Job = {
    name: 'purge',
    next: hourly,
    run: async () => {
      clock.now += 100 * 365 * 24 * hour
      return { rows: 1 }
    },
  }
  await server.look(job)
  const { duration_ms, failures, succeeded_at } = await rowOf('purge')
  expect({ failures, succeeded_at }).toEqual({ failures: 0, succeeded_at: new Date(clock.now) })
  expect(duration_ms).toBeLessThan(minute)
  expect(server.warnings).toEqual([])
  await database.db.deleteFrom('job_run').where('name', '=', 'purge').execute()
  await server.close()
})

it('a job runs when it is due, and stores its time, duration, number of rows and newest day', async () => {
  const clock = { now: start }
  const server = processOn(clock)
  const begun: number[] = []
  const job: Job = {
    name: 'movers',
    next: hourly,
    run: async at => {
      begun.push(at)
      clock.now += 1_500
      return { rows: 12, asAt: '2026-07-17' }
    },
  }
  expect(await server.look(job)).toBe(start + hour)
  expect(await rowOf('movers')).toMatchObject({
    began_at: new Date(start),
    ended_at: new Date(start + 1_500),
    succeeded_at: new Date(start + 1_500),
    duration_ms: expect.any(Number),
    rows: 12,
    as_at: '2026-07-17',
    failures: 0,
    error: null,
    next_at: new Date(start + hour),
  })
  clock.now = start + hour - 1
  expect(await server.look(job)).toBe(start + hour)
  clock.now = start + hour
  await server.look(job)
  expect(begun).toEqual([start, start + hour])
  await server.close()
})

it('a job that fails with a refusal shows staff its text', async () => {
  const server = processOn({ now: start })
  const run = () => Promise.reject(new BadRequest('import.not-a-form', { field: 'body' }))
  await server.look({ name: 'purge', next: hourly, run })
  expect((await rowOf('purge')).error).toBe(translate('en', 'import.not-a-form'))
  await database.db.deleteFrom('job_run').where('name', '=', 'purge').execute()
  await server.close()
})

it('a failed job is retried with growing delays, shows its error, and returns to its schedule', async () => {
  const clock = { now: start }
  const server = processOn(clock)
  let broken = true
  const job: Job = {
    name: 'purge',
    next: hourly,
    run: async () => {
      if (broken) throw new Error(`no such file: ${'x'.repeat(1_000)}`)
      return { rows: 1 }
    },
  }
  const pauses: number[] = []
  for (let tries = 0; tries < 9; tries++) {
    const next = await server.look(job)
    pauses.push((next - clock.now) / minute)
    clock.now = next
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  const failed = await rowOf('purge')
  expect(failed).toMatchObject({ failures: 9, next_at: new Date(clock.now), succeeded_at: null, rows: null })
  expect(failed.error).toMatch(/^Error: no such file: x{1,500}$/)
  expect(failed.error).toHaveLength(500)
  expect(server.warnings).toHaveLength(9)
  broken = false
  expect(await server.look(job)).toBe(clock.now + hour)
  expect(await rowOf('purge')).toMatchObject({ failures: 0, error: null, succeeded_at: new Date(clock.now) })
  await server.close()
})

it('a job runs in only one of two processes, and in the other if the first one dies', async () => {
  const clock = { now: start }
  const [one, two] = [processOn(clock), processOn(clock)]
  const under = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let runs = 0
  const job: Job = {
    name: 'keys',
    next: hourly,
    run: async () => {
      runs++
      under.resolve()
      await goOn.promise
      return { rows: runs }
    },
  }
  const first = one.look(job)
  await under.promise
  // Move past the delay after which an interrupted run is retried.
  clock.now += 2 * minute
  await two.look(job)
  expect(runs).toBe(1)
  expect(await rowOf('keys')).toMatchObject({ failures: 1, error: 'cut off', ended_at: null })

  // The connection that holds the lock dies, while the work itself continues to hang.
  await database.pool.query(
    `select pg_terminate_backend(a.pid, 5000) from pg_stat_activity a join pg_locks l on l.pid = a.pid
     where l.locktype = 'advisory' and a.datname = current_database()`,
  )
  const second = two.look(job)
  await expect.poll(() => runs).toBe(2)
  goOn.resolve()
  await Promise.all([first, second])
  expect(await rowOf('keys')).toMatchObject({ failures: 0, error: null })
  await Promise.all([one.close(), two.close()])
})

it('a job shows its due time before its first run', async () => {
  const server = processOn({ now: start })
  const later: Job = { name: 'incoming', next: () => start + 5 * hour, run: async () => ({ rows: 0 }) }
  await server.look(later)
  expect(await rowOf('incoming')).toMatchObject({ began_at: null, next_at: new Date(start + 5 * hour) })
  await server.look({ ...later, next: () => start + 6 * hour })
  expect(await rowOf('incoming')).toMatchObject({ next_at: new Date(start + 6 * hour) })
  await server.close()
})

it('a stopped scheduler finishes the current run, and then starts no other', async () => {
  const { parts } = processOn({ now: start })
  const under = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const told: string[] = []
  const stop = startJobs(
    [
      {
        name: 'reconstruct',
        next: hourly,
        run: async () => {
          under.resolve()
          await goOn.promise
          told.push('run over')
          return { rows: 0 }
        },
      },
    ],
    parts,
  )
  await under.promise
  const stopped = stop().then(() => told.push('stopped'))
  goOn.resolve()
  await stopped
  expect(told).toEqual(['run over', 'stopped'])
  expect((await rowOf('reconstruct')).failures).toBe(0)
})

it('a nightly job is scheduled by the local time of its exchange, in summer and in winter', () => {
  const at = (text: string) => Date.parse(text)
  const newYork = dailyAt('US', '18:30')
  const cases: [last: string, next: string][] = [
    ['2026-07-17T22:30:00Z', '2026-07-18T22:30:00Z'],
    ['2026-07-17T22:29:59Z', '2026-07-17T22:30:00Z'],
    ['2026-01-15T23:31:00Z', '2026-01-16T23:30:00Z'],
    ['2026-10-31T22:30:00Z', '2026-11-01T23:30:00Z'],
    ['2026-03-07T23:30:00Z', '2026-03-08T22:30:00Z'],
  ]
  for (const [last, next] of cases) expect(newYork(at(last), 0)).toBe(at(next))
  expect(dailyAt('HKEX', '01:00')(at('2026-07-17T08:00:00Z'), 0)).toBe(at('2026-07-17T17:00:00Z'))
  expect(dailyAt('US', '02:30')(at('2026-03-07T12:00:00Z'), 0)).toBe(at('2026-03-08T06:30:00Z'))
  expect(newYork(undefined, start)).toBe(start)
})

it('a requested job runs once, and its log has the requester, the times and the outcome', async () => {
  await database.db.deleteFrom('job_run').where('name', '=', 'ex-dates').execute()
  const clock = { now: start }
  const [one, two] = [processOn(clock), processOn(clock)]
  let runs = 0
  let isBroken = false
  const job: Job = {
    name: 'ex-dates',
    next: hourly,
    run: async () => {
      if (isBroken) throw new Error('broken')
      clock.now += 2_000
      return { rows: ++runs, asAt: '2026-07-17' }
    },
  }
  const ask = (by: string) => database.write(tx => askForRun(tx, 'ex-dates', by, new Date(clock.now)))
  expect(await ask('Ann')).toBe(false)
  await one.look(job)
  expect(runs).toBe(1)
  expect(await ask('Ann')).toBe(true)
  await Promise.all([one.look(job), two.look(job)])
  await two.look(job)
  expect(runs).toBe(2)
  isBroken = true
  await ask('Bob')
  expect(await one.look(job)).toBe(clock.now + minute)
  // A request runs a failed job immediately, without waiting for the delay to end.
  isBroken = false
  await ask('Bob')
  await two.look(job)
  expect(await rowOf('ex-dates')).toMatchObject({ failures: 0, asked_at: null, asked_by: null })
  const log = await database.db
    .selectFrom('job_log')
    .selectAll()
    .where('name', '=', 'ex-dates')
    .orderBy('run_id')
    .execute()
  expect(log.map(({ asked_by, rows, error }) => [asked_by, rows, error])).toEqual([
    [null, 1, null],
    ['Ann', 2, null],
    ['Bob', null, 'Error: broken'],
    ['Bob', 3, null],
  ])
  expect(log[1]).toMatchObject({
    began_at: new Date(start + 2_000),
    ended_at: new Date(start + 4_000),
    as_at: '2026-07-17',
  })
  await Promise.all([one.close(), two.close()])
})

it('the log of a job keeps its newest fifty runs', async () => {
  const clock = { now: start }
  const server = processOn(clock)
  const job: Job = {
    name: 'witness' as never,
    next: (last, now) => (last === undefined ? now : last + 1),
    run: async () => ({ rows: 0 }),
  }
  for (let n = 0; n < 53; n++) {
    await server.look(job)
    clock.now += minute
  }
  const { rows } = await database.pool.query(`select from job_log where name = 'witness'`)
  expect(rows).toHaveLength(50)
  await server.close()
})

it('a process that waits for a job’s due time starts it immediately on request', async () => {
  const { parts } = processOn({ now: start })
  await database.db.deleteFrom('job_run').where('name', '=', 'movers').execute()
  let runs = 0
  const later = { name: 'movers' as const, next: () => start + 5 * hour, run: async () => ({ rows: ++runs }) }
  const stop = startJobs([later], parts)
  await expect.poll(() => rowOf('movers').catch(() => undefined)).toBeDefined()
  await database.write(tx => askForRun(tx, 'movers', 'Ann', new Date(start)))
  await expect.poll(() => runs).toBe(1)
  await stop()
})
