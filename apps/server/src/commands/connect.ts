import { setTimeout as sleep } from 'node:timers/promises'
import { failureText } from '../boot/failure-text.ts'
import { type Config, ConfigError, readConfig, sessionsUrl } from '../config.ts'
import { DatabaseAddress } from '../db/address.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { markDemo } from '../db/demo-mark.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { SharedSession } from '../db/own-sessions.ts'
import { ProductClock } from '../db/product-clock.ts'
import { TooOld } from '../db/supported.ts'

/** An error that the operator can act on; its message is printed without a stack. */
export class CommandError extends Error {}

const stopSignals = ['SIGINT', 'SIGTERM'] as const
type StopSignal = (typeof stopSignals)[number]

/** Thrown when a signal ended the command before its work was done. */
class Stopped extends Error {
  readonly signal: StopSignal
  constructor(signal: StopSignal) {
    super('Stopped. What was not finished is not kept.')
    this.signal = signal
  }
}

const tell = (line: string) => process.stderr.write(`${line}\n`)

type Command<Given extends unknown[]> = (...given: Given) => Promise<void>

/**
 * Runs a command on the configured database, whether or not a server is running. The command's third argument is the
 * product clock, in ms. Only the command's result goes to stdout.
 */
export async function withDatabase(command: Command<[Database, Config, () => number]>) {
  await withDatabaseUrl(async (url, config) => {
    await migrate(url)
    await markDemo(url, config.demo)
    await onDatabase(url, url, async database => command(database, config, (await ProductClock.open(database)).now))
  })
}

/**
 * Like `withDatabase`, but passes the URL of a direct connection, bypassing any pooler, and does not migrate: the
 * tables may be of any version.
 */
export async function withDatabaseUrl(command: Command<[string, Config]>) {
  const SMTP_URL = process.env['SMTP_URL'] ?? ''
  await withSettings(
    {
      ...process.env,
      ...(SMTP_URL ? {} : { SMTP_URL: 'smtp://unused', MAIL_FROM: 'unused' }),
      ...(process.env['TRUSTED_PROXIES'] ? {} : { TRUSTED_PROXIES: '0' }),
    },
    (url, config) => command(sessionsUrl(config, url), { ...config, SMTP_URL }),
  )
}

/**
 * Like `withDatabase`, but validates the settings as the server does at start, and does not migrate. The third argument
 * is the URL of a direct connection.
 */
export async function withServersDatabase(command: Command<[Database, Config, string]>) {
  await withSettings(process.env, async (url, config) => {
    await assertTables(url)
    await onDatabase(url, sessionsUrl(config, url), database => command(database, config, sessionsUrl(config, url)))
  })
}

async function assertTables(url: string) {
  const client = new DatabaseAddress(url).client({ application_name: 'finlist doctor' })
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('demo_mark') is not null as there")
    if (!rows[0]?.there)
      throw new CommandError('The database has no tables of this version yet: start the server first.')
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`DATABASE_URL: the database does not answer: ${(error as Error).message}`)
  } finally {
    await client.end()
  }
}

async function withSettings(env: NodeJS.ProcessEnv, command: Command<[string, Config]>) {
  try {
    const config = readConfig(env)
    const embedded = config.DATABASE_URL
      ? undefined
      : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined })
    try {
      await command(embedded?.url ?? config.DATABASE_URL, config)
    } finally {
      await embedded?.stop()
    }
  } catch (error) {
    if (error instanceof TooOld || error instanceof SharedSession) tell(`DATABASE_URL: ${error.message}`)
    else if (error instanceof ConfigError) error.lines.forEach(tell)
    else tell(error instanceof CommandError || error instanceof Stopped ? error.message : failureText(error))
    process.exitCode = 1
    if (error instanceof Stopped) {
      process.removeAllListeners(error.signal)
      process.kill(process.pid, error.signal)
    }
  }
}

async function onDatabase(url: string, sessions: string, work: (database: Database) => Promise<void>) {
  const log = { warn: (_: object, message: string) => tell(message), info: tell }
  const database = await openDatabase(url, log, sessions)
  try {
    await untilStopped(database, work)
  } finally {
    await database.close()
  }
}

/** How long, in ms, the work may take to stop after its loads have been ended. */
const mostMsToStop = 5_000

/**
 * Signals that follow the first within this time, in ms, count as the same signal: the terminal sends Ctrl-C to every
 * process, and npm then forwards it as well.
 */
const sameSignalMs = 1_000

/** Runs the work. The first Ctrl-C or SIGTERM ends the work's loads in the database; a later one ends the process. */
async function untilStopped(database: Database, work: (database: Database) => Promise<void>) {
  const stopped = new Promise<StopSignal>(resolve => {
    let first: number | undefined
    for (const signal of stopSignals)
      process.on(signal, () => {
        first ??= performance.now()
        if (performance.now() - first > sameSignalMs) process.exit(1)
        resolve(signal)
      })
  })
  const running = work(database)
  const signal = await Promise.race([stopped, running])
  if (signal === undefined) return
  await database.endLoads()
  await Promise.race([running.catch(() => undefined), sleep(mostMsToStop)])
  throw new Stopped(signal)
}
