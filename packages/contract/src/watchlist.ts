import { hasDecimals } from '@finlist/domain/decimals'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { corporateAction } from './corporate-action.ts'
import { exchangeId, isoDate } from './finlist.ts'
import { plainName } from './plain-name.ts'

/** Prices have up to 4 decimals, in HK dollars or the market's own currency. */
export const priceDecimals = 4
const buyPrice = z.number().check(
  z.minimum(0),
  z.maximum(1_000_000_000),
  z.refine(price => hasDecimals(price, priceDecimals), { params: { decimals: priceDecimals } }),
)
const shares = z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))
const listName = plainName(60)
const numericId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const ofList = z.object({ id: numericId })
const ofEntry = z.object({ id: numericId, watchlistStockId: numericId })

/**
 * The usual limits: watchlists per user, and stocks per watchlist. They do not apply to people with the right
 * 'watchlist-bypass'.
 */
export const maxWatchlists = 3
export const maxWatchlistStocks = 20

const watchlist = z.object({ watchlistId: z.number(), watchlistName: z.string(), stockCount: z.number() })
export type Watchlist = z.output<typeof watchlist>

/** The caller's watchlists. */
export const watchlists = call({
  method: 'GET',
  path: '/watchlist/user',
  topics: ['positions'],
  needs: { right: 'watchlist', fresh: 'never' },
  data: z.array(watchlist),
})

/** Creates a watchlist and returns its id. Responds 400, code `limit`, if the caller has the maximum number. */
export const createWatchlist = call({
  method: 'GET',
  path: '/watchlist/create',
  needs: { right: 'watchlist', fresh: 'never' },
  changes: true,
  query: z.object({ watchlistName: listName }),
  /** The new list's id. */
  data: z.number(),
})

/** Renames a watchlist. */
export const renameWatchlist = call({
  method: 'GET',
  path: '/watchlist/:id/rename',
  needs: { right: 'watchlist', fresh: 'never' },
  changes: true,
  params: ofList,
  query: z.object({ watchlistName: listName }),
})

/**
 * Price and volume are of the newest day with data; null if there is none. Buy price and shares are in today's share
 * terms if the position follows corporate actions.
 */
const watchlistStock = z.object({
  watchlistStockId: z.number(),
  stockCode: z.string(),
  exchange: exchangeId,
  stockName: z.string(),
  stockNameZh: z.string(),
  buyPrice: z.number(),
  shares: z.number(),
  /** The values as the user entered them. */
  entered: z.object({ buyPrice: z.number(), shares: z.number() }),
  followsActions: z.boolean(),
  /** The user's note on the position. */
  note: z.string(),
  /**
   * The stock's corporate actions since the position was entered, oldest first. A position that follows corporate
   * actions is adjusted for those with `changesShares`.
   */
  actions: z.array(z.extend(corporateAction, { changesShares: z.boolean() })),
  currentPrice: z.nullable(z.number()),
  currentVolume: z.nullable(z.number()),
  /** The day that price and volume refer to, YYYY-MM-DD. */
  priceDate: z.nullable(z.iso.date()),
  /** The average of the last 50 closes; null if there are fewer. */
  average50: z.nullable(z.number()),
  /** `delistedOn`: the date of delisting. `lastValue`: the final value of a share; null if unknown. */
  delistedOn: z.optional(z.iso.date()),
  lastValue: z.optional(z.nullable(z.number())),
  /** The price results from an unexplained move and may be an error. */
  unconfirmed: z.optional(z.boolean()),
  sector: z.string(),
  sectorZh: z.string(),
  subSector: z.string(),
  subSectorZh: z.string(),
  profileInfo: z.string(),
  profileInfoZh: z.string(),
})
export type WatchlistStock = z.output<typeof watchlistStock>

/**
 * The positions of a watchlist. Price and volume are of the newest day with data; null if there is none, or if the
 * caller may not see them. Buy price and shares are in today's share terms if `followsActions` is true.
 */
export const watchlistStocks = call({
  method: 'GET',
  path: '/watchlist/:id',
  topics: ['positions', 'prices', 'finlist'],
  needs: { right: 'watchlist', fresh: 'never' },
  params: ofList,
  data: z.object({ stockList: z.array(watchlistStock) }),
})

