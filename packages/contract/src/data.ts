import { priceKinds } from '@finlist/domain/prices/kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId, isoDate } from './finlist.ts'

const stockCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(12))
const shares = z.int().check(z.minimum(1), z.maximum(10_000))

export const daysListed = 30
export const movesListed = 100
export const deletionsListed = 20

const marketDay = z.object({
  date: isoDate,
  /** Stocks with a bar, and those of the day before; null: of no day before. */
  stocks: z.number(),
  before: z.nullable(z.number()),
  /** `held`: nothing is told of it. `releasedBy` is empty unless staff released it. */
  held: z.boolean(),
  releasedBy: z.string(),
})
export type MarketDay = z.output<typeof marketDay>

const unconfirmedMove = z.object({
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  date: isoDate,
  previousClose: z.number(),
  close: z.number(),
  /** The bars after it went back. */
  isSpike: z.boolean(),
  /** The split or consolidation that it looks like. */
  likely: z.nullable(z.object({ numerator: z.number(), denominator: z.number() })),
})
export type UnconfirmedMove = z.output<typeof unconfirmedMove>

/** Bars that staff deleted: of a day, of a stock, or one. `restoredBy`: who has put them back; null while nobody has. */
const priceDeletion = z.object({
  deletionId: z.number(),
  stockCode: z.nullable(z.string()),
  date: z.nullable(isoDate),
  bars: z.number(),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  restoredBy: z.nullable(z.string()),
})
export type PriceDeletion = z.output<typeof priceDeletion>

/** What a market's prices are like: its newest days and every held one, and the moves that nobody has explained. */
export const marketData = call({
  method: 'GET',
  path: '/admin/data/days',
  topics: ['prices', 'markettrend'],
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId }),
  data: z.object({
    prices: z.enum(priceKinds),
    /** Newest first. */
    days: z.array(marketDay),
    /** The newest ones, and how many there are. */
    moves: z.array(unconfirmedMove),
    movesInAll: z.number(),
    /** The newest ones, newest first. */
    deletions: z.array(priceDeletion),
  }),
})

/** Tells a held day after all, as it is. */
export const releaseDay = call({
  method: 'POST',
  path: '/admin/data/days/release',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, date: isoDate }),
})

/** Somebody has looked at the move, and it is right. */
export const releaseMove = call({
  method: 'POST',
  path: '/admin/data/moves/release',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, stockCode, date: isoDate }),
})

/** The move was a split or consolidation: from its day on `numerator` shares stand for `denominator`. */
export const recordMove = call({
  method: 'POST',
  path: '/admin/data/moves/record',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, stockCode, date: isoDate, numerator: shares, denominator: shares }),
})

/** Deletes a day of the market, a stock's bar of a day, or all bars of a stock, until they are put back. */
export const deletePrices = call({
  method: 'POST',
  path: '/admin/data/prices/delete',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({
    exchange: exchangeId,
    stockCode: z.optional(stockCode),
    date: z.optional(isoDate),
    reason: z.string().check(z.trim(), z.minLength(5), z.maxLength(200)),
  }),
  data: z.object({ deleted: z.number() }),
})

/**
 * Puts deleted bars back, as they were. A bar that has come since stays as it is, and none comes back whose upload was
 * rolled back meanwhile.
 */
export const restorePrices = call({
  method: 'POST',
  path: '/admin/data/prices/restore',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, deletionId: z.int().check(z.positive()) }),
  data: z.object({ restored: z.number() }),
})
