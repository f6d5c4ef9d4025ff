import { marketTrends } from '@finlist/domain/market-trend/trend'
import { exchangeIds } from '@finlist/domain/markets'
import { reportTypes } from '@finlist/domain/profit-alerts/report-type'
import { touchableLines } from '@finlist/domain/watchlist/touched-line'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId, isoDate } from './finlist.ts'

/** The most rows in each part of the page; the part's full page has all of them. */
export const mostTold = 8
/** The age limit of news, in days. */
export const freshDays = 7

const names = { stockCode: z.string(), stockName: z.string(), stockNameZh: z.string() }
const state = z.nullable(z.object({ trend: z.enum(marketTrends), startDate: isoDate }))
const market = z.object({
  exchange: exchangeId,
  states: z.nullable(z.object({ short: state, long: state })),
  /** How many stocks entered and left the list with the newest issue; null before the first issue. */
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
 * News for the person; each part has the same data as its own page. `markets` has those whose trends or list the person
 * may see, with null for what they may not. Other parts are null without the right to the corresponding page.
 */
export const today = call({
  method: 'GET',
  path: '/today',
  topics: ['finlist', 'markettrend', 'prices', 'positions', 'profit-alerts', 'shareholding'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({
    markets: z.array(market).check(z.maxLength(exchangeIds.length)),
    /**
     * Watchlist positions that moved on the newest day, out of `watched` in total: those that hit a line first, then
     * the largest moves.
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
              /** The move is unexplained. */
              unconfirmed: z.boolean(),
            }),
          )
          .check(z.maxLength(mostTold)),
      }),
    ),
    /** Recent announcements of watched companies, newest first. */
    profitAlerts: z.nullable(
      z
        .array(z.object({ ...names, reportType: z.enum(reportTypes), releaseTime: z.iso.datetime() }))
        .check(z.maxLength(mostTold)),
    ),
    /** Holdings of watched stocks that are among the newest settlement date's largest changes. */
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
