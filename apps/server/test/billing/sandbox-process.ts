import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { freePort } from '../../../../tools/free-port.ts'
import { freshDatabase } from '../../../../tools/fresh-database.ts'
import { syncCatalogue } from '../../src/commands/sync-catalogue.ts'
import type { Config } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { makeDemoCoupons } from '../../src/demo/coupons.ts'
import { Payments } from '../../src/payments/payments.ts'
import { openProvider, type Provider } from '../../src/payments/provider/provider.ts'
import { heard } from '../db/server-process.ts'
import type { TestClock } from '../test-clock.ts'

const program = fileURLToPath(new URL('../../../pay-sandbox/src/main.ts', import.meta.url))
const keys = { secretKey: 'sk_test_house', publishableKey: 'pk_test_house', webhookSecret: 'whsec_house' }

/** The payment sandbox as a separate process, which can be killed and restarted on the same store. */
export type SandboxProcess = {
  paymentProvider: { provider: Provider; payments: Payments }
  origin: string
  change(): Promise<never>
  advance(seconds: number): Promise<void>
  /** Resolves when no event is waiting for delivery. */
  delivered(): Promise<void>
  start(): Promise<void>
  /** kill -9; resolves when the process has ended. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** What the payment provider needs from the test that opens it. */
type Place = { config: Config; database: Database; clock: TestClock; log: string[] }

export async function openSandboxProcess(place: Place): Promise<SandboxProcess> {
  const { config, database, clock, log } = place
  const books = await freshDatabase()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const provider = openProvider(config, { url: origin, ...keys })
  const tell = (details: object, message: string) => void log.push(`${message} ${JSON.stringify(details)}`)
  const payments = new Payments({
    database,
    provider,
    config: { publicUrl: config.publicUrl, TRIAL_DAYS: 0 },
    now: clock.now,
    log: { warn: tell, error: tell },
  })
  let child: ChildProcess | undefined

  async function start() {
    child = fork(program, {
      env: childEnv({
        SANDBOX_DATABASE_URL: books.url,
        SANDBOX_PORT: String(port),
        SANDBOX_SECRET_KEY: keys.secretKey,
        SANDBOX_PUBLISHABLE_KEY: keys.publishableKey,
        SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${config.PORT}/api/payments/webhook`,
        SANDBOX_WEBHOOK_SECRET: keys.webhookSecret,
      }),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await heard(child, message => message === 'ready')
  }

  async function end(how: (running: ChildProcess) => unknown) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    how(child)
    await gone
  }

  async function control(path: string, settings?: Record<string, string>): Promise<Record<string, unknown>> {
    const answer = await fetch(`${origin}/_sandbox/${path}`, {
      headers: { authorization: `Bearer ${keys.secretKey}` },
      ...(settings && { method: 'POST', body: new URLSearchParams(settings) }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as Record<string, unknown>
  }

  await start()
  await syncCatalogue({ stripe: provider.stripe, config, tell: () => undefined })
  await makeDemoCoupons(provider.stripe)
  return {
    paymentProvider: { provider, payments },
    origin,
    change: () => Promise.reject(new Error('its books are in another process')),
    advance: async seconds => void (await control('clock', { advance: String(seconds) })),
    async delivered() {
      const isIdle = async () => Number((await control('webhooks'))['waiting']) === 0
      await vi.waitUntil(isIdle, { timeout: 120_000, interval: 50 })
    },
    start,
    kill: () => end(running => running.kill('SIGKILL')),
    async close() {
      await end(running => running.disconnect())
      await books.drop()
    },
  }
}
