import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../db/database.ts'

type Value = string | number | boolean | Date | null
export type Rows = Iterable<readonly Value[]>

/**
 * Streams rows into a table with COPY, inside the transaction. With `keep`, rows that already exist are left as they
 * are; otherwise they make the copy fail. Returns the number of rows sent.
 */
export async function copyRows(
  tx: Tx,
  table: string,
  columns: string[],
  rows: Rows,
  { keep = false } = {},
): Promise<number> {
  const list = columns.join(', ')
  const target = keep ? `incoming_${table}` : table
  if (keep) await tx.query(`create temporary table ${target} (like ${table} including defaults) on commit drop`)
  const counted = { rows: 0 }
  await pipeline(Readable.from(chunks(rows, counted)), tx.query(copyFrom(`copy ${target} (${list}) from stdin`)))
  if (keep) {
    await tx.query(`insert into ${table} (${list}) select ${list} from ${target} on conflict do nothing`)
    await tx.query(`drop table ${target}`)
  }
  return counted.rows
}

/** Yields about 64 KB of text at a time, so that memory use does not depend on the table's size. */
function* chunks(rows: Rows, counted: { rows: number }): Generator<string> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(field).join('\t')}\n`
    counted.rows++
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  if (text) yield text
}

function field(value: Value): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value.replace(/[\\\t\n\r]/g, escaped) : String(value)
}

const escaped = (character: string) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[character]!
