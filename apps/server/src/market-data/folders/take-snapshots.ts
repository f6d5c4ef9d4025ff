import { dayAt } from '@finlist/domain/calendar'
import type { Job } from '../../background/jobs.ts'
import type { Database, Tx } from '../../db/database.ts'
import { importFiles } from '../import/import-files.ts'
import type { SourceFile } from '../import/import-request.ts'
import { readClosings } from '../store/closings.ts'
import { afterSnapshots } from './after-snapshots.ts'
import type { SnapshotFeed } from './snapshot-feed.ts'
import { takeOnce } from './take-once.ts'

/** Maximum number of files per run; the rest wait for the next run. */
const mostFiles = 100
/** Maximum unpacked size of a file in bytes. */
const mostBytes = 200 * 1_048_576

/**
 * Job that loads the feed's files shortly after every half hour of trading. A rejected file does not stop the others.
 */
export function takeSnapshots(feed: SnapshotFeed, database: Database): Job {
  return {
    name: 'movers',
    next: async (last, now) => afterSnapshots(last, now, await readClosings(database.db)),
    async run(now) {
      let rows = 0
      for (const file of (await feed.waiting()).slice(0, mostFiles))
        rows += await takeOnce(database, feed, file, async also => ({
          rows: await take(file, { database, by: feed.name, now }, also),
        }))
      const asAt = await newestDay(database)
      return { rows, ...(asAt && { asAt }) }
    },
  }
}

async function take(
  file: SourceFile,
  { database, by, now }: { database: Database; by: string; now: number },
  also: (tx: Tx) => Promise<unknown>,
) {
  const files = { moversCsv: file }
  const asked = { exchange: 'HKEX' as const, files, by: { userId: null, name: by }, most: mostBytes, now }
  const { count } = await importFiles(database, { kind: 'movers', ...asked }, also)
  return count
}

async function newestDay({ pool }: Database): Promise<string | undefined> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select max(taken_at) as at from market_snapshot where exchange = 'HKEX'`,
  )
  const at = rows[0]?.at
  return at ? dayAt('HKEX', at.getTime()) : undefined
}
