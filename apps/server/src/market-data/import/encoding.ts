import { isUtf8 } from 'node:buffer'
import { CellError } from './import-errors.ts'

/**
 * Lets UTF-8 through and throws CellError at the first byte that is not, with `line` at the line of that byte.
 * Characters cut between two chunks are put together again.
 */
export class Utf8Gate {
  line = 1
  #tail: Buffer = Buffer.alloc(0)
  #first = true

  pass(chunk: Buffer): Buffer {
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : chunk
    if (this.#first) refuseForeign(bytes)
    this.#first = false
    const end = bytes.length - cutOff(bytes)
    const whole = bytes.subarray(0, end)
    this.#tail = Buffer.from(bytes.subarray(end))
    if (!isUtf8(whole)) throw this.#notUtf8(whole)
    this.line += countLines(whole)
    return whole
  }

  finish() {
    if (this.#tail.length > 0) throw new CellError('import.not-utf8', { encoding: '?' })
  }

  #notUtf8(bytes: Buffer): CellError {
    let from = 0
    for (;;) {
      const newline = bytes.indexOf(10, from)
      if (newline < 0 || !isUtf8(bytes.subarray(from, newline))) break
      this.line++
      from = newline + 1
    }
    const encoding = ['big5', 'gb18030', 'shift_jis'].find(name => decodes(name, bytes))
    return new CellError('import.not-utf8', { encoding: encoding?.toUpperCase() ?? '?' })
  }
}

/** Refuses workbooks, pictures and UTF-16 text, known by their first bytes. */
function refuseForeign(bytes: Buffer) {
  const begins = (...start: number[]) => start.every((byte, place) => bytes[place] === byte)
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) throw new CellError('import.not-utf8', { encoding: 'UTF-16' })
  if (begins(0x50, 0x4b, 3, 4) || begins(0xd0, 0xcf, 0x11, 0xe0)) throw new CellError('import.workbook')
  const start = bytes.subarray(0, 1_000)
  const zeros = start.filter(byte => byte === 0).length
  if (zeros > start.length / 4) throw new CellError('import.not-utf8', { encoding: 'UTF-16' })
  const controls = start.filter(byte => byte < 9 || (byte > 13 && byte < 32)).length
  if (zeros > 0 || controls > start.length / 10) throw new CellError('import.binary')
}

/** How many bytes at the end begin a character that goes on in the next chunk. */
function cutOff(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let place = bytes.indexOf(10); place >= 0; place = bytes.indexOf(10, place + 1)) lines++
  return lines
}

function decodes(name: string, bytes: Buffer): boolean {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true }) !== ''
  } catch {
    return false
  }
}
