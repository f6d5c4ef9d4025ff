import { reportTypes } from '@finlist/domain/profit-alerts/report-type'
import { outcomeDays } from '@finlist/domain/profit-alerts/sessions-after'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'
import { imported, reading } from './staff/admin.ts'

export const mostAlerts = 1_000

/**
 * `linkZh` is empty if there is no Chinese report. `inFinList`: whether the stock is on the newest Hong Kong list;
 * false for callers who may not see that list.
 */
const profitAlert = z.object({
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  reportType: z.enum(reportTypes),
  link: z.string(),
  linkZh: z.string(),
  releaseTime: z.iso.datetime(),
  inFinList: z.boolean(),
})
export type ProfitAlert = z.output<typeof profitAlert>

/**
 * The newest 1,000 announcements of Hong Kong companies, grouped by the day of their release in Hong Kong, newest
 * first. `linkZh` is empty if there is no Chinese report. `inFinList` is true if the stock is on the newest Hong Kong
 * list and the caller may see that list.
 */
export const profitAlerts = call({
  method: 'GET',
  path: '/stock-news/profit-warning',
  topics: ['profit-alerts', 'finlist'],
  needs: { right: 'profit-alerts', fresh: 'never' },
  data: z.array(z.object({ date: isoDate, stockList: z.array(profitAlert).check(z.maxLength(mostAlerts)) })),
})
export type AlertDay = z.output<(typeof profitAlerts)['data']>[number]

/** The stock codes of the newest Hong Kong list. */
export const profitAlertsInFinList = call({
  method: 'GET',
  path: '/stock-news/profit-warning/finlist',
  topics: ['profit-alerts', 'finlist'],
  needs: { right: 'finlist:HKEX', fresh: 'never' },
  data: z.array(z.string()),
})

/** In percent with two decimals. Null if the day has not come yet, or if the stock has not traded. */
const change = z.nullable(z.number())

/**
 * Price changes after the announcements, by the closes up to `asAt`. `outcomes` has, for each of the newest 1,000
 * announcements, the changes in percent 1, 5 and 20 trading days after the last close before it, in that order; null if
 * the day has not come yet, or if the stock has not traded. `rates` has, for all announcements of a kind, the number of
 * stocks that rose within the span; `low` and `high` are the 95% confidence interval of their share.
 */
export const profitAlertOutcomes = call({
  method: 'GET',
  path: '/stock-news/profit-warning/outcomes',
  topics: ['profit-alerts', 'prices', 'closings'],
  needs: { right: 'profit-alerts', fresh: 'never' },
  data: z.object({
    asAt: z.nullable(isoDate),
    rates: z.array(
      z.object({
        reportType: z.enum(reportTypes),
        days: z.literal(outcomeDays),
        alerts: z.int(),
        rose: z.int(),
        low: z.number(),
        high: z.number(),
      }),
    ),
    outcomes: z
      .array(
        z.object({ stockCode: z.string(), releaseTime: z.iso.datetime(), changes: z.tuple([change, change, change]) }),
      )
      .check(z.maxLength(mostAlerts)),
  }),
})
export type ProfitAlertOutcomes = z.output<(typeof profitAlertOutcomes)['data']>

/**
 * Uploads announcements of Hong Kong companies. An announcement replaces the one of the same stock and release time.
 */
export const uploadProfitAlerts = call({
  method: 'POST',
  path: '/admin/data/profit-warning/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['profitAlertsCsv'],
  data: imported,
})
