import { makeApp } from '../app.ts'
import { type Config, sessionsUrl } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { ProductClock } from '../db/product-clock.ts'
import { beginRecord } from '../db/record/append.ts'
import { readSecrets } from '../db/secrets.ts'
import { sandboxConnection } from '../demo/sandbox.ts'
import { ConnectionDrainer, type ShutdownMode } from '../http/connection-drainer.ts'
import type { Peers } from '../http/metrics.ts'
import { openPaymentProvider } from './payment-provider.ts'

export type RunningServer = {
  /**
   * Stops the server. Settles when all work has ended and everything is closed. A second call with `now` stops waiting.
   */
  leave(how: ShutdownMode): Promise<void>
}

type Parts = { databaseUrl: string; colleagues?: Peers; say: (line: string) => void }

/** The payment sandbox, if used. */
const sandboxOf = async (config: Config, { db }: Database) =>
  config.payments === 'sandbox' ? sandboxConnection(config, await readSecrets(db)) : undefined

/** Starts a server on prepared resources. */
export async function runServer(config: Config, { databaseUrl, colleagues, say }: Parts): Promise<RunningServer> {
  /** Log of the database and the payment provider, used until the server's logger exists. */
  const early = (_: object, message: string) => say(message)
  const log = { warn: early, error: early, info: say }
  const door = new ConnectionDrainer()
  const database = await openDatabase(databaseUrl, log, sessionsUrl(config, databaseUrl), config.DATABASE_REPORTS_URL)
  const clock = await ProductClock.open(database)
  const paymentProvider = await openPaymentProvider(config, database, { now: clock.now, log })
  const app = await makeApp(config, {
    database,
    databaseUrl,
    paymentProvider,
    colleagues,
    isLeaving: () => door.isLeaving,
    now: clock.now,
    realNow: Date.now,
    aheadMs: () => clock.aheadMs,
    walks: config.demo ? { sandbox: await sandboxOf(config, database) } : undefined,
  })
  const { log: logger } = app
  Object.assign(log, {
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    info: logger.info.bind(logger),
  })
  // Without the record's signing key no issue can be recorded, but everything else works.
  await database
    .transaction(beginRecord)
    .catch((error: unknown) => logger.error({ err: error }, 'the record has no key'))
  door.watch(app.server)
  await app.listen({ port: config.PORT, host: config.host })

  const leave = async (how: ShutdownMode) => {
    await door.leave(how, config.drainMs)
    const closed = app.close()
    door.dropUnused()
    await closed
    await database.close()
  }
  let left: Promise<void> | undefined
  return {
    leave(how) {
      if (how === 'now') door.closeNow()
      return (left ??= leave(how))
    },
  }
}
