import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProgramName } from '@finlist/contract/admin'
import { momentInName } from '../import/moment.ts'
import type { SnapshotFeed } from './snapshot-feed.ts'

/**
 * A folder that a supplier's program puts files in. An accepted file is moved to done/, a refused one to failed/, each
 * with what there is to say of it in a text file beside it. A file is read when nothing has been written to it for
 * `quietMs`; with 0 it has to be written under another name and then renamed to its own.
 */
export function dropFolder(folder: string, quietMs = 0): SnapshotFeed {
  const move = async (name: string, to: 'done' | 'failed') => {
    await mkdir(join(folder, to), { recursive: true })
    await rename(join(folder, name), join(folder, to, name))
  }
  const isQuiet = async (name: string) => (await stat(join(folder, name))).mtimeMs <= Date.now() - quietMs
  return {
    name: 'drop folder' satisfies ProgramName,
    async waiting() {
      const entries = await readdir(folder, { withFileTypes: true })
      const names = entries
        .filter(entry => entry.isFile() && /^[^.].*\.csv(\.gz)?$/i.test(entry.name))
        .map(({ name }) => name)
      const quiet = await Promise.all(names.map(async name => quietMs === 0 || (await isQuiet(name))))
      return names
        .filter((_, at) => quiet[at])
        .map(name => ({ name, path: join(folder, name) }))
        .toSorted((a, b) => (momentInName(a.name) ?? a.name).localeCompare(momentInName(b.name) ?? b.name))
    },
    async settled({ name }, refused, report) {
      const to = refused === undefined ? 'done' : 'failed'
      await move(name, to)
      const said = refused ?? report
      if (said !== undefined) await writeFile(join(folder, to, `${name}.txt`), `${said}\n`)
    },
  }
}
