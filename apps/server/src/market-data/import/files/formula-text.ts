const quotationMark = 34
const equals = 61
const beforeCell = new Set([',', '\n', '\r'].map(sign => sign.charCodeAt(0)))

/**
 * Converts ="0050", which exchanges write to keep a spreadsheet from removing the zeros, to "0050", chunk by chunk.
 * Quoted cells are left unchanged.
 */
export class FormulaText {
  #isQuoted = false
  #last = 10
  /** Whether the last chunk ended with an equals sign that begins a cell. */
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
