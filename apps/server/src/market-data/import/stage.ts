import { once } from 'node:events'
import type { FileEncoding } from '@finlist/contract/staff/admin'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../../db/database.ts'
import type { TextKey } from '../../http/translate.ts'
import { clip } from './files/cell.ts'
import type { Column } from './files/column-aliases.ts'
import { type Aside, type Cells, readTables } from './files/read-table.ts'
import type { ImportErrors, Reason } from './import-errors.ts'
import type { SourceFile } from './import-request.ts'
import { RefusedLines } from './refused-lines.ts'

export type CellValue = string | number | boolean | null

/** A kind of file: its columns, and the temporary table that its lines are staged in before anything is changed. */
export type Incoming<Name extends string = string> = {
  /** The file's form field. */
  field: string
  table: string
  /** SQL: the table's columns, after the line number. */
  shape: string
  /** The key columns, which come first, and the error for a second row with the same key. */
  key: readonly string[]
  twice: TextKey
  columns: readonly Column<Name>[]
  /** Values from the file's name or titles, used in every line for columns that the file lacks. */
  aside?: Aside<Name>
  /** Validates the columns together; may throw CellError, as `values` may. */
  header?(has: (name: Name) => boolean, headOf: (name: Name) => string | undefined): void
  /** Whether a zip may contain several files, whose columns may differ. */
  maybeSeveral?: true
  /** Undefined for a line that is left out and counted in the notes. */
  values(cells: Cells<Name>): CellValue[] | undefined
  /** Notes on corrected values. */
  notes?(): Reason[]
}

/** `ascending`: the rows were sorted by key. */
export type Staged = { rows: number; has: ReadonlySet<string>; notes: Reason[]; ascending: boolean }

type Staging = {
  faults: ImportErrors
  /** Collects invalid lines while valid ones are staged. */
  refused: RefusedLines | undefined
  encoding: FileEncoding | undefined
  most: number
  progress: (read: { rows: number; share: number }) => void
}

const enoughToSend = 65_536

/**
 * Stages a file's lines in its temporary table. Reports invalid lines, and lines with a duplicate key, to `refused` or,
 * if it is undefined, to `faults`.
 */
export async function stage<Name extends string>(
  tx: Tx,
  file: SourceFile,
  incoming: Incoming<Name>,
  { faults, refused, encoding, most, progress }: Staging,
): Promise<Staged> {
  const { field, table, shape, columns, values } = incoming
  await tx.query(`create temporary table ${table} (line integer not null, ${shape}) on commit drop`)
  const copy = tx.query(copyFrom(`copy ${table} from stdin (format csv, null 'null')`))
  // Rejects if the connection is lost, because waiting for `drain` would then never end.
  const lost = new Promise<never>((_, reject) => copy.once('error', reject))
  lost.catch(() => undefined)
  let gathered = ''
  let sent = 0
  let share = 0
  let has: ReadonlySet<string> = new Set()
  let before: CellValue[] | undefined
  let ascending = true
  const send = async () => {
    if (gathered === '' || faults.total > 0) return
    const goesOn = copy.write(gathered)
    gathered = ''
    if (!goesOn) await Promise.race([once(copy, 'drain'), lost])
    progress({ rows: sent, share })
  }
  const { unknown, encodingName, left } = await readTables(file, {
    columns,
    aside: incoming.aside,
    maybeSeveral: incoming.maybeSeveral ?? false,
    lines: faults.linesOf(field),
    encoding,
    most,
    header(headOf, heads) {
      refused?.heads(heads)
      const found = (name: Name) => headOf(name) !== undefined
      has = new Set([...has, ...columns.map(({ name }) => name).filter(found)])
      incoming.header?.(found, headOf)
    },
    row(cells, line) {
      const row = values(cells)
      if (!row) return
      sent++
      ascending &&= before === undefined || isAfter(row, before, incoming.key.length)
      before = row
      if (faults.total === 0) gathered += copyLine(line, row)
    },
    drain: async () => {
      if (gathered.length >= enoughToSend) await send()
      await refused?.send()
    },
    progress: upTo => (share = upTo),
    fault: (line, reason, fields) =>
      refused && fields ? refused.add(line, reason, fields) : faults.add(field, line, reason),
  })
  await send()
  await Promise.race([once(copy.end(), 'finish'), lost])
  if (faults.total === 0 && !ascending) sent -= await refuseTwice(tx, incoming, refused ?? faults)
  // PostgreSQL never gathers statistics of temporary tables automatically, and would plan for a few rows.
  await tx.query(`analyze ${table}`)
  if (refused && sent === 0) faults.addMany(field, refused.count, refused.first)
  const notes = [
    ...(refused?.notes ?? []),
    ...(incoming.notes?.() ?? []),
    ...(encodingName ? [{ text: 'import.read-as' as const, values: { encoding: encodingName } }] : []),
    ...unknownColumns(unknown),
    ...otherFiles(left),
  ]
  await refused?.send()
  return { rows: sent, has, ascending, notes }
}

/** Whether the row's key is greater than the previous row's. If it is for every row, no key occurs twice. */
function isAfter(row: CellValue[], before: CellValue[], keyLength: number): boolean {
  for (let place = 0; place < keyLength; place++) {
    const [value, other] = [row[place]!, before[place]!]
    if (value !== other) return value > other
  }
  return false
}

/** Builds the CSV line from JSON: converting numbers one by one would make V8 cache a string for each. */
function copyLine(line: number, row: CellValue[]): string {
  const json = JSON.stringify([line, ...row])
  if (!json.includes('\\')) return `${json.slice(1, -1)}\n`
  const cells = row.map(value => (typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : value))
  return `${[line, ...cells.map(String)].join(',')}\n`
}

/**
 * Of rows with the same key, keeps the first. Reports the others and, if invalid lines are skipped, removes them.
 * Returns the number of removed rows.
 */
async function refuseTwice(tx: Tx, { field, table, key, twice }: Incoming, to: ImportErrors | RefusedLines) {
  const columns = key.join(', ')
  const later = `with twice as (select ${columns}, min(line) as first from ${table} group by ${columns} having count(*) > 1)
    select line, first, count(*) over () as total from ${table} join twice using (${columns}) where line <> first`
  const { rows } = await tx.query<{ line: number; first: number; total: number }>(
    `${later} order by line ${to instanceof RefusedLines ? '' : 'limit 20'}`,
  )
  const told = rows.map(({ line, first }) => ({ line, text: twice, values: { first } }))
  if (!(to instanceof RefusedLines)) {
    if (rows.length > 0) to.addMany(field, rows[0]!.total, told)
    return 0
  }
  for (const { line, ...reason } of told) to.add(line, reason, [])
  await tx.query(`delete from ${table} where line = any($1)`, [rows.map(({ line }) => line)])
  return rows.length
}

const unknownColumns = (names: string[]) => listed('import.unknown-columns', names)
const otherFiles = (names: string[]) => listed('import.other-files', names.map(clip))

function listed(text: TextKey, names: string[]): Reason[] {
  if (names.length === 0) return []
  const list = names.slice(0, 20).join(', ') + (names.length > 20 ? ' …' : '')
  return [{ text, values: { count: names.length, list } }]
}
