import { existsSync } from 'node:fs'
import { backUp } from '../db/back-up.ts'
import { makeSandboxDatabase } from '../demo/sandbox.ts'
import { CommandError, withDatabaseUrl } from './connect.ts'

const [file, ...rest] = process.argv.slice(2)

await withDatabaseUrl(async (url, config) => {
  if (!file || rest.length > 0) throw new CommandError('npm run backup -- <file>')
  if (existsSync(file)) throw new CommandError(`${file}: there is such a file already`)
  const databases = [{ name: 'finlist', url: config.DATABASE_REPORTS_URL || url }]
  if (config.payments === 'sandbox') databases.push({ name: 'pay_sandbox', url: await makeSandboxDatabase(url) })
  const { tables, rows, bytes } = await backUp(databases, file, new Date())
  process.stdout.write(
    `${file}: ${tables} tables, ${rows} rows, ${bytes} bytes. It holds the server's keys: keep it safe.\n`,
  )
})
