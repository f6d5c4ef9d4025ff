import { hash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../db/database.ts'
import { Unauthorized } from './client-errors.ts'
import { Exposition, type Figures, Histogram } from './exposition.ts'

/** The processes that share the port, of which this one is the `number`th. */
export type Peers = {
  number: number
  /** Sets the metrics this process answers when a peer asks for them. */
  tell(own: () => Figures): void
  /** The metrics of every process that answers, this one included. */
  figures(): Promise<Figures[]>
}

type Watched = {
  database: Database
  /** Whoever has this token may read the metrics. */
  token: string
  /** The mail queue; null without one. */
  queued(): Promise<{ waiting: number; failed: number } | null>
  /** Undefined where one process listens alone. */
  colleagues?: Peers | undefined
  now: () => number
}

/**
 * Metrics of the processes behind this port, for Prometheus, at GET /metrics of the app it is registered on. Requests
 * are counted by our route pattern, never by the address sent. Covers routes added after this call.
 */
export function serveMetrics(
  app: FastifyInstance,
  path: string,
  { database, token, queued, colleagues, now }: Watched,
) {
  const requests = new Map<string, { labels: Record<string, string>; count: number }>()
  const latency = new Histogram([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  app.addHook('onClose', async () => void loop.disable())
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: String(statusCode) }
    const key = Object.values(labels).join(' ')
    const known = requests.get(key)
    if (known) known.count++
    else requests.set(key, { labels, count: 1 })
    latency.add(elapsedTime / 1_000)
    done()
  })

  const own = (): Figures => {
    const page = new Exposition(colleagues && { worker: String(colleagues.number) })
    page.family('finlist_requests_total', 'counter', 'Requests answered.')
    for (const { labels, count } of requests.values()) page.value(count, labels)
    page.histogram('finlist_request_seconds', 'Time until the answer was out.', latency)
    page.family('finlist_event_loop_delay_seconds', 'gauge', 'How late timers were since the last reading.')
    for (const [quantile, ns] of [
      ['0.5', loop.percentile(50)],
      ['0.99', loop.percentile(99)],
      ['1', loop.max],
    ] as const)
      page.value(ns / 1e9, { quantile })
    loop.reset()
    addProcess(page)
    addPool(page, database)
    return page.figures
  }
  colleagues?.tell(own)

  app.get(path, async (request, reply): Promise<FastifyReply> => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Unauthorized()
    const page = new Exposition()
    for (const figures of colleagues ? await colleagues.figures() : [own()]) page.add(figures)
    await addQueues(page, database, queued)
    await addJobs(page, database, now())
    return reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(page.text())
  })
}

function addProcess(page: Exposition) {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  page.single('process_cpu_seconds_total', 'counter', 'CPU time taken.', (user + system) / 1e6)
  page.single('process_resident_memory_bytes', 'gauge', 'Memory held.', rss)
  page.single('finlist_heap_used_bytes', 'gauge', 'Memory of living objects and of those not yet collected.', heapUsed)
  page.single('finlist_uptime_seconds', 'gauge', 'Since the process began.', process.uptime())
}

function addPool(page: Exposition, { pool, changes }: Database) {
  page.family('finlist_database_connections', 'gauge', 'Connections of the pool, and requests that wait for one.')
  page.value(pool.totalCount - pool.idleCount, { state: 'busy' })
  page.value(pool.idleCount, { state: 'idle' })
  page.value(pool.waitingCount, { state: 'waited_for' })
  page.single('finlist_notices_alive', 'gauge', '1 while changes made elsewhere are heard.', changes.alive ? 1 : 0)
}

/** What the database cannot tell now is left out. */
async function addQueues(page: Exposition, { db }: Database, queued: Watched['queued']) {
  const counts = await Promise.all([
    db
      .selectFrom('billing_letter')
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
  page.single('finlist_database_up', 'gauge', '1 when the database answers.', counts ? 1 : 0)
  if (!counts) return
  const [letters, events, mail] = counts
  page.family(
    'finlist_queue_length',
    'gauge',
    'What waits: letters about billing, events of the payment provider, mail and SMS.',
  )
  page.value(letters.n, { queue: 'letters' })
  page.value(events.n, { queue: 'payment_events' })
  if (!mail) return
  page.value(mail.waiting, { queue: 'mail' })
  page.single('finlist_mail_failed', 'gauge', 'Mail and SMS given up.', mail.failed)
}

async function addJobs(page: Exposition, { db }: Database, now: number) {
  const jobs = await db
    .selectFrom('job_run')
    .select(['name', 'succeeded_at', 'failures', 'next_at'])
    .orderBy('name')
    .execute()
    .catch(() => [])
  page.family('finlist_job_age_seconds', 'gauge', 'Since a job last succeeded.')
  for (const { name, succeeded_at } of jobs)
    if (succeeded_at) page.value((now - succeeded_at.getTime()) / 1_000, { job: name })
  page.family('finlist_job_late_seconds', 'gauge', 'Since a job should have run; below 0 when its time is to come.')
  for (const { name, next_at } of jobs) page.value((now - next_at.getTime()) / 1_000, { job: name })
  page.family('finlist_job_failures', 'gauge', 'Failed runs since a job last succeeded.')
  for (const { name, failures } of jobs) page.value(failures, { job: name })
}

const digest = (text: string) => hash('sha256', text, 'buffer')
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))
