import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, forMarket, isoDate } from './finlist.ts'

export const mostResults = 40

const figure = z.nullable(z.number())

/**
 * The newest 40 quarterly results of a stock, newest first: the figures of each quarter as they were on `knownOn`, the
 * first day on which any were known. `periodEnd` is the quarter's last day. Earnings per share are in today's shares.
 * Changes on the same quarter a year before are in percent. Results without a known day are omitted.
 */
export const finListResults = call({
  method: 'GET',
  path: '/finlist/:exchange/results',
  topics: ['finlist', 'prices'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  query: z.object({ stockCode: z.string().check(z.minLength(1), z.maxLength(12)) }),
  data: z
    .array(
      z.object({
        knownOn: isoDate,
        periodEnd: isoDate,
        eps: figure,
        epsChange: figure,
        sales: figure,
        salesChange: figure,
        /** Where the figures come from, such as the SEC; null if unknown. */
        source: z.nullable(z.string()),
      }),
    )
    .check(z.maxLength(mostResults)),
})
export type Results = z.output<(typeof finListResults)['data']>[number]
