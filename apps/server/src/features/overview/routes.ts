import { overview } from '@finlist/contract/staff/overview'
import { closingsKnownUntil } from '@finlist/domain/calendar'
import { exchangeIds } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import type { Job } from '../../background/jobs.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { RecentErrors } from '../../http/recent-errors.ts'
import { serve } from '../../http/serve.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { daysPerhapsClosed } from '../../market-data/vendors/perhaps-closed.ts'
import type { Messenger } from '../../notifications/messenger.ts'
import type { LostMessages } from '../../notifications/queued-rows.ts'
import { readDrifted } from '../../research/learning/models.ts'
import { dataStates } from './data-states.ts'
import { sourceStates } from './sources.ts'
import { readBillingEmails, readDisputes, readEvents, readJobs, readServer } from './store.ts'

type Parts = {
  config: Config
  database: Database
  jobs: readonly Job[]
  post: Messenger
  failures: RecentErrors
  paymentProvider: object | undefined
  now: () => number
}

/** Routes that show staff the state of the installation. */
export function overviewRoutes(
  app: FastifyInstance,
  { config, database, jobs: all, post, failures, paymentProvider, now }: Parts,
) {
  const { db, changes } = database
  serve(app, overview, async ({ language }) => {
    const at = new Date(now())
    const [jobs, data, told, closed, drifted, sources, billingEmails, queue, disputes, events, server, lagSeconds] =
      await Promise.all([
        readJobs(
          db,
          all.map(({ name }) => name),
        ),
        dataStates(db, at.getTime()),
        readClosings(db),
        daysPerhapsClosed(db, at.getTime()),
        readDrifted(db),
        sourceStates(db, config, language),
        readBillingEmails(db, at),
        post.queued(),
        paymentProvider ? readDisputes(db, at) : null,
        paymentProvider ? readEvents(db, at) : null,
        readServer(db),
        database.reports.lagSeconds(),
      ])
    return {
      at: at.toISOString(),
      jobs,
      data,
      closings: exchangeIds.map(exchange => ({ exchange, knownUntil: closingsKnownUntil(exchange, told) })),
      perhapsClosed: closed,
      drifted,
      sources,
      mail: { billingEmails, queue: queue && { ...queue, lost: queue.lost.map(lostDto) } },
      disputes,
      events,
      failures: { ...failures, since: new Date(failures.since).toISOString() },
      server: {
        ...server,
        node: process.version,
        startedAt: new Date(failures.since).toISOString(),
        noticesAlive: changes.alive,
        reports: lagSeconds === null ? null : { lagSeconds: lagSeconds ?? null },
      },
    }
  })
}

const lostDto = ({ kind, count, last_at, fault }: LostMessages) => ({
  kind,
  count,
  lastAt: last_at.toISOString(),
  fault: (fault ?? '').slice(0, 200),
})
