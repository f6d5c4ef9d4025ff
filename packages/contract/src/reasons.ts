import { departureReasons } from '@finlist/domain/picking/departure-reasons'
import { lineIds } from '@finlist/domain/picking/line'
import { doubtKinds } from '@finlist/domain/prices/doubt-kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { baseChance } from './chance.ts'
import { exchangeParams, finListStocks, isoDate } from './finlist.ts'
import { pickOutlook } from './learning/outlook.ts'

/**
 * One of the method's criteria with its limits and the stock's value, in the unit that `lineUnits` gives. Prices are in
 * today's share terms.
 */
const line = z.object({
  id: z.enum(lineIds),
  value: z.number(),
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  met: z.boolean(),
})
const lines = z.array(line)

/**
 * The reasons why a stock is on a list: its score, the method's criteria with their limits, and the outline of its
 * base. Prices are in today's share terms. 404 if the stock is not on the list.
 */
export const finListWhy = call({
  method: 'GET',
  path: '/finlist/:exchange/why',
  topics: ['finlist', 'prices'],
  needs: finListStocks.needs,
  params: exchangeParams,
  query: z.object({ issueDate: isoDate, stockCode: z.string().check(z.minLength(1), z.maxLength(12)) }),
  data: z.object({
    /** The origin of the pick: `staff` also if they changed the buy point of a method's pick. */
    origin: z.enum(['method', 'staff', 'import']),
    /** The method that made the list; null if staff made it. */
    method: z.nullable(z.string()),
    variant: z.string(),
    note: z.string(),
    stop: z.nullable(z.number()),
    /** The method's own buy point, if staff changed it; otherwise null. */
    methodBuyPoint: z.nullable(z.number()),
    /**
     * The parts of the score, in hundredths of a point. Null, like the checklist, if no method has assessed the stock.
     */
    score: z.nullable(z.object({ strength: z.number(), trend: z.number(), base: z.number(), quiet: z.number() })),
    checklist: z.nullable(z.object({ listing: lines, template: lines, base: lines })),
    /**
     * The frequency of such a base in the market and in random walks; null without a base, or if it has not been
     * computed yet.
     */
    chance: z.nullable(baseChance),
    /** Null for a list made before outlooks were published, and for a stock that the method does not consider. */
    outlook: z.nullable(pickOutlook),
    /** The base's turning points, ending with the close of the issue's day; empty without a base. */
    outline: z.array(z.object({ turn: z.string(), date: isoDate, price: z.number() })),
  }),
})
export type Why = z.output<(typeof finListWhy)['data']>

/** The stocks that an issue added, kept and dropped since the previous issue. 404 if there is no such issue. */
export const finListChanges = call({
  method: 'GET',
  path: '/finlist/:exchange/changes',
  topics: ['finlist'],
  needs: finListStocks.needs,
  params: exchangeParams,
  query: z.object({ issueDate: isoDate }),
  data: z.object({
    method: z.nullable(z.string()),
    /** Null if this is the market's first issue; the lists below are then empty. */
    previousDate: z.nullable(isoDate),
    added: z.array(z.string()),
    stayed: z.array(z.object({ stockCode: z.string(), scoreBefore: z.number() })),
    left: z.array(
      z.object({
        stockCode: z.string(),
        stockName: z.string(),
        stockNameZh: z.string(),
        /** Null if no reason was given. */
        reason: z.nullable(z.enum(departureReasons)),
        /**
         * The doubt about the stock's prices because of which it left, with its kind and day. Null if it left for
         * another reason, or if the doubt is not known.
         */
        doubt: z.nullable(z.object({ kind: z.enum(doubtKinds), date: isoDate })),
      }),
    ),
  }),
})
export type Changes = z.output<(typeof finListChanges)['data']>
