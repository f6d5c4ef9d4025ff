import type { FileEncoding } from '@finlist/contract/staff/admin'
import { CsvError } from 'csv-parse'
import { quoted } from '../../store/control-characters.ts'
import { CellError, type Reason } from '../import-errors.ts'
import type { SourceFile } from '../import-request.ts'
import type { Column } from './column-aliases.ts'
import { TextGate } from './encoding.ts'
import type { FileLines } from './file-lines.ts'
import { FormulaText } from './formula-text.ts'
import { type Header, readHeader } from './header.ts'
import { longestRecord, Records } from './records.ts'
import { type TableFile, tableFilesIn } from './table-files.ts'
import { assertNoBomb, chunksOf, megabyte } from './unpack-file.ts'
import { YahooHead } from './yahoo-head.ts'

/**
 * Maximum length of a line in bytes, as written: including commas, which csv-parse's own limit does not count, and with
 * quotation marks doubled.
 */
const longestLine = 8 * longestRecord

/** A line's cells by column name, trimmed; '' if the file has no such column. */
export type Cells<Name extends string> = { of(name: Name): string }

/** What a file contains outside its rows: its name, titles and ticker. */
type Around = { fileName: string; titles: readonly string[]; ticker: string | undefined }
export type Aside<Name extends string> = (around: Around) => Partial<Record<Name, string | undefined>>

export type TableReading<Name extends string> = {
  columns: readonly Column<Name>[]
  aside: Aside<Name> | undefined
  /** Whether a zip may contain several files of this kind. */
  maybeSeveral: boolean
  lines: FileLines
  /** Detected from the file if undefined. */
  encoding: FileEncoding | undefined
  /** Maximum unpacked bytes of a gzipped file. */
  most: number
  /** Validates the header; may throw CellError, as `row` may. */
  header(headOf: (name: Name) => string | undefined, heads: readonly string[]): void
  row(cells: Cells<Name>, line: number): void
  /** Called after every few thousand rows, to flush the rows that `row` has collected. */
  drain(): Promise<void>
  /** Called with the share of the bytes read so far, from 0 to 1, before their rows are passed on. */
  progress(share: number): void
  /** `fields` are the cells of an invalid row; if omitted, the rest of the file is unreadable. */
  fault(line: number, reason: Reason, fields?: readonly string[]): void
}

export type Table = {
  unknown: string[]
  /** The name of the file's encoding, if not UTF-8. */
  encodingName: string | undefined
  /** The names of files in the zip that are not tables. */
  left: string[]
}

/** Maximum number of title lines above the header, which some exchanges write. */
const mostTitles = 5
/** Matches titles whose value is in the next cell, as TPEx writes them. */
const namesItsValue = /^(?:股票|證券|資料)/
/** Matches the beginning of the notes that some exchanges add below the rows. */
const beginsNotes = /^\s*(?:符號)?(?:說明|说明|備註|备注|註)/

/**
 * Streams a CSV file, plain or gzipped, or the files of a zip one after the other. Skips title lines above the header
 * and notes below the rows. Passes errors to `fault`; if the rest of a file is unreadable, continues with the next
 * file.
 */
export async function readTables<Name extends string>(source: SourceFile, reading: TableReading<Name>): Promise<Table> {
  const { lines, most, maybeSeveral, progress, fault } = reading
  const unknown = new Set<string>()
  const read: Table = { unknown: [], encodingName: undefined, left: [] }
  let before = 0
  try {
    const { isSeveral, left, each } = await tableFilesIn(source, most)
    if (isSeveral && !maybeSeveral) throw new CellError('import.one-file')
    lines.isSeveral = isSeveral
    read.left = left
    let remaining = most
    let done = 0
    for await (const file of each()) {
      lines.begin(file.name, before)
      const upTo = (share: number) => progress(done + file.part * share)
      const table = await readTable(file, { ...reading, most: remaining, progress: upTo }, before)
      done += file.part
      for (const name of table.unknown) unknown.add(name)
      read.encodingName ??= table.encodingName
      before += table.lines
      remaining -= table.bytes
    }
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    fault(before + 1, error.reason)
  }
  return { ...read, unknown: [...unknown] }
}

