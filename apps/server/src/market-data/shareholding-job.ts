import type { Database } from '../db/database.ts'
import { dailyAt } from '../jobs/daily-at.ts'
import type { Job } from '../jobs/jobs.ts'
import { publishDueChanges } from './compute-shareholding-changes.ts'

/**
 * Every night after the trading day: counts the changes of settlement dates that came since, another way than by an
 * upload too, which counts its own. `bring` is asked first for what came since, and answers how many holdings.
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
