import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { MissingEngine } from './missing.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'

export type Citus = { coordinator: RunningPostgres; workers: readonly RunningPostgres[]; stop(): Promise<void> }

/** The folder with the programs `postgres` and `initdb` of a PostgreSQL that includes Citus. */
function citusPrograms(): string {
  const programs = process.env['CITUS_POSTGRES'] ?? ''
  if (existsSync(join(programs, 'initdb')) && existsSync(join(programs, 'postgres'))) return programs
  throw new MissingEngine(
    'PostgreSQL with Citus',
    'CITUS_POSTGRES=FOLDER, the folder of postgres and initdb of PostgreSQL 15 to 17 with Citus 13 (its packages: docs.citusdata.com)',
  )
}

/** The settings of the nodes. A real installation needs only the first three lines. */
const settings = {
  shared_preload_libraries: 'citus',
  'citus.enable_unsafe_triggers': 'on',
  max_prepared_transactions: '400',
  'citus.shard_count': '4',
  max_worker_processes: '150',
}

/** Starts a coordinator and two workers, each on its own port of 127.0.0.1. `more` adds settings to all three. */
export async function startCitus(more: Record<string, string>): Promise<Citus> {
  const programs = citusPrograms()
  const nodes: RunningPostgres[] = []
  const stop = async () => {
    for (const node of nodes) await node.stop()
  }
  try {
    for (let n = 0; n < 3; n++) nodes.push(await startPostgres({ programs, settings: { ...settings, ...more } }))
  } catch (error) {
    await stop()
    if (String(error).includes('"citus"'))
      throw new MissingEngine(`Citus for the PostgreSQL of ${programs}`, String(error))
    throw error
  }
  const [coordinator, ...workers] = nodes as [RunningPostgres, ...RunningPostgres[]]
  const citus = { coordinator, workers, stop }
  await joinNodes(citus, 'finlist')
  return citus
}

/** Joins one database on each node into a single distributed database. */
export async function joinNodes({ coordinator, workers }: Pick<Citus, 'coordinator' | 'workers'>, database: string) {
  for (const node of [coordinator, ...workers]) await query(node, database, 'create extension citus')
  await query(coordinator, database, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
  for (const { port } of workers) await query(coordinator, database, `select citus_add_node('127.0.0.1', ${port})`)
}

export async function query(node: { url: string }, database: string, sql: string): Promise<Record<string, unknown>[]> {
  const url = new URL(node.url)
  url.pathname = `/${database}`
  const client = new pg.Client(url.href)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
