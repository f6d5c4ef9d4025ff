import { newestPostgres, oldestPostgres } from '../../apps/server/src/db/supported.ts'
import { makeTemplate } from '../fresh-database.ts'
import { runApiTests } from './engines/api-tests.ts'
import { withEngines } from './engines/missing.ts'
import { postgresPrograms, startPostgres, throwaway } from './engines/postgres.ts'

/** `npm run rig -- postgres 15 [PATTERN...]`: runs the API tests on an installed PostgreSQL of that version. */
await withEngines(async () => {
  const [version = '', ...patterns] = process.argv.slice(2)
  if (!/^\d\d$/.test(version)) {
    const line = `npm run rig -- postgres VERSION [PATTERN...], a version from ${oldestPostgres} to ${newestPostgres}\n`
    process.stderr.write(line)
    return 2
  }
  const postgres = await startPostgres({ programs: await postgresPrograms(Number(version)), settings: throwaway })
  try {
    await makeTemplate(postgres.url)
    return await runApiTests(patterns, { TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
})
