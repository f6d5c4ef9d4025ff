import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { hourly } from '../../background/hourly.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { breadthIsDue } from '../breadth/breadth-worker.ts'
import { takeTurns } from '../import/import-files.ts'
import { isAsTraded } from './confirmation.ts'
import { moment, openDoubts } from './doubts.ts'
import { countListed, fewestStocks } from './fewest-stocks.ts'
import { holdStoredDays } from './held-days.ts'
import { findStoredMoves } from './moves.ts'

/** Increase this when the rules find more than before: stored prices are then searched again. */
const rulesVersion = 3
/** Number of stocks per transaction. Small, because the transaction holds up the market's loads. */
const stocksAtOnce = 100
/** Length of a run, in ms. Progress is shown after each run. */
const runMs = 10_000

/**
 * Job that searches older prices for doubts: those stored before the rules last changed. Searches some stocks per run,
 * until every market is done. Prices loaded after the change are checked by the gate.
 */
export const searchDoubtsJob = (database: Database): Job => ({
  name: 'search-doubts',
  next: async (last, now) => ((await nextMarket(database.db)) ? now : hourly(last, now)),
  async run() {
    const until = performance.now() + runMs
    let found = 0
    for (let exchange = await nextMarket(database.db); exchange; exchange = await nextMarket(database.db)) {
      const market = exchange
      found += await database.load(tx => searchStocks(tx, market))
      if (performance.now() > until) break
    }
    return { rows: found }
  },
})

/** The progress of the search in the market; null once it is complete. */
export async function readSearch(db: Db, exchange: ExchangeId): Promise<{ searched: number; stocks: number } | null> {
  const row = await db
    .selectFrom('doubt_search')
    .select(['version', 'searched', 'stocks', 'ended_at'])
    .where('exchange', '=', exchange)
    .executeTakeFirst()
  if (!row || row.version < rulesVersion) return { searched: 0, stocks: 0 }
  return row.ended_at ? null : { searched: row.searched, stocks: row.stocks }
}

async function nextMarket(db: Db): Promise<ExchangeId | undefined> {
  const done = await db
    .selectFrom('doubt_search')
    .select('exchange')
    .where('version', '>=', rulesVersion)
    .where('ended_at', 'is not', null)
    .execute()
  return exchangeIds.find(id => done.every(({ exchange }) => exchange !== id))
}

async function searchStocks(tx: Tx, exchange: ExchangeId): Promise<number> {
  await takeTurns(tx, exchange)
  const now = await moment(tx)
  const { rows } = await tx.query<{ up_to: string }>(
    `insert into doubt_search as known (exchange, version, stocks, began_at)
     values ($1, $2, (select count(*) from stock where exchange = $1), $3)
     on conflict (exchange) do update set version = excluded.version, up_to = '', searched = 0, found = 0,
       stocks = excluded.stocks, began_at = excluded.began_at, ended_at = null
       where known.version < excluded.version
     returning up_to`,
    [exchange, rulesVersion, now],
  )
  const upTo = rows[0]?.up_to ?? (await readUpTo(tx, exchange))
  const codes = (await countListed(tx, exchange)) < fewestStocks ? [] : await nextCodes(tx, exchange, upTo)
  const asTraded = await isAsTraded(tx, exchange)
  const found = codes.length === 0 ? [] : await findStoredMoves(tx, exchange, { asTraded, codes })
  const isLast = codes.length < stocksAtOnce
  const changed = [await openDoubts(tx, exchange, found), isLast ? await holdStoredDays(tx, exchange) : undefined]
  for (const day of changed) if (day !== undefined) await breadthIsDue(tx, exchange, day)
  if (changed.some(day => day !== undefined)) await publish(tx, `prices:${exchange}`)
  await tx.query(
    `update doubt_search set up_to = $2, searched = searched + $3, found = found + $4,
       ended_at = case when $5::boolean then $6::timestamptz end where exchange = $1`,
    [exchange, codes.at(-1) ?? upTo, codes.length, found.length, isLast, now],
  )
  return found.length
}

async function nextCodes(tx: Tx, exchange: ExchangeId, upTo: string): Promise<string[]> {
  const { rows } = await tx.query<{ code: string }>(
    `select stock_code as code from stock where exchange = $1 and stock_code collate "C" > $2 and not is_index
     order by stock_code collate "C" limit $3`,
    [exchange, upTo, stocksAtOnce],
  )
  return rows.map(({ code }) => code)
}

async function readUpTo(tx: Tx, exchange: ExchangeId): Promise<string> {
  const row = await tx.selectFrom('doubt_search').select('up_to').where('exchange', '=', exchange).executeTakeFirst()
  return row?.up_to ?? ''
}
