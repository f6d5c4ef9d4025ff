import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import * as z from 'zod/mini'
import { call } from '../call.ts'

/** Money is in cents HKD. A month is YYYY-MM in Hong Kong. Definitions: docs/flows/billing.md, Revenue. */
const cents = z.int()
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]

export const mostRevenueMonths = 36

const figures = {
  /** The number of subscribers at the end of the month; for the current month, now. */
  active: z.int(),
  /**
   * `new`: the number of subscribers at the end of the month who were not subscribers at its start. `lost`: the
   * reverse.
   */
  new: z.int(),
  lost: z.int(),
  /**
   * The monthly recurring revenue of the active subscribers, after coupons and before credit. A yearly plan counts with
   * a twelfth of its price.
   */
  monthlyRevenue: cents,
  /**
   * `collected`: charged to cards in the month. `refunded`: refunded to cards in the month. `net`: collected, less
   * refunds and lost disputes.
   */
  collected: cents,
  refunded: cents,
  net: cents,
  /** The payments that cardholders disputed in the month, whatever the outcome. */
  disputed: cents,
  /**
   * `disputesLost`: disputes lost in the month, less earlier losses that were reversed in it. `disputesWon`: all
   * disputes won in the month.
   */
  disputesLost: cents,
  disputesWon: cents,
}
const revenueFigures = z.object(figures)
export type RevenueFigures = z.output<typeof revenueFigures>

/**
 * The figures of one product, period and coupon in a month. Product and period are null for income that does not come
 * from a plan.
 */
const revenueRow = z.object({
  month,
  productId: z.nullable(z.literal(ids(products))),
  billingPeriodId: z.nullable(z.literal(ids(periods))),
  couponId: z.nullable(z.string()),
  ...figures,
})
export type RevenueRow = z.output<typeof revenueRow>

/**
 * Both months are included. The span has at most `mostRevenueMonths` months and ends no later than the current month.
 */
const span = z.object({ from: month, to: month })

/**
 * Revenue by month. `from` and `to` are included; at most 36 months, none after the current one. `months` has every
 * month of the span, oldest first; `rows` breaks the months down by product, period and coupon, without rows of zeros.
 * Money is in cents HKD; a month is `YYYY-MM` in Hong Kong time.
 */
export const revenue = call({
  method: 'GET',
  path: '/admin/revenue',
  needs: { right: 'staff', fresh: 'never' },
  query: span,
  data: z.object({
    months: z.array(z.object({ month, ...figures })),
    rows: z.array(revenueRow),
    /** The page of each coupon in `rows` at the payment provider. */
    couponLinks: z.record(z.string(), z.string()),
    /** The name of each coupon in `rows`, if known. */
    couponNames: z.record(z.string(), z.string()),
  }),
})
export type Revenue = z.output<(typeof revenue)['data']>

/** The rows of `revenue` as a CSV file, with money in HK dollars and names from the catalogue. */
export const revenueCsv = call({
  method: 'GET',
  path: '/admin/revenue.csv',
  needs: { right: 'staff', fresh: 'always' },
  query: span,
})
