import { type DemoMarket, demoMarket } from '@finlist/demo-market/market'
import { demoExchanges } from '@finlist/demo-market/profiles'
import { plantedMarket } from '@finlist/demo-market/profiles/planted-effect'
import { addDays, type Day, dayAt, previousTradingDay } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/database.ts'
import { breadthIsDue, recountBreadth } from '../market-data/breadth/breadth-worker.ts'
import { writeGame } from './game.ts'
import { takeNewestDay } from './newest-day.ts'
import { writePractice } from './practice.ts'
import { type Counts, writeMarket } from './write-market.ts'

/**
 * Increment when the generator's random numbers change: days that two versions generate do not fit together. `versions`
 * has the markets that changed on their own.
 */
const version = 5
const versions: Partial<Record<ExchangeId, number>> = { [plantedMarket.exchange]: 6 }
const versionOf = (exchange: ExchangeId) => versions[exchange] ?? version
export const seed = 'finlist'
/**
 * Length of a market's first load, in days: three and a half years. The last two of them have complete 52-week figures.
 */
const firstSpanDays = 1278
/**
 * The planted market has seven years, because a learned forecast must pass a test of 104 weeks. In three and a half
 * years, the look-back and the first training leave about 60.
 */
const plantedSpanDays = 2600

/**
 * The state from which a loaded market is continued; stored in demo_part. `waits` is true while the bars of the newest
 * day are missing.
 */
type State = { startDate: Day; asOf: Day; waits?: boolean }

export type DemoMarketSettings = {
  now: number
  say: (line: string) => void
  /** Whether the newest day is loaded from a source, as in an operator's installation. */
  bySource?: boolean
  /** Set by tests: the markets to load, and the number of stocks of each. */
  exchanges?: readonly ExchangeId[]
  stocks?: number | undefined
}

/**
 * Loads the invented markets up to the last trading day before `now`, each in one transaction. A market that was loaded
 * earlier gets the missing days and issues. Existing rows are kept, including those that users have loaded.
 */
export async function loadDemoMarkets(database: Database, config: Config, settings: DemoMarketSettings): Promise<void> {
  if (config.DEMO_DATA === 'off') return
  let first = false
  for (const exchange of settings.exchanges ?? demoExchanges) {
    if ((await loadDemoMarket(database, config, exchange, settings)) === 'first') first = true
    await noteWhatListsKnow(database, exchange)
  }
  if ((settings.exchanges ?? demoExchanges).includes('HKEX')) await loadPractice(database, settings)
  if (!settings.exchanges && !settings.stocks) await loadDemoGame(database, settings.say)
  if (first)
    await database.pool.query('analyze stock, bar, finlist_pick, fundamental, shareholding, market_snapshot_price')
}

