import type { ExchangeId } from '@finlist/domain/markets'
import type { Db, Tx } from '../../db/database.ts'

export async function readWatchlists(db: Db, userId: number) {
  return await db
    .selectFrom('watchlist')
    .select(['watchlist_id', 'watchlist_name'])
    .select(({ selectFrom }) =>
      selectFrom('watchlist_stock')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('watchlist_stock.user_id', '=', 'watchlist.user_id')
        .whereRef('watchlist_stock.watchlist_id', '=', 'watchlist.watchlist_id')
        .as('stock_count'),
    )
    .where('user_id', '=', userId)
    .orderBy('watchlist_id')
    .execute()
}

/** Locks the user's watchlists, so that two concurrent changes cannot exceed the limit. */
export async function lockListsOf(tx: Tx, userId: number) {
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

export async function countWatchlists(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('watchlist')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertWatchlist(tx: Tx, userId: number, name: string): Promise<number> {
  const { watchlist_id } = await tx
    .insertInto('watchlist')
    .values({ user_id: userId, watchlist_name: name })
    .returning('watchlist_id')
    .executeTakeFirstOrThrow()
  return watchlist_id
}

/** Returns false if the user has no such watchlist. */
export async function nameWatchlist(tx: Tx, { userId, id }: OfPerson, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('watchlist')
    .set({ watchlist_name: name })
    .where('user_id', '=', userId)
    .where('watchlist_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function dropWatchlist(tx: Tx, { userId, id }: OfPerson): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('watchlist')
    .where('user_id', '=', userId)
    .where('watchlist_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type OfPerson = { userId: number; id: number }
export type NewPosition = { exchange: ExchangeId; stockCode: string; buyPrice: number; shares: number }

export async function hasWatchlist(db: Db, { userId, id }: OfPerson): Promise<boolean> {
  const row = await db
    .selectFrom('watchlist')
    .select('watchlist_id')
    .where('user_id', '=', userId)
    .where('watchlist_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function countStocks(tx: Tx, { userId, id }: OfPerson): Promise<number> {
  const { count } = await tx
    .selectFrom('watchlist_stock')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('watchlist_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** The given stocks that are listed; indices are excluded. */
export async function readListed(tx: Tx, stocks: readonly Pick<NewPosition, 'exchange' | 'stockCode'>[]) {
  return await tx
    .selectFrom('stock')
    .select(['exchange', 'stock_code'])
    .where('is_index', '=', false)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('exchange', 'stock_code'),
        'in',
        stocks.map(({ exchange, stockCode }) => tuple(exchange, stockCode)),
      ),
    )
    .execute()
}

/** Returns the new ids, in the given order. */
export async function insertStocks(tx: Tx, { userId, id }: OfPerson, positions: readonly NewPosition[]) {
  const rows = await tx
    .insertInto('watchlist_stock')
    .values(
      positions.map(({ exchange, stockCode, buyPrice, shares }) => ({
        user_id: userId,
        watchlist_id: id,
        exchange,
        stock_code: stockCode,
        buy_price: buyPrice,
        shares,
      })),
    )
    .returning('watchlist_stock_id')
    .execute()
  return rows.map(row => row.watchlist_stock_id)
}

type Changed = { buyPrice: number; shares: number; followsActions?: boolean | undefined }
export type Entry = OfPerson & { watchlistStockId: number }

export async function changeStock(tx: Tx, entry: Entry, { buyPrice, shares, followsActions }: Changed) {
  const { numUpdatedRows } = await tx
    .updateTable('watchlist_stock')
    .set({ buy_price: buyPrice, shares, ...(followsActions !== undefined && { follows_actions: followsActions }) })
    .where('user_id', '=', entry.userId)
    .where('watchlist_id', '=', entry.id)
    .where('watchlist_stock_id', '=', entry.watchlistStockId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the position from its list, and stores it so that it can be restored. */
export async function dropStock(tx: Tx, entry: Entry): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with gone as (delete from watchlist_stock s
       where user_id = $1 and watchlist_id = $2 and watchlist_stock_id = $3 returning to_jsonb(s) as position)
     insert into removed_position (user_id, watchlist_id, watchlist_stock_id, position) select $1, $2, $3, position from gone`,
    [entry.userId, entry.id, entry.watchlistStockId],
  )
  return rowCount === 1
}

/** Restores, unchanged, a position that was removed within the last day. */
export async function restoreStock(tx: Tx, entry: Entry): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with kept as (delete from removed_position
       where user_id = $1 and watchlist_id = $2 and watchlist_stock_id = $3 and removed_at > product_now() - interval '1 day'
       returning position)
     insert into watchlist_stock overriding system value
       select back.* from kept, jsonb_populate_record(null::watchlist_stock, position) back`,
    [entry.userId, entry.id, entry.watchlistStockId],
  )
  return rowCount === 1
}

export async function noteStock(tx: Tx, entry: Entry, note: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('watchlist_stock')
    .set({ note })
    .where('user_id', '=', entry.userId)
    .where('watchlist_id', '=', entry.id)
    .where('watchlist_stock_id', '=', entry.watchlistStockId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sorts the positions in the order of the given ids. Positions whose ids are not given come last. */
export async function placeStocks(tx: Tx, { userId, id }: OfPerson, ids: readonly number[]): Promise<void> {
  await tx.query(
    `update watchlist_stock s set place = asked.place from (
       select watchlist_stock_id, array_position($3::bigint[], watchlist_stock_id) as place
       from watchlist_stock where user_id = $1 and watchlist_id = $2) asked
     where s.user_id = $1 and s.watchlist_stock_id = asked.watchlist_stock_id and s.place is distinct from asked.place`,
    [userId, id, ids],
  )
}

export async function readSelectable(db: Db) {
  return await db
    .selectFrom('stock')
    .select(['exchange', 'stock_code', 'stock_name', 'stock_name_zh'])
    .where('is_index', '=', false)
    .orderBy('exchange')
    .orderBy('stock_code')
    .execute()
}
