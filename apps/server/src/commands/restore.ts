import { Store } from '@finlist/pay-sandbox/saving/store'
import { Damaged } from '../db/backup-file.ts'
import { migrate, migrationNames } from '../db/migrate.ts'
import { NotEmpty, restore, type Target } from '../db/restore.ts'
import { makeSandboxDatabase } from '../demo/sandbox.ts'
import { CommandError, withDatabaseUrl } from './connect.ts'

const [file, ...rest] = process.argv.slice(2)

await withDatabaseUrl(async (databaseUrl, config) => {
  if (!file || rest.length > 0) throw new CommandError('npm run restore -- <file>')
  const targetOf = async (name: string): Promise<Target | undefined> => {
    if (name === 'finlist') return ownDatabase(databaseUrl)
    if (name !== 'pay_sandbox' || config.payments !== 'sandbox') return undefined
    const url = await makeSandboxDatabase(databaseUrl)
    return { url, makeTables: async () => await (await Store.open(url)).store.close() }
  }
  const { at, tables, rows, leftOut } = await restore(file, targetOf).catch(error => {
    if (error instanceof Damaged) throw new CommandError(`${file}: ${error.message}. Nothing was restored.`)
    if (error instanceof NotEmpty)
      throw new CommandError(
        `The database is not empty: ${error.message}. A backup is restored into an empty one alone.`,
      )
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new CommandError(`${file}: there is no such file`)
    throw error
  })
  process.stdout.write(`${file} of ${at}: ${tables} tables, ${rows} rows are back\n`)
  for (const name of leftOut) process.stdout.write(`Left out: the database ${name}, which this server does not use\n`)
})

/** An older version's backup is restored into its own tables, which are then brought up to date. */
function ownDatabase(url: string): Target {
  return {
    url,
    async makeTables(migrations) {
      const known = new Set(await migrationNames())
      const unknown = migrations.find(name => !known.has(name))
      if (unknown) throw new CommandError(`The backup is of a newer version: this one does not know ${unknown}.`)
      await migrate(url, undefined, new Set(migrations))
    },
    finish: () => migrate(url),
  }
}
