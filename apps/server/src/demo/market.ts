import { demoMarket } from '@finlist/demo-market/market'
import { addDays, type Day, dayAt, previousTradingDay } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { PoolClient } from 'pg'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { breadthIsDue, recountBreadth } from '../market-data/keep-breadth.ts'
import { writePractice } from './practice.ts'
import { type Counts, writeMarket } from './write-market.ts'

/** Raised when the generator draws other numbers: days of two versions do not follow on each other. */
const version = 1
const seed = 'finlist'
/** Three and a half years: two of them with full 52-week and 40-week figures. */
const firstSpanDays = 1278

/** What a loaded market goes on from; kept in demo_part. */
type State = { startDate: Day; asOf: Day }

export type DemoMarketSettings = {
  now: number
  say: (line: string) => void
  /** For tests: fewer markets, only the first so many stocks of each. */
  exchanges?: readonly ExchangeId[]
  stocks?: number
}

/**
 * Loads the invented markets up to the last trading day before `now`, each in one transaction; markets loaded before get
 * the days and issues they miss. Rows that are there already, whoever loaded them, are left as they are.
 */
export async function loadDemoMarkets(database: Database, config: Config, settings: DemoMarketSettings): Promise<void> {
  if (config.DEMO_DATA === 'off') return
  let first = false
  for (const exchange of settings.exchanges ?? exchangeIds)
    if ((await loadDemoMarket(database, exchange, settings)) === 'first') first = true
  if ((settings.exchanges ?? exchangeIds).includes('HKEX')) await loadPractice(database, settings)
  if (first) await database.pool.query('analyze stock, bar, finlist_pick, fundamental, shareholding')
}

async function loadDemoMarket(database: Database, exchange: ExchangeId, { now, say, stocks }: DemoMarketSettings) {
  const began = performance.now()
  const asOf = previousTradingDay(exchange, dayAt(exchange, now))
  const name = `market ${exchange}`
  const client = await database.pool.connect()
  try {
    const before = await loadedBefore(client, name)
    if (before && before.asOf >= asOf) return 'nothing'
    if (before && before.version !== version) {
      say(`  demo ${name}: made by another version, stays as at ${before.asOf}; a new data directory has the new one`)
      return 'nothing'
    }
    const startDate = before?.startDate ?? addDays(asOf, -firstSpanDays)
    const market = demoMarket({ seed, exchange, startDate, asOf, ...(stocks && { stocks }) })
    await client.query('begin')
    const counts = await writeMarket(client, market, before?.asOf)
    await client.query(
      `insert into demo_part (name, version, state) values ($1, $2, $3)
       on conflict (name) do update set version = excluded.version, state = excluded.state, loaded_at = now()`,
      [name, version, { startDate, asOf } satisfies State],
    )
    await breadthIsDue(client, exchange, before ? addDays(before.asOf, 1) : startDate)
    await client.query('commit')
    await recountBreadth(database, exchange)
    say(`  demo ${name}: ${told(counts)} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return before ? 'more' : 'first'
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Once: what one practises on does not grow. */
async function loadPractice(database: Database, { now, say }: DemoMarketSettings) {
  const began = performance.now()
  const client = await database.pool.connect()
  try {
    if (await loadedBefore(client, 'practice')) return
    await client.query('begin')
    const bars = await writePractice(client, previousTradingDay('HKEX', dayAt('HKEX', now)))
    await client.query(`insert into demo_part (name, version) values ('practice', $1)`, [version])
    await client.query('commit')
    say(`  demo practice: ${bars.toLocaleString('en-US')} bars in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function loadedBefore(client: PoolClient, name: string): Promise<(State & { version: number }) | undefined> {
  const { rows } = await client.query<{ version: number; state: State }>(
    'select version, state from demo_part where name = $1',
    [name],
  )
  return rows[0] && { version: rows[0].version, ...rows[0].state }
}

function told({ bars, issues, holdings }: Counts): string {
  const words = [`${bars.toLocaleString('en-US')} bars`, `${issues} issues`]
  if (holdings > 0) words.push(`${holdings.toLocaleString('en-US')} shareholdings`)
  return words.join(', ')
}
