import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { DatabaseAddress } from './address.ts'
import {
  type BackedUp,
  connectTo,
  format,
  heading,
  newline,
  quoted,
  rowsBegin,
  rowsEnd,
  seal,
  type Table,
} from './backup-file.ts'

type Opened = { client: pg.Client; facts: BackedUp }

type Databases = readonly { name: string; url: string }[]

/** Writes a backup to a new file that only its owner can read. Deletes the file on failure. */
export async function backUp(
  databases: Databases,
  file: string,
  at: Date,
): Promise<{ tables: number; rows: number; bytes: number }> {
  const half = `${file}.half`
  try {
    const written = await streamBackup(databases, createWriteStream(half, { mode: 0o600, flush: true }), at)
    await rename(half, file)
    return { ...written, bytes: (await stat(file)).size }
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

/**
 * Writes every table of the databases, each database from one snapshot, without blocking writers and without temporary
 * files. A backup without its last line was interrupted and is invalid.
 */
export async function streamBackup(
  databases: Databases,
  out: Writable,
  at: Date,
): Promise<{ tables: number; rows: number }> {
  const opened: Opened[] = []
  const written = { tables: 0, rows: 0 }
  try {
    for (const { name, url } of databases) opened.push(await open(name, url))
    await pipeline(Readable.from(script(opened, at, written), { objectMode: false }), createGzip(), out)
  } finally {
    for (const { client } of opened) await client.end()
  }
  return written
}

async function open(name: string, url: string): Promise<Opened> {
  const client = new DatabaseAddress(url).client({ application_name: 'finlist backup' })
  await client.connect()
  await client.query('begin transaction isolation level repeatable read read only')
  const { rows: tables } = await client.query<Table & { needs: string[] }>(tablesWithNeeds)
  const { rows: migrations } = tables.some(table => table.name === 'migration')
    ? await client.query<{ name: string }>('select name from migration order by name')
    : { rows: [] }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  const facts = {
    name,
    migrations: migrations.map(row => row.name),
    tables: inOrder(tables.filter(table => table.name !== 'migration')),
    sequences: Object.fromEntries(sequences.map(row => [row.name, row.value])),
  }
  return { client, facts }
}

/** Tables, each with its columns to back up and the tables that its foreign keys reference. */
const tablesWithNeeds = `
  select c.relname as name,
    array(select attname::text from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select distinct other.relname::text from pg_constraint k join pg_class other on other.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`

/** Orders tables so that the targets of foreign keys come first. */
function inOrder(tables: readonly (Table & { needs: string[] })[]): Table[] {
  const placed: Table[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every(need => placed.some(({ name }) => name === need)))
    if (ready.length === 0)
      throw new Error(`foreign keys run in a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    placed.push(...ready.map(({ name, columns }) => ({ name, columns })))
    waiting = waiting.filter(table => !ready.includes(table))
  }
  return placed
}

async function* script(
  opened: readonly Opened[],
  at: Date,
  written: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (piece: string | Buffer) => {
    const bytes = Buffer.from(piece)
    hash.update(bytes)
    return bytes
  }
  yield hashed(heading({ format, at: at.toISOString(), databases: opened.map(({ facts }) => facts) }))
  for (const { client, facts } of opened) {
    yield hashed(connectTo(facts.name))
    for (const table of facts.tables) {
      yield hashed(rowsBegin(table))
      const rows = client.query(
        copyTo(`copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) to stdout`),
      )
      // The database's own count may arrive after the last row, when this stream has ended.
      let count = 0
      for await (const piece of rows) {
        yield hashed(piece as Buffer)
        count += linesIn(piece as Buffer)
      }
      yield hashed(rowsEnd(count))
      written.tables++
      written.rows += count
    }
  }
  yield Buffer.from(seal(hash.digest('hex')))
}

/** The number of line breaks. COPY writes one for each row and escapes those of values. */
function linesIn(piece: Buffer): number {
  let lines = 0
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) lines++
  return lines
}
