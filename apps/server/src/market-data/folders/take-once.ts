import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Database, Tx } from '../../db/database.ts'
import { ClientError } from '../../http/client-errors.ts'
import { translate } from '../../http/translate.ts'
import { NotAFile } from '../import/files/open-file.ts'
import type { SourceFile } from '../import/import-request.ts'
import { ignoreAbsent } from './drop-folder.ts'
import type { SnapshotFeed } from './snapshot-feed.ts'

/** Imports the file and returns details in `report`. Must run `also` in the same transaction. */
type Load = (also: (tx: Tx) => Promise<unknown>) => Promise<{ rows: number; report?: string }>

/**
 * Imports or rejects a file and reports the outcome to the feed. No process imports a file twice: a file that was
 * imported but could not be moved is recognised by its path, size and modification time. A file that changes while it
 * is read is left for the next run. Returns the number of imported rows.
 */
export async function takeOnce(database: Database, feed: SnapshotFeed, file: SourceFile, load: Load): Promise<number> {
  const found = await look(file)
  if (!found) return 0
  const { modified_ms, bytes } = found
  const seen = { path: file.path, modified_ms, bytes }
  const assertUnchanged = async () => {
    if (!isDeepStrictEqual(await look(file), found)) throw new Changed()
  }
  const settle = (refused: string | undefined, report?: string) =>
    feed.settled(file, refused, report).catch((error: unknown) => {
      throw new Unmovable(file, refused === undefined, error as Error)
    })
  if (await wasLoaded(database, seen)) {
    await settle(undefined, translate('en', 'source.taken-earlier'))
    await forget(database, file)
    return 0
  }
  try {
    const { rows, report } = await load(async tx => {
      await assertUnchanged()
      await remember(tx, seen)
    })
    await settle(undefined, report)
    await forget(database, file)
    return rows
  } catch (error) {
    if (error instanceof Changed || error instanceof NotAFile) return 0
    if (!(error instanceof ClientError)) throw error
    // The reasons quote the file, so they are only reported if the file is still the same.
    if (!isDeepStrictEqual(await look(file), found)) return 0
    const said = error.entries('en').map(({ message }) => message)
    await settle(said.join('\n'))
    return 0
  }
}

class Changed extends Error {}

/** Identifies one state of a file; undefined if there is no such file. */
async function look({ path }: SourceFile) {
  const found = await lstat(path).catch(ignoreAbsent)
  if (!found?.isFile()) return undefined
  return { modified_ms: Math.floor(found.mtimeMs), bytes: found.size, inode: found.ino }
}

/** Thrown if a file cannot be moved because the folder is not writable. */
export class Unmovable extends Error {
  constructor({ name, path }: SourceFile, isLoaded: boolean, cause: Error) {
    const what = isLoaded ? 'was loaded' : 'was refused'
    super(`${dirname(path)}: ${name} ${what} and cannot be moved: ${cause.message}`, { cause })
  }
}

type Seen = { path: string; modified_ms: number; bytes: number }

const remember = (tx: Tx, seen: Seen) =>
  tx
    .insertInto('loaded_file')
    .values(seen)
    .onConflict(conflict => conflict.column('path').doUpdateSet(seen))
    .execute()

const forget = ({ db }: Database, { path }: SourceFile) =>
  db.deleteFrom('loaded_file').where('path', '=', path).execute()

async function wasLoaded({ db }: Database, seen: Seen): Promise<boolean> {
  const row = await db
    .selectFrom('loaded_file')
    .select('path')
    .where('path', '=', seen.path)
    .where('modified_ms', '=', seen.modified_ms)
    .where('bytes', '=', seen.bytes)
    .executeTakeFirst()
  return row !== undefined
}
