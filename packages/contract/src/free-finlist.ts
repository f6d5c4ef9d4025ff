import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, finListStock, isoDate } from './finlist.ts'

/** One real pick of the market's newest issue, and the number of picks in that issue. No other pick is sent. */
export const freeFinList = call({
  method: 'GET',
  path: '/free/finlist/:exchange',
  topics: ['finlist', 'prices'],
  needs: { right: 'signed-in', fresh: 'never' },
  params: exchangeParams,
  data: z.object({ issueDate: z.nullable(isoDate), total: z.number(), stockList: z.array(finListStock) }),
})
