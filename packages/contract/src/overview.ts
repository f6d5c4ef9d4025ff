import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
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

/**
 * Every job of the server; each of `marketJobs` exists once per market, such as `prices-HKEX`. Each has texts for
 * staff.
 */
export const jobs = [
  'keys',
  'purge',
  'erase-accounts',
  'weekly-letters',
  'shareholding',
  'movers',
  'affiliate-months',
  'ex-dates',
  'incoming',
  'missing-days',
  'reconstruct',
  'publish-lists',
  'record-witnesses',
] as const
export const marketJobs = ['prices', 'propose', 'follow', 'chance'] as const
export type JobName = (typeof jobs)[number] | `${(typeof marketJobs)[number]}-${ExchangeId}`

/** Every kind of message that is sent to people, with its texts for staff. */
export const messageNames = [
  'sign-in',
  'prove-email',
  'email-changed',
  'phone-added',
  'phone-proved',
  'phone-changed',
  'second-factor-off',
  'new-browser',
  'account-secured',
  'device-copied',
  'deletion',
  'sms-total',
  'day-missing',
  'list-missing',
  'lists-wait',
  'billing',
] as const

const jobStates = ['waiting', 'running', 'failing'] as const

const job = z.object({
  name: z.string(),
  /** `failing`: the last run failed or was cut off. */
  state: z.enum(jobStates),
  nextAt: instant,
  beganAt: moment,
  durationMs: z.nullable(z.number()),
  /** When the last successful run was. */
  succeededAt: moment,
  rows: z.nullable(z.number()),
  asAt: z.nullable(isoDate),
  /** Failed runs since then. */
  failures: z.number(),
  /** The last failure's reason; empty unless it failed. */
  error: z.string(),
})
export type OverviewJob = z.output<typeof job>

const dataState = z.object({
  kind: z.enum(dataKinds),
  /** Null: not for one market. */
  exchange: z.nullable(z.enum(exchangeIds)),
  /** The newest day the data hold; null: none are loaded. */
  asAt: z.nullable(isoDate),
  /** Completed trading days of the market newer than that; null where days do not count. */
  daysBehind: z.nullable(z.number()),
  publishedAt: moment,
})
export type DataState = z.output<typeof dataState>

export const sourceNames = ['eodhd', 'j-quants', 'finmind', 'folder', 'address'] as const
/** What a market's data may be used for: internal use only, display to subscribers, or redistribution. */
export const sourceUses = ['internal', 'display', 'export'] as const
export type SourceUse = (typeof sourceUses)[number]

const sourceState = z.object({
  exchange: z.enum(exchangeIds),
  source: z.enum(sourceNames),
  use: z.enum(sourceUses),
  /** The newest day that arrived complete. */
  lastDay: z.nullable(isoDate),
  rows: z.nullable(z.number()),
  /** Rows of that day that were left out. */
  refused: z.nullable(z.number()),
  takenAt: moment,
  nextAt: moment,
  /** The first rows left out of the newest day that had any left out; with neither stock nor date, why no day came. */
  leftOut: z.array(
    z.object({
      stockCode: z.nullable(z.string()),
      date: z.nullable(isoDate),
      reason: z.string().check(z.maxLength(1_000)),
    }),
  ),
})
export type SourceState = z.output<typeof sourceState>

const failedAnswer = z.object({
  at: instant,
  method: z.string(),
  /** The route's pattern, never the URL that a client sent. */
  route: z.string(),
  status: z.number(),
  /** The request's id in the log. */
  requestId: z.string(),
})
export type FailedAnswer = z.output<typeof failedAnswer>
export const failedAnswersKept = 20

/** The state of the server: its jobs, data freshness, mail, webhook events, and recent errors. */
export const overview = call({
  method: 'GET',
  path: '/admin/overview',
  needs: { right: 'staff', fresh: 'never' },
  data: z.object({
    at: instant,
    jobs: z.array(job),
    data: z.array(dataState),
    /** Until when each market's closings are known; after that every weekday counts as a trading day. */
    closings: z.array(z.object({ exchange: z.enum(exchangeIds), knownUntil: isoDate })),
    /** The sources that deliver prices automatically. */
    sources: z.array(sourceState),
    mail: z.object({
      billingEmails: z.object({
        waiting: z.number(),
        /** Of those, attempted at least once. */
        retried: z.number(),
        /** Failed for good, in the last 30 days. */
        failed: z.number(),
        lastSentAt: moment,
      }),
      /** Codes and notices in the queue of mail and text messages; null where no mail server is configured. */
      queue: z.nullable(
        z.object({
          waiting: z.number(),
          failed: z.number(),
          /** Messages given up in the last days, by kind, newest first; `fault`: why the last of them was. */
          lost: z.array(z.object({ kind: z.string(), count: z.number(), lastAt: z.iso.datetime(), fault: z.string() })),
        }),
      ),
    }),
    /** Disputed payments: those open now, and those decided in the last 90 days; null where nothing is sold. */
    disputes: z.nullable(z.object({ open: z.number(), openCents: z.int(), lostCents: z.int(), wonCents: z.int() })),
    /** Webhook events of the payment provider; null where nothing is sold. */
    events: z.nullable(
      z.object({
        waiting: z.number(),
        /** Of those, with at least one failed attempt. */
        failing: z.number(),
        oldestWaitingAt: moment,
        lastReceivedAt: moment,
        lastError: z.string(),
      }),
    ),
    /** This process's 5xx responses. */
    failures: z.object({ since: instant, count: z.number(), newest: z.array(failedAnswer) }),
    server: z.object({
      version: z.string(),
      node: z.string(),
      startedAt: instant,
      database: z.string(),
      databaseBytes: z.number(),
      migration: z.string(),
      migratedAt: instant,
      /** False: caches are off and every read goes to the database. */
      noticesAlive: z.boolean(),
      /** How far the standby that reports are read from lags, null while it does not answer; null: there is none. */
      reports: z.nullable(z.object({ lagSeconds: z.nullable(z.number()) })),
    }),
  }),
})
export type Overview = z.output<(typeof overview)['data']>
