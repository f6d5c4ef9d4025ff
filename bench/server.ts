import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sessions } from '../apps/server/src/access/sessions.ts'
import { Tokens } from '../apps/server/src/access/tokens.ts'
import { makeApp } from '../apps/server/src/app.ts'
import { findByEmail } from '../apps/server/src/commands/make-account.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { Keys } from '../apps/server/src/db/keys.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { loadDemo } from '../apps/server/src/demo/load.ts'
import { freePort } from '../tools/free-port.ts'

/** The message to the measuring process: the server's address, and tokens of one subscriber, each unused. */
export type Told = {
  base: string
  tokens: string[]
  /** A staff token, for files that a question has to publish first. */
  staffToken: string
}

const silent = { warn: () => undefined, info: () => undefined }
const manyTokens = 30_000

/** The product's server as in production, in a process of its own so that its CPU can be measured. */
async function run() {
  const dataDir = process.env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'finlist-bench-'))
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DEMO_DATA: process.env['DEMO_DATA'],
  })
  const cluster = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined })
  await migrate(cluster.url)
  const database = await openDatabase(cluster.url, silent)
  await loadDemo(database, config, {
    shop: undefined,
    now: Date.now,
    say: line => void process.stderr.write(`${line}\n`),
  })
  const app = await makeApp(config, { database, databaseUrl: cluster.url })
  await app.listen({ port, host: '127.0.0.1' })

  const userId = (await findByEmail(database, 'hk-yearly@demo.example'))!
  const keys = await Keys.open(database, Date.now)
  const session = await database.write(tx =>
    new Sessions(database, Date.now).begin(tx, { userId, authTime: Date.now(), client: 'browser', idToken: null }),
  )
  const mint = (authTime: number) =>
    new Tokens(() => keys.keyRing('access-token'), Date.now).mint({ ...session, authTime, commandLine: false })
  const tokens = await Promise.all(Array.from({ length: manyTokens }, (_, n) => mint(session.authTime - n * 1_000)))
  const staffId = (await findByEmail(database, 'staff@demo.example'))!
  const staff = await database.write(tx =>
    new Sessions(database, Date.now).begin(tx, {
      userId: staffId,
      authTime: Date.now(),
      client: 'browser',
      idToken: null,
    }),
  )
  const staffToken = await new Tokens(() => keys.keyRing('access-token'), Date.now).mint({
    ...staff,
    commandLine: true,
  })
  process.send?.({ base: `http://127.0.0.1:${port}`, tokens, staffToken } satisfies Told)
  process.on('message', message => {
    if (message !== 'heap') return
    gc?.()
    gc?.()
    process.send?.(process.memoryUsage().heapUsed)
  })
  process.on('disconnect', () => {
    void app
      .close()
      .then(() => database.close())
      .then(() => cluster.stop())
      .then(() => process.exit(0))
  })
}

await run()
