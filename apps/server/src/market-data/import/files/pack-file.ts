import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BadRequest } from '../../../http/client-errors.ts'
import type { SourceFile } from '../import-request.ts'
import { chunksOfFile, openFile } from './open-file.ts'

/** Maximum number of bytes that an original may add to the database. */
const mostPacked = 400 * 1_048_576

/** A gzipped file at `path`; name, hash and size are the original's. */
export type PackedFile = { field: string; name: string; path: string; sha256: string; bytes: number }

/** Gzips a file into the folder as a stream. A file that is already gzipped is not copied. */
export async function packFile(
  { field, path, name }: SourceFile & { field: string },
  folder: string,
): Promise<PackedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* original() {
    for await (const chunk of chunksOfFile(path)) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const bounded = (pieces: AsyncIterable<Buffer>) => within(mostPacked, pieces, field)
  const isPacked = await isGzip(path)
  const packed = join(folder, `${field}.gz`)
  if (isPacked) for await (const _ of bounded(original())) continue
  else await pipeline(original, createGzip({ level: 1 }), bounded, createWriteStream(packed, { mode: 0o600 }))
  return { field, name, path: isPacked ? path : packed, sha256: hash.digest('hex'), bytes }
}

async function* within(most: number, pieces: AsyncIterable<Buffer>, field: string) {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > most) {
      const values = { megabytes: most / 1_048_576 }
      throw new BadRequest('import.kept-too-large', { httpStatus: 413, field, values })
    }
    yield piece
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await openFile(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}
