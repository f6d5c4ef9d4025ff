import { createServer } from 'node:net'
import { type Config, ConfigError, sessionsUrl } from '../config.ts'
import { hostNames } from '../db/address.ts'
import { connectionsOfAWorker } from '../db/connections.ts'
import { markDemo } from '../db/demo-mark.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

type Say = (line: string) => void
/** Functions that release what was opened, in the order of opening; `runCleanups` calls them in reverse. */
export type Cleanups = (() => Promise<unknown>)[]

export async function runCleanups(opened: Cleanups): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close()
}

/** Resources that exist once per machine, regardless of the number of workers. */
export type Resources = {
  databaseUrl: string
  /** To be called when a server is listening: the payment sandbox then starts to send its webhook events. */
  listening(): Promise<void>
  /**
   * Adds the demo data for the time since the last start. To be called last, because users can already use the server
   * while this runs.
   */
  refresh(): Promise<void>
}

/**
 * Starts and migrates the database. In demo mode, also prepares the payment sandbox and the demo data. Everything that
 * keeps running is added to `opened`.
 */
export async function prepare(config: Config, opened: Cleanups, say: Say): Promise<Resources> {
  await assertFree(config.PORT, config.host)
  if (config.payments === 'sandbox') await assertFreeForTestPayments(config)
  const databaseUrl = config.DATABASE_URL || (await startDatabase(config, opened, say))
  await migrate(sessionsUrl(config, databaseUrl), name => say(`  migration ${name}`)).catch(error => {
    throw config.DATABASE_URL && !(error as Error).cause ? unreachable(config.DATABASE_URL, error) : error
  })
  await assertMadeForIt(config, databaseUrl)
  if (!config.demo) return { databaseUrl, listening: nothing, refresh: nothing }
  const { prepareDemo } = await import('./prepare-demo.ts')
  return { databaseUrl, ...(await prepareDemo(config, databaseUrl, opened, say)) }
}

const nothing = async () => undefined

/** Throws if a public demo would run on a database that was not made for a demo. */
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
/** The connections that the server needs, counting one extra worker, which exists while workers are replaced. */
const connectionsFor = (workers: number) => Math.max(100, connectionsOfAWorker * (workers + 1) + ofCommands)

/** Throws if the port is taken, before anything is started or loaded. */
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
  return new ConfigError([`DATABASE_URL: no usable database at ${hostNames(databaseUrl)}: ${(error as Error).message}`])
}
