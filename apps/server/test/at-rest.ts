import { vi } from 'vitest'
import type { Database } from '../src/db/database.ts'

/** Published topics that have not been evaluated for alerts yet. */
export const dueAlerts = `select from last_updated left join alert_evaluated evaluated using (topic)
  where topic ~ '^(prices|finlist|markettrend|board|movers|profit-alerts|shareholding):' and topic <> 'prices:PRAC'
    and evaluated.published_at is distinct from updated_at`

const jobsOfADemo = 6

/** Resolves when no background work is left that could change the server's tables. */
export const atRest = async ({ database }: { database: Database }) =>
  await vi.waitFor(async () => {
    const alerts = await database.pool.query(dueAlerts)
    if (alerts.rowCount !== 0) throw new Error('published data have not been checked for alerts yet')
    const { rows } = await database.pool.query<{ waiting: number; jobs: number; running: number }>(
      `select (select count(*) from billing_email where settled_at is null) +
           (select count(*) from inbox_item where handed_at is null) +
           (select count(*) from stock where stock_name_zh ~ '[\\u4e00-\\u9fff]'
             and stock_name_zh not in (select name from name_sound)) as waiting,
         (select count(*) from job_run) as jobs,
         (select count(*) from job_run where began_at is not null and ended_at is null) as running`,
    )
    const { waiting, jobs, running } = rows[0]!
    if (waiting > 0 || jobs < jobsOfADemo || running > 0) throw new Error(JSON.stringify(rows[0]))
  }, 120_000)
