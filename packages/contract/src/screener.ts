import { exchangeIds } from '@finlist/domain/markets'
import { figureNames, textFigures } from '@finlist/domain/screener/figures'
import { changePeriods } from '@finlist/domain/screener/period-changes'
import { queryLimits } from '@finlist/domain/screener/query-limits'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { forScreening } from './finder.ts'
import { exchangeId, exchangeParams, isoDate } from './finlist.ts'
import { plainName } from './plain-name.ts'

/** The largest number of stocks on a market's map. */
export const mostMapped = 2_500

/**
 * `sector`: index in `sectors`. `price`: in the market's currency and today's shares. `turnover`: price times volume on
 * the map's day, in the market's currency; 0 if the stock did not trade, whose last trade was then on `tradedOn`.
 * `changes`: in percent, by period; null if the stock's prices do not cover the period.
 */
const mapStock = z.object({
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  sector: z.int().check(z.minimum(0)),
  price: z.number(),
  turnover: z.number(),
  tradedOn: z.optional(isoDate),
  changes: z.record(z.enum(changePeriods), z.nullable(z.number())),
})
export type MapStock = z.output<typeof mapStock>

/**
 * The map of a market's stocks on its newest day. Sectors are by name, the empty name last; a stock without a sector is
 * in its sub-sector. Stocks are by turnover, the largest first, and limited to 2,500; `total` counts all. The day is
 * null, and there are no stocks, until the market has prices. Nothing in it comes from a list.
 */
export const marketMap = call({
  method: 'GET',
  path: '/market-map/:exchange',
  topics: ['finlist', 'prices', 'board'],
  needs: { right: forScreening, fresh: 'never' },
  params: exchangeParams,
  data: z.object({
    date: z.nullable(isoDate),
    total: z.int(),
    sectors: z.array(z.object({ name: z.string(), nameZh: z.string() })).check(z.maxLength(mostMapped)),
    stocks: z.array(mapStock).check(z.maxLength(mostMapped)),
  }),
})
export type MarketMap = z.output<typeof marketMap.data>

const figureName = z.enum(figureNames)

/** Which stocks are screened: all of a market, those of its newest list, or those of one of the caller's watchlists. */
export const screenScopes = ['market', 'list', 'watchlist'] as const
export type ScreenScope = (typeof screenScopes)[number]

/** The most rows in one answer. */
export const mostScreened = 100
/** The number of steps of a distribution. */
export const distributionSteps = 32

/** A figure to sort by; stocks without it come last. */
const screenSort = z.object({ by: z.union([figureName, z.enum(['code', 'name'])]), down: z.boolean() })
const distinct = <Value>(values: readonly Value[]) => new Set(values).size === values.length
const queryText = z.string().check(z.trim(), z.maxLength(queryLimits.characters))
const columns = z.array(figureName).check(z.maxLength(figureNames.length), z.refine(distinct))
const screenMarkets = z.array(exchangeId).check(z.minLength(1), z.maxLength(exchangeIds.length), z.refine(distinct))
const numericId = z.int().check(z.minimum(1))

/**
 * Why a market contributes no stocks: the caller may not screen it, may not see a figure of the query, or may not see
 * the prices of its source; or it has no prices yet.
 */
export const leftOutReasons = ['right', 'figure', 'source-use', 'no-prices'] as const

/** The first day that a screen can go back to. */
export const firstScreened = '2000-01-01'

const screenAsked = z.object({
  markets: screenMarkets,
  on: z.optional(isoDate.check(z.refine(day => day >= firstScreened))),
  scope: z._default(z.enum(screenScopes), 'market'),
  watchlistId: z.optional(numericId),
  query: z._default(queryText, ''),
  columns: z._default(columns, []),
  sort: z._default(screenSort, { by: 'code', down: false }),
})
const screenTopics = ['finlist', 'prices', 'board', 'positions', 'shareholding', 'profit-alerts'] as const

/** The stocks in scope of a market, `date` being the day of their prices. */
const screenedMarket = z.object({
  exchange: exchangeId,
  date: z.nullable(isoDate),
  total: z.int(),
  matched: z.int(),
  leftOut: z.optional(z.enum(leftOutReasons)),
})
const screenedRow = z.object({
  exchange: exchangeId,
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  /** The day of the price, if it is earlier than the market's. */
  tradedOn: z.optional(isoDate),
  values: z.array(z.nullable(z.union([z.number(), z.boolean(), z.string()]))),
})

