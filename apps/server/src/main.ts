import { setTimeout as wait } from 'node:timers/promises'
import { makeApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { demoAccounts } from './demo/accounts.ts'
import { loadDemo } from './demo/load.ts'

const patienceMs = 10_000
const say = (line: string) => process.stdout.write(`${line}\n`)
/** Until there is a logger the database reports here. */
const databaseLog = { warn: (_: object, message: string) => say(message), info: say }

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
  const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
  const databaseUrl = embedded?.url ?? config.DATABASE_URL
  await migrate(databaseUrl, name => say(`  migration ${name}`))
  const database = await openDatabase(databaseUrl, databaseLog)
  if (config.demo) await loadDemo(database, config, say)
  const app = await makeApp(config, { database, databaseUrl })
  Object.assign(databaseLog, { warn: app.log.warn.bind(app.log), info: app.log.info.bind(app.log) })
  await app.listen({ port: config.PORT, host: config.host })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const late = wait(patienceMs, undefined, { ref: false }).then(() => process.exit(1))
    await Promise.race([app.close(), late])
    await database.close()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())

  greet(config)
}

function greet(config: ReturnType<typeof readConfig>) {
  say(`\n  ${config.BRAND} is ready at ${config.publicUrl.origin}\n`)
  if (!config.demo) return
  say('  Demo mode: one click on the sign-in page, no password needed. Codes arrive at /outbox.')
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  for (const { email, note } of demoAccounts) say(`    ${email.padEnd(width)}  ${note.en}`)
  say('')
}
