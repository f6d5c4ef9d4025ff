import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'

const instant = z.iso.datetime()
const ofJob = z.object({ name: z.string().check(z.regex(/^[a-z]+(-[a-zA-Z]+)*$/), z.maxLength(60)) })

/** How many runs of a job its log keeps. */
export const runsKept = 50

const jobRun = z.object({
  beganAt: instant,
  /** Null: it is running, or its process died. */
  endedAt: z.nullable(instant),
  /** The person who requested it; null: it was due. */
  askedBy: z.nullable(z.string()),
  rows: z.nullable(z.number()),
  asAt: z.nullable(isoDate),
  /** Why it failed; empty unless it did. */
  error: z.string(),
})
export type JobRun = z.output<typeof jobRun>

/** The newest runs of a job, newest first. */
export const jobLog = call({
  method: 'GET',
  path: '/admin/jobs/:name/log',
  needs: { right: 'staff', fresh: 'never' },
  params: ofJob,
  data: z.array(jobRun).check(z.maxLength(runsKept)),
})

/** Runs a job now; if it is already running, once more after that. It never runs twice at the same time. */
export const runJob = call({
  method: 'POST',
  path: '/admin/jobs/:name/run',
  needs: { right: 'admin', fresh: 'never' },
  params: ofJob,
  data: z.object({ askedAt: instant }),
})
