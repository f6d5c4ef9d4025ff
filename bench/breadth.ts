// What does one day's breadth of all five markets cost, compared with reading and grouping the same rows in SQL? At most 2x.
import { addDays, type Day } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { PoolClient } from 'pg'
import { readConfig } from '../apps/server/src/config.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { loadDemoMarkets } from '../apps/server/src/demo/market.ts'
import { computeBreadth, firstDay, leadDays } from '../apps/server/src/market-data/breadth/compute-breadth.ts'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { median } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'

const limit = 2
const rounds = 5

const { path: folder, remove } = await throwawayFolder('finlist-bench')
const cluster = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
await migrate(cluster.url)
const database = await openDatabase(cluster.url, { warn: () => undefined, info: () => undefined })
try {
  await loadDemoMarkets(database, readConfig({ DATA_DIR: folder }), { now: Date.now(), say: () => undefined })
  const client = await database.pool.connect()
  try {
    const days = await lastDays(client)
    const bars = await client.query<{ count: number }>(
      'select count(*) as count from bar b join unnest($1::text[], $2::date[]) as l(exchange, start) using (exchange) where date >= start',
      [[...days.keys()], [...days.values()].map(start)],
    )
    process.stdout.write(`${machine()}; ${bars.rows[0]!.count} bars, median of ${rounds}\n`)
    const grouped: number[] = []
    const counted: number[] = []
    for (let round = 0; round < rounds; round++) {
      grouped.push(
        await timed(async () => {
          for (const [exchange, day] of days) await readGrouped(client, exchange, start(day))
        }),
      )
      counted.push(
        await timed(async () => {
          for (const [exchange, from] of days) await database.load(tx => computeBreadth(tx, { exchange, from }))
        }),
      )
    }
    const whole = await timed(async () => {
      for (const exchange of exchangeIds) await database.load(tx => computeBreadth(tx, { exchange, from: firstDay }))
    })
    const ratio = median(counted) / median(grouped)
    process.stdout.write(
      `one day: ${ms(median(counted))}, the rows grouped in SQL: ${ms(median(grouped))}, ${ratio.toFixed(2)}x (at most ${limit}x)\n` +
        `(counted: ${counted.map(Math.round).join(' ')}; grouped: ${grouped.map(Math.round).join(' ')}; every day of all markets: ${ms(whole)})\n`,
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

/** The newest trading day of each market. */
async function lastDays(client: PoolClient): Promise<Map<ExchangeId, Day>> {
  const { rows } = await client.query<{ exchange: ExchangeId; day: Day }>(
    'select exchange, max(date) as day from breadth group by exchange',
  )
  return new Map(rows.map(({ exchange, day }) => [exchange, day]))
}

function start(day: Day): Day {
  return addDays(day, -leadDays)
}

async function readGrouped(client: PoolClient, exchange: ExchangeId, from: Day) {
  await client.query(
    `select stock_code, count(*), avg(close), max(high), min(low) from bar where exchange = $1 and date >= $2
     group by stock_code`,
    [exchange, from],
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
