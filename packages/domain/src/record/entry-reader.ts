import { joined } from './bytes.ts'
import { longestLine, type RecordEntry, readEntryLine } from './entry.ts'

/** Why a line is not an entry. */
export type Unread = 'malformed' | 'not-utf-8' | 'truncated'

/**
 * Maximum number of entries read from a record, however large the file. A few hashes of each entry are kept in memory.
 */
const mostEntries = 2_000_000
/** UTF-8 takes at most three bytes for what JavaScript counts as one character. */
const longestBytes = 3 * longestLine
const lineFeed = 10

/** Thrown if the file is longer than any record that is checked. */
export class RecordTooLong extends Error {
  constructor() {
    super('the record is longer than any that is checked')
  }
}

/**
 * Reads entries, one per line, from bytes that arrive in chunks. `decode` returns undefined for bytes that are not
 * UTF-8.
 */
export class EntryReader {
  readonly #decode: (bytes: Uint8Array) => string | undefined
  readonly #mostBytes: number
  #line: Uint8Array[] = []
  #length = 0
  #read = 0
  #count = 0

  constructor(decode: (bytes: Uint8Array) => string | undefined, mostBytes: number) {
    this.#decode = decode
    this.#mostBytes = mostBytes
  }

  /** Throws RecordTooLong. */
  push(bytes: Uint8Array): (RecordEntry | Unread)[] {
    this.#read += bytes.length
    if (this.#read > this.#mostBytes) throw new RecordTooLong()
    const entries: (RecordEntry | Unread)[] = []
    let from = 0
    for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, from)) {
      this.#keep(bytes.subarray(from, at))
      this.#take(entries)
      from = at + 1
    }
    this.#keep(bytes.subarray(from))
    return entries
  }

  /** Returns the entry after the last line feed, if any. If it is incomplete, the file was truncated. */
  end(): (RecordEntry | Unread)[] {
    const entries: (RecordEntry | Unread)[] = []
    this.#take(entries)
    return entries.map(entry => (typeof entry === 'string' ? 'truncated' : entry))
  }

  /** Discards a line that is too long, but keeps counting its bytes. */
  #keep(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#length > longestBytes) this.#line = []
    else if (bytes.length > 0) this.#line.push(bytes)
  }

  #take(entries: (RecordEntry | Unread)[]): void {
    const length = this.#length
    const line = this.#line
    this.#line = []
    this.#length = 0
    if (length === 0 || (length === 1 && line[0]![0] === 13)) return
    if (++this.#count > mostEntries) throw new RecordTooLong()
    if (length > longestBytes) return void entries.push('malformed')
    const text = this.#decode(joined(...line))
    entries.push(text === undefined ? 'not-utf-8' : (readEntryLine(text) ?? 'malformed'))
  }
}
