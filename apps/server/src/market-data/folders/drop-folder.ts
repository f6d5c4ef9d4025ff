import { createHash } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProgramName } from '@finlist/contract/staff/admin'
import { momentInName } from '../import/files/moment.ts'
import type { SnapshotFeed } from './snapshot-feed.ts'

/**
 * A folder in which a supplier's program places files. Moves imported files to done/ and rejected ones to failed/, each
 * with a report as a text file. A file is read once it has been unchanged for `quietMs`; with 0, suppliers must write
 * it under another name and then rename it. Symbolic links are never followed, so that the supplier's program cannot
 * reach outside the folder.
 */
export function dropFolder(folder: string, quietMs = 0): SnapshotFeed {
  const move = async (name: string, to: 'done' | 'failed') => {
    const target = join(folder, to)
    await mkdir(target, { recursive: true })
    if ((await lstat(target)).isSymbolicLink()) throw new Error(`${target} is a link`)
    await rename(join(folder, name), join(target, name))
  }
  /**
   * Returns the file's name and path. Undefined unless it is a regular file that is completely written. Also undefined
   * if the name is not valid UTF-8, because such a file cannot be opened by name.
   */
  const look = async (name: string) => {
    const path = join(folder, name)
    const found = await lstat(path).catch(ignoreAbsent)
    const isTaken = found?.isFile() && (quietMs === 0 || found.mtimeMs <= Date.now() - quietMs)
    return isTaken ? { name, path } : undefined
  }
  return {
    name: 'drop folder' satisfies ProgramName,
    async waiting() {
      const files = await Promise.all((await readdir(folder)).filter(isOurs).map(look))
      return files
        .filter(file => file !== undefined)
        .toSorted((a, b) => (momentInName(a.name) ?? a.name).localeCompare(momentInName(b.name) ?? b.name))
    },
    async settled({ name }, refused, report) {
      const to = refused === undefined ? 'done' : 'failed'
      await move(name, to)
      const said = refused ?? report
      if (said !== undefined) await writeOwn(join(folder, to, reportName(name)), `${said}\n`)
    },
  }
}

const isOurs = (name: string) => /^[^.].*\.(?:csv(?:\.gz)?|xlsx|zip)$/i.test(name)

/** The name of a file's report. A hash replaces a name that would exceed the file system's limit of 255 bytes. */
function reportName(name: string): string {
  const ending = '.txt'
  return Buffer.byteLength(name + ending) <= 255
    ? name + ending
    : createHash('sha256').update(name).digest('hex') + ending
}

/** Creates a new file. Never opens an existing file: it could be a link out of the folder, or a pipe that blocks. */
async function writeOwn(path: string, text: string): Promise<void> {
  await rm(path, { force: true })
  const file = await open(path, 'wx')
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

export function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
