import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Follows no link, and does not wait for the other end of a pipe. */
const plainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The path leads to a link, a pipe or a device. */
export class NotAFile extends Error {}

/**
 * Opens a file to read it. The program that delivers it may exchange it for something else at any moment, even if it was just looked
 * at: a link would lead to what it may not read, a pipe would never end.
 */
export async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, plainly).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new NotAFile(`${path}: is a link`) : error
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new NotAFile(`${path}: is no file`)
}

export async function* chunksOfFile(path: string): AsyncGenerator<Buffer> {
  yield* (await openFile(path)).createReadStream() as AsyncIterable<Buffer>
}
