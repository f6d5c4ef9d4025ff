import { syncCatalogue } from '../commands/sync-catalogue.ts'
import { type Config, sessionsUrl } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { ProductClock } from '../db/product-clock.ts'
import { readSecrets } from '../db/secrets.ts'
import type { DemoShop } from '../demo/buy-plans.ts'
import { moveSandbox, sandboxAheadMs } from '../demo/clock/sandbox-clock.ts'
import { makeDemoCoupons } from '../demo/coupons.ts'
import { isDemoWhole, loadDemo } from '../demo/load.ts'
import { type RunningSandbox, startSandbox } from '../demo/sandbox.ts'
import { Payments } from '../payments/payments.ts'
import { openProvider } from '../payments/provider/provider.ts'
import type { Cleanups, Resources } from './prepare.ts'

type Say = (line: string) => void

/**
 * Starts the payment sandbox, if used, and loads the demo data. If the demo was fully loaded before, the server starts
 * without waiting, and newer data are added while it runs.
 */
export async function prepareDemo(
  config: Config,
  databaseUrl: string,
  opened: Cleanups,
  say: Say,
): Promise<Omit<Resources, 'databaseUrl'>> {
  const withDatabase = async <T>(work: (database: Database, clock: ProductClock) => Promise<T>): Promise<T> => {
    const log = { warn: (_: object, message: string) => say(message), info: say }
    const database = await openDatabase(databaseUrl, log, sessionsUrl(config, databaseUrl))
    try {
      return await work(database, await ProductClock.open(database))
    } finally {
      await database.close()
    }
  }
  const { sandbox, isWhole } = await withDatabase(async (database, clock) => {
    if (config.payments !== 'sandbox') return { isWhole: await isDemoWhole(database) }
    const sandbox = await startSandbox({ config, databaseUrl, secrets: await readSecrets(database.db), say })
    opened.push(sandbox.stop)
    await meetSandbox(database, clock, sandbox.connection)
    return { sandbox, isWhole: await isDemoWhole(database) }
  })
  const load = () =>
    withDatabase(async (database, { now }) => {
      const shop = sandbox && (await stockShop(config, database, sandbox, { now, say }))
      await loadDemo(database, config, { shop, now, say })
    })
  if (!isWhole) await load()
  return { listening: async () => await sandbox?.tell(), refresh: async () => void (isWhole && (await load())) }
}

/** Sets both clocks to the one that is ahead; an earlier version or a restored database may have moved only one. */
async function meetSandbox({ db }: Database, clock: ProductClock, connection: RunningSandbox['connection']) {
  const aheadMs = await sandboxAheadMs(connection)
  if (aheadMs > clock.aheadMs)
    await db
      .insertInto('product_clock')
      .values({ ahead_ms: aheadMs })
      .onConflict(conflict => conflict.column('one').doUpdateSet({ ahead_ms: aheadMs }))
      .execute()
  else await moveSandbox(connection, clock.aheadMs)
}

/**
 * Creates the catalogue and the demo's coupons at the sandbox. Returns the shop in which demo accounts buy: always the
 * sandbox, never the real payment provider.
 */
async function stockShop(
  config: Config,
  database: Database,
  { connection }: RunningSandbox,
  { now, say }: { now: () => number; say: Say },
): Promise<DemoShop> {
  const provider = openProvider(config, connection)
  const { stripe } = provider
  await syncCatalogue({ stripe, config, tell: () => undefined })
  await makeDemoCoupons(stripe)
  const tell = (_: object, message: string) => say(message)
  const log = { warn: tell, error: tell, info: say }
  return {
    stripe,
    openPayments: ({ trialDays }) =>
      new Payments({
        database,
        provider,
        config: { publicUrl: config.publicUrl, TRIAL_DAYS: trialDays },
        now,
        realNow: Date.now,
        log,
      }),
  }
}
