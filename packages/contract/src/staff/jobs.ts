import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoDate } from '../finlist.ts'

const instant = z.iso.datetime()
const ofJob = z.object({ name: z.string().check(z.regex(/^[a-z]+(-[a-zA-Z]+)*$/), z.maxLength(60)) })

/** The number of runs stored in a job's log. */
export const runsKept = 50

const jobRun = z.object({
  beganAt: instant,
  /** Null while the run is in progress, or if its process died. */
  endedAt: z.nullable(instant),
  /** The name of the user who started the run; null for a scheduled run. */
  askedBy: z.nullable(z.string()),
  rows: z.nullable(z.number()),
  asAt: z.nullable(isoDate),
  /** The error if the run failed, otherwise empty. */
  error: z.string(),
})
export type JobRun = z.output<typeof jobRun>

/** A job's latest 50 runs, newest first. */
export const jobLog = call({
  method: 'GET',
  path: '/admin/jobs/:name/log',
  needs: { right: 'staff', fresh: 'never' },
  params: ofJob,
  data: z.array(jobRun).check(z.maxLength(runsKept)),
})

/** Runs a job now or, if it is running, once more after that run. A job never runs twice at the same time. */
export const runJob = call({
  method: 'POST',
  path: '/admin/jobs/:name/run',
  needs: { right: 'admin', fresh: 'never' },
  params: ofJob,
  data: z.object({ askedAt: instant }),
})
