import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { momentInName } from '../import/moment.ts'
import type { SnapshotFeed } from './snapshot-feed.ts'

/**
 * A folder that a supplier's program puts files in. An accepted file is moved to done/, a refused one to failed/ with
 * its reason in a text file beside it. A file has to be written under another name and then renamed to its own.
 */
export function dropFolder(folder: string): SnapshotFeed {
  const move = async (name: string, to: 'done' | 'failed') => {
    await mkdir(join(folder, to), { recursive: true })
    await rename(join(folder, name), join(folder, to, name))
  }
  return {
    name: 'drop folder',
    async waiting() {
      const entries = await readdir(folder, { withFileTypes: true })
      return entries
        .filter(entry => entry.isFile() && /\.csv(\.gz)?$/i.test(entry.name))
        .map(({ name }) => ({ name, path: join(folder, name) }))
        .toSorted((a, b) => (momentInName(a.name) ?? a.name).localeCompare(momentInName(b.name) ?? b.name))
    },
    async settled({ name }, refused) {
      await move(name, refused === undefined ? 'done' : 'failed')
      if (refused !== undefined) await writeFile(join(folder, 'failed', `${name}.txt`), `${refused}\n`)
    },
  }
}
