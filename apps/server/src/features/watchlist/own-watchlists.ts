import type { Watchlist } from '@finlist/contract/watchlist'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { readWatchlists } from './store.ts'

/**
 * In-memory cache of users' watchlists. Changes of positions also invalidate it, because they change a list's count.
 */
export const ownWatchlists = ({ db, changes }: Database) =>
  new Cache<number, Watchlist[]>({
    changes,
    maxEntries: 5_000,
    load: userId => readOwn(db, userId),
    dependsOn: { positions: (changed, userId) => changed === userId },
  })

async function readOwn(db: Db, userId: number): Promise<Watchlist[]> {
  const rows = await readWatchlists(db, userId)
  return rows.map(row => ({
    watchlistId: row.watchlist_id,
    watchlistName: row.watchlist_name,
    stockCount: row.stock_count ?? 0,
  }))
}
