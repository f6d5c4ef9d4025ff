import { runApiTests } from './engines/api-tests.ts'
import { withEngines } from './engines/missing.ts'
import { assertPgBouncer, startPooler } from './engines/pgbouncer.ts'
import { embeddedPrograms, startPostgres, throwaway } from './engines/postgres.ts'
import { makeTemplate } from './fresh-database.ts'

/** `npm run test:pooler [-- PATTERN...]`: the API tests with every query through PgBouncer in transaction mode. */
await withEngines(async () => {
  assertPgBouncer()
  const postgres = await startPostgres({ programs: await embeddedPrograms(), settings: throwaway })
  const pooler = await startPooler(postgres)
  try {
    await makeTemplate(postgres.url)
    return await runApiTests(process.argv.slice(2), { TEST_DATABASE_URL: postgres.url, TEST_POOLER_URL: pooler.url })
  } finally {
    await pooler.stop()
    await postgres.stop()
  }
})
