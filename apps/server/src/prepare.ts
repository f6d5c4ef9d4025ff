import { createServer } from 'node:net'
import { syncCatalogue } from './commands/sync-catalogue.ts'
import { type Config, ConfigError } from './config.ts'
import { connectionsOfAWorker, type Database, openDatabase } from './db/database.ts'
import { markDemo } from './db/demo-mark.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { ProductClock } from './db/product-clock.ts'
import { readSecrets } from './db/secrets.ts'
import type { DemoShop } from './demo/buy-plans.ts'
import { moveSandbox, sandboxAheadMs } from './demo/clock/sandbox-clock.ts'
import { makeDemoCoupons } from './demo/coupons.ts'
import { loadDemo } from './demo/load.ts'
import { type RunningSandbox, startSandbox } from './demo/sandbox.ts'
import { Payments } from './payments/payments.ts'
import { openProvider } from './payments/provider/provider.ts'

type Say = (line: string) => void
/** Functions that close what was opened, in the order to call them. */
export type Cleanups = (() => Promise<unknown>)[]

export async function runCleanups(opened: Cleanups): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close()
}

/** What a machine has once, however many workers it has. */
export type Resources = {
  databaseUrl: string
  /** To be called once a server listens: from then on the payment sandbox sends its webhook events. */
  listening(): Promise<void>
}

/**
 * A database that runs and is migrated; in demo mode the payment sandbox and the demo data as well. What is left
 * running is added to `opened`.
 */
export async function prepare(config: Config, opened: Cleanups, say: Say): Promise<Resources> {
  await assertFree(config.PORT, config.host)
  if (config.payments === 'sandbox') await assertFreeForTestPayments(config)
  const databaseUrl = config.DATABASE_URL || (await startDatabase(config, opened, say))
  await migrate(databaseUrl, name => say(`  migration ${name}`)).catch(error => {
    throw config.DATABASE_URL && !(error as Error).cause ? unreachable(config.DATABASE_URL, error) : error
  })
  await assertMadeForIt(config, databaseUrl)
  const sandbox = config.demo ? await prepareDemo(config, databaseUrl, opened, say) : undefined
  return { databaseUrl, listening: async () => await sandbox?.tell() }
}

/** Refuses a public demo on a database that was not made for a demo. */
async function assertMadeForIt({ demo, DEMO_PUBLIC }: Config, databaseUrl: string) {
  const isDemos = await markDemo(databaseUrl, demo)
  if (DEMO_PUBLIC && !isDemos)
    throw new ConfigError([
      'DEMO_PUBLIC: this database was not made for a demo, and everybody could enter it as admin. Give the demo an empty database of its own; its data load by themselves',
    ])
}

async function startDatabase({ dataDir, WORKERS }: Config, opened: Cleanups, say: Say) {
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: say,
    settings: { max_connections: String(connectionsFor(WORKERS)) },
  })
  opened.push(() => embedded.stop())
  return embedded.url
}

const ofCommands = 46
/** While workers are replaced there is one more of them. */
const connectionsFor = (workers: number) => Math.max(100, connectionsOfAWorker * (workers + 1) + ofCommands)

/** Answers the payment sandbox where it is used. */
async function prepareDemo(config: Config, databaseUrl: string, opened: Cleanups, say: Say) {
  const database = await openDatabase(databaseUrl, { warn: (_, message) => say(message), info: say })
  try {
    const clock = await ProductClock.open(database)
    if (config.payments !== 'sandbox') {
      await loadDemo(database, config, { shop: undefined, now: clock.now, say })
      return undefined
    }
    const sandbox = await startSandbox({ config, databaseUrl, secrets: await readSecrets(database.db), say })
    opened.push(sandbox.stop)
    await meetSandbox(database, clock, sandbox.connection)
    const shop = await stockShop(config, database, sandbox, { now: clock.now, say })
    await loadDemo(database, config, { shop, now: clock.now, say })
    return sandbox
  } finally {
    await database.close()
  }
}

/** Makes both clocks one: the one ahead leads, where an earlier version or a restored database moved only one. */
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

/** Demo accounts buy only at the sandbox: nothing is ever bought for one at the real payment provider. */
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

/** Reports a taken port before anything is started or loaded. */
async function assertFree(port: number, host: string) {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(port, host, resolve)
  })
  await new Promise(resolve => probe.close(resolve))
}

async function assertFreeForTestPayments({ sandboxPort, host }: Config) {
  await assertFree(sandboxPort, host).catch(error => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError([
      `PORT: ${sandboxPort} (PORT + 1000), where test payments listen, is taken by another program. Set PORT so that both are free.`,
    ])
  })
}

function unreachable(databaseUrl: string, error: unknown): ConfigError {
  const { host } = new URL(databaseUrl)
  return new ConfigError([`DATABASE_URL: no usable database at ${host}: ${(error as Error).message}`])
}
