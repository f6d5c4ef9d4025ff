import { join } from 'node:path'
import { embeddedPrograms, startPostgres, throwaway } from '../rigs/engines/postgres.ts'
import { type Opened, withEngines } from '../rigs/engines/missing.ts'
import { throwawayFolder } from '../throwaway-folder.ts'
import { copyDatabase, openInstallation, prepareInstallation } from './night/installation.ts'

/**
 * `npm run rehearse -- night`: plays a week.
 */
const start = Date.parse('2026-07-11T00:00:00Z')
await withEngines(async opened => await rehearse(opened))

async function rehearse(opened: Opened): Promise<number> {
  const postgres = await startPostgres({ programs: await embeddedPrograms(), settings: throwaway })
  opened.push(() => postgres.stop())
  const folder = await throwawayFolder('finlist-rehearsal')
  opened.push(() => folder.remove())
  const t = performance.now()
  const say = (x: string) => console.log(((performance.now() - t) / 1000).toFixed(1), x)
  await prepareInstallation(postgres.url, start)
  say('prepared')
  const url = await copyDatabase(postgres.url, 'finlist', 'one')
  const one = await openInstallation(url, join(folder.path, 'one'), start)
  opened.push(() => one.close())
  for (let h = 0; h < Number(process.env['HOURS'] ?? 30); h++) {
    await one.moveClock(start + h * 3600_000)
    await one.runJobs()
    say(String(h))
  }
  for (const q of ["select name, rows, as_at, error from job_log", "select exchange, issue_date, state, eligible, left_out, json_array_length((body::json)->'picks') from proposal", "select exchange, issue_date, why, eligible, eligible_before from proposal_missing", "select exchange,kind,stock_code,date,held_until from doubt", "select * from held_day", "select exchange, count(*), max(date) from bar group by 1", "select count(*) from reported_figure"])
    console.log(JSON.stringify((await one.database.pool.query(q)).rows, null, 0).replaceAll('},', '},\n'))
  console.log(one.notices)
  return 0
}
