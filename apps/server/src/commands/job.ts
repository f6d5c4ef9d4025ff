import { setTimeout as wait } from 'node:timers/promises'
import type { JobRun } from '@finlist/contract/staff/jobs'
import { askForRun } from '../background/jobs.ts'
import { audit, commandLine } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { readJobLog, runOf } from '../features/overview/jobs.ts'
import { CommandError, withDatabase } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist job list [--json]
finlist job log NAME [--json]
finlist job run NAME

list prints every job with its last run and when it is due; log the newest runs of one, the last first. run has a running
server do it now, or once more after the run that is under way, waits for the end, and ends with 1 where it failed.
--json prints a list of objects.`

const options = readTyped(usage, typed => {
  const isJson = typed.includes('--json')
  const [verb, name, ...rest] = typed.filter(word => word !== '--json')
  if (verb === 'list' && name === undefined) return { verb, name: '', isJson }
  if ((verb === 'log' || (verb === 'run' && !isJson)) && name !== undefined && rest.length === 0)
    return { verb, name, isJson }
  throw new CommandError(`${typed.join(' ')}: not understood`)
})

const lookEveryMs = 200
const patienceMs = 60_000
const write = (line: string) => void process.stdout.write(`${line}\n`)

await withDatabase(async (database, _, now) => {
  if (options.verb === 'list') return await list(database)
  await assertKnown(database)
  if (options.verb === 'log') return await log(database)
  await run(database, now)
})

async function list({ db }: Database) {
  const rows = await db.selectFrom('job_run').selectAll().orderBy('name').execute()
  const jobs = rows.map(row => ({
    name: row.name,
    beganAt: row.began_at?.toISOString() ?? null,
    succeededAt: row.succeeded_at?.toISOString() ?? null,
    nextAt: row.next_at.toISOString(),
    failures: row.failures,
    error: row.error ?? '',
  }))
  if (options.isJson) return write(JSON.stringify(jobs, null, 2))
  const width = Math.max(0, ...jobs.map(({ name }) => name.length))
  for (const { name, succeededAt, nextAt, failures, error } of jobs) {
    const state = failures > 0 ? `failed ${failures} times: ${error}` : `succeeded ${succeededAt ?? 'never'}`
    write(`${name.padEnd(width)}  next ${nextAt}  ${state}`)
  }
}

async function log({ db }: Database) {
  const runs = await readJobLog(db, options.name)
  if (options.isJson) return write(JSON.stringify(runs, null, 2))
  for (const run of runs) write(lineOf(run))
}

function lineOf({ beganAt, endedAt, askedBy, rows, asAt, error }: JobRun): string {
  const seconds = endedAt && ((Date.parse(endedAt) - Date.parse(beganAt)) / 1_000).toFixed(1)
  const facts = [
    endedAt ? `${seconds} s` : 'under way, or cut off',
    rows !== null && `${rows} rows`,
    asAt && `as at ${asAt}`,
    askedBy && `asked for by ${askedBy}`,
    endedAt && error !== '' && `FAILED: ${error}`,
  ]
  return `${beganAt}  ${facts.filter(Boolean).join(', ')}`
}

async function assertKnown({ db }: Database) {
  const names = (await db.selectFrom('job_run').select('name').orderBy('name').execute()).map(({ name }) => name)
  if (!names.includes(options.name))
    throw new CommandError(
      `${options.name}: no such job. There are ${names.join(', ') || 'none: start the server first'}`,
    )
}

async function run(database: Database, now: () => number) {
  const { db } = database
  const newest = await db
    .selectFrom('job_log')
    .select(({ fn }) => fn.max('run_id').as('run_id'))
    .where('name', '=', options.name)
    .executeTakeFirst()
  const mine = async () =>
    await db
      .selectFrom('job_log')
      .selectAll()
      .where('name', '=', options.name)
      .where('run_id', '>', newest?.run_id ?? 0)
      .where('asked_by', '=', commandLine)
      .orderBy('run_id')
      .limit(1)
      .executeTakeFirst()
  if (await isHeld(database)) write(`${options.name} is under way, and runs once more after that`)
  const at = new Date(now())
  await database.write(async tx => {
    await askForRun(tx, options.name, commandLine, at)
    const facts = { job: options.name }
    await audit(tx, { byUserId: null, aboutUserId: null, action: 'job-run', facts, reason: '', at })
  })
  const giveUpAt = performance.now() + patienceMs
  let found = await mine()
  while (!found?.ended_at) {
    if (!found && performance.now() > giveUpAt && !(await isHeld(database)))
      throw new CommandError(`${options.name}: no server has begun it within a minute. Is one running with this job?`)
    await wait(lookEveryMs)
    found = await mine()
  }
  const done = runOf(found)
  write(lineOf(done))
  if (done.error !== '') process.exitCode = 1
}

/** Whether a server holds the job's lock, which means that it is running the job. */
async function isHeld({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ held: boolean }>(
    `with hash as (select hashtextextended($1, 0) as key)
     select exists (select from pg_locks, hash where locktype = 'advisory' and granted and objsubid = 1
       and classid::bigint = (key >> 32) & 4294967295 and objid::bigint = key & 4294967295) as held`,
    [`job ${options.name}`],
  )
  return rows[0]!.held
}
