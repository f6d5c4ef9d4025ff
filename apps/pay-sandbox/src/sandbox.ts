import { moveAddresses } from './billing/invoice-life.ts'
import { pages } from './browser/pages.ts'
import { runDue } from './clock.ts'
import { forgetOldest, toNobody } from './delivery/delivery-row.ts'
import { Switches } from './delivery/switches.ts'
import { type Endpoint, WebhookDispatcher } from './delivery/webhook-dispatcher.ts'
import { makeApi, type SchemaCheck } from './http/api.ts'
import { checkKeys } from './http/api-key.ts'
import { controlsOf } from './http/controls.ts'
import { Faults } from './http/faults.ts'
import { Idempotency } from './http/idempotency.ts'
import { listen } from './http/listen.ts'
import { routes } from './routes.ts'
import { Persistence } from './saving/persistence.ts'
import { PostgresStore } from './saving/postgres-store.ts'
import { configure, type Settings } from './settings.ts'
import type { Row, Store } from './store.ts'

const tickMs = 1_000
const tidyMs = 60_000

export type SandboxOptions = {
  /** The URL of a separate PostgreSQL database. If omitted, data is kept in memory only. */
  databaseUrl?: string
  /** The initial data if there is no database, as `rows()` of another store returns it. */
  rows?: Iterable<{ kind: string; row: Row }>
  /** 0 picks a free port. */
  port: number
  /** '127.0.0.1' by default. */
  host?: string
  /** The URL at which browsers reach the sandbox, if it differs from host and port. */
  origin?: string
  /** The shop's origin, which may frame the card fields and use the publishable key; any origin if omitted. */
  allowedOrigin?: string
  secretKey: string
  publishableKey: string
  /** The shop's webhook endpoint. `retryAfterMs`: the delays before each retry; by default 1, 5 and 30 s. */
  webhook?: Endpoint & { retryAfterMs?: readonly number[] }
  /** The machine's clock, in ms since the epoch. */
  now?: () => number
  log?: (line: string) => void
  /** The timing of renewals, retries and invoices, and the other settings. */
  settings?: Partial<Omit<Settings, 'origin'>>
  schemaCheck?: SchemaCheck
}

export type Sandbox = {
  origin: string
  port: number
  store: Store
  /** Queues `act` behind other requests. Settles when the changes of `act` are saved. */
  change<R>(act: (store: Store) => R): Promise<R>
  /** Settles when all events have been delivered, have permanently failed or were dropped. */
  delivered(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the payment sandbox. Throws if a key is a live one, the port is taken, or another sandbox uses the database.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { secretKey, publishableKey, webhook, schemaCheck, now = Date.now, log = () => undefined } = options
  const keys = { secretKey, publishableKey }
  checkKeys(keys)
  const kept = options.databaseUrl ? await PostgresStore.open(options.databaseUrl) : undefined
  const persistence = new Persistence(now, kept?.rows ?? options.rows ?? [], kept?.postgres)
  const switches = new Switches(webhook?.retryAfterMs)
  const dispatcher =
    webhook && new WebhookDispatcher({ persistence, endpoint: webhook, switches, now, log, schemaCheck })
  const faults = new Faults()
  const idempotency = new Idempotency(now)
  configure(persistence.store, options.settings ?? {})
  if (dispatcher) dispatcher.start()
  else persistence.withEvents(toNobody)
  const timers = [
    every(tickMs, 'what is due', () => persistence.change(runDue)),
    every(tidyMs, 'tidying up', () => persistence.change(store => (idempotency.forget(store), forgetOldest(store)))),
  ]
  const shut = async () => {
    for (const stop of timers) await stop()
    await dispatcher?.stop()
    await persistence.close()
  }
  try {
    const api = makeApi({ persistence, routes, keys, faults, idempotency, log, schemaCheck })
    const controls = controlsOf({ persistence, dispatcher, faults })
    const { port, host = '127.0.0.1', origin, allowedOrigin } = options
    const door = await listen({
      port,
      host,
      origin,
      allowedOrigin,
      keys,
      persistence,
      api,
      routes,
      pages,
      controls,
      log,
    })
    configure(persistence.store, { origin: door.origin })
    await persistence.change(moveAddresses)
    return {
      origin: door.origin,
      port: door.port,
      store: persistence.store,
      change: act => persistence.change(act),
      delivered: async () => dispatcher?.idle(),
      close: async () => {
        await door.close()
        await shut()
      },
    }
  } catch (error) {
    await shut()
    throw error
  }

  function every(ms: number, what: string, act: () => Promise<unknown>): () => Promise<unknown> {
    let running: Promise<unknown> | undefined
    const timer = setInterval(() => {
      running ??= act()
        .catch(error => log(`${what}: ${error instanceof Error ? error.stack : String(error)}`))
        .finally(() => (running = undefined))
    }, ms)
    return async () => {
      clearInterval(timer)
      await running
    }
  }
}
