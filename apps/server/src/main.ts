import { createServer } from 'node:net'
import { makeApp } from './app.ts'
import { openCardCompany } from './card-company.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { demoAccounts } from './demo/accounts.ts'
import { affiliateCodes } from './demo/affiliate-sales.ts'
import { demoCoupons } from './demo/coupons.ts'
import { loadDemo } from './demo/load.ts'
import { testCards } from './demo/test-cards.ts'

const patienceMs = 10_000
const say = (line: string) => process.stdout.write(`${line}\n`)
/** Until there is a logger the database and the card company report here. */
const early = (_: object, message: string) => say(message)
const log = { warn: early, error: early, info: say }

try {
  await run()
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`The configuration is not right:\n${error.lines.map(line => `  ${line}\n`).join('')}`)
  } else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    process.stderr.write(
      `PORT: ${(error as { port?: number }).port} is taken by another program. Set PORT to a free one.\n`,
    )
  } else {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
  process.exit(1)
}

async function run() {
  const config = readConfig(process.env)
  const opened: (() => Promise<unknown>)[] = []
  const closeAll = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  stopWhenTold(closeAll)
  try {
    await assertFree(config.PORT, config.host)
    if (config.payments === 'sandbox') await assertFreeForTestPayments(config)
    const embedded = config.DATABASE_URL
      ? undefined
      : await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
    if (embedded) opened.push(() => embedded.stop())
    const databaseUrl = embedded?.url ?? config.DATABASE_URL
    await migrate(databaseUrl, name => say(`  migration ${name}`)).catch(error => {
      throw config.DATABASE_URL && !(error as Error).cause ? unreachable(config.DATABASE_URL, error) : error
    })
    const database = await openDatabase(databaseUrl, log)
    opened.push(() => database.close())
    const company = await openCardCompany({ config, database, databaseUrl, log, say })
    opened.push(() => company.close())
    if (config.demo) await loadDemo(database, config, { shop: company.demoShop, say })
    const app = await makeApp(config, { database, databaseUrl, cardCompany: company.cardCompany })
    opened.push(() => app.close())
    const { log: logger } = app
    Object.assign(log, {
      warn: logger.warn.bind(logger),
      error: logger.error.bind(logger),
      info: logger.info.bind(logger),
    })
    await app.listen({ port: config.PORT, host: config.host })
    await company.listening()
  } catch (error) {
    await closeAll()
    throw error
  }
  greet(config)
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

/** Ctrl-C, a kill, or the end of whoever started us: what is under way is finished, for ten seconds at most. */
function stopWhenTold(closeAll: () => Promise<void>) {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    await closeAll()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
}

function greet(config: Config) {
  say(`\n  ${config.BRAND} is ready at ${config.publicUrl.origin}\n`)
  if (!config.demo) return
  say('  Demo mode: one click on the sign-in page, no password needed. Codes arrive at /outbox.')
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  for (const { email, note } of demoAccounts) say(`    ${email.padEnd(width)}  ${note.en}`)
  if (config.payments === 'sandbox') greetBuyers(config, width)
  say('')
}

function greetBuyers({ sandboxPort }: Config, width: number) {
  say(`\n  Test payments: no real card is charged. Their console: http://127.0.0.1:${sandboxPort}/_sandbox/`)
  say('  Cards, with any later date and any CVC, and coupons:')
  for (const { number, does } of testCards) say(`    ${number.padEnd(width)}  ${does}`)
  for (const { code, does } of [...demoCoupons, ...affiliateCodes]) say(`    ${code.padEnd(width)}  ${does}`)
}
