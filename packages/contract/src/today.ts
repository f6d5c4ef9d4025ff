import { marketTrends } from '@finlist/domain/market-trend/trend'
import { exchangeIds } from '@finlist/domain/markets'
import { reportTypes } from '@finlist/domain/profit-alerts/report-type'
import { touchableLines } from '@finlist/domain/watchlist/touched-line'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId, isoDate } from './finlist.ts'

/** The maximum number of rows in each part of the Today page. The page that a part comes from has all rows. */
export const mostTold = 8
/** The maximum age of news, in days. */
export const freshDays = 7

const names = { stockCode: z.string(), stockName: z.string(), stockNameZh: z.string() }
const state = z.nullable(z.object({ trend: z.enum(marketTrends), startDate: isoDate }))
const market = z.object({
  exchange: exchangeId,
  states: z.nullable(z.object({ short: state, long: state })),
  /**
   * The numbers of stocks that entered, stayed on and left the list with the newest issue; null before the first issue.
   */
  list: z.nullable(
    z.object({
      issueDate: isoDate,
      previousDate: z.nullable(isoDate),
      added: z.number(),
      stayed: z.number(),
      left: z.number(),
    }),
  ),
})

/**
 * News for the caller. Each part has data of another page, and is null without the rights that this data needs.
 * `markets` has the markets whose trends or list the caller may see. If they may see only one of the two, the other is
 * null.
 */
export const today = call({
  method: 'GET',
  path: '/today',
  topics: ['finlist', 'markettrend', 'prices', 'positions', 'profit-alerts', 'shareholding'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({
    markets: z.array(market).check(z.maxLength(exchangeIds.length)),
    /**
     * The positions in watchlists that moved on their newest day, if that is one of the last seven: first those that
     * reached a line, then the largest moves. `watched` is the number of all positions.
     */
    positions: z.nullable(
      z.object({
        watched: z.number(),
        moved: z
          .array(
            z.object({
              ...names,
              exchange: exchangeId,
              watchlistId: z.number(),
              watchlistName: z.string(),
              price: z.number(),
              priceDate: isoDate,
              /** In percent of the previous close. */
              change: z.nullable(z.number()),
              line: z.nullable(z.enum(touchableLines)),
              /** The move is unexplained and may be an error. */
              unconfirmed: z.boolean(),
            }),
          )
          .check(z.maxLength(mostTold)),
      }),
    ),
    /** Announcements of the last seven days of companies in the watchlists, newest first. */
    profitAlerts: z.nullable(
      z
        .array(z.object({ ...names, reportType: z.enum(reportTypes), releaseTime: z.iso.datetime() }))
        .check(z.maxLength(mostTold)),
    ),
    /** The largest changes in holdings of stocks on the watchlists, on the latest settlement date. */
    shareholding: z.nullable(
      z.object({
        shareholdingDate: z.nullable(isoDate),
        changes: z
          .array(
            z.object({
              ...names,
              participantId: z.string(),
              participantName: z.string(),
              span: z.enum(['day', 'week']),
              shareholdingPercentChange: z.number(),
            }),
          )
          .check(z.maxLength(mostTold)),
      }),
    ),
  }),
})
export type Today = z.output<(typeof today)['data']>
