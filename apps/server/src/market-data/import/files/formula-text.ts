const quotationMark = 34
const equals = 61
const beforeCell = new Set([',', '\n', '\r'].map(sign => sign.charCodeAt(0)))

/**
 * Turns ="0050", as exchanges write a cell so that a spreadsheet keeps its zeros, into "0050", chunk by chunk. Within a
 * quoted cell nothing changes.
 */
export class FormulaText {
  #isQuoted = false
  #last = 10
  /** An equals sign at the end of a chunk that begins a cell. */
  #waits = false

  pass(chunk: Buffer): Buffer {
    if (!this.#waits && !chunk.includes('="') && chunk.at(-1) !== equals) return this.#unchanged(chunk)
    const bytes = this.#waits ? Buffer.concat([Buffer.of(equals), chunk]) : chunk
    const kept = Buffer.allocUnsafe(bytes.length)
    let length = 0
    this.#waits = false
    for (const [at, byte] of bytes.entries()) {
      if (byte === equals && !this.#isQuoted && beforeCell.has(this.#last)) {
        this.#waits = at === bytes.length - 1
        if (this.#waits || bytes[at + 1] === quotationMark) continue
      }
      if (byte === quotationMark) this.#isQuoted = !this.#isQuoted
      this.#last = byte
      kept[length++] = byte
    }
    return kept.subarray(0, length)
  }

  /** Returns the remaining byte after the last chunk. */
  finish = (): Buffer => (this.#waits ? Buffer.of(equals) : Buffer.alloc(0))

  #unchanged(chunk: Buffer): Buffer {
    for (let at = chunk.indexOf(quotationMark); at >= 0; at = chunk.indexOf(quotationMark, at + 1))
      this.#isQuoted = !this.#isQuoted
    this.#last = chunk.at(-1) ?? this.#last
    return chunk
  }
}
