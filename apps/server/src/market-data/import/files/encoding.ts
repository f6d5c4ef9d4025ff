import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { encodings, type FileEncoding } from '@finlist/contract/staff/admin'
import { CellError } from '../import-errors.ts'

/** Names of encodings for display and for the decoder. */
const known: Record<Exclude<FileEncoding, 'utf-8'>, { decoder: string; name: string }> = {
  big5: { decoder: 'big5', name: 'Big5' },
  gbk: { decoder: 'gb18030', name: 'GBK' },
  'shift-jis': { decoder: 'shift_jis', name: 'Shift-JIS' },
  'utf-16le': { decoder: 'utf-16le', name: 'UTF-16' },
  'utf-16be': { decoder: 'utf-16be', name: 'UTF-16' },
}

/**
 * Converts a file to UTF-8 chunk by chunk. The encoding is given, or detected: UTF-16 from the file's first bytes, the
 * others from the first bytes that are not UTF-8. At an invalid byte, throws CellError and leaves the line's number in
 * `line`.
 */
export class TextGate {
  line = 1
  /** The name of the detected encoding, if not UTF-8. */
  encodingName: string | undefined
  #decoder: TextDecoder | undefined
  #tail: Buffer = Buffer.alloc(0)
  #begun = false
  #isAscii = true
  readonly #asked: FileEncoding | undefined

  constructor(asked: FileEncoding | undefined) {
    this.#asked = asked
  }

  pass(chunk: Buffer): Buffer {
    if (!this.#begun) this.#begin(chunk)
    if (this.#decoder) return this.#decoded(chunk)
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : chunk
    const end = bytes.length - cutOff(bytes)
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) return this.#foreign(bytes)
    this.#tail = Buffer.from(bytes.subarray(end))
    this.#isAscii &&= isAscii(bytes)
    this.line += countLines(whole)
    return whole
  }

  /** Returns the remaining bytes after the last chunk. */
  finish(): Buffer {
    if (this.#decoder) return this.#decoded(undefined)
    return this.#tail.length > 0 ? this.#foreign(this.#tail) : this.#tail
  }

  #begin(chunk: Buffer) {
    this.#begun = true
    refuseWorkbook(chunk)
    const seen = this.#asked ?? utf16Of(chunk)
    if (seen && seen !== 'utf-8') this.#decodeAs(seen)
    if (!seen?.startsWith('utf-16')) refuseBinary(chunk)
  }

  #decodeAs(encoding: keyof typeof known) {
    this.encodingName = known[encoding].name
    this.#decoder = new TextDecoder(known[encoding].decoder, { fatal: true })
  }

  /**
   * Detects the encoding at the first bytes that are not UTF-8. Everything before them must be ASCII, which all
   * supported encodings share; otherwise the file mixes encodings.
   */
  #foreign(bytes: Buffer): Buffer {
    const seen = this.#asked === undefined && this.#isAscii ? eastAsianOf(bytes) : undefined
    if (!seen) throw this.#notOf(bytes, 'UTF-8', isUtf8)
    this.#decodeAs(seen)
    return this.#decoded(bytes)
  }

  #decoded(chunk: Buffer | undefined): Buffer {
    try {
      const text = Buffer.from(this.#decoder!.decode(chunk, { stream: chunk !== undefined }))
      this.line += countLines(text)
      return text
    } catch {
      const { encoding } = this.#decoder!
      const decodes = (bytes: Buffer) => isDecodable(encoding, bytes)
      throw this.#notOf(encoding.startsWith('utf-16') ? undefined : chunk, this.encodingName!, decodes)
    }
  }

  /** Creates the error for the first line that is invalid in the encoding. */
  #notOf(bytes: Buffer | undefined, name: string, isOf: (line: Buffer) => boolean): CellError {
    for (let from = 0; bytes; this.line++) {
      const newline = bytes.indexOf(10, from)
      if (newline < 0 || !isOf(bytes.subarray(from, newline))) break
      from = newline + 1
    }
    return new CellError('import.not-of-encoding', { encoding: name, known: encodings.join(', ') })
  }
}

function refuseWorkbook(bytes: Buffer) {
  if (begins(bytes, 0x50, 0x4b, 3, 4) || begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new CellError('import.workbook')
}

function refuseBinary(bytes: Buffer) {
  const start = bytes.subarray(0, 1_000)
  const controls = start.filter(byte => byte < 9 || (byte > 13 && byte < 32)).length
  if (start.includes(0) || controls > start.length / 10) throw new CellError('import.binary')
}

const begins = (bytes: Buffer, ...start: number[]) => start.every((byte, place) => bytes[place] === byte)

/** Detects UTF-16 by its byte order mark, or by the zeros that make up half the bytes of pure ASCII text. */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (begins(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (begins(bytes, 0xfe, 0xff)) return 'utf-16be'
  const start = bytes.subarray(0, 1_000)
  const zeros = [0, 1].map(odd => start.filter((byte, place) => byte === 0 && place % 2 === odd).length)
  if (zeros[0]! + zeros[1]! <= start.length / 4) return undefined
  return zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be'
}

/**
 * Picks the encoding with the largest share of common characters, among those that can decode all bytes. Big5, GBK and
 * Shift-JIS use different first bytes for common characters.
 */
function eastAsianOf(bytes: Buffer): 'big5' | 'gbk' | 'shift-jis' | undefined {
  const found = (['big5', 'gbk', 'shift-jis'] as const)
    .map(encoding => ({ encoding, share: shareOfCommon(bytes, isCommon[encoding]) }))
    .filter(({ encoding }) => isDecodable(known[encoding].decoder, bytes))
    .toSorted((one, other) => other.share - one.share)[0]
  return found && found.share > 0.5 ? found.encoding : undefined
}

const isCommon = {
  big5: (first: number, second: number) =>
    first >= 0xa4 && first <= 0xc6 && ((second >= 0x40 && second <= 0x7e) || second >= 0xa1),
  gbk: (first: number, second: number) => first >= 0xb0 && first <= 0xd7 && second >= 0xa1,
  'shift-jis': (first: number, second: number) =>
    (first === 0x82 || first === 0x83 || (first >= 0x88 && first <= 0x97)) && second >= 0x40,
}

function shareOfCommon(bytes: Buffer, common: (first: number, second: number) => boolean): number {
  let pairs = 0
  let good = 0
  for (let place = 0; place + 1 < bytes.length; place++) {
    if (bytes[place]! < 0x80) continue
    pairs++
    if (common(bytes[place]!, bytes[place + 1]!)) good++
    place++
  }
  return pairs === 0 ? 0 : good / pairs
}

/** Whether the bytes can be decoded, ignoring an incomplete character at the end. */
function isDecodable(decoder: string, bytes: Buffer): boolean {
  try {
    new TextDecoder(decoder, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The number of trailing bytes that belong to a character continued in the next chunk. */
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
