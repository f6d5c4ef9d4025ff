import { migrate, migrationNames } from './migrate.ts'
import type { Target } from './restore.ts'

/** The backup is of a version that knows more than this one. */
export class NewerBackup extends Error {}

/** A database of ours to restore into: the backup's version's tables are made, filled, and then migrated. */
export function ownTarget(url: string): Target {
  return {
    url,
    async makeTables(migrations) {
      const known = new Set(await migrationNames())
      const unknown = migrations.find(name => !known.has(name))
      if (unknown) throw new NewerBackup(`The backup is of a newer version: this one does not know ${unknown}.`)
      await migrate(url, undefined, new Set(migrations))
    },
    finish: () => migrate(url),
  }
}
