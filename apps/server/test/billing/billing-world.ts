import { vi } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { Patience } from '../../src/payments/provider/provider.ts'
import { type ServerProcess, startServer } from '../db/server-process.ts'
import { calmDay, TestClock } from '../test-clock.ts'
import { ApiClient } from '../test-server.ts'
import { type BillingFixtureOptions, keepBillingFixture, type Premises } from './billing-fixture.ts'
import { openSandboxProcess, type SandboxProcess } from './sandbox-process.ts'
import { openTestSandbox, type PaidParts } from './test-sandbox.ts'

const silent = { warn: () => undefined, info: () => undefined }

/**
 * A billing test whose servers are separate processes on one database and one payment provider. `payments` belongs to
 * this process and has no background work: it polls, cleans up and reconciles only when called.
 */
export type BillingWorld<S> = Premises &
  BillingFixtureOptions & {
    sandbox: S
    /** Returns a server's address. The payment provider sends webhook events to server 0. */
    baseOf(number: number): string
    /** Starts the server with the given number, 0 by default. The servers share the work. */
    start(number?: number, patience?: Patience): Promise<ServerProcess>
    /** Returns a user with a fresh sign-in who calls the server with the given number. */
    apiClient(name: string, number?: number): Promise<ApiClient>
    /** Moves the clock of the payment provider, and of the servers if they share it. */
    advance(seconds: number): Promise<void>
    /** Resolves when every event has been received and applied. */
    heard(): Promise<void>
  }

/** With a payment provider in this process, in memory. */
export async function openBillingWorld(): Promise<BillingWorld<PaidParts['sandbox']>> {
  const place = await openPlace(calmDay)
  const { config, database, clock, log } = place
  const paid = await openTestSandbox({ config, database, clock, log })
  return furnish(place, { ...paid.paymentProvider, sandbox: paid.sandbox }, paid.sandbox.advance)
}

/**
 * With a payment provider in a separate process and its store in PostgreSQL. Only the provider's clock moves, as in
 * demo mode.
 */
export async function openLongBillingWorld(): Promise<BillingWorld<SandboxProcess>> {
  const place = await openPlace()
  const sandbox = await openSandboxProcess(place)
  return furnish(place, { ...sandbox.paymentProvider, sandbox }, sandbox.advance)
}

async function openPlace(at?: string) {
  const fresh = await freshDatabase()
  const ports = [await freePort(), await freePort()]
  const config = readConfig({ PORT: String(ports[0]), LOG_LEVEL: 'silent' })
  const database = await openDatabase(fresh.url, silent, directly(fresh.url))
  return {
    config,
    database,
    databaseUrl: fresh.url,
    clock: new TestClock(at),
    log: [] as string[],
    ports,
    drop: fresh.drop,
  }
}
type StreetPlace = Awaited<ReturnType<typeof openPlace>>

function furnish<S extends Premises['sandbox'] & { close(): Promise<void>; delivered(): Promise<void> }>(
  place: StreetPlace,
  company: Pick<Premises, 'provider' | 'payments'> & { sandbox: S },
  advance: (seconds: number) => Promise<void>,
): BillingWorld<S> {
  const { config, database, databaseUrl, clock, ports } = place
  const { provider, payments, sandbox } = company
  const { publishableKey, webhookSecret } = provider
  const running = new Map<number, ServerProcess>()
  const baseOf = (number: number) => `http://127.0.0.1:${ports[number]}`
  const premises = {
    ...place,
    ...company,
    async close() {
      for (const server of running.values()) await server.kill()
      await payments.stop()
      await sandbox.close()
      await database.close()
      await place.drop()
    },
  }
  return Object.assign(keepBillingFixture(premises), {
    baseOf,
    async start(number = 0, patience?: Patience) {
      const server = await startServer({
        port: ports[number]!,
        publicUrl: config.publicUrl.href,
        databaseUrl,
        sandbox: { url: sandbox.origin, secretKey: 'sk_test_house', publishableKey, webhookSecret },
        aheadMs: clock.aheadMs,
        ...(patience && { patience }),
      })
      running.set(number, server)
      return server
    },
    async apiClient(name: string, number = 0) {
      const apiClient = await ApiClient.byToken({ base: baseOf(number), database, clock }, name)
      // This process wrote the session, so another server accepts its token only after the notification has arrived.
      const isKnown = async () => (await apiClient.raw('GET', '/payments/config')).http !== 401
      await vi.waitUntil(isKnown, { timeout: 120_000, interval: 20 })
      return apiClient
    },
    async advance(seconds: number) {
      await advance(seconds)
      for (const server of running.values()) await server.order({ aheadMs: clock.aheadMs }).catch(() => undefined)
    },
    async heard() {
      const isApplied = async () => {
        await sandbox.delivered()
        return (await database.pool.query('select from billing_event where applied_at is null limit 1')).rowCount === 0
      }
      await vi.waitUntil(isApplied, { timeout: 120_000, interval: 100 })
    },
  })
}
