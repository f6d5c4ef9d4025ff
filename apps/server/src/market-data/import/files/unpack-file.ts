import type { FileHandle } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { CellError } from '../import-errors.ts'
import { openFile } from './open-file.ts'

const chunkBytes = 65_536
export const megabyte = 1_048_576
/** Unpacked size, in bytes, that is allowed for any file; beyond it, the compression ratio is limited. */
const alwaysUnpacked = 50 * megabyte
const mostRatio = 200

/**
 * Throws if the unpacked file exceeds the limits. A separate pass, because unpacking is a hundred times as fast as
 * parsing and needs no memory.
 */
export async function assertNoBomb(path: string, most: number) {
  const file = await openFile(path)
  const { size } = await file.stat()
  const packed = await isPacked(file)
  await file.close()
  if (!packed) return
  const limit = Math.min(most, Math.max(alwaysUnpacked, mostRatio * size))
  let bytes = 0
  for await (const chunk of chunksOf(path)) {
    bytes += chunk.length
    if (bytes > limit) throw new CellError('import.unpacks-too-large', { megabytes: Math.round(limit / megabyte) })
  }
}

async function isPacked(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(2)
  await file.read(start, 0, 2, 0)
  return start[0] === 0x1f && start[1] === 0x8b
}

/** The file's bytes, unpacked if it is gzipped. `progress` receives the share of the file read so far. */
export async function* chunksOf(path: string, progress?: (share: number) => void): AsyncGenerator<Buffer> {
  const file = await openFile(path)
  try {
    const { size } = await file.stat()
    const plain = file.createReadStream({ start: 0, highWaterMark: chunkBytes, autoClose: false })
    let chunks: AsyncIterable<Buffer> = plain
    if (await isPacked(file)) {
      const unpacked = createGunzip({ chunkSize: chunkBytes })
      plain.on('error', error => unpacked.destroy(error))
      chunks = plain.pipe(unpacked)
    }
    for await (const chunk of chunks) {
      progress?.(Math.min(1, plain.bytesRead / size))
      yield chunk
    }
  } finally {
    await file.close()
  }
}
