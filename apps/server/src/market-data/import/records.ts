import { isAscii } from 'node:buffer'
import { type Parser, parse } from 'csv-parse'

export const longestRecord = 100_000
const newline = 10
const quotationMark = 34
const byteOrderMark = '\uFEFF'

/**
 * The records of a CSV file that comes a piece at a time, each with the number of its last line. Lines without quotation
 * marks are split here, at a fraction of what csv-parse takes, which reads from the first other line on.
 */
export class Records {
  #rest: Buffer = Buffer.alloc(0)
  /** Those that were split here. */
  #lines = 0
  #parser: Parser | undefined
  readonly #take: (fields: string[], lastLine: number) => void

  constructor(take: (fields: string[], lastLine: number) => void) {
    this.#take = take
  }

  async write(chunk: Buffer): Promise<void> {
    const left = this.#parser ? chunk : this.#split(this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk)
    if (!left) return
    const parser = (this.#parser ??= this.#open(left))
    await new Promise<void>((done, fail) => void parser.write(left, error => (error ? fail(error) : done())))
  }

  async end(): Promise<void> {
    if (this.#rest.length > 0) await this.write(Buffer.from('\n'))
    const parser = this.#parser
    if (parser) await new Promise<void>((done, fail) => parser.resume().once('error', fail).once('end', done).end())
  }

  /** Takes the lines that are plain and keeps the last one's beginning; answers what begins with another line. */
  #split(bytes: Buffer): Buffer | undefined {
    const encoding = isAscii(bytes) ? 'latin1' : 'utf8'
    const quoted = bytes.indexOf(quotationMark)
    const most = quoted < 0 ? bytes.length : quoted
    let from = 0
    for (;;) {
      const end = bytes.indexOf(newline, from)
      const isWhole = end >= 0 && end < most
      if (!isWhole) break
      // Not a slice of the whole piece, which a remembered cell would keep in memory.
      const line = bytes.toString(encoding, from, end)
      if (line.length > longestRecord || !this.#takeLine(line)) break
      from = end + 1
    }
    const left = bytes.subarray(from)
    const isOfCsvParse = quoted >= 0 || this.#lines === 0 || left.includes(newline) || left.length > longestRecord
    this.#rest = isOfCsvParse ? Buffer.alloc(0) : Buffer.from(left)
    return isOfCsvParse ? left : undefined
  }

  /** False of a line with a carriage return anywhere but at its end. */
  #takeLine(written: string): boolean {
    const isReturned = written.endsWith('\r')
    const line = isReturned ? written.slice(0, -1) : written
    if (line.includes('\r')) return false
    this.#lines++
    const text = this.#lines === 1 && line.startsWith(byteOrderMark) ? line.slice(1) : line
    if (text !== '') this.#take(text.split(','), this.#lines)
    return true
  }

  #open(start: Buffer): Parser {
    const before = this.#lines
    const parser = parse({
      bom: before === 0,
      relax_column_count: true,
      skip_empty_lines: true,
      // A carriage return alone ends lines only in a file without newlines.
      record_delimiter: before > 0 || start.includes(newline) ? ['\r\n', '\n'] : ['\r'],
      max_record_size: longestRecord,
      on_record: (fields: string[], { lines }) => {
        this.#take(fields, before + lines)
        return null
      },
    })
    // The callback reports every failure too.
    return parser.on('error', () => undefined)
  }
}
