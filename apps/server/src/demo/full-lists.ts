import type { FinderFilter, Operation } from '@finlist/contract/finder'
import { maxWatchlistStocks } from '@finlist/contract/watchlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import { findByEmail } from '../commands/make-account.ts'
import type { Database, Tx } from '../db/database.ts'
import { insertFilterSet } from '../features/finder/store.ts'
import { insertStocks, insertWatchlist, type NewPosition } from '../features/watchlist/store.ts'

const email = 'full-lists@demo.example'
const part = 'full-lists'
const version = 1

/**
 * The watchlists. `markets`: the number of stocks from each market, 20 in all. `skip`: how many of each market's
 * stocks, in code order, to leave out first.
 */
const lists: { name: string; markets: [ExchangeId, number][]; skip: number }[] = [
  { name: 'Core holdings', markets: [['HKEX', 20]], skip: 0 },
  {
    name: 'Around the world',
    markets: [
      ['US', 7],
      ['JP', 5],
      ['CN', 4],
      ['TW', 4],
    ],
    skip: 0,
  },
  { name: 'On trial', markets: [['HKEX', 20]], skip: 20 },
]

const filter = (column: FinderFilter['column'], operation: Operation, from: number, to = -1) => ({
  column,
  operation,
  from,
  to,
})
const filterSets: { name: string; filters: FinderFilter[] }[] = [
  { name: 'Score 90 and up', filters: [filter('percival_score', 'gte', 90)] },
  { name: 'Strong and rising', filters: [filter('percival_score', 'gte', 80), filter('closeChange', 'gt', 0)] },
  { name: 'Traded in size', filters: [filter('percival_score', 'gte', 70), filter('volume', 'gte', 10_000_000)] },
  { name: 'Price 5 to 50', filters: [filter('close', 'between', 5, 50)] },
  { name: 'Strong, but falling', filters: [filter('percival_score', 'gte', 80), filter('closeChange', 'lt', 0)] },
]

/**
 * Fills the lists of the account that demonstrates every limit: 3 watchlists of 20 positions, bought at closes of
 * recent months, and 5 filter sets. Runs only once. Does nothing if there are no market data, or if the account already
 * has a watchlist.
 */
export async function fillDemoLists(database: Database): Promise<void> {
  const loaded = await database.db.selectFrom('demo_part').select('version').where('name', '=', part).executeTakeFirst()
  const userId = await findByEmail(database, email)
  if (loaded || userId === undefined) return
  await database.write(async tx => {
    const before = await tx
      .selectFrom('watchlist')
      .select('watchlist_id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (before) return
    const filled: { name: string; positions: NewPosition[] }[] = []
    for (const { name, markets, skip } of lists) {
      const positions: NewPosition[] = []
      for (const [exchange, count] of markets) positions.push(...(await bought(tx, exchange, { count, skip })))
      if (positions.length !== maxWatchlistStocks) return
      filled.push({ name, positions })
    }
    for (const { name, positions } of filled)
      await insertStocks(tx, { userId, id: await insertWatchlist(tx, userId, name) }, positions)
    for (const { name, filters } of filterSets)
      await insertFilterSet(tx, userId, { finderFilterSetName: name, filters })
    await tx.insertInto('demo_part').values({ name: part, version }).execute()
  })
}

/**
 * The `count` stocks of the market that follow the first `skip` in code order. Each is bought at the close of a
 * different day of the last 80.
 */
async function bought(tx: Tx, exchange: ExchangeId, { count, skip }: { count: number; skip: number }) {
  const { rows } = await sql<{ stock_code: string; buy_price: number; at: number }>`
    select stock_code, close as buy_price, at from (
      select stock_code, row_number() over (order by stock_code) as at from (
        select stock_code from stock where exchange = ${exchange} and not is_index order by stock_code offset ${skip} limit ${count}
      ) few
    ) numbered
    cross join lateral (
      select close from bars_before(${exchange}, numbered.stock_code, 'infinity', 80)
      order by date desc offset (at * 23) % 80 limit 1
    ) that_day
    order by at`.execute(tx)
  return rows.map(({ stock_code, buy_price, at }) => ({
    exchange,
    stockCode: stock_code,
    buyPrice: buy_price,
    shares: 100 * (1 + ((Number(at) * 7) % 40)),
  }))
}
