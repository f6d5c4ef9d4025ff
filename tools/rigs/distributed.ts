import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openOwnServer } from '../../bench/parts/own-server.ts'
import { freePort } from '../free-port.ts'
import { makeTemplate } from '../fresh-database.ts'
import { throwawayFolder } from '../throwaway-folder.ts'
import { runApiTests } from './engines/api-tests.ts'
import { operate, settingsOf } from './engines/app.ts'
import { compareHistories, compareImports, compareNights } from './engines/beside.ts'
import { type Citus, joinNodes, query, startCitus } from './engines/citus.ts'
import { Figures } from './engines/figures.ts'
import { withEngines } from './engines/missing.ts'
import { startPostgres, throwaway } from './engines/postgres.ts'

const settings = { ...throwaway, max_connections: '400' }

/**
 * `npm run rig -- distributed [-- figures [ROUNDS] | PATTERN...]`: on Citus with a coordinator and two workers,
 * compares the cost of work with its cost on a single node, and makes and restores a backup; then runs the API tests,
 * or those whose path contains a pattern.
 */
await withEngines(async () => {
  const asked = process.argv.slice(2)
  const citus = await startCitus(settings)
  try {
    const compared = asked.length === 0 || asked[0] === 'figures' ? await compare(citus) : 0
    return asked[0] === 'figures' ? compared : (await test(citus, asked)) || compared
  } finally {
    await citus.stop()
  }
})

async function test(citus: Citus, patterns: readonly string[]): Promise<number> {
  const nodes = citus.workers.map(({ url }) => url)
  await makeTemplate(citus.coordinator.url, nodes, database => joinNodes(citus, database))
  return await runApiTests(patterns, { TEST_DATABASE_URL: citus.coordinator.url, TEST_DATABASE_NODES: nodes.join() })
}

async function compare(citus: Citus): Promise<number> {
  const figures = new Figures()
  const alone = await startPostgres({ programs: citus.coordinator.programs, settings })
  const both = {
    one: await openOwnServer({ url: alone.url }),
    several: await openOwnServer({ url: citus.coordinator.url }),
  }
  try {
    await compareImports(both, figures)
    await compareHistories(both, figures)
    await compareNights(both, figures)
    await backUpAndRestore(citus, figures)
    return figures.print()
  } catch (error) {
    figures.print()
    throw error
  } finally {
    await both.one.close()
    await both.several.close()
    await alone.stop()
  }
}

async function backUpAndRestore(citus: Citus, figures: Figures): Promise<void> {
  const folder = await throwawayFolder('finlist-backup')
  const file = join(folder.path, 'b.gz')
  for (const node of [citus.coordinator, ...citus.workers]) await query(node, 'postgres', 'create database back')
  await joinNodes(citus, 'back')
  const env = settingsOf({ databaseUrl: citus.coordinator.url, port: await freePort(), mailPort: await freePort() })
  const rowsOf = (text: string) => Number(/(\d+) rows/.exec(text)?.[1])
  const kept = rowsOf(await operate(env, 'backup', file))
  const url = new URL(citus.coordinator.url)
  url.pathname = '/back'
  const back = rowsOf(await operate({ ...env, DATABASE_URL: url.href }, 'restore', file))
  figures.count('rows of a backup that a restore does not bring back', kept - back, 0, kept.toLocaleString('en'))
  const spread = await query(citus.coordinator, 'back', 'select count(*)::int as bars from bar')
  const were = await query(citus.coordinator, 'finlist', 'select count(*)::int as bars from bar')
  figures.count('bars of it on the nodes', Number(spread[0]!['bars']), Number(were[0]!['bars']))
  await rm(file)
  await folder.remove()
}
