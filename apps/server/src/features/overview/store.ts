import type { Overview } from '@finlist/contract/staff/overview'
import { sql } from 'kysely'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Db } from '../../db/database.ts'

const monthMs = 30 * 86_400_000
const iso = (at: Date | null | undefined) => at?.toISOString() ?? null

/** The named jobs: failing ones first, then by next due time. */
export async function readJobs(db: Db, names: string[]): Promise<Overview['jobs']> {
  const rows = await db
    .selectFrom('job_run')
    .selectAll()
    .where('name', 'in', names)
    .orderBy('next_at')
    .orderBy('name')
    .execute()
  const jobs = rows.map(row => {
    const isRunning = row.began_at !== null && (row.ended_at === null || row.ended_at < row.began_at)
    // A run in progress is stored as a failure until it ends. While it runs, a single earlier failure is ignored,
    // because usually a restart interrupted that earlier run.
    const failures = isRunning && row.failures <= 2 ? 0 : row.failures - Number(isRunning)
    const state: Overview['jobs'][number]['state'] = failures > 0 ? 'failing' : isRunning ? 'running' : 'waiting'
    return {
      name: row.name,
      state,
      nextAt: row.next_at.toISOString(),
      beganAt: iso(row.began_at),
      durationMs: isRunning ? null : row.duration_ms,
      succeededAt: iso(row.succeeded_at),
      rows: row.rows,
      asAt: row.as_at,
      failures,
      error: failures > 0 ? (row.error ?? '') : '',
    }
  })
  return jobs.toSorted((a, b) => Number(b.state === 'failing') - Number(a.state === 'failing'))
}

export async function readBillingEmails(db: Db, now: Date): Promise<Overview['mail']['billingEmails']> {
  const { rows } = await sql<{ waiting: number; retried: number; failed: number; last_sent_at: Date | null }>`
    select count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'waiting' and attempts > 0) as retried,
      count(*) filter (where state = 'failed' and settled_at > ${new Date(now.getTime() - monthMs)}) as failed,
      max(settled_at) filter (where state = 'sent') as last_sent_at
    from billing_email`.execute(db)
  const { last_sent_at, ...counts } = rows[0]!
  return { ...counts, lastSentAt: iso(last_sent_at) }
}

export async function readEvents(db: Db, now: Date): Promise<NonNullable<Overview['events']>> {
  const { rows } = await sql<{
    waiting: number
    failing: number
    oldest: Date | null
    last: Date | null
    error: string | null
  }>`
    select count(*) as waiting, count(*) filter (where attempts > 0) as failing, min(received_at) as oldest,
      (select max(received_at) from billing_event where created_at >= ${new Date(now.getTime() - monthMs)}) as last,
      (array_agg(error order by try_at desc) filter (where error is not null))[1] as error
    from billing_event where applied_at is null`.execute(db)
  const { waiting, failing, oldest, last, error } = rows[0]!
  return { waiting, failing, oldestWaitingAt: iso(oldest), lastReceivedAt: iso(last), lastError: error ?? '' }
}

export async function readDisputes(db: Db, now: Date): Promise<NonNullable<Overview['disputes']>> {
  const since = new Date(now.getTime() - 3 * monthMs)
  const { rows } = await sql<NonNullable<Overview['disputes']>>`
    select count(*) filter (where state = 'open') as open,
      coalesce(sum(cents) filter (where state = 'open'), 0) as "openCents",
      coalesce(sum(cents) filter (where state = 'lost' and lost_at > ${since}), 0) as "lostCents",
      coalesce(sum(cents) filter (where state = 'won' and won_at > ${since}), 0) as "wonCents"
    from dispute`.execute(db)
  return rows[0]!
}

export async function readServer(db: Db) {
  const { rows } = await sql<{ database: string; bytes: number; migration: string; migrated_at: Date }>`
    select current_setting('server_version') as database, pg_database_size(current_database()) as bytes,
      name as migration, applied_at as migrated_at
    from migration where name not like '%/%' order by applied_at desc, name desc limit 1`.execute(db)
  const { database, bytes, migration, migrated_at } = rows[0]!
  return {
    version: packageFile.version,
    database,
    databaseBytes: bytes,
    migration,
    migratedAt: migrated_at.toISOString(),
  }
}
