import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Open flags that do not follow links and do not block on a pipe without a writer. */
const plainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Thrown if the path is a link, a pipe or a device. */
export class NotAFile extends Error {}

/**
 * Opens a file for reading. Safe even if another program replaces the file at any moment: a link could expose other
 * files, and reading a pipe might never end.
 */
export async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, plainly).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new NotAFile(`${path}: is a link`) : error
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new NotAFile(`${path}: is no file`)
}

export async function* chunksOfFile(path: string, longest = 65_536): AsyncGenerator<Buffer> {
  yield* (await openFile(path)).createReadStream({ highWaterMark: longest }) as AsyncIterable<Buffer>
}
