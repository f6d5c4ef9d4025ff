import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  AggregatorRegistry,
  Counter,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { Database } from '../db/database.ts'
import type { BodyBudget } from './body-budget.ts'
import { Unauthorized } from './client-errors.ts'
import { gauge, gaugeBy, watchDoors, watchEventLoop, watchPool, watchProcess } from './gauges.ts'

/** One process's metrics. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[]

/** The server's other processes; this one is number `number`. */
export type Peers = {
  number: number
  /** Sets the function that returns this process's metrics when another process asks for them. */
  tell(own: () => Promise<Figures>): void
  /** The metrics of every process that responds, including this one. */
  figures(): Promise<Figures[]>
}

type Watched = {
  database: Database
  /** The bearer token required to read the metrics. */
  token: string
  /** The mail queue's length; null without a queue. */
  queued(): Promise<{ waiting: number; failed: number } | null>
  bodies: BodyBudget
  /** Undefined if only one process is listening. */
  colleagues?: Peers | undefined
  now: () => number
}

/**
 * Serves the metrics of all processes on this port, for Prometheus, at GET `path`. Requests are counted by route
 * pattern, never by URL. Covers routes added after this call.
 */
export function serveMetrics(
  app: FastifyInstance,
  path: string,
  { database, token, queued, bodies, colleagues, now }: Watched,
) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'finlist_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'finlist_request_seconds',
    help: 'Time until the answer was out.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    requests.inc({ method, route: routeOptions.url ?? 'none', status: String(statusCode) })
    latency.observe(elapsedTime / 1_000)
    done()
  })
  watchEventLoop(app, registry)
  watchProcess(registry)
  watchPool(registry, database)
  watchDoors(app, registry, bodies)

  const own = async (): Promise<Figures> => {
    const figures = await registry.getMetricsAsJSON()
    return colleagues ? figures.map(one => withLabel(one, 'worker', String(colleagues.number))) : figures
  }
  colleagues?.tell(own)

  app.get(path, async (request, reply): Promise<FastifyReply> => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Unauthorized()
    const ofProcesses = AggregatorRegistry.aggregate(colleagues ? await colleagues.figures() : [await own()])
    const ofAll = new Registry()
    await addQueues(ofAll, database, queued)
    await addJobs(ofAll, database, now())
    const page = `${await ofProcesses.metrics()}${await ofAll.metrics()}`.replaceAll('\n\n', '\n')
    return reply.type(ofAll.contentType).send(page)
  })
}

const withLabel = (metric: Figures[number], name: string, text: string): Figures[number] => ({
  ...metric,
  values: metric.values.map(value => ({ ...value, labels: { ...value.labels, [name]: text } })),
})

/** Adds the gauges of queues. Omits values that the database cannot return at the moment. */
async function addQueues(registry: Registry, { db }: Database, queued: Watched['queued']) {
  const counts = await Promise.all([
    db
      .selectFrom('billing_email')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('billing_event')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('applied_at', 'is', null)
      .executeTakeFirstOrThrow(),
    queued(),
  ]).catch(() => undefined)
  gauge(registry, 'finlist_database_up', '1 when the database answers.', () => (counts ? 1 : 0))
  if (!counts) return
  const [billingEmails, events, mail] = counts
  const help = 'What waits: billing e-mails, events of the payment provider, mail and SMS.'
  gaugeBy(registry, 'finlist_queue_length', help, 'queue', () => ({
    letters: billingEmails.n,
    payment_events: events.n,
    ...(mail && { mail: mail.waiting }),
  }))
  if (mail) gauge(registry, 'finlist_mail_failed', 'Mail and SMS given up.', () => mail.failed)
}

async function addJobs(registry: Registry, { db }: Database, now: number) {
  const jobs = await db
    .selectFrom('job_run')
    .select(['name', 'succeeded_at', 'failures', 'next_at'])
    .orderBy('name')
    .execute()
    .catch(() => [])
  const by = (name: string, help: string, read: (job: (typeof jobs)[number]) => number | undefined) =>
    gaugeBy(registry, name, help, 'job', () =>
      Object.fromEntries(
        jobs.flatMap(job => {
          const value = read(job)
          return value === undefined ? [] : [[job.name, value]]
        }),
      ),
    )
  const secondsSince = (at: Date) => (now - at.getTime()) / 1_000
  by('finlist_job_age_seconds', 'Since a job last succeeded.', job =>
    job.succeeded_at ? secondsSince(job.succeeded_at) : undefined,
  )
  const late = 'Since a job should have run; below 0 when its time is to come.'
  by('finlist_job_late_seconds', late, job => secondsSince(job.next_at))
  by('finlist_job_failures', 'Failed runs since a job last succeeded.', job => job.failures)
}

const digest = (text: string) => hash('sha256', text, 'buffer')
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))
