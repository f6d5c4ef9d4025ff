import { reportTypes } from '@finlist/domain/profit-alerts/report-type'
import { outcomeDays } from '@finlist/domain/profit-alerts/sessions-after'
import * as z from 'zod/mini'
import { imported, reading } from './admin.ts'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'

export const mostAlerts = 1_000

/**
 * `linkZh` is empty where there is no Chinese report. `inFinList`: in the newest Hong Kong list; false for callers who
 * may not see that.
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

/** The newest 1,000 announcements of Hong Kong companies by the day of their release there, newest first. */
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

/** In percent with two decimals; null where the day has not come yet, or the stock did not trade. */
const change = z.nullable(z.number())

/**
 * Price changes after the alerts, by closes up to `asAt`: for the newest 1,000 alerts the change 1, 5 and 20 trading
 * days after the last close before the alert, in that order; and for all alerts of a kind how many rose within the
 * span. `low` and `high` are the bounds of the 95% confidence interval of the share that rises (decision 037).
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

/** Announcements of Hong Kong companies; one of the same stock and release time is replaced. */
export const uploadProfitAlerts = call({
  method: 'POST',
  path: '/admin/data/profit-warning/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['profitAlertsCsv'],
  data: imported,
})
