import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { reasonChars } from './staff/customer-actions.ts'

/** Money is in cents HKD. A month is YYYY-MM in Hong Kong. Definitions: docs/flows/billing.md, Affiliates. */
const cents = z.int()
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]

export const mostCodes = 50
export const codeChars = 40
/** An affiliate code. Input is case-insensitive; codes are stored in capitals. */
const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(codeChars), z.toUpperCase())

const salesMonth = z.object({
  month,
  /** First payments for a plan with the code; renewals only add to the income. */
  plansSold: z.int(),
  /** Card payments with the code in the month, less the month's refunds and lost disputes. */
  income: cents,
  /** -1 until the month has been closed. */
  commission: cents,
})
export type SalesMonth = z.output<typeof salesMonth>

const disputedMonth = z.object({
  month,
  /**
   * Payments with the code that cardholders disputed in the month. A disputed payment counts as income until its
   * dispute is lost.
   */
  disputed: cents,
  /** Disputes lost in the month (deducted from its income), and disputes won in the month. */
  disputesLost: cents,
  disputesWon: cents,
})
export type DisputedMonth = z.output<typeof disputedMonth>

const planDetail = z.object({
  productId: z.literal(ids(products)),
  billingPeriodId: z.literal(ids(periods)),
  customers: z.int(),
  income: cents,
})
export type PlanDetail = z.output<typeof planDetail>

const figures = {
  /** Empty if the user has no code, or if the code is unknown. */
  code: z.string(),
  couponId: z.string(),
  /** Every month from the first sale to the current one, newest first. */
  salesRecord: z.array(salesMonth),
  /** Months with at least one dispute. */
  disputes: z.array(disputedMonth),
  /** Totals over all months. */
  planDetails: z.array(planDetail),
  /** The commission for months that are not closed yet, in percent of income; null if none is set. */
  ratePercent: z.nullable(z.number()),
}

/**
 * The caller's own sales and commission. Amounts are in cents HKD; a month is `YYYY-MM` in Hong Kong time. An open
 * month has the commission -1.
 */
export const affiliate = call({
  method: 'GET',
  path: '/affiliate',
  needs: { right: 'affiliate', fresh: 'never' },
  data: z.object(figures),
})
export type Affiliate = z.output<(typeof affiliate)['data']>

/**
 * One month of the caller's sales as a CSV file: a line for each payment, refund, lost dispute and reversed loss, then
 * the total and the commission. Amounts are in HK dollars. Customers are not named.
 */
export const affiliateStatement = call({
  method: 'GET',
  path: '/affiliate/statement.csv',
  needs: { right: 'affiliate', fresh: 'always' },
  query: z.object({ month }),
})

/**
 * The sales with each of the given codes, in request order. An unknown code has no months. Amounts are in cents HKD; a
 * month is `YYYY-MM` in Hong Kong time.
 */
export const affiliates = call({
  method: 'POST',
  path: '/affiliate/admin',
  needs: { right: 'staff', fresh: 'never' },
  body: z.array(code).check(z.minLength(1), z.maxLength(mostCodes)),
  data: z.array(
    z.object({
      ...figures,
      /** The coupon's page at the payment provider; null if there is none. */
      couponLink: z.nullable(z.string()),
      /** The code's owner; null once their account is erased. */
      owner: z.nullable(z.object({ userId: z.number(), name: z.string(), email: z.string() })),
    }),
  ),
})
export type Affiliates = z.output<(typeof affiliates)['data']>

/** One month of the sales with a code, for staff, in the form of `affiliateStatement`. */
export const affiliatesStatement = call({
  method: 'GET',
  path: '/affiliate/admin/statement.csv',
  needs: { right: 'staff', fresh: 'always' },
  query: z.object({ code, month }),
})

const mostPercentOff = 90

/**
 * Creates a coupon with a code at the payment provider for the user who has verified this e-mail address, and makes
 * that user an affiliate. Idempotent. Errors: 409 `code_taken` or `has_code`, 400 `nobody` or `oneself`.
 */
export const makeAffiliateCode = call({
  method: 'POST',
  path: '/affiliate/admin/codes',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({
    code: code.check(z.minLength(3), z.regex(/^[A-Z0-9-]+$/)),
    email: z.email().check(z.trim(), z.maxLength(254)),
    percentOff: z.int().check(z.minimum(1), z.maximum(mostPercentOff)),
    /** `once`: the discount applies to the first payment with the code; `forever`: to every payment. */
    duration: z.enum(['once', 'forever']),
    reason: z.string().check(z.trim(), z.minLength(reasonChars.min), z.maxLength(reasonChars.max)),
  }),
  data: z.object({ code: z.string(), couponId: z.string() }),
})
export type WantedAffiliateCode = z.output<(typeof makeAffiliateCode)['body']>
