import { hash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import packageFile from '../../package.json' with { type: 'json' }
import type { Database } from '../db/database.ts'
import type { BodyBudget } from './body-budget.ts'
import { Unauthorized } from './client-errors.ts'

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
 * Metrics of all processes on this port, for Prometheus, at GET /metrics. Requests are counted by route pattern, never
 * by URL. Covers routes added after this call.
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

/** Adds a gauge whose value is read by `read` at each collection. */
function gauge(registry: Registry, name: string, help: string, read: () => number) {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

/** Adds a gauge with one label. */
function gaugeBy(registry: Registry, name: string, help: string, label: string, read: () => Record<string, number>) {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      for (const [text, value] of Object.entries(read())) this.set({ [label]: text }, value)
    },
  })
}

function watchEventLoop(app: FastifyInstance, registry: Registry) {
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  app.addHook('onClose', async () => void loop.disable())
  const help = 'How late timers were since the last reading.'
  gaugeBy(registry, 'finlist_event_loop_delay_seconds', help, 'quantile', () => {
    const late = { '0.5': loop.percentile(50), '0.99': loop.percentile(99), '1': loop.max }
    loop.reset()
    return Object.fromEntries(Object.entries(late).map(([quantile, ns]) => [quantile, ns / 1e9]))
  })
}

function watchProcess(registry: Registry) {
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time taken.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  gauge(registry, 'process_resident_memory_bytes', 'Memory held.', () => process.memoryUsage.rss())
  const heap = 'Memory of living objects and of those not yet collected.'
  gauge(registry, 'finlist_heap_used_bytes', heap, () => process.memoryUsage().heapUsed)
  new Gauge({
    name: 'finlist_info',
    help: 'Always 1; its labels say which version runs, on which Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
    collect() {
      this.set({ version: packageFile.version, node: process.version }, 1)
    },
  })
  gauge(registry, 'finlist_uptime_seconds', 'Since the process began.', () => process.uptime())
}

function watchPool(registry: Registry, { pool, changes, reports }: Database) {
  const help = 'Connections of the pool, and requests that wait for one.'
  gaugeBy(registry, 'finlist_database_connections', help, 'state', () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waited_for: pool.waitingCount,
  }))
  const alive = '1 while changes made elsewhere are heard.'
  gauge(registry, 'finlist_notices_alive', alive, () => (changes.alive ? 1 : 0))
  new Gauge({
    name: 'finlist_reports_lag_seconds',
    help: 'How far the standby for reports is behind; -1 while it does not answer, 0 where there is none.',
    registers: [registry],
    async collect() {
      const lag = await reports.lagSeconds().catch(() => undefined)
      this.set(lag === undefined ? -1 : (lag ?? 0))
    },
  })
}

function watchDoors({ server }: FastifyInstance, registry: Registry, bodies: BodyBudget) {
  const held = 'Bytes of request bodies held in memory, by share of the budget.'
  gaugeBy(registry, 'finlist_body_bytes', held, 'share', bodies.bytesHeld)
  new Counter({
    name: 'finlist_bodies_refused_total',
    help: 'Request bodies refused (503) since their share of the budget had no room.',
    labelNames: ['share'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [share, count] of Object.entries(bodies.refused())) this.inc({ share }, count)
    },
  })
  new Gauge({
    name: 'finlist_connections',
    help: 'Connections open.',
    registers: [registry],
    async collect() {
      const { promise, resolve } = Promise.withResolvers<number>()
      server.getConnections((_, count) => resolve(count))
      this.set(await promise)
    },
  })
}

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
