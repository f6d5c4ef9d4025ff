import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { makeTemplate } from './fresh-database.ts'
import { putTemporaryFilesInMemory } from './testing/memory-folder.mjs'
import { throwawayFolder } from './throwaway-folder.ts'

/** Vitest's global set-up: one throwaway database cluster for all tests of a run, used by `freshDatabase()`. */
export default async function startTestDatabase(): Promise<() => Promise<void>> {
  // Another vitest project has already started the cluster in this run.
  if (process.env['TEST_DATABASE_URL']) return async () => undefined
  putTemporaryFilesInMemory()
  const folder = await throwawayFolder('finlist-tests')
  const log = (line: string) => console.error(line)
  const cluster = await startEmbeddedPostgres({ dataDir: folder.path, log, settings })
  process.env['TEST_DATABASE_URL'] = cluster.url
  process.env['TEST_COMPILE_CACHE'] = join(folder.path, 'compiled')
  await makeTemplate(cluster.url)
  return async () => {
    await cluster.stop()
    await folder.remove()
    delete process.env['TEST_DATABASE_URL']
  }
}

/** Fast settings for data that need not survive a power cut. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }
