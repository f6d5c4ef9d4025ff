import { dailyAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database } from '../../db/database.ts'
import { publishDueChanges } from './compute-shareholding-changes.ts'

/**
 * Nightly job that computes changes of settlement dates that were not uploaded (uploads compute their own). `bring`
 * first imports new holdings and returns their number.
 */
export function shareholdingJob(database: Database, bring?: (now: number) => Promise<number>): Job {
  return {
    name: 'shareholding',
    brings: bring !== undefined,
    next: dailyAt('HKEX', '22:30'),
    async run(now) {
      const brought = (await bring?.(now)) ?? 0
      const { rows, ...asAt } = await publishDueChanges(database)
      return { rows: brought + rows, ...asAt }
    },
  }
}
