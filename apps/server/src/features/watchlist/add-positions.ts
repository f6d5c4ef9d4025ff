import { maxWatchlistStocks } from '@finlist/contract/watchlist'
import type { Database } from '../../db/database.ts'
import { NotFound, Refused } from '../../http/refusals.ts'
import type { Caller } from '../../http/serve.ts'
import { countStocks, hasWatchlist, insertStocks, lockListsOf, type NewPosition, readListed } from './store.ts'

const mostWithoutLimit = 1_000

/** Adds all of them to the caller's list or none; answers their ids in the same order. */
export async function addPositions(
  database: Database,
  { userId, rights }: Caller,
  id: number,
  positions: readonly NewPosition[],
): Promise<number[]> {
  const list = { userId, id }
  const most = rights.has('watchlist-bypass') ? mostWithoutLimit : maxWatchlistStocks
  return await database.write(async tx => {
    await lockListsOf(tx, userId)
    if (!(await hasWatchlist(tx, list))) throw new NotFound()
    if ((await countStocks(tx, list)) + positions.length > most)
      throw new Refused('watchlist-stocks-full', { code: 'limit', values: { most } })
    const listed = new Set((await readListed(tx, positions)).map(row => `${row.exchange} ${row.stock_code}`))
    const stranger = positions.find(({ exchange, stockCode }) => !listed.has(`${exchange} ${stockCode}`))
    if (stranger)
      throw new Refused('unknown-stock', {
        field: 'stockCode',
        values: { stock: `${stranger.exchange} ${stranger.stockCode}` },
      })
    return await insertStocks(tx, list, positions)
  })
}