/** Reads one file, numbering its lines from the one after `before`. */
async function readTable<Name extends string>(
  { name: fileName, unpack }: TableFile,
  { columns, aside, encoding, most, header: checkHeader, row, drain, progress, fault }: TableReading<Name>,
  before: number,
) {
  let header: Header<Name> | undefined
  let begun = false
  let record: string[] = []
  let lastLine = 0
  let rows = 0
  let surplus = 0
  const titles: string[] = []
  let given: Partial<Record<Name, string>> = {}
  let noColumns: { line: number; reason: Reason } | undefined
  let hasNotes = false
  const yahoo = new YahooHead()
  const cells: Cells<Name> = {
    of(name) {
      const place = header!.at[name]
      return place < 0 ? (given[name] ?? '') : (record[place]?.trim() ?? '')
    },
  }

  function take(fields: string[], lines: number) {
    const { within, returns } = newlinesIn(fields, lines - surplus > lastLine + 1)
    surplus += returns
    const line = lines - surplus - within
    lastLine = line + within
    record = fields
    if (header) return takeRow(fields, header.width, line)
    if (isBlank(fields)) return
    try {
      const heads = yahoo.headOf(fields)
      if (!heads) return
      const around = aside?.({ fileName, titles, ticker: yahoo.ticker }) ?? {}
      const found = readHeader(heads, columns, around)
      const isNeeded = ([name, cell]: [string, unknown]) => cell !== undefined && found.at[name as Name] < 0
      given = Object.fromEntries(Object.entries(around).filter(isNeeded)) as typeof given
      checkHeader(name => heads[found.at[name]]?.trim(), [...Object.keys(given), ...heads])
      header = found
      begun = true
    } catch (error) {
      if (!isMissingColumns(error) || !isTitle(fields) || titles.length === mostTitles) throw error
      titles.push(fields.join(' ').trim())
      noColumns ??= { line, reason: error.reason }
    }
  }

  function takeRow(fields: string[], width: number, line: number) {
    if (isBlank(fields)) return
    hasNotes ||= beginsNotes.test(fields[0]!)
    if (hasNotes && (fields.length !== width || isBlank(fields.slice(1)))) return
    rows++
    try {
      if (fields.length !== width) throw new CellError('import.ragged', { count: fields.length, expected: width })
      row(cells, before + line)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      fault(before + line, error.reason, [...Object.values<string>(given as Record<string, string>), ...fields])
    }
  }

  /** Extends the error about a missing stock code: the file's name could also have given the code. */
  function missing(reason: Reason): Reason {
    if (!aside || !/\bstockCode\b/.test(String(reason.values?.['columns']))) return reason
    return { text: 'import.missing-code', values: { ...reason.values, file: quoted(fileName, 100) } }
  }

  const records = new Records(take)
  let gate = new TextGate(encoding)
  const formulas = new FormulaText()
  let bytes = 0
  try {
    const { path, isSheet } = await unpack()
    if (isSheet) gate = new TextGate('utf-8')
    await assertNoBomb(path, most)
    let sinceLineEnd = 0
    for await (const chunk of chunksOf(path, progress)) {
      bytes += chunk.length
      if (bytes > most) throw new CellError('import.unpacks-too-large', { megabytes: Math.round(most / megabyte) })
      const lineEnd = Math.max(chunk.lastIndexOf(10), chunk.lastIndexOf(13))
      sinceLineEnd = lineEnd < 0 ? sinceLineEnd + chunk.length : chunk.length - lineEnd - 1
      if (sinceLineEnd > longestLine) throw new CellError('import.quote-open')
      await records.write(formulas.pass(gate.pass(chunk)))
      await drain()
    }
    const rest = Buffer.concat([formulas.pass(gate.finish()), formulas.finish()])
    if (rest.length > 0) await records.write(rest)
    await records.end()
    await drain()
    if (!header) fault(before + (noColumns?.line ?? 1), missing(noColumns?.reason ?? { text: 'import.empty' }))
    else if (rows === 0) fault(before + 1, { text: 'import.no-rows' })
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason) throw error
    const line = reason.text === 'import.not-of-encoding' ? gate.line : begun ? lastLine + 1 : Math.max(1, lastLine)
    fault(before + line, missing(reason))
  }
  return { lines: lastLine + 2, bytes, unknown: header?.unknown ?? [], encodingName: gate.encodingName }
}

const isMissingColumns = (error: unknown): error is CellError =>
  error instanceof CellError && error.reason.text === 'import.missing-columns'

function isTitle(fields: string[]): boolean {
  const written = fields.filter(field => field.trim() !== '').length
  return written === 1 || (written === 2 && namesItsValue.test(fields[0]!))
}

const isBlank = (fields: string[]) => fields.every(field => field.trim() === '')

/**
 * Counts the newlines and carriage returns within a record, because csv-parse wrongly counts each carriage return as a
 * line.
 */
function newlinesIn(fields: string[], look: boolean): { within: number; returns: number } {
  if (!look) return { within: 0, returns: 0 }
  const count = (sign: string) => fields.reduce((sum, field) => sum + field.split(sign).length - 1, 0)
  return { within: count('\n'), returns: count('\r') }
}

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof CellError) return error.reason
  if (error instanceof CsvError)
    return {
      text: error.code === 'CSV_MAX_RECORD_SIZE' ? 'import.quote-open' : (quoteFaults[error.code] ?? 'import.quote'),
    }
  if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) return { text: 'import.gzip-broken' }
  return undefined
}

const quoteFaults: Partial<Record<string, Reason['text']>> = { CSV_QUOTE_NOT_CLOSED: 'import.quote-open' }
