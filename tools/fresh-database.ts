import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'

const template = 'finlist_template'

/** A database of its own for a test, with all migrations applied and no rows; `isBare`: without a table, on one node. */
export async function freshDatabase({ isBare = false } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('freshDatabase() is for tests that vitest runs with tools/test-database.ts as set-up')
  // Of a database that is spread, each node has its part in one of the same name.
  const nodes = [server, ...(process.env['TEST_DATABASE_NODES']?.split(',') ?? [])]
  const name = `test_${randomBytes(6).toString('hex')}`
  if (isBare) await run(server, `create database ${name}`)
  else
    await Promise.all(nodes.map(node => run(node, `create database ${name} template ${template} strategy file_copy`)))
  return {
    url: urlOf(process.env['TEST_POOLER_URL'] ?? server, name),
    async drop() {
      // The nodes' own processes would come back to it at each other's.
      const closed = `update pg_database set datallowconn = false where datname = '${name}'`
      if (nodes.length > 1) for (const node of nodes) await run(node, closed)
      for (const node of nodes) await run(node, `drop database if exists ${name} with (force)`)
    },
  }
}

/** The same database itself, where the tests run through a pooler. */
export function directly(url: string): string {
  return process.env['TEST_POOLER_URL'] ? urlOf(process.env['TEST_DATABASE_URL']!, new URL(url).pathname.slice(1)) : url
}

/** `prepared`: what makes the databases on the nodes one, before they are migrated. */
export async function makeTemplate(
  server: string,
  nodes: readonly string[] = [],
  prepared: (database: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const node of [server, ...nodes]) await run(node, `create database ${template}`)
  await prepared(template)
  await migrate(urlOf(server, template))
  // Nobody may be in a database that is copied; Citus keeps a process in each.
  for (const node of nodes.length > 0 ? [server, ...nodes] : []) {
    await run(node, `alter database ${template} with allow_connections false`)
    await run(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
