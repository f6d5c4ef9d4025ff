import { PostgresStore } from '@finlist/pay-sandbox/saving/postgres-store'
import { DatabaseAddress } from '../db/address.ts'
import { Damaged } from '../db/backup-file.ts'
import { NotEmpty, restore, type Target } from '../db/restore.ts'
import { DemoBackup, NewerBackup, ownTarget } from '../db/restore-target.ts'
import { makeSandboxDatabase } from '../demo/sandbox.ts'
import { CommandError, withDatabaseUrl } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist restore <file>

Brings back what finlist backup wrote, into an empty database.`
const file = readTyped(usage, ([path, ...rest]) => {
  if (!path || rest.length > 0) throw new CommandError('give the file of a backup')
  return path
})

await withDatabaseUrl(async (databaseUrl, config) => {
  const targetOf = async (name: string): Promise<Target | undefined> => {
    if (name === 'finlist') return ownTarget(databaseUrl, { takesDemo: config.demo })
    if (name !== 'pay_sandbox' || config.payments !== 'sandbox') return undefined
    const url = await makeSandboxDatabase(databaseUrl)
    return { url, makeTables: async () => await (await PostgresStore.open(url)).postgres.close() }
  }
  const { at, tables, rows, leftOut } = await restore(file, targetOf).catch(error => {
    if (error instanceof Damaged) throw new CommandError(`${file}: ${error.message}. Nothing was restored.`)
    if (error instanceof NewerBackup) throw new CommandError(error.message)
    if (error instanceof DemoBackup) throw new CommandError(`${file}: ${error.message} Nothing was restored.`)
    if (error instanceof NotEmpty)
      throw new CommandError(
        `The database is not empty: ${error.message}. A backup is restored into an empty one alone.`,
      )
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new CommandError(`${file}: there is no such file`)
    if ((error as NodeJS.ErrnoException).code === 'EISDIR')
      throw new CommandError(`${file}: it is a folder. Nothing was restored.`)
    throw error
  })
  process.stdout.write(`${file} of ${at}: ${tables} tables, ${rows} rows are back\n`)
  const head = await recordHead(databaseUrl)
  if (head)
    process.stdout.write(
      `The record's head is ${head.seq} ${head.hash}. Whoever holds a later one sees a fork from here on: tell them\n`,
    )
  for (const name of leftOut) process.stdout.write(`Left out: the database ${name}, which this server does not use\n`)
})

async function recordHead(url: string): Promise<{ seq: number; hash: string } | undefined> {
  const client = new DatabaseAddress(url).client({ application_name: 'finlist restore' })
  await client.connect()
  try {
    const { rows } = await client.query<{ seq: number; hash: string }>(
      'select seq, hash from record order by seq desc limit 1',
    )
    return rows[0]
  } finally {
    await client.end()
  }
}
