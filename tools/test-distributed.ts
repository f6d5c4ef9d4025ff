import { runApiTests } from './engines/api-tests.ts'
import { joinNodes, startCitus } from './engines/citus.ts'
import { withEngines } from './engines/missing.ts'
import { throwaway } from './engines/postgres.ts'
import { makeTemplate } from './fresh-database.ts'

/** `npm run test:distributed [-- PATTERN...]`: the API tests on Citus, a coordinator and two workers. */
await withEngines(async () => {
  const citus = await startCitus({ ...throwaway, max_connections: '400' })
  const nodes = citus.workers.map(({ url }) => url)
  try {
    await makeTemplate(citus.coordinator.url, nodes, database => joinNodes(citus, database))
    return await runApiTests(process.argv.slice(2), {
      TEST_DATABASE_URL: citus.coordinator.url,
      TEST_DATABASE_NODES: nodes.join(),
    })
  } finally {
    await citus.stop()
  }
})
