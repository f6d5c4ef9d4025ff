import { joined } from './bytes.ts'
import { longestLine, type RecordEntry, readEntryLine } from './entry.ts'

/** Why a line is no entry. */
export type Unread = 'malformed' | 'not-utf-8' | 'truncated'

/** A record is read up to so many entries, whatever file they come in: of each a few hashes are kept. */
const mostEntries = 2_000_000
/** UTF-8 has no more bytes for what JavaScript counts as one character. */
const longestBytes = 3 * longestLine
const lineFeed = 10

/** There is more of it than of any record that is checked. */
export class RecordTooLong extends Error {
  constructor() {
    super('the record is longer than any that is checked')
  }
}

/** Reads entries from bytes that come in pieces, a line each. `decode` answers undefined for what is no UTF-8. */
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

  /** What stands after the last line feed: an entry, or the beginning of one. */
  end(): (RecordEntry | Unread)[] {
    const entries: (RecordEntry | Unread)[] = []
    this.#take(entries)
    return entries.map(entry => (typeof entry === 'string' ? 'truncated' : entry))
  }

  /** Of a line that is too long nothing more is kept. */
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
