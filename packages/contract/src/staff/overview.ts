import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoDate } from '../finlist.ts'

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
  'fundamentals',
  'rates',
] as const
export type DataKind = (typeof dataKinds)[number]

/**
 * All background jobs. Those in `marketJobs` exist once per market, such as `prices-HKEX`. Each job has texts for
 * staff.
 */
export const jobs = [
  'keys',
  'purge',
  'erase-accounts',
  'search-doubts',
  'one-spelling',
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
  'exchange-rates',
] as const
export const marketJobs = ['prices', 'fundamentals', 'propose', 'follow', 'chance', 'learn'] as const
export type JobName = (typeof jobs)[number] | `${(typeof marketJobs)[number]}-${ExchangeId}`

/** All kinds of outbound message. Each has texts for staff. */
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
  'outlook-drift',
  'billing',
] as const

const jobStates = ['waiting', 'running', 'failing'] as const

const job = z.object({
  name: z.string(),
  /** `failing`: the last run failed or was interrupted. */
  state: z.enum(jobStates),
  nextAt: instant,
  beganAt: moment,
  durationMs: z.nullable(z.number()),
  /** The time of the last successful run. */
  succeededAt: moment,
  rows: z.nullable(z.number()),
  asAt: z.nullable(isoDate),
  /** The number of failed runs since the last success. */
  failures: z.number(),
  /** The error of the last run; empty unless it failed. */
  error: z.string(),
})
export type OverviewJob = z.output<typeof job>

const dataState = z.object({
  kind: z.enum(dataKinds),
  /** Null if the data does not belong to one market. */
  exchange: z.nullable(z.enum(exchangeIds)),
  /** The newest day with data; null if there is no data. */
  asAt: z.nullable(isoDate),
  /** The number of completed trading days of the market since `asAt`; null if the data does not arrive daily. */
  daysBehind: z.nullable(z.number()),
  publishedAt: moment,
  /** The date of the first list that is refused unless newer data arrive; null if no list waits for this kind. */
  listRefused: z.nullable(isoDate),
})
export type DataState = z.output<typeof dataState>

export const sourceNames = ['eodhd', 'j-quants', 'finmind', 'folder', 'address'] as const
/** The permitted uses of a market's data: internal use only, display to subscribers, or redistribution. */
export const sourceUses = ['internal', 'display', 'export'] as const
export type SourceUse = (typeof sourceUses)[number]

const sourceState = z.object({
  exchange: z.enum(exchangeIds),
  source: z.enum(sourceNames),
  use: z.enum(sourceUses),
  /** The newest complete day. */
  lastDay: z.nullable(isoDate),
  rows: z.nullable(z.number()),
  /** The number of rejected rows of `lastDay`. */
  refused: z.nullable(z.number()),
  takenAt: moment,
  nextAt: moment,
  /**
   * The first rejected rows of the newest day that has any. A row with neither stock nor date gives the reason why a
   * whole day is missing.
   */
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
  /** The route's pattern, never the requested URL. */
  route: z.string(),
  status: z.number(),
  /** The request's id in the log. */
  requestId: z.string(),
})
export type FailedAnswer = z.output<typeof failedAnswer>
export const failedAnswersKept = 20

/** The state of the server: jobs, freshness of data, e-mail, webhook events and recent errors. */
export const overview = call({
  method: 'GET',
  path: '/admin/overview',
  needs: { right: 'staff', fresh: 'never' },
  data: z.object({
    at: instant,
    jobs: z.array(job),
    data: z.array(dataState),
    /** The last day for which each market's closings are known. After it, every weekday counts as a trading day. */
    closings: z.array(z.object({ exchange: z.enum(exchangeIds), knownUntil: isoDate })),
    /**
     * Trading days on which hardly any stock has a bar although the source responds. Staff can declare them closings.
     */
    perhapsClosed: z.array(
      z.object({ exchange: z.enum(exchangeIds), date: isoDate, stocks: z.number(), withoutBar: z.number() }),
    ),
    /** The markets in which what outlooks said drifted from what came, and the day on which that was noticed. */
    drifted: z.array(z.object({ exchange: z.enum(exchangeIds), on: isoDate })),
    /** The data sources that deliver prices automatically. */
    sources: z.array(sourceState),
    mail: z.object({
      billingEmails: z.object({
        waiting: z.number(),
        /** The number of waiting e-mails that have failed at least once. */
        retried: z.number(),
        /** The number that permanently failed in the last 30 days. */
        failed: z.number(),
        lastSentAt: moment,
      }),
      /** Codes and notices queued for e-mail and SMS; null if no mail server is configured. */
      queue: z.nullable(
        z.object({
          waiting: z.number(),
          failed: z.number(),
          /** The messages given up recently, by kind, newest first. `fault` is the error of the last one. */
          lost: z.array(z.object({ kind: z.string(), count: z.number(), lastAt: z.iso.datetime(), fault: z.string() })),
        }),
      ),
    }),
    /** Disputed payments: those that are open now, and those decided in the last 90 days; null if nothing is sold. */
    disputes: z.nullable(z.object({ open: z.number(), openCents: z.int(), lostCents: z.int(), wonCents: z.int() })),
    /** Webhook events of the payment provider; null if nothing is sold. */
    events: z.nullable(
      z.object({
        waiting: z.number(),
        /** The number of waiting events that have failed at least once. */
        failing: z.number(),
        oldestWaitingAt: moment,
        lastReceivedAt: moment,
        lastError: z.string(),
      }),
    ),
    /** The 5xx responses of this process. */
    failures: z.object({ since: instant, count: z.number(), newest: z.array(failedAnswer) }),
    server: z.object({
      version: z.string(),
      node: z.string(),
      startedAt: instant,
      database: z.string(),
      databaseBytes: z.number(),
      migration: z.string(),
      migratedAt: instant,
      /** False if change notifications are down. Caches are then bypassed, and every read goes to the database. */
      noticesAlive: z.boolean(),
      /**
       * The standby database that is used for reports; null if none is configured. `lagSeconds` is its replication lag;
       * null if the standby does not respond.
       */
      reports: z.nullable(z.object({ lagSeconds: z.nullable(z.number()) })),
    }),
  }),
})
export type Overview = z.output<(typeof overview)['data']>
