import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'

const migrated = 'finlist_template'

type Fresh = {
  /** true: without any table, on one node. */
  isBare?: boolean
  /** The database to copy; by default one with all migrations and no rows. */
  template?: string
}

/** Creates a separate database for a test. */
export async function freshDatabase({ isBare = false, template = migrated }: Fresh = {}): Promise<{
  url: string
  drop(): Promise<void>
}> {
  const server = cluster()
  // A distributed database has a part of the same name on each node.
  const nodes = [server, ...(process.env['TEST_DATABASE_NODES']?.split(',') ?? [])]
  const name = newName()
  if (isBare) await run(server, `create database ${name}`)
  else await Promise.all(nodes.map(node => run(node, copyOf(template, name))))
  return {
    url: urlOf(process.env['TEST_POOLER_URL'] ?? server, name),
    async drop() {
      // Blocks new connections first: the nodes' own processes would reconnect to it.
      const closed = `update pg_database set datallowconn = false where datname = '${name}'`
      if (nodes.length > 1) for (const node of nodes) await run(node, closed)
      for (const node of nodes) await run(node, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * A copy of a filled database, which is made once per run for `about`: by the first process that asks, while others
 * wait. `fill` closes its connections; it returns `note`, which every copy gets. Through a pooler or over several nodes
 * each database is filled separately.
 */
export async function filledDatabase<Note>(about: object, fill: (url: string) => Promise<Note>) {
  if (process.env['TEST_POOLER_URL'] || process.env['TEST_DATABASE_NODES']) {
    const fresh = await freshDatabase()
    return { ...fresh, note: await fill(fresh.url) }
  }
  const { template, note } = await connected(cluster(), client => templateFor(client, about, fill))
  return { ...(await freshDatabase({ template })), note }
}

async function templateFor<Note>(
  client: Client,
  about: object,
  fill: (url: string) => Promise<Note>,
): Promise<{ template: string; note: Note }> {
  const template = `template_${createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 16)}`
  const find = async () => {
    const { rows } = await client.query<{ note: string }>(
      `select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1`,
      [template],
    )
    return rows[0] && { template, note: JSON.parse(rows[0].note) as Note }
  }
  const found = await find()
  if (found) return found
  // The lock is released when the connection ends, even if the process dies.
  await client.query('select pg_advisory_lock(hashtext($1))', [template])
  const madeMeanwhile = await find()
  if (madeMeanwhile) return madeMeanwhile
  const unfinished = newName()
  await client.query(copyOf(migrated, unfinished))
  const note = await fill(urlOf(cluster(), unfinished))
  await client.query(`comment on database ${unfinished} is ${client.escapeLiteral(JSON.stringify(note ?? null))}`)
  await client.query(`alter database ${unfinished} rename to ${template}`)
  return { template, note }
}

const newName = () => `test_${randomBytes(6).toString('hex')}`
const copyOf = (template: string, name: string) => `create database ${name} template ${template} strategy file_copy`

function cluster(): string {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('test databases are for tests that vitest runs with tools/test-database.ts as set-up')
  return server
}

/** The address of the same database without the pooler, where the tests run through one. */
export function directly(url: string): string {
  return process.env['TEST_POOLER_URL'] ? urlOf(process.env['TEST_DATABASE_URL']!, new URL(url).pathname.slice(1)) : url
}

/** `prepared` runs before the migrations, and joins the databases of several nodes. */
export async function makeTemplate(
  server: string,
  nodes: readonly string[] = [],
  prepared: (database: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const node of [server, ...nodes]) await run(node, `create database ${migrated}`)
  await prepared(migrated)
  await migrate(urlOf(server, migrated))
  // A database can be copied only when it has no connections, and Citus keeps a process in each.
  for (const node of nodes.length > 0 ? [server, ...nodes] : []) {
    await run(node, `alter database ${migrated} with allow_connections false`)
    await run(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${migrated}'`)
  }
}

const run = (url: string, sql: string) => connected(url, client => client.query(sql))

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
