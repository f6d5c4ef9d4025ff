import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import packageFile from '../../package.json' with { type: 'json' }
import type { Database } from '../db/database.ts'
import type { BodyBudget } from './body-budget.ts'

/** Adds a gauge whose value is read by `read` at each collection. */
export function gauge(registry: Registry, name: string, help: string, read: () => number) {
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
export function gaugeBy(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Record<string, number>,
) {
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

export function watchEventLoop(app: FastifyInstance, registry: Registry) {
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

export function watchProcess(registry: Registry) {
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

export function watchPool(registry: Registry, { pool, changes, reports }: Database) {
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

export function watchDoors({ server }: FastifyInstance, registry: Registry, bodies: BodyBudget) {
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
