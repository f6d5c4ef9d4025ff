import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DatabaseAddress } from './address.ts'
import { type BackedUp, connectTo, Damaged, quoted, readContents, rowsBegin, rowsEnd, Script } from './backup-file.ts'

/** A database to restore into: where it is, how its tables are made, and what is left to do when its rows stand. */
export type Target = {
  url: string
  makeTables(migrations: readonly string[]): Promise<void>
  finish?(): Promise<void>
}

/** The database has something in it already, which a restore would mix with. */
export class NotEmpty extends Error {}

/**
 * Puts a backup back: all of it, or nothing. `targetOf` answers undefined for a database that is to be left out. Throws
 * Damaged before anything is touched, and NotEmpty.
 */
export async function restore(
  file: string,
  targetOf: (database: string) => Promise<Target | undefined>,
): Promise<{ at: string; tables: number; rows: number; leftOut: string[] }> {
  const { at, databases } = await readContents(file)
  const targets = await Promise.all(
    databases.map(async facts => ({
      facts,
      target: await targetOf(facts.name),
      client: undefined as pg.Client | undefined,
    })),
  )
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
      const rows = await load(it.client, script, it.facts)
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

async function connect(url: string): Promise<pg.Client> {
  const client = new DatabaseAddress(url).client({ application_name: 'finlist restore' })
  await client.connect()
  return client
}

/** Their rows are of the program, not of its use. */
const ofEveryStart = new Set(['migration', 'last_save', 'market', 'board_due'])

/** Tables without rows may be there, as a restore that failed leaves them. */
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

/** Runs in a transaction that is left open. User triggers are off, so that restored rows notify nobody. */
async function load(client: pg.Client | undefined, script: Script, facts: BackedUp): Promise<number> {
  const names = facts.tables.map(({ name }) => quoted(name))
  await script.expect(connectTo(facts.name))
  await client?.query('begin')
  for (const name of names) await client?.query(`alter table ${name} disable trigger user`)
  if (names.length > 0) await client?.query(`truncate ${names.join(', ')}`)
  let all = 0
  for (const table of facts.tables) {
    const begin = rowsBegin(table)
    await script.expect(begin)
    const rows = client ? await copy(client, begin, script) : await skip(script)
    const counted = await script.line()
    if (client && rowsEnd(rows) !== `\\.\n${counted}\n`)
      throw new Damaged(`${table.name} has ${rows} rows and not ${counted}`)
    all += rows
  }
  for (const [name, value] of Object.entries(facts.sequences))
    await client?.query('select setval($1::regclass, $2)', [quoted(name), value])
  // Deferred constraints are checked now: a table with a pending check cannot be altered.
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
