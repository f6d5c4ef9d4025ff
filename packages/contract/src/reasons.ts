import { departureReasons } from '@finlist/domain/picking/departure-reasons'
import { lineIds } from '@finlist/domain/picking/line'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { baseChance } from './chance.ts'
import { exchangeParams, finListStocks, isoDate } from './finlist.ts'

/**
 * One of the method's limits with the stock's value; its unit is that of `lineUnits`. Prices are in shares of today.
 */
const line = z.object({
  id: z.enum(lineIds),
  value: z.number(),
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  met: z.boolean(),
})
const lines = z.array(line)

/** What explains a pick's place on a list. Prices are in shares of today. */
export const finListWhy = call({
  method: 'GET',
  path: '/finlist/:exchange/why',
  topics: ['finlist', 'prices'],
  needs: finListStocks.needs,
  params: exchangeParams,
  query: z.object({ issueDate: isoDate, stockCode: z.string().check(z.minLength(1), z.maxLength(12)) }),
  data: z.object({
    /** Who put the pick on the list; also `staff` where they set its buy point. */
    origin: z.enum(['method', 'staff', 'import']),
    /** The method that made the list; null: staff made it. */
    method: z.nullable(z.string()),
    variant: z.string(),
    note: z.string(),
    stop: z.nullable(z.number()),
    /** The method's buy point, where staff set another. */
    methodBuyPoint: z.nullable(z.number()),
    /** Hundredths of a point. Null, like the checklist, where no method has assessed the stock. */
    score: z.nullable(z.object({ strength: z.number(), trend: z.number(), base: z.number(), quiet: z.number() })),
    checklist: z.nullable(z.object({ listing: lines, template: lines, base: lines })),
    /** How often such a shape is seen; null without a base, or where it has not been counted. */
    chance: z.nullable(baseChance),
    /** The base's turning points, ending with the close of the issue's day; empty without a base. */
    outline: z.array(z.object({ turn: z.string(), date: isoDate, price: z.number() })),
  }),
})
export type Why = z.output<(typeof finListWhy)['data']>

/** How an issue differs from the one before it. */
export const finListChanges = call({
  method: 'GET',
  path: '/finlist/:exchange/changes',
  topics: ['finlist'],
  needs: finListStocks.needs,
  params: exchangeParams,
  query: z.object({ issueDate: isoDate }),
  data: z.object({
    method: z.nullable(z.string()),
    /** Null: there is no earlier issue, and everything below is empty. */
    previousDate: z.nullable(isoDate),
    added: z.array(z.string()),
    stayed: z.array(z.object({ stockCode: z.string(), scoreBefore: z.number() })),
    left: z.array(
      z.object({
        stockCode: z.string(),
        stockName: z.string(),
        stockNameZh: z.string(),
        /** Null: no reason was given. */
        reason: z.nullable(z.enum(departureReasons)),
      }),
    ),
  }),
})
export type Changes = z.output<(typeof finListChanges)['data']>
