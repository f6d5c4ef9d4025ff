// @module-tag slow
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { readSecrets } from '../../src/db/secrets.ts'
import { type RunningSandbox, startSandbox } from '../../src/demo/sandbox.ts'
import { openProvider } from '../../src/payments/provider/provider.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
const told: string[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

async function start(sandboxPort: number): Promise<RunningSandbox> {
  const config = readConfig({ PORT: String(sandboxPort - 1000) })
  const secrets = await readSecrets(database.db)
  return await startSandbox({ config, databaseUrl: fresh.url, secrets, say: line => told.push(line) })
}

it('the payment sandbox has its own database, recovers after a kill, and stops with the server', async () => {
  const sandbox = await start((await freePort()) + 1000)
  const { stripe } = openProvider(readConfig({}), sandbox.connection)
  try {
    await stripe.products.create({ id: 'kept', name: 'Kept' })
    process.kill(sandbox.pid()!, 'SIGKILL')
    await expect.poll(() => told.join()).toContain('starting it again in 1 s')
    const name = () => stripe.products.retrieve('kept').then(({ name }) => name, String)
    await expect.poll(name).toBe('Kept')
  } finally {
    await sandbox.stop()
  }
  await expect
    .poll(() =>
      fetch(sandbox.connection.url).then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone')
})

it('a payment sandbox that cannot start is retried once, and then reports why', async () => {
  const port = (await freePort()) + 1000
  const occupant = createServer().listen(port, '127.0.0.1')
  try {
    await expect(start(port)).rejects.toThrow('the payment sandbox ended before it was ready (1)')
  } finally {
    occupant.close()
  }
  expect(told.filter(line => line.includes('starting it again')).length).toBe(1)
})
