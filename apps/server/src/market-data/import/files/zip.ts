import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry } from 'yauzl'
import { hasControls, quoted } from '../../store/control-characters.ts'
import { CellError } from '../import-errors.ts'

const megabyte = 1_048_576
/** Unpacked size, in bytes, that is allowed for any zip; beyond it, the compression ratio is limited. */
const alwaysUnpacked = 50 * megabyte
const mostRatio = 200
export const mostFiles = 20_000
/** Maximum depth of nested folders. */
export const mostDepth = 5
const longestName = 500

export type ZipEntry = { name: string; bytes: number; crc: number; open(): Promise<Readable> }

export async function isZip(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(4)
  await file.read(start, 0, 4, 0)
  return start.equals(Buffer.of(0x50, 0x4b, 3, 4)) || start.equals(Buffer.of(0x50, 0x4b, 5, 6))
}

/**
 * The files in a zip, without folders and hidden files, in the zip's order. Nothing is unpacked yet; unpacking fails if
 * a file is larger than the zip says. Throws CellError for a broken or encrypted zip, for one with too many, too deep
 * or misnamed files, and for one that would unpack to more than `most` bytes.
 */
export async function filesInZip(file: FileHandle, most: number): Promise<ZipEntry[]> {
  const { size } = await file.stat()
  const zip = await yauzl.fromFdPromise(file.fd, { autoClose: false, decodeStrings: false }).catch(refuse)
  if (zip.entryCount > mostFiles) throw new CellError('import.zip-many', { count: mostFiles })
  const limit = Math.min(most, Math.max(alwaysUnpacked, mostRatio * size))
  const found: ZipEntry[] = []
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (name.endsWith('/') || isHidden(name)) continue
      if (!entry.canDecodeFileData()) throw new CellError('import.zip-locked', { file: quoted(name, 100) })
      bytes += entry.uncompressedSize
      if (bytes > limit) throw new CellError('import.unpacks-too-large', { megabytes: Math.round(limit / megabyte) })
      const open = () => zip.openReadStreamPromise(entry)
      found.push({ name, bytes: entry.uncompressedSize, crc: entry.crc32, open })
    }
  } catch (error) {
    return refuse(error)
  }
  return found
}

/** Yields the content; throws CellError if it does not match the zip's checksum or cannot be unpacked. */
export async function* unpacked(entry: ZipEntry): AsyncGenerator<Buffer> {
  let crc = 0
  try {
    for await (const chunk of (await entry.open()) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc)
      yield chunk
    }
    if (crc !== entry.crc) throw new CellError('import.zip-broken')
  } catch (error) {
    refuse(error)
  }
}

/**
 * Returns the file's name. Programs on Windows may write it in a local encoding; then only its ASCII characters are
 * kept.
 */
function nameOf({ fileNameRaw: bytes }: Entry): string {
  const written = isUtf8(bytes) ? bytes.toString() : bytes.toString('latin1').replaceAll(/[^ -~]/g, '?')
  const name = written.replaceAll('\\', '/')
  const isOdd = yauzl.validateFileName(name) !== null || hasControls(name)
  if (isOdd || bytes.length > longestName || name.split('/').length > mostDepth + 1)
    throw new CellError('import.zip-name', { file: quoted(name, 100) })
  return name
}

const isHidden = (name: string) =>
  name
    .split('/')
    .some(part => part.startsWith('.') || part === '__MACOSX' || /^(?:Thumbs\.db|desktop\.ini)$/i.test(part))

/** Throws a CellError for an error of the zip itself. Errors of the disk, which have a code, are thrown unchanged. */
function refuse(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof CellError || (code !== undefined && !code.startsWith('Z_'))) throw error
  throw new CellError('import.zip-broken')
}
