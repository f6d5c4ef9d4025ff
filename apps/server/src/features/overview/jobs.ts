import { type JobRun, jobLog, runJob, runsKept } from '@finlist/contract/staff/jobs'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { askForRun, type Job } from '../../background/jobs.ts'
import { audit } from '../../db/audit.ts'
import type { Database, Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'

type Parts = { database: Database; jobs: readonly Job[]; now: () => number }

/** Routes for the results of a job's runs, and for running it now. */
export function jobRoutes(app: FastifyInstance, { database, jobs, now }: Parts) {
  const assertKnown = (name: string) => {
    if (!jobs.some(job => job.name === name)) throw new NotFound()
  }

  serve(app, jobLog, async ({ params: { name } }) => {
    assertKnown(name)
    return await readJobLog(database.db, name)
  })

  serve(app, runJob, async ({ caller: { userId: byUserId }, params: { name } }) => {
    assertKnown(name)
    const at = new Date(now())
    await database.write(async tx => {
      const by = await tx
        .selectFrom('users')
        .select(['email', 'name'])
        .where('user_id', '=', byUserId)
        .executeTakeFirstOrThrow()
      if (!(await askForRun(tx, name, by.name || by.email, at))) throw new NotFound()
      await audit(tx, { byUserId, aboutUserId: null, action: 'job-run', facts: { job: name }, reason: '', at })
    })
    return { askedAt: at.toISOString() }
  })
}

export async function readJobLog(db: Db, name: string): Promise<JobRun[]> {
  const rows = await db
    .selectFrom('job_log')
    .selectAll()
    .where('name', '=', name)
    .orderBy('run_id', 'desc')
    .limit(runsKept)
    .execute()
  return rows.map(runOf)
}

export const runOf = (row: Selectable<Tables['job_log']>): JobRun => ({
  beganAt: row.began_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  askedBy: row.asked_by,
  rows: row.rows,
  asAt: row.as_at,
  error: row.error ?? '',
})
