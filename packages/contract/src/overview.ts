import { exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'

const instant = z.iso.datetime()
const moment = z.nullable(instant)

export const dataKinds = [
  'prices',
  'finlist',
  'markettrend',
  'shareholding',
  'movers',
  'profit-alerts',
  'videos',
] as const
export type DataKind = (typeof dataKinds)[number]

export const jobStates = ['waiting', 'running', 'failing'] as const

const job = z.object({
  name: z.string(),
  /** `failing`: the last run failed or was cut off. */
  state: z.enum(jobStates),
  nextAt: instant,
  beganAt: moment,
  durationMs: z.nullable(z.number()),
  /** Of the last run that succeeded. */
  succeededAt: moment,
  rows: z.nullable(z.number()),
  asAt: z.nullable(isoDate),
  /** Runs that failed since. */
  failures: z.number(),
  /** Why the last one failed; empty unless it did. */
  error: z.string(),
})
export type OverviewJob = z.output<typeof job>

const dataState = z.object({
  kind: z.enum(dataKinds),
  /** Null: of no one market. */
  exchange: z.nullable(z.enum(exchangeIds)),
  /** The newest day the data hold; null: none are loaded. */
  asAt: z.nullable(isoDate),
  /** Trading days of the market that are over and newer than that; null where days do not count. */
  daysBehind: z.nullable(z.number()),
  publishedAt: moment,
})
export type DataState = z.output<typeof dataState>

const failedAnswer = z.object({
  at: instant,
  method: z.string(),
  /** The call's address as the server names it, never what somebody sent. */
  route: z.string(),
  status: z.number(),
  /** Finds it in the log. */
  requestId: z.string(),
})
export type FailedAnswer = z.output<typeof failedAnswer>
export const failedAnswersKept = 20

/** How the house stands: its jobs, how fresh its data are, its mail, the payment provider's events, and what went wrong. */
export const overview = call({
  method: 'GET',
  path: '/admin/overview',
  needs: 'staff',
  data: z.object({
    at: instant,
    jobs: z.array(job),
    data: z.array(dataState),
    mail: z.object({
      letters: z.object({
        waiting: z.number(),
        /** Of those, tried at least once. */
        retried: z.number(),
        /** Given up, of the last 30 days. */
        failed: z.number(),
        lastSentAt: moment,
      }),
      /** Codes and notices in the queue of mail and text messages; null where nothing is handed to a mail server. */
      queue: z.nullable(z.object({ waiting: z.number(), failed: z.number() })),
    }),
    /** From the payment provider; null where nothing is sold. */
    events: z.nullable(
      z.object({
        waiting: z.number(),
        /** Of those, tried at least once in vain. */
        failing: z.number(),
        oldestWaitingAt: moment,
        lastReceivedAt: moment,
        lastError: z.string(),
      }),
    ),
    /** What this process answered with 5xx. */
    failures: z.object({ since: instant, count: z.number(), newest: z.array(failedAnswer) }),
    server: z.object({
      version: z.string(),
      node: z.string(),
      startedAt: instant,
      database: z.string(),
      databaseBytes: z.number(),
      migration: z.string(),
      migratedAt: instant,
      /** False: memories are off and every look reads the database. */
      noticesAlive: z.boolean(),
    }),
  }),
})
export type Overview = z.output<(typeof overview)['data']>
