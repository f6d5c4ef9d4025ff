import { doubtKinds } from '@finlist/domain/prices/doubt-kinds'
import { priceKinds } from '@finlist/domain/prices/kinds'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { corporateAction } from '../corporate-action.ts'
import { exchangeId, isoDate } from '../finlist.ts'

const stockCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(12))
const shares = z.int().check(z.minimum(1), z.maximum(10_000))

export const daysListed = 30
export const heldDaysListed = 500
export const movesListed = 25
export const deletionsListed = 20
export const decisionsListed = 20

const marketDay = z.object({
  date: isoDate,
  /** The number of stocks with a bar on this day and on the day before (`before`); null if there is no day before. */
  stocks: z.number(),
  before: z.nullable(z.number()),
  /** `held`: quarantined, hidden from users. `releasedBy` is empty unless staff released the day. */
  held: z.boolean(),
  releasedBy: z.string(),
})
export type MarketDay = z.output<typeof marketDay>

/**
 * What a doubt changes, the most serious first. `list`: the stock is on the market's newest list or proposal; `ranks`:
 * the stock is left out of ranks and market breadth; `people`: the stock is in watchlists or alerts; `charts`: the
 * stock's chart.
 */
export const doubtEffects = ['list', 'ranks', 'people', 'charts'] as const
export type DoubtEffect = (typeof doubtEffects)[number]

const evidenceBar = z.object({
  date: isoDate,
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
})
export const barsBeside = 5

const unconfirmedMove = z.object({
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  date: isoDate,
  previousClose: z.number(),
  close: z.number(),
  kind: z.enum(doubtKinds),
  /** The typical volume of a day before the move and after; null unless the move looks like a split. */
  volumeBefore: z.nullable(z.number()),
  volumeAfter: z.nullable(z.number()),
  /** The split or consolidation that the move suggests, for the kinds `move` and `split`; null if there is none. */
  likely: z.nullable(z.object({ numerator: z.number(), denominator: z.number() })),
  /** The corporate actions that are in doubt and not recorded. */
  doubted: z.array(z.omit(corporateAction, { exDate: true })),
  changes: z.array(z.enum(doubtEffects)),
  /** The day's bar, with `barsBeside` bars before and after it. */
  bars: z.array(evidenceBar),
  /** The corporate actions on record whose ex-date is among these bars. */
  actions: z.array(corporateAction),
})
export type UnconfirmedMove = z.output<typeof unconfirmedMove>

/** Staff's decision on a doubt: that the prices are right, or an action that they recorded. */
const moveDecision = z.object({
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  date: isoDate,
  kind: z.enum(doubtKinds),
  decision: z.enum(['right', 'action']),
  by: z.string(),
  at: z.iso.datetime(),
})
export type MoveDecision = z.output<typeof moveDecision>

/**
 * Bars deleted by staff: a whole day, a whole stock, or one bar. `restoredBy`: who restored them; null if not restored.
 */
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

/** A market's price data: recent and quarantined days, and unexplained price moves. */
export const marketData = call({
  method: 'GET',
  path: '/admin/data/days',
  topics: ['prices', 'markettrend'],
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({
    exchange: exchangeId,
    /** The page of `moves`, from 1. */
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))),
  }),
  data: z.object({
    prices: z.enum(priceKinds),
    /** The newest days, plus the newest held days even if they are older; newest first. */
    days: z.array(marketDay),
    /** A page of the unexplained moves, by what they change, then newest first; and the total number of moves. */
    moves: z.array(unconfirmedMove),
    movesInAll: z.number(),
    /** The newest decisions that were not undone, newest first. */
    decisions: z.array(moveDecision),
    /**
     * Progress of the search for unexplained moves in prices that were stored before the current rules; null once all
     * are searched.
     */
    search: z.nullable(z.object({ searched: z.number(), stocks: z.number() })),
    /** The newest deletions, newest first. */
    deletions: z.array(priceDeletion),
  }),
})

export type MarketData = z.output<(typeof marketData)['data']>

/** Releases a held day as it is, or every held day from `date` to `to`. */
export const releaseDay = call({
  method: 'POST',
  path: '/admin/data/days/release',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, date: isoDate, to: z.optional(isoDate) }),
})

/** `kind` is required if the stock's day has both a doubt about its prices and a doubt about a corporate action. */
const doubt = { exchange: exchangeId, stockCode, date: isoDate, kind: z.optional(z.enum(doubtKinds)) }

/** Confirms a price move as correct. */
export const releaseMove = call({
  method: 'POST',
  path: '/admin/data/moves/release',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object(doubt),
})

/**
 * Records the move as a split or consolidation on its day: `denominator` shares become `numerator`. Without these two
 * numbers, records the corporate actions that are in doubt.
 */
export const recordMove = call({
  method: 'POST',
  path: '/admin/data/moves/record',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({
    ...doubt,
    numerator: z.optional(shares),
    denominator: z.optional(shares),
  }),
})

/** Undoes the decision on a move: it is in doubt again, and an action that the decision recorded is removed. */
export const undoMove = call({
  method: 'POST',
  path: '/admin/data/moves/undo',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object(doubt),
})

/** Deletes a day of the market, a stock's bar of a day, or all bars of a stock, until they are restored. */
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
 * Restores deleted bars unchanged, except those loaded again since and those whose upload was rolled back in the
 * meantime.
 */
export const restorePrices = call({
  method: 'POST',
  path: '/admin/data/prices/restore',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, deletionId: z.int().check(z.positive()) }),
  data: z.object({ restored: z.number() }),
})
