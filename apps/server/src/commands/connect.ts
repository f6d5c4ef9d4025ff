import { type Config, ConfigError, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

/** A mistake of whoever typed the command: told without a stack. */
export class CommandError extends Error {}

const tell = (line: string) => process.stderr.write(`${line}\n`)

/** Runs a command on the configured database, beside a running server or alone. Only the command's own answer is on stdout. */
export async function withDatabase(command: (database: Database, config: Config) => Promise<void>) {
  await withDatabaseUrl(async (url, config) => {
    await migrate(url)
    const database = await openDatabase(url, { warn: (_, message) => tell(message), info: tell })
    try {
      await command(database, config)
    } finally {
      await database.close()
    }
  })
}

/** The same for a command that takes the database as it is, with the tables of whatever version. */
export async function withDatabaseUrl(command: (url: string, config: Config) => Promise<void>) {
  try {
    const config = readConfig({
      ...process.env,
      ...(process.env['SMTP_URL'] ? {} : { SMTP_URL: 'smtp://unused', MAIL_FROM: 'unused' }),
    })
    const embedded = config.DATABASE_URL
      ? undefined
      : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined })
    try {
      await command(embedded?.url ?? config.DATABASE_URL, config)
    } finally {
      await embedded?.stop()
    }
  } catch (error) {
    if (error instanceof ConfigError) error.lines.forEach(tell)
    else tell(error instanceof CommandError ? error.message : String((error as Error).stack))
    process.exitCode = 1
  }
}
