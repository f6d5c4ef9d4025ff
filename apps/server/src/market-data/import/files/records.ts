import { isAscii } from 'node:buffer'
import { type Parser, parse } from 'csv-parse'

export const longestRecord = 100_000
const newline = 10
const quotationMark = 34
const byteOrderMark = '\uFEFF'

/**
 * Splits a CSV stream into records, each with the number of its last line. Lines without quotation marks are split
 * here, at a fraction of csv-parse's cost; csv-parse takes over from the first line that has one.
 */
export class Records {
  #rest: Buffer = Buffer.alloc(0)
  /** The number of lines split here. */
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

  /**
   * Splits plain lines and keeps an incomplete last one. Returns the remaining bytes from the first line that csv-parse
   * must read.
   */
  #split(bytes: Buffer): Buffer | undefined {
    const encoding = isAscii(bytes) ? 'latin1' : 'utf8'
    const quoted = bytes.indexOf(quotationMark)
    const most = quoted < 0 ? bytes.length : quoted
    let from = 0
    for (;;) {
      const end = bytes.indexOf(newline, from)
      const isWhole = end >= 0 && end < most
      if (!isWhole) break
      // Decoded line by line, because a slice of the whole chunk's string would keep that string in memory as long as
      // the cell.
      const line = bytes.toString(encoding, from, end)
      if (line.length > longestRecord || !this.#takeLine(line)) break
      from = end + 1
    }
    const left = bytes.subarray(from)
    const isOfCsvParse = quoted >= 0 || this.#lines === 0 || left.includes(newline) || left.length > longestRecord
    this.#rest = isOfCsvParse ? Buffer.alloc(0) : Buffer.from(left)
    return isOfCsvParse ? left : undefined
  }

  /** Returns false for a line with a carriage return that is not at its end. */
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
      // A lone carriage return ends lines only in a file without newlines.
      record_delimiter: before > 0 || start.includes(newline) ? ['\r\n', '\n'] : ['\r'],
      max_record_size: longestRecord,
      on_record: (fields: string[], { lines }) => {
        this.#take(fields, before + lines)
        return null
      },
    })
    // Errors are already passed to the callback.
    return parser.on('error', () => undefined)
  }
}
