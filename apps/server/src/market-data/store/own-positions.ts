import { createHash } from 'node:crypto'
import { watchlistEntry } from '@finlist/contract/finlist'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import type { OwnByRow } from '../../http/row-template.ts'
import { nowOf, readStepsOf } from './positions-now.ts'

/**
 * A user's positions in one market by stock code, in the form shown in list rows. `version` differs after every change.
 */
type OwnPositions = { version: string; byStock: OwnByRow }
export type OwnPositionsByMarket = Partial<Record<ExchangeId, OwnPositions>>

/** In-memory cache of users' positions. Markets without positions are omitted. */
export function ownPositions({ db, changes }: Database): Cache<number, OwnPositionsByMarket> {
  return new Cache<number, OwnPositionsByMarket>({
    changes,
    maxEntries: 5_000,
    // Depends on prices, because buy prices are adjusted for the same splits.
    dependsOn: { positions: (changed, userId) => changed === userId, prices: 'all' },
    load: userId => readOwnPositions(db, userId),
  })
}

/** Maximum number of positions to read, newest first. Only users exempt from the watchlist limit can have more. */
const most = 5_000

async function readOwnPositions(db: Db, userId: number): Promise<OwnPositionsByMarket> {
  const rows = await db
    .selectFrom('watchlist_stock')
    .innerJoin('watchlist', join =>
      join
        .onRef('watchlist.user_id', '=', 'watchlist_stock.user_id')
        .onRef('watchlist.watchlist_id', '=', 'watchlist_stock.watchlist_id'),
    )
    .select(['exchange', 'stock_code', 'watchlist.watchlist_id', 'watchlist_stock_id', 'watchlist_name', 'buy_price'])
    .select(['shares', 'watchlist_stock.created_at', 'changed_at', 'follows_actions'])
    .where('watchlist_stock.user_id', '=', userId)
    .orderBy('watchlist_stock_id', 'desc')
    .limit(most)
    .execute()
  const steps = await readStepsOf(db, rows)
  const own: OwnPositionsByMarket = {}
  for (const exchange of exchangeIds) {
    const here = rows.filter(row => row.exchange === exchange)
    if (here.length === 0) continue
    const byStock = new Map<string, string>()
    for (const [code, entries] of Map.groupBy(here.toReversed(), row => row.stock_code)) {
      const fitted = z.parse(
        z.array(watchlistEntry),
        entries.map(row => ({
          watchlistId: row.watchlist_id,
          watchlistStockId: row.watchlist_stock_id,
          watchlistName: row.watchlist_name,
          buyPrice: nowOf(row, steps).buyPrice,
        })),
      )
      byStock.set(code, JSON.stringify(fitted).slice(1, -1))
    }
    const version = createHash('sha256')
      .update(JSON.stringify([...byStock]))
      .digest('base64url')
    own[exchange] = { version, byStock }
  }
  return own
}
