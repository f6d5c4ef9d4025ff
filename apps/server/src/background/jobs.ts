import { runsKept } from '@finlist/contract/staff/jobs'
import type { JobName } from '@finlist/contract/staff/overview'
import type { Insertable, Updateable } from 'kysely'
import type { Database, Db, Tx } from '../db/database.ts'
import { Busy, Locks } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'
import { ClientError } from '../http/client-errors.ts'
import { Repeated } from './repeated.ts'

/**
 * A scheduled job. `next` returns the time of the next run (ms), given the start of the last one; a past time means
 * immediately. `run` returns the number of rows written and, for imports, the day of the data (YYYY-MM-DD). A run may
 * be interrupted at any point, and is then repeated.
 */
export type Job = {
  name: JobName
  /**
   * Whether the job imports the current day's data. When a demo's clock moves over many days, such a job runs only
   * once, at the end.
   */
  brings?: boolean
  /** Whether the job takes minutes. A demo's clock moves on without it; it then runs in the background. */
  isLong?: true
  next(last: number | undefined, now: number): number | Promise<number>
  run(now: number): Promise<{ rows: number; asAt?: string }>
}

type Parts = {
  database: Database
  /** Current time, in ms since the epoch. */
  now: () => number
  log: { warn(details: object, message: string): void }
}

const shortestWaitMs = 1_000
const longestWaitMs = 30_000
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
const mostErrorChars = 500
/** Stored as the error of a run in progress; it remains if the process dies. */
const cutOff = 'cut off'

/**
 * Schedules every job in every process; each run is executed by only one of them and recorded in `job_run`. A failed
 * run is retried after a minute, then after growing pauses of up to an hour. Returns a function that stops the jobs and
 * waits for running ones.
 */
export function startJobs(jobs: Job[], parts: Parts): () => Promise<void> {
  const repeated = new Repeated(parts.log)
  const locks = new Locks(parts.database)
  const wakes = jobs.map(job =>
    repeated.every(`job ${job.name}`, longestWaitMs, async () =>
      Math.max((await runIfDue(job, locks, parts)) - parts.now(), shortestWaitMs),
    ),
  )
  parts.database.changes.on('jobs', () => {
    for (const wake of wakes) wake()
  })
  return async () => {
    await repeated.stop()
    await locks.close()
  }
}

/**
 * Runs the job if it is due and not running in another process; stores and logs a failure. Returns the time, in ms, at
 * which it is due next.
 */
export async function runIfDue(job: Job, locks: Locks, parts: Parts): Promise<number> {
  const { dueAt } = await lastRun(job, parts)
  if (dueAt > parts.now()) return dueAt
  const runOnce = async () => {
    const last = await lastRun(job, parts)
    return last.dueAt > parts.now() ? last.dueAt : await run(job, last, parts)
  }
  try {
    return await locks.hold(`job ${job.name}`, runOnce, 0)
  } catch (error) {
    if (!(error instanceof Busy)) throw error
    return parts.now() + longestWaitMs
  }
}

/** The state after the job's last run. Also stores the due time, so that staff can see it before the first run. */
async function lastRun(job: Job, { database: { db }, now }: Parts) {
  const row = await db
    .selectFrom('job_run')
    .select(['began_at', 'next_at', 'failures', 'asked_at', 'asked_by'])
    .where('name', '=', job.name)
    .executeTakeFirst()
  if (row?.asked_at) return { dueAt: now(), failures: row.failures, askedBy: row.asked_by }
  if (row && row.failures > 0) return { dueAt: row.next_at.getTime(), failures: row.failures, askedBy: null }
  const dueAt = await job.next(row?.began_at?.getTime(), now())
  const next_at = new Date(dueAt)
  if (row?.next_at.getTime() !== dueAt)
    await db
      .insertInto('job_run')
      .values({ name: job.name, next_at })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ next_at }).where('job_run.failures', '=', 0))
      .execute()
  return { dueAt, failures: 0, askedBy: null }
}

/** Runs the job. The run is stored as failed until it succeeds, so that it is retried if the process dies. */
async function run(
  job: Job,
  { failures, askedBy }: { failures: number; askedBy: string | null },
  { database: { db }, now, log }: Parts,
): Promise<number> {
  const beganAt = now()
  // Uses the machine's clock, because a demo's clock may be moved by years while a job runs.
  const begun = performance.now()
  const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(failures, 10), longestPauseMs)
  const keep = (row: Updateable<Tables['job_run']>) =>
    db.updateTable('job_run').set(row).where('name', '=', job.name).execute()
  const ended = () => ({ ended_at: new Date(now()), duration_ms: Math.round(performance.now() - begun) })
  await keep({
    began_at: new Date(beganAt),
    next_at: new Date(beganAt + pauseMs),
    failures: Math.min(failures + 1, 1_000),
    error: cutOff,
    failed_at: new Date(beganAt),
    asked_at: null,
    asked_by: null,
  })
  const note = await beginNote(db, { name: job.name, asked_by: askedBy, began_at: new Date(beganAt), error: cutOff })
  try {
    const { rows, asAt = null } = await job.run(beganAt)
    const dueAt = await job.next(beganAt, now())
    await note({ ended_at: new Date(now()), rows, as_at: asAt, error: null })
    await keep({
      ...ended(),
      rows,
      as_at: asAt,
      succeeded_at: new Date(now()),
      next_at: new Date(dueAt),
      failures: 0,
      error: null,
    })
    return dueAt
  } catch (error) {
    log.warn({ err: error, job: job.name, failures: failures + 1 }, 'a job failed')
    const dueAt = now() + pauseMs
    const reason = textOf(error).slice(0, mostErrorChars)
    await note({ ended_at: new Date(now()), error: reason })
    await keep({ ...ended(), next_at: new Date(dueAt), error: reason, failed_at: new Date(now()) })
    return dueAt
  }
}

const textOf = (error: unknown): string =>
  error instanceof ClientError
    ? error
        .entries('en')
        .map(({ message }) => message)
        .join(' ')
    : String(error)

/** Adds the run to the job's log and deletes the oldest entries. The returned function completes the entry. */
async function beginNote(db: Db, begun: Insertable<Tables['job_log']>) {
  const { run_id } = await db.insertInto('job_log').values(begun).returning('run_id').executeTakeFirstOrThrow()
  const kept = db
    .selectFrom('job_log')
    .select('run_id')
    .where('name', '=', begun.name)
    .orderBy('run_id', 'desc')
    .limit(runsKept)
  await db.deleteFrom('job_log').where('name', '=', begun.name).where('run_id', 'not in', kept).execute()
  return (row: Updateable<Tables['job_log']>) =>
    db.updateTable('job_log').set(row).where('run_id', '=', run_id).execute()
}

/**
 * Requests a run of the job. It starts when a server has been notified and the current run, if any, has ended. Returns
 * false if no server has such a job.
 */
export async function askForRun(tx: Tx, name: string, askedBy: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job_run')
    .set({ asked_at: at, asked_by: askedBy })
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
