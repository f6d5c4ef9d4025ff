// What do the day and week changes of a CCASS date cost, compared with reading and grouping the same rows in SQL? At most 2x.
import type { Day } from '@finlist/domain/calendar'
import type { PoolClient } from 'pg'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { computeChanges } from '../apps/server/src/market-data/shareholding/compute-shareholding-changes.ts'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { median } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'

const limit = 2
const rounds = 5
/** As many stocks as the exchange lists, each with its median number of participants. */
const stocks = 2_700
const participants = 105
const date = '2026-11-17'
const before = { dayBefore: '2026-11-16', weekBefore: '2026-11-10' }

const { path: folder, remove } = await throwawayFolder('finlist-bench')
const cluster = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
await migrate(cluster.url)
const database = await openDatabase(cluster.url, { warn: () => undefined, info: () => undefined })
try {
  const client = await database.pool.connect()
  try {
    await fill(client, ['2026-11-09', before.weekBefore, before.dayBefore, date, '2026-11-18'])
    const grouped: number[] = []
    const byStock: number[] = []
    const counted: number[] = []
    for (let round = 0; round < rounds; round++) {
      grouped.push(await timed(() => readGrouped(client, 'stock_code, participant_id')))
      byStock.push(await timed(() => readGrouped(client, 'stock_code')))
      counted.push(await timed(() => computeChanges(client, date, before)))
    }
    const ratio = median(counted) / median(grouped)
    process.stdout.write(
      `${machine()}; ${3 * stocks * participants} holdings of three dates, median of ${rounds}\n` +
        `day and week changes: ${ms(median(counted))}, the rows grouped by holding in SQL: ${ms(median(grouped))}, ${ratio.toFixed(2)}x (at most ${limit}x)\n` +
        `(counted: ${counted.map(Math.round).join(' ')}; grouped: ${grouped.map(Math.round).join(' ')}; by stock alone: ${ms(median(byStock))})\n`,
    )
    if (ratio > limit) {
      process.stderr.write(`over ${limit}x\n`)
      process.exitCode = 1
    }
  } finally {
    client.release()
  }
} finally {
  await database.close()
  await cluster.stop()
  await remove()
}

/** Most holdings stay the same from one date to the next; one in thirty changes. */
async function fill(client: PoolClient, dates: Day[]) {
  for (const [at, day] of dates.entries())
    await client.query(
      `insert into shareholding select lpad(stock::text, 4, '0'), $1::date, 'B' || lpad((part * 7)::text, 5, '0'),
         'Participant ' || part, 1000 * part,
         round((20.0 / part + case when (stock * 31 + part * 17 + $2 * 7) % 30 = 0 then $2 * 0.37 else 0 end)::numeric, 2)
       from generate_series(1, $3::int) stock, generate_series(1, $4::int) part`,
      [day, at, stocks, participants],
    )
  await client.query('vacuum analyze shareholding')
}

async function readGrouped(client: PoolClient, by: string) {
  await client.query(
    `select count(*), max(rows), max(percent), max(shares) from (
       select ${by}, count(*) as rows, max(shareholding_percent) as percent, sum(shareholding) as shares from shareholding
       where shareholding_date = any($1::date[]) group by ${by} offset 0) held`,
    [[date, before.dayBefore, before.weekBefore]],
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`
}
