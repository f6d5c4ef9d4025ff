import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { makeTemplate } from '../fresh-database.ts'
import { root } from '../source-files.ts'
import { runApiTests } from './engines/api-tests.ts'
import { withEngines } from './engines/missing.ts'
import { assertPgBouncer, startPooler } from './engines/pgbouncer.ts'
import { embeddedPrograms, startPostgres, throwaway } from './engines/postgres.ts'

/**
 * `npm run rig -- pooler [-- PATTERN...]`: runs the API tests with every query through PgBouncer in transaction mode.
 * Without a pattern it also measures what the pooler costs; `npm run rig -- pooler -- --cost` measures only that.
 */
const args = process.argv.slice(2)
const isCostAlone = args[0] === '--cost'
await withEngines(async () => {
  assertPgBouncer()
  const failed = isCostAlone ? 0 : await testThrough(args)
  if (args.length > 0 && !isCostAlone) return failed
  const cost = spawnSync(process.execPath, [join(root, 'bench/through-pooler.ts')], { stdio: 'inherit' })
  return failed || (cost.status ?? 1)
})

async function testThrough(patterns: readonly string[]): Promise<number> {
  const postgres = await startPostgres({ programs: await embeddedPrograms(), settings: throwaway })
  const pooler = await startPooler(postgres)
  try {
    await makeTemplate(postgres.url)
    return await runApiTests(patterns, { TEST_DATABASE_URL: postgres.url, TEST_POOLER_URL: pooler.url })
  } finally {
    await pooler.stop()
    await postgres.stop()
  }
}