/** Sets the caller's own order of the positions in a watchlist. Positions added later follow at the end. */
export const orderWatchlist = call({
  method: 'POST',
  path: '/watchlist/:id/order',
  needs: { right: 'watchlist', fresh: 'never' },
  params: ofList,
  body: z.object({
    watchlistStockIds: z.array(z.int().check(z.minimum(1))).check(z.maxLength(1_000)),
  }),
})

export const maxNote = 2_000
/** Sets the note on a position. */
export const noteWatchlistStock = call({
  method: 'POST',
  path: '/watchlist/:id/:watchlistStockId/note',
  needs: { right: 'watchlist', fresh: 'never' },
  params: ofEntry,
  body: z.object({ note: z.string().check(z.trim(), z.maxLength(maxNote)) }),
})

/** Restores a position that was removed within the last day, unchanged. */
export const restoreWatchlistStock = call({
  method: 'POST',
  path: '/watchlist/:id/:watchlistStockId/restore',
  needs: { right: 'watchlist', fresh: 'never' },
  params: ofEntry,
})

/** All stocks that can be added to a watchlist, by market and code. */
export const selectableStocks = call({
  method: 'GET',
  path: '/watchlist/stocks',
  topics: ['finlist', 'prices'],
  needs: { right: 'watchlist', fresh: 'never' },
  data: z.array(
    z.object({
      stockCode: z.string(),
      exchange: exchangeId,
      stockName: z.string(),
      stockNameZh: z.string(),
      /** The date of delisting. */
      delistedOn: z.optional(isoDate),
    }),
  ),
})
export type SelectableStock = z.output<(typeof selectableStocks)['data']>[number]

/** Succeeds if the usual limits, 3 watchlists with 20 stocks each, do not apply to the caller; otherwise Forbidden. */
export const bypassWatchlistLimit = call({
  method: 'GET',
  path: '/watchlist/bypass-limit',
  topics: ['positions'],
  needs: { right: 'watchlist-bypass', fresh: 'never' },
})

/** Adds a stock to a watchlist. Responds 400, code `limit`, if the watchlist has the maximum number of stocks. */
export const addWatchlistStock = call({
  method: 'POST',
  path: '/watchlist/:id',
  needs: { right: 'watchlist', fresh: 'never' },
  params: ofList,
  body: z.object({
    stockCode: z.string().check(z.minLength(1), z.maxLength(20)),
    exchange: exchangeId,
    buyPrice,
    shares,
  }),
  data: z.object({ watchlistStockId: z.number() }),
})

/** Changes the buy price and shares of a position, and whether it follows corporate actions. */
export const changeWatchlistStock = call({
  method: 'POST',
  path: '/watchlist/:id/:watchlistStockId',
  needs: { right: 'watchlist', fresh: 'never' },
  params: ofEntry,
  /** `followsActions` stays unchanged if it is omitted. */
  body: z.object({ buyPrice, shares, followsActions: z.optional(z.boolean()) }),
})

/** Removes a position. `restoreWatchlistStock` can undo this for a day. */
export const removeWatchlistStock = call({
  method: 'GET',
  path: '/watchlist/:id/:watchlistStockId/delete',
  needs: { right: 'watchlist', fresh: 'never' },
  changes: true,
  params: ofEntry,
})

/** Deletes a watchlist with its positions. */
export const deleteWatchlist = call({
  method: 'POST',
  path: '/watchlist/:id/delete',
  needs: { right: 'watchlist', fresh: 'never' },
  params: ofList,
})

/**
 * Adds several stocks to a watchlist in one step, for example from a CSV file. Adds all of them or, if one is unknown
 * or the limit would be exceeded, none. Not part of the specification.
 */
export const importWatchlist = call({
  method: 'POST',
  path: '/watchlist/:id/import',
  needs: { right: 'watchlist', fresh: 'never' },
  params: ofList,
  // 500 positions, with every character of a code escaped.
  bodyBytes: 131_072,
  body: z.object({
    stocks: z
      .array(
        z.object({
          stockCode: z.string().check(z.minLength(1), z.maxLength(20)),
          exchange: exchangeId,
          buyPrice,
          shares,
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  data: z.object({ added: z.number() }),
})
