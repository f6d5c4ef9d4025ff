import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, finListStock, forMarket, isoDate } from './finlist.ts'

export const mostEarlierLists = 104

/**
 * The market's newest 104 lists that contain the stock, newest first. `place` is its rank by score among the list's
 * `of` picks; 1 is the highest, and equal scores share a place. `rank` is its relative strength among all stocks of the
 * market on the list's day; 99 is the highest. Close and buy point are in today's share terms; a buy point of -1 means
 * none.
 */
export const finListEarlier = call({
  method: 'GET',
  path: '/finlist/:exchange/earlier',
  topics: ['finlist', 'prices', 'board'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  query: z.object({ stockCode: z.string().check(z.minLength(1), z.maxLength(12)) }),
  data: z
    .array(
      z.object({
        issueDate: isoDate,
        place: z.number(),
        of: z.number(),
        percivalScore: z.number(),
        rank: z.nullable(z.number()),
        patternType: finListStock.shape.patternType,
        close: z.number(),
        buyPoint: z.number(),
      }),
    )
    .check(z.maxLength(mostEarlierLists)),
})
export type EarlierList = z.output<(typeof finListEarlier)['data']>[number]
