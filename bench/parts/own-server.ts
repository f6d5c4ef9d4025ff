import { makeApp } from '../../apps/server/src/app.ts'
import { Sessions } from '../../apps/server/src/auth/sessions.ts'
import { Tokens } from '../../apps/server/src/auth/tokens.ts'
import { findByEmail } from '../../apps/server/src/commands/make-account.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts'
import { Keys } from '../../apps/server/src/db/keys.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { loadDemoAccounts } from '../../apps/server/src/demo/accounts.ts'
import { freePort } from '../../tools/free-port.ts'
import { throwawayFolder } from '../../tools/throwaway-folder.ts'

/**
 * Starts the product's server in this process, with the demo accounts and a separate database for the benchmark to
 * fill. `url`: an empty database to use instead.
 */
export async function openOwnServer({ url }: { url?: string } = {}) {
  const { path: folder, remove } = await throwawayFolder('finlist-bench')
  const cluster =
    url === undefined
      ? await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
      : { url, stop: async () => undefined }
  await migrate(cluster.url)
  const database = await openDatabase(cluster.url, { warn: () => undefined, info: () => undefined })
  const port = await freePort()
  const config = readConfig({ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const app = await makeApp(config, { database, databaseUrl: cluster.url })
  await loadDemoAccounts(database, config)
  await app.listen({ port, host: '127.0.0.1' })
  return {
    database,
    base: `http://127.0.0.1:${port}`,
    authorization: `Bearer ${await staffToken(database)}`,
    async close() {
      await app.close()
      await database.close()
      await cluster.stop()
      await remove()
    },
  }
}

async function staffToken(database: Database): Promise<string> {
  const userId = (await findByEmail(database, 'staff@demo.example'))!
  const session = await database.write(tx =>
    new Sessions(database, Date.now).begin(tx, { userId, authTime: Date.now(), client: 'command-line', idToken: null }),
  )
  const keys = await Keys.open(database, Date.now)
  return await new Tokens(() => keys.keyRing('access-token'), Date.now).mint({ ...session, commandLine: true })
}
