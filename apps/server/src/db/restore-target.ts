import pg from 'pg'
import { Damaged } from './backup-file.ts'
import { migrate, migrationNames } from './migrate.ts'
import type { Target } from './restore.ts'

/** Thrown if the backup was made by a newer version of the product. */
export class NewerBackup extends Error {}

/** Thrown if the backup is a demo's. In a demo, anyone can enter as admin. */
export class DemoBackup extends Error {}

/**
 * The product's database as a target: creates the tables of the backup's version, fills them and then migrates.
 * `takesDemo`: whether backups of demos are accepted; false for databases that hold real users' data.
 */
export function ownTarget(url: string, { takesDemo = true } = {}): Target {
  return {
    url,
    async judge(client) {
      if (takesDemo) return
      const { rows: known } = await client.query<{ there: boolean }>(
        `select to_regclass('demo_mark') is not null as there`,
      )
      if (!known[0]?.there) return
      const { rows } = await client.query<{ is_demo: boolean }>('select is_demo from demo_mark')
      if (rows[0]?.is_demo) throw new DemoBackup('The backup is of a demo, and this is no demo.')
    },
    async makeTables(migrations) {
      const known = new Set(await migrationNames())
      const unknown = migrations.find(name => !known.has(name))
      if (unknown) throw new NewerBackup(`The backup is of a newer version: this one does not know ${unknown}.`)
      await migrate(url, undefined, new Set(migrations)).catch((error: Error) => {
        if (!(error.cause instanceof pg.DatabaseError)) throw error
        throw new Damaged(`its list of migrations is not whole: ${error.message}`, { cause: error })
      })
    },
    finish: () => migrate(url),
  }
}
