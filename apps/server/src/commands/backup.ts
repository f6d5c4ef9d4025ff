import { existsSync } from 'node:fs'
import { backUp, streamBackup } from '../db/back-up.ts'
import { makeSandboxDatabase } from '../demo/sandbox.ts'
import { CommandError, withDatabaseUrl } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist backup <file>
finlist backup -

Writes everything that the database holds into a new file, beside a running server or alone; - writes it to standard
output, so that it can be encrypted on its way and needs no room of its own.`
const file = readTyped(usage, ([path, ...rest]) => {
  if (!path || rest.length > 0) throw new CommandError('give the file to write')
  return path
})

await withDatabaseUrl(async (url, config) => {
  if (file !== '-' && existsSync(file)) throw new CommandError(`${file}: there is such a file already`)
  const databases = [{ name: 'finlist', url: config.DATABASE_REPORTS_URL || url }]
  if (config.payments === 'sandbox') databases.push({ name: 'pay_sandbox', url: await makeSandboxDatabase(url) })
  if (file === '-') {
    const { tables, rows } = await streamBackup(databases, process.stdout, new Date())
    process.stderr.write(`${tables} tables, ${rows} rows. It holds the server's keys: keep it safe.\n`)
    return
  }
  const { tables, rows, bytes } = await backUp(databases, file, new Date())
  process.stdout.write(
    `${file}: ${tables} tables, ${rows} rows, ${bytes} bytes. It holds the server's keys: keep it safe.\n`,
  )
})
