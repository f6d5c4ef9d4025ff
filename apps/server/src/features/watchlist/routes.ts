import type { Delisted } from '@finlist/contract/charts/chart'
import {
  addWatchlistStock,
  bypassWatchlistLimit,
  changeWatchlistStock,
  createWatchlist,
  deleteWatchlist,
  importWatchlist,
  noteWatchlistStock,
  orderWatchlist,
  removeWatchlistStock,
  renameWatchlist,
  restoreWatchlistStock,
  type SelectableStock,
  selectableStocks,
  watchlistStocks,
  watchlists,
} from '@finlist/contract/watchlist'
import { symbolOf } from '@finlist/domain/chart/symbol'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { type Caller, serve } from '../../http/serve.ts'
import { readDelisted } from '../../market-data/store/delisted.ts'
import { actionsSince, nowOf, readPastActions, readStepsOf } from '../../market-data/store/positions-now.ts'
import { isShown } from '../../market-data/vendors/source-use.ts'
import { addPositions, assertRoom } from './add-positions.ts'
import { makeWatchlist } from './make-watchlist.ts'
import { ownWatchlists } from './own-watchlists.ts'
import { type PositionRow, readPositions, readStocksOf } from './read-positions.ts'
import {
  changeStock,
  dropStock,
  dropWatchlist,
  hasWatchlist,
  lockListsOf,
  nameWatchlist,
  noteStock,
  placeStocks,
  readSelectable,
  restoreStock,
} from './store.ts'

export function watchlistRoutes(app: FastifyInstance, { database, config }: { database: Database; config: Config }) {
  /** A stock's prices, or null for each if the user may not see them. */
  const pricesOf = (row: PositionRow, caller: Caller) =>
    isShown(config, row.exchange, caller)
      ? {
          currentPrice: row.close,
          currentVolume: row.volume,
          priceDate: row.date,
          average50: row.average_50,
          unconfirmed: row.is_held,
        }
      : { currentPrice: null, currentVolume: null, priceDate: null, average50: null }
  const { db } = database
  const selectable = new Cache<'all', EncodedResponse>({
    changes: database.changes,
    maxEntries: 1,
    // Invalidated by every kind of upload that may add a stock.
    dependsOn: { prices: 'all', finlist: 'all', movers: 'all', 'profit-alerts': 'all', shareholding: 'all' },
    load: async () =>
      await EncodedResponse.make(selectableStocks, withDelisted(await readSelectable(db), await readDelisted(db))),
  })

  const listsOf = ownWatchlists(database)
  serve(app, watchlists, ({ caller }) => listsOf.get(caller.userId))
  serve(app, selectableStocks, () => selectable.get('all'))
  serve(app, bypassWatchlistLimit, () => undefined)
  serve(app, createWatchlist, ({ caller, query }) => makeWatchlist(database, caller, query.watchlistName))
  serve(app, renameWatchlist, async ({ caller: { userId }, params, query }) => {
    assertFound(await database.write(tx => nameWatchlist(tx, { userId, ...params }, query.watchlistName)))
  })
  serve(app, deleteWatchlist, async ({ caller: { userId }, params }) => {
    assertFound(await database.write(tx => dropWatchlist(tx, { userId, ...params })))
  })

  serve(app, watchlistStocks, async ({ caller, params }) => {
    const { userId } = caller
    assertFound(await hasWatchlist(db, { userId, ...params }))
    const stocks = await readStocksOf(db, { userId, ...params })
    const [steps, actions] = [await readStepsOf(db, stocks), await readPastActions(db, stocks)]
    const rows = await readPositions(db, { userId, ...params }, steps)
    const delisted = await readDelisted(db, stocks)
    return {
      stockList: rows.map(row => ({
        watchlistStockId: row.watchlist_stock_id,
        stockCode: row.stock_code,
        exchange: row.exchange,
        stockName: row.stock_name ?? '',
        stockNameZh: row.stock_name_zh ?? '',
        ...nowOf(row, steps),
        entered: { buyPrice: row.buy_price, shares: row.shares },
        followsActions: row.follows_actions,
        note: row.note,
        actions: actionsSince(row, actions),
        ...pricesOf(row, caller),
        ...delistingOf(delisted.get(symbolOf({ exchange: row.exchange, stockCode: row.stock_code }))),
        sector: row.sector ?? '',
        sectorZh: row.sector_zh ?? '',
        subSector: row.sub_sector ?? '',
        subSectorZh: row.sub_sector_zh ?? '',
        profileInfo: row.profile_info ?? '',
        profileInfoZh: row.profile_info_zh ?? '',
      })),
    }
  })
  serve(app, addWatchlistStock, async ({ caller, params, body }) => {
    const [watchlistStockId] = await addPositions(database, caller, params.id, [body], () => 'stockCode')
    return { watchlistStockId: watchlistStockId! }
  })
  serve(app, importWatchlist, async ({ caller, params, body }) => ({
    added: (await addPositions(database, caller, params.id, body.stocks, at => `stocks.${at}.stockCode`)).length,
  }))
  serve(app, changeWatchlistStock, async ({ caller: { userId }, params, body }) => {
    assertFound(await database.write(tx => changeStock(tx, { userId, ...params }, body)))
  })
  serve(app, noteWatchlistStock, async ({ caller: { userId }, params, body }) => {
    assertFound(await database.write(tx => noteStock(tx, { userId, ...params }, body.note)))
  })
  serve(app, orderWatchlist, async ({ caller: { userId }, params, body }) => {
    const list = { userId, ...params }
    await database.write(async tx => {
      await lockListsOf(tx, userId)
      assertFound(await hasWatchlist(tx, list))
      await placeStocks(tx, list, body.watchlistStockIds)
    })
  })
  serve(app, restoreWatchlistStock, async ({ caller, params }) => {
    const entry = { userId: caller.userId, ...params }
    await database.write(async tx => {
      await lockListsOf(tx, caller.userId)
      assertFound(await hasWatchlist(tx, entry))
      await assertRoom(tx, caller, params.id, 1)
      assertFound(await restoreStock(tx, entry))
    })
  })
  serve(app, removeWatchlistStock, async ({ caller: { userId }, params }) => {
    assertFound(await database.write(tx => dropStock(tx, { userId, ...params })))
  })
}

const withDelisted = (
  rows: Awaited<ReturnType<typeof readSelectable>>,
  gone: Awaited<ReturnType<typeof readDelisted>>,
): SelectableStock[] =>
  rows.map(({ exchange, stock_code: stockCode, stock_name: stockName, stock_name_zh: stockNameZh }) => {
    const delistedOn = gone.get(symbolOf({ exchange, stockCode }))?.on
    return { stockCode, exchange, stockName, stockNameZh, ...(delistedOn && { delistedOn }) }
  })

/** Throws a 404 both for a missing row and for another user's. */
function assertFound(found: boolean) {
  if (!found) throw new BadRequest('watchlist-gone', { httpStatus: 404 })
}

const delistingOf = (found: Delisted | undefined) => found && { delistedOn: found.on, lastValue: found.lastValue }
