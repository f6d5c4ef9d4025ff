import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DatabaseAddress } from './address.ts'
import { type BackedUp, connectTo, Damaged, quoted, readContents, rowsBegin, rowsEnd, Script } from './backup-file.ts'

/** A database to restore into: its address, how to create its tables, and what to do after its rows are committed. */
export type Target = {
  url: string
  makeTables(migrations: readonly string[]): Promise<void>
  /** Checks the restored rows before the commit; if it throws, nothing is restored. */
  judge?(client: pg.Client): Promise<void>
  finish?(): Promise<void>
}

/** Thrown if the database is not empty, because restoring would mix the data. */
export class NotEmpty extends Error {}

/**
 * Restores a backup completely or not at all. `targetOf` returns undefined for a database to skip. Before changing
 * anything, throws NotEmpty, or Damaged if the file is truncated or altered. The checksum is not a signature and cannot
 * detect a deliberate forgery.
 */
export async function restore(
  file: string,
  targetOf: (database: string) => Promise<Target | undefined>,
): Promise<{ at: string; tables: number; rows: number; leftOut: string[] }> {
  const { at, databases } = await readContents(file)
  const twice = databases.find(({ name }, n) => databases.findIndex(other => other.name === name) !== n)
  if (twice) throw new Damaged(`it has the database ${twice.name} twice`)
  const targets = await Promise.all(
    databases.map(async facts => ({
      facts,
      target: await targetOf(facts.name),
      client: undefined as pg.Client | undefined,
    })),
  )
  if (!targets.some(({ target }) => target)) throw new Damaged('it has no database that this server uses')
  for (const { target } of targets) if (target) await assertEmpty(target.url)
  for (const { facts, target } of targets) await target?.makeTables(facts.migrations)
  const done = {
    at,
    tables: 0,
    rows: 0,
    leftOut: databases.filter((_, n) => !targets[n]!.target).map(({ name }) => name),
  }
  const script = new Script(file)
  try {
    await script.contents()
    for (const it of targets) {
      if (it.target) it.client = await connect(it.target.url)
      const rows = await load(it.client, script, it.facts, it.target?.judge).catch(refuseRows)
      if (it.target) done.rows += rows
      if (it.target) done.tables += it.facts.tables.length
    }
    for (const { client } of targets) await client?.query('commit')
  } finally {
    await script.close()
    for (const { client } of targets) await client?.end()
  }
  for (const { target } of targets) await target?.finish?.()
  return done
}

/**
 * Throws Damaged if PostgreSQL rejected a value, a constraint, a name or a missing table. Rethrows any other error,
 * including one about missing privileges.
 */
function refuseRows(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || !/^(?:0A|22|23|42(?!501))/.test(error.code ?? '')) throw error
  const { message, where } = error
  throw new Damaged(`its rows do not fit: ${[message, ...(where ? [where] : [])].join('; ')}`, { cause: error })
}

async function connect(url: string): Promise<pg.Client> {
  const client = new DatabaseAddress(url).client({ application_name: 'finlist restore' })
  await client.connect()
  return client
}

/** Tables that the program fills at every start. */
const ofEveryStart = new Set(['migration', 'last_save', 'market', 'board_due'])

/** Throws if a table has rows. Empty tables are allowed, since a failed restore leaves them. */
async function assertEmpty(url: string): Promise<void> {
  const client = await connect(url)
  try {
    for (const name of await tablesOf(client)) {
      if (ofEveryStart.has(name)) continue
      const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
      if (rowCount) throw new NotEmpty(`the table ${name} has rows`)
    }
  } finally {
    await client.end()
  }
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Throws Damaged if the backup has a table or sequence that its version does not have, such as a view or a system
 * table. Also refuses the `migration` table, because creating the tables has filled it.
 */
async function assertOurs(client: pg.Client, { tables, sequences }: BackedUp): Promise<void> {
  const known = new Set(await tablesOf(client))
  const table = tables.find(({ name }) => name === 'migration' || !known.has(name))
  if (table) throw new Damaged(`it has a table ${table.name}, which its version does not have`)
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public'`,
  )
  const sequence = Object.keys(sequences).find(name => !rows.some(row => row.name === name))
  if (sequence) throw new Damaged(`it has a sequence ${sequence}, which its version does not have`)
}

/**
 * Restores one database in a transaction that it leaves open. Without a client, skips the database. Disables user
 * triggers, so that restored rows send no notifications. Returns the number of rows restored.
 */
async function load(
  client: pg.Client | undefined,
  script: Script,
  facts: BackedUp,
  judge?: Target['judge'],
): Promise<number> {
  const names = facts.tables.map(({ name }) => quoted(name))
  await script.expect(connectTo(facts.name))
  if (client) await assertOurs(client, facts)
  await client?.query('begin')
  for (const name of names) await client?.query(`alter table ${name} disable trigger user`)
  if (names.length > 0) await client?.query(`truncate ${names.join(', ')}`)
  let all = 0
  for (const table of facts.tables) {
    const begin = rowsBegin(table)
    await script.expect(begin)
    const rows = client ? await copy(client, begin, script) : await skip(script)
    const counted = await script.line()
    // Earlier versions could write 0 for a table with rows. The checksum says that the rows are complete.
    if (client && ![rowsEnd(rows), rowsEnd(0)].includes(`\\.\n${counted}\n`))
      throw new Damaged(`${table.name} has ${rows} rows and not ${counted}`)
    all += rows
  }
  // Sequences are set only after `judge` has passed, because a rollback does not undo them.
  if (client) await judge?.(client)
  for (const [name, value] of Object.entries(facts.sequences))
    await client?.query('select setval($1::regclass, $2)', [quoted(name), value])
  // Deferred constraints are checked now, because a table with a pending check cannot be altered.
  await client?.query('set constraints all immediate')
  for (const name of names) await client?.query(`alter table ${name} enable trigger user`)
  return all
}

async function copy(client: pg.Client, begin: string, script: Script): Promise<number> {
  const into = client.query(copyFrom(begin.replace(/;\n$/, '')))
  await pipeline(Readable.from(script.rows(), { objectMode: false }), into)
  return into.rowCount
}

async function skip(script: Script): Promise<number> {
  for await (const _ of script.rows());
  return 0
}
