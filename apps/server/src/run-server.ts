import { makeApp } from './app.ts'
import { openCardCompany } from './card-company.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { ProductClock } from './db/product-clock.ts'
import { readSecrets } from './db/secrets.ts'
import { sandboxConnection } from './demo/sandbox.ts'
import { FrontDoor, type Leaving } from './http/front-door.ts'
import type { Colleagues } from './http/metrics.ts'

export type RunningServer = {
  /** Settles when nothing is under way and all is closed. Asked again with `now`, it hurries. */
  leave(how: Leaving): Promise<void>
}

type Parts = { databaseUrl: string; colleagues?: Colleagues; say: (line: string) => void }

/** The card company's stand-in, where it plays. */
const sandboxOf = async (config: Config, { db }: Database) =>
  config.payments === 'sandbox' ? sandboxConnection(config, await readSecrets(db)) : undefined

/** A server that takes calls, on a ground that is prepared. */
export async function runServer(config: Config, { databaseUrl, colleagues, say }: Parts): Promise<RunningServer> {
  /** Until there is a logger the database and the card company report here. */
  const early = (_: object, message: string) => say(message)
  const log = { warn: early, error: early, info: say }
  const door = new FrontDoor()
  const database = await openDatabase(databaseUrl, log)
  const clock = await ProductClock.open(database)
  const cardCompany = await openCardCompany(config, database, { now: clock.now, log })
  const app = await makeApp(config, {
    database,
    databaseUrl,
    cardCompany,
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
  door.watch(app.server)
  await app.listen({ port: config.PORT, host: config.host })

  const leave = async (how: Leaving) => {
    await door.leave(how, config.drainMs)
    const closed = app.close()
    door.dropUnused()
    await closed
    await database.close()
  }
  let left: Promise<void> | undefined
  return {
    leave(how) {
      if (how === 'now') door.hurry()
      return (left ??= leave(how))
    },
  }
}
