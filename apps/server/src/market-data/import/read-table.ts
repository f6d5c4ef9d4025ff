import { open as openFile } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { CsvError, type InfoRecord, type Parser, parse } from 'csv-parse'
import type { Column } from './columns.ts'
import { Utf8Gate } from './encoding.ts'
import { BadCell, type Reason } from './faults.ts'
import { type Header, readHeader } from './header.ts'

const chunkBytes = 65_536
const longestRecord = 100_000

/** The cells of one line, by the name of their column; '' where the file has no such column. Trimmed. */
export type Cells<Name extends string> = { of(name: Name): string }

export type TableReading<Name extends string> = {
  columns: readonly Column<Name>[]
  /** Bytes a packed file may unpack to. */
  most: number
  /** May throw BadCell, as may `row`. */
  header(has: (name: Name) => boolean): void
  row(cells: Cells<Name>, line: number): void
  /** Asked after every few thousand rows: what `row` has gathered goes on from here. */
  drain(): Promise<void>
  fault(line: number, reason: Reason): void
}

/**
 * Reads a CSV file, plain or gzip, a piece at a time. Whatever is wrong with it is told to `fault`; after a fault that
 * leaves no lines to go by, reading ends there.
 */
export async function readTable<Name extends string>(
  path: string,
  { columns, most, header: checkHeader, row, drain, fault }: TableReading<Name>,
): Promise<{ rows: number; unknown: string[] }> {
  let header: Header<Name> | undefined
  let begun = false
  let record: string[] = []
  let lastLine = 0
  let rows = 0
  let surplus = 0
  const cells: Cells<Name> = { of: name => record[header!.at[name]]?.trim() ?? '' }

  function take(fields: string[], { lines }: InfoRecord) {
    const { within, returns } = newlinesIn(fields, lines - surplus > lastLine + 1)
    surplus += returns
    const line = lines - surplus - within
    lastLine = line + within
    record = fields
    if (header) return takeRow(fields, header.width, line)
    if (isBlank(fields)) return
    const { at } = (header = readHeader(fields, columns))
    checkHeader(name => at[name] >= 0)
    begun = true
  }

  function takeRow(fields: string[], width: number, line: number) {
    if (isBlank(fields)) return
    rows++
    try {
      if (fields.length !== width) throw new BadCell('import.ragged', { count: fields.length, expected: width })
      row(cells, line)
    } catch (error) {
      if (!(error instanceof BadCell)) throw error
      fault(line, error.reason)
    }
  }

  let parser: Parser | undefined
  const open = (start: Buffer) =>
    parse({
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // A carriage return alone ends lines only where nothing else does.
      record_delimiter: start.includes(10) ? ['\r\n', '\n'] : ['\r'],
      max_record_size: longestRecord,
      on_record: (fields: string[], info) => {
        take(fields, info)
        return null
      },
    })
  const parsed = async (chunk: Buffer) => {
    // Every failure is told by the callback too.
    const into = (parser ??= open(chunk).on('error', () => undefined))
    await new Promise<void>((done, fail) => void into.write(chunk, error => (error ? fail(error) : done())))
  }
  const finished = () =>
    new Promise<void>((done, fail) => {
      if (!parser) return done()
      parser.resume().once('error', fail).once('end', done).end()
    })

  const gate = new Utf8Gate()
  try {
    let bytes = 0
    for await (const chunk of chunksOf(path)) {
      bytes += chunk.length
      if (bytes > most) throw new BadCell('import.unpacks-too-large', { megabytes: Math.round(most / 1_048_576) })
      await parsed(gate.pass(chunk))
      await drain()
    }
    gate.finish()
    await finished()
    await drain()
    if (!header) fault(1, { text: 'import.empty' })
    else if (rows === 0) fault(1, { text: 'import.no-rows' })
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason) throw error
    const line = reason.text === 'import.not-utf8' ? gate.line : begun ? lastLine + 1 : Math.max(1, lastLine)
    fault(line, reason)
  }
  return { rows, unknown: header?.unknown ?? [] }
}

const isBlank = (fields: string[]) => fields.every(field => field.trim() === '')

/** Of a record of several lines: csv-parse counts each carriage return as a line of its own, which it is not. */
function newlinesIn(fields: string[], look: boolean): { within: number; returns: number } {
  if (!look) return { within: 0, returns: 0 }
  const count = (sign: string) => fields.reduce((sum, field) => sum + field.split(sign).length - 1, 0)
  return { within: count('\n'), returns: count('\r') }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await openFile(path)
  try {
    const start = Buffer.alloc(2)
    await file.read(start, 0, 2, 0)
    const plain = file.createReadStream({ start: 0, highWaterMark: chunkBytes, autoClose: false })
    if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* plain as AsyncIterable<Buffer>
    const unpacked = createGunzip({ chunkSize: chunkBytes })
    plain.on('error', error => unpacked.destroy(error))
    yield* plain.pipe(unpacked) as AsyncIterable<Buffer>
  } finally {
    await file.close()
  }
}

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof BadCell) return error.reason
  if (error instanceof CsvError)
    return {
      text: error.code === 'CSV_MAX_RECORD_SIZE' ? 'import.quote-open' : (quoteFaults[error.code] ?? 'import.quote'),
    }
  if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) return { text: 'import.gzip-broken' }
  return undefined
}

const quoteFaults: Partial<Record<string, Reason['text']>> = { CSV_QUOTE_NOT_CLOSED: 'import.quote-open' }