async function loadDemoMarket(
  database: Database,
  config: Config,
  exchange: ExchangeId,
  { now, say, stocks, bySource = false }: DemoMarketSettings,
) {
  const began = performance.now()
  const asOf = previousTradingDay(exchange, dayAt(exchange, now))
  const name = `market ${exchange}`
  const before = await loadedBefore(database.pool, name)
  if (before && before.asOf >= asOf) {
    if (bySource && before.version === versionOf(exchange) && before.waits)
      await takeLeft(database, config, exchange, { now, say, ...(stocks && { stocks }) })
    return 'nothing'
  }
  if (before && before.version !== versionOf(exchange)) {
    say(`  demo ${name}: made by another version, stays as at ${before.asOf}; a new data directory has the new one`)
    return 'nothing'
  }
  const startDate = before?.startDate ?? addDays(asOf, -firstSpanOf(exchange))
  const market = demoMarket({ seed, exchange, startDate, asOf, ...(stocks && { stocks }) })
  const counts = await database.load(async tx => {
    const written = await writeMarket(tx, market, { loadedTo: before?.asOf, leaves: bySource })
    await tx.query(
      `insert into demo_part (name, version, state) values ($1, $2, $3)
       on conflict (name) do update set version = excluded.version, state = excluded.state, loaded_at = product_now()`,
      [name, versionOf(exchange), { startDate, asOf, ...(bySource && { waits: true }) } satisfies State],
    )
    await breadthIsDue(tx, exchange, before ? addDays(before.asOf, 1) : startDate)
    return written
  })
  if (bySource) await takeLast(database, config, market, { now, say })
  await recountBreadth(database, exchange)
  say(`  demo ${name}: ${told(counts)} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return before ? 'more' : 'first'
}

export const firstSpanOf = (exchange: ExchangeId) =>
  exchange === plantedMarket.exchange ? plantedSpanDays : firstSpanDays

/** Loads the newest day if the last start was interrupted before it could do so. */
async function takeLeft(
  database: Database,
  config: Config,
  exchange: ExchangeId,
  { now, say, stocks }: DemoMarketSettings,
) {
  const { startDate, asOf } = (await loadedBefore(database.pool, `market ${exchange}`))!
  const market = demoMarket({ seed, exchange, startDate, asOf, ...(stocks && { stocks }) })
  await takeLast(database, config, market, { now, say })
  await recountBreadth(database, exchange)
}

/** Loads the newest day. A failure is reported, and the next start tries again. */
async function takeLast(
  database: Database,
  config: Config,
  market: DemoMarket,
  { now, say }: { now: number; say: (line: string) => void },
) {
  try {
    await takeNewestDay(database, config, market, now)
    await database.pool.query(`update demo_part set state = state - 'waits' where name = $1`, [
      `market ${market.exchange}`,
    ])
  } catch (error) {
    say(`  demo market ${market.exchange}: its newest day did not come: ${(error as Error).message}`)
  }
}

/**
 * Sets `known_at` of the demo's lists, the time as of which their data are verified, to the time of the completed load.
 * The generator makes a list from all prices up to its day. The newest day's prices are loaded after the list is
 * written, and the list's stated publication time is even earlier.
 */
async function noteWhatListsKnow({ pool }: Database, exchange: ExchangeId) {
  await pool.query(
    `update proposal set known_at = product_now() where exchange = $1 and inputs_hash = $2 and known_at is null
       and not exists (select from demo_part where name = $3 and state ? 'waits')`,
    [exchange, seed, `market ${exchange}`],
  )
}

async function loadPractice(database: Database, { now, say }: DemoMarketSettings) {
  const asOf = previousTradingDay('HKEX', dayAt('HKEX', now))
  const write = async (tx: Tx) => `${(await writePractice(tx, asOf)).toLocaleString('en-US')} bars`
  await loadOnce(database, 'practice', { say, write })
}

export async function loadDemoGame(database: Database, say: (line: string) => void) {
  await loadOnce(database, 'game', { say, write: async tx => `${await writeGame(tx, seed)} levels` })
}

/** Loads a part once: practice and game data do not grow. */
async function loadOnce(
  database: Database,
  name: string,
  { say, write }: { say: (line: string) => void; write: (tx: Tx) => Promise<string> },
) {
  const began = performance.now()
  if (await loadedBefore(database.pool, name)) return
  const written = await database.load(async tx => {
    await tx.query('insert into demo_part (name, version) values ($1, $2)', [name, version])
    return await write(tx)
  })
  say(`  demo ${name}: ${written} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** The market as it was loaded, extended to `asOf`; undefined if it was not loaded by this version. */
export async function grownMarket(
  { pool }: Database,
  exchange: ExchangeId,
  asOf: Day,
): Promise<DemoMarket | undefined> {
  const before = await loadedBefore(pool, `market ${exchange}`)
  if (before?.version !== versionOf(exchange)) return undefined
  return demoMarket({ seed, exchange, startDate: before.startDate, asOf })
}

async function loadedBefore(tx: Pick<Tx, 'query'>, name: string): Promise<(State & { version: number }) | undefined> {
  const { rows } = await tx.query<{ version: number; state: State }>(
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