/**
 * Screens markets by a query such as `rs > 90 and dist50 < 5%` (decision 068). Rows are sorted, and `from` is the
 * place of the first one returned, of `matched` in all. A row's `values` are in the order of `columns`: numbers, true or
 * false, texts, or null where unknown or where the caller may not see the figure. Percentages are in percent (3.25 =
 * 3.25%), prices and turnovers in the market's currency. `distribution`, if asked for, is that of a figure over every
 * stock in scope, whether it meets the query or not; null if the figure is known of none.
 *
 * `on`: the stocks as they were at the end of the newest week complete by that day, as was known then. Names, sectors and
 * watchlists are today's. The first request for a week takes some seconds. `since` then is what prices did up to the
 * newest day, in percent: the median of the matches and of all stocks in scope, and the number of matches without a
 * newest price (`gone`).
 *
 * Each market requires its own right. One that is left out is named with the reason, and contributes no row, no count
 * and no distribution. 403 if all are left out for want of a right. 400 (`query-wrong`) names the mistake and its place.
 */
export const screenStocks = call({
  method: 'POST',
  path: '/screener',
  topics: screenTopics,
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.extend(screenAsked, {
    from: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 0),
    most: z._default(z.int().check(z.minimum(0), z.maximum(mostScreened)), mostScreened),
    distribution: z.optional(figureName),
  }),
  data: z.object({
    markets: z.array(screenedMarket),
    matched: z.int(),
    rows: z.array(screenedRow),
    distribution: z.optional(z.nullable(z.object({ from: z.number(), to: z.number(), counts: z.array(z.int()) }))),
    since: z.optional(z.object({ matched: z.nullable(z.number()), scope: z.nullable(z.number()), gone: z.int() })),
  }),
})
export type Screened = z.output<typeof screenStocks.data>
export type ScreenedRow = Screened['rows'][number]

/**
 * Like `screenStocks`, for a file: all rows in one answer, of markets whose source allows prices to be passed on. Any other
 * market is left out for `source-use`.
 */
export const exportScreen = call({
  method: 'POST',
  path: '/screener/export',
  topics: screenTopics,
  needs: { right: 'signed-in', fresh: 'never' },
  body: screenAsked,
  data: z.object({ markets: z.array(screenedMarket), rows: z.array(screenedRow) }),
})

/**
 * The texts that the markets' stocks have in a figure, such as the names of sectors, each with the number of stocks.
 * Markets that the caller may not screen are left out.
 */
export const screenTexts = call({
  method: 'POST',
  path: '/screener/texts',
  topics: ['finlist', 'prices', 'board', 'profit-alerts'],
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ markets: screenMarkets, figure: z.enum(textFigures) }),
  data: z.array(z.object({ text: z.string(), textZh: z.string(), stocks: z.int() })),
})

/** The most saved screens per user. */
export const mostScreens = 20
const screenId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))

/** Everything a saved screen keeps. Unknown figures in a query are kept as they are. */
const screenBody = z.object({
  name: plainName(60),
  markets: screenMarkets,
  scope: z.enum(screenScopes),
  watchlistId: z.optional(numericId),
  query: queryText,
  columns,
  sort: screenSort,
})
export type ScreenBody = z.output<typeof screenBody>

/** The caller's saved screens, oldest first. */
export const savedScreens = call({
  method: 'GET',
  path: '/screener/screens',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.array(z.extend(screenBody, { screenId: z.number() })),
})
export type SavedScreen = z.output<typeof savedScreens.data>[number]

/**
 * Saves a screen. Requires the right to screen each of its markets. At most twenty per user (400, code `limit`); names
 * are unique per user, ignoring case.
 */
export const createScreen = call({
  method: 'POST',
  path: '/screener/screens',
  needs: { right: 'signed-in', fresh: 'never' },
  body: screenBody,
  data: z.object({ screenId: z.number() }),
})

/** Replaces a saved screen. */
export const updateScreen = call({
  method: 'POST',
  path: '/screener/screens/:id',
  needs: { right: 'signed-in', fresh: 'never' },
  params: z.object({ id: screenId }),
  body: screenBody,
})

/** Deletes a saved screen. */
export const deleteScreen = call({
  method: 'DELETE',
  path: '/screener/screens/:id',
  needs: { right: 'signed-in', fresh: 'never' },
  params: z.object({ id: screenId }),
})
