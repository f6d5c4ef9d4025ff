import { createServer } from 'node:net'
import { syncCatalogue } from './commands/sync-catalogue.ts'
import { type Config, ConfigError } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { readSecrets } from './db/secrets.ts'
import type { DemoShop } from './demo/buy-plans.ts'
import { makeDemoCoupons } from './demo/coupons.ts'
import { loadDemo } from './demo/load.ts'
import { type RunningSandbox, startSandbox } from './demo/sandbox.ts'
import { Payments } from './payments/payments.ts'
import { openProvider } from './payments/provider.ts'

type Say = (line: string) => void
/** How to close what was opened, in that order. */
export type Closers = (() => Promise<unknown>)[]

export async function closeAll(opened: Closers): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close()
}

/** What a machine has once, however many workers it has. */
export type Ground = {
  databaseUrl: string
  /** To be called once somebody listens: from then on the card company's stand-in tells its events. */
  listening(): Promise<void>
}

/**
 * A database that runs and is up to date; in demo mode the card company's stand-in and the demo data as well. What is left
 * running is put on `opened`.
 */
export async function prepare(config: Config, opened: Closers, say: Say): Promise<Ground> {
  await assertFree(config.PORT, config.host)
  if (config.payments === 'sandbox') await assertFreeForTestPayments(config)
  const databaseUrl = config.DATABASE_URL || (await startDatabase(config, opened, say))
  await migrate(databaseUrl, name => say(`  migration ${name}`)).catch(error => {
    throw config.DATABASE_URL && !(error as Error).cause ? unreachable(config.DATABASE_URL, error) : error
  })
  const sandbox = config.demo ? await prepareDemo(config, databaseUrl, opened, say) : undefined
  return { databaseUrl, listening: async () => await sandbox?.tell() }
}

async function startDatabase({ dataDir, WORKERS }: Config, opened: Closers, say: Say) {
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: say,
    settings: { max_connections: String(connectionsFor(WORKERS)) },
  })
  opened.push(() => embedded.stop())
  return embedded.url
}

const ofAWorker = 18
const ofCommands = 46
/** While workers are replaced there is one more of them. */
const connectionsFor = (workers: number) => Math.max(100, ofAWorker * (workers + 1) + ofCommands)

/** Answers the card company's stand-in where it plays. */
async function prepareDemo(config: Config, databaseUrl: string, opened: Closers, say: Say) {
  const database = await openDatabase(databaseUrl, { warn: (_, message) => say(message), info: say })
  try {
    if (config.payments !== 'sandbox') {
      await loadDemo(database, config, { shop: undefined, say })
      return undefined
    }
    const sandbox = await startSandbox({ config, databaseUrl, secrets: await readSecrets(database.db), say })
    opened.push(sandbox.stop)
    await loadDemo(database, config, { shop: await stockShop(config, database, sandbox, say), say })
    return sandbox
  } finally {
    await database.close()
  }
}

/** Demo accounts buy at the stand-in alone: nothing is ever bought for one at the real company. */
async function stockShop(
  config: Config,
  database: Database,
  { connection }: RunningSandbox,
  say: Say,
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
        now: Date.now,
        log,
      }),
  }
}

/** A taken port is told before anything is started or loaded. */
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
