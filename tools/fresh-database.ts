import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'

const migrated = 'finlist_template'

type Fresh = {
  /** Whether the database has no tables and is on a single node. */
  isBare?: boolean
  /** The database to copy, by default one with all migrations and no rows. */
  template?: string
}

/** Creates a separate database for a test. */
export async function freshDatabase({ isBare = false, template = migrated }: Fresh = {}): Promise<{
  url: string
  drop(): Promise<void>
}> {
  const server = cluster()
  // A distributed database has a part on each node. All parts have the same name.
  const nodes = [server, ...(process.env['TEST_DATABASE_NODES']?.split(',') ?? [])]
  const name = newName()
  if (isBare) await run(server, `create database ${name}`)
  else await Promise.all(nodes.map(node => run(node, copyOf(template, name))))
  return {
    url: urlOf(process.env['TEST_POOLER_URL'] ?? server, name),
    async drop() {
      // New connections are blocked first, because processes of the nodes would otherwise reconnect.
      const closed = `update pg_database set datallowconn = false where datname = '${name}'`
      if (nodes.length > 1) for (const node of nodes) await run(node, closed)
      for (const node of nodes) await run(node, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Copies a database that is filled once per run for each value of `about`. The first process that needs it fills it,
 * and the others wait. `fill` must close its connections; its return value comes with every copy as `note`. Through a
 * pooler, or on several nodes, each database is filled separately instead.
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
  // The lock is released when its connection ends, even if the process dies.
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

/** The database's address without the pooler, if the tests run through one. */
export function directly(url: string): string {
  return process.env['TEST_POOLER_URL'] ? urlOf(process.env['TEST_DATABASE_URL']!, new URL(url).pathname.slice(1)) : url
}

/**
 * Creates the template database. `prepared` runs before the migrations; on several nodes, it joins their databases into
 * one.
 */
export async function makeTemplate(
  server: string,
  nodes: readonly string[] = [],
  prepared: (database: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const node of [server, ...nodes]) await run(node, `create database ${migrated}`)
  await prepared(migrated)
  await migrate(urlOf(server, migrated))
  // A database can be copied only while it has no connections, but Citus keeps a process connected to every database.
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
