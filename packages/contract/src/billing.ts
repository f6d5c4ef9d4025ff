import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import * as z from 'zod/mini'
import { call } from './call.ts'

/** Money is in cents HKD, times are ISO 8601. Ids of subscriptions, invoices and coupons are the payment provider's. */
const cents = z.int()
const instant = z.iso.datetime()
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]
const productId = z.literal(ids(products))
const billingPeriodId = z.literal(ids(periods))
const providerId = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w-]+$/))
const couponText = z.nullable(z.string().check(z.trim(), z.maxLength(100)))

/** Sent instead of a payment method's id to pay with the card on file. */
export const existingCard = 'existing_card'

const couponDetail = z.object({
  /** The value to send as `couponCode` when buying. */
  id: z.string(),
  code: z.string(),
  /** Exactly one of `amountOff` and `percentOff` is set. `percentOff` is 20 for 20%. */
  amountOff: z.nullable(cents),
  percentOff: z.nullable(z.number()),
})
export type CouponDetail = z.output<typeof couponDetail>

const cardDetails = z.object({
  brand: z.string(),
  cardNumberLast4: z.string(),
  expireMonth: z.int(),
  expireYear: z.int(),
  expired: z.boolean(),
})
export type CardDetails = z.output<typeof cardDetails>

/**
 * The amount of the card's next charge, as of now: the price, minus `credit`, plus what is `owed` from an earlier
 * invoice; 0 if the result is below the card minimum.
 */
const nextCharge = z.optional(z.nullable(z.object({ amount: cents, credit: cents, owed: cents })))

const subscriptionStatuses = ['trialing', 'active', 'past_due'] as const
const subscription = z.object({
  subscriptionId: z.string(),
  productId,
  planName: z.string(),
  billingPeriodId,
  /** The period after a scheduled downgrade; 0 if there is none. */
  futureBillingPeriodId: z.union([z.literal(0), billingPeriodId]),
  status: z.enum(subscriptionStatuses),
  hasAutoRenew: z.boolean(),
  /** The end of the paid period, or of the trial. */
  subscriptionPeriodEnd: instant,
  /** Null when the subscription does not renew. */
  nextBillingDate: z.nullable(instant),
  /** The next renewal's price before credit; null when the subscription does not renew. */
  nextAmount: z.nullable(cents),
  /** Set if credit or a debt makes the next charge differ from the price, but not while a renewal is past due. */
  nextCharge,
  /** The name of the discount on the next payment, if any. */
  discountName: z.optional(z.string()),
  /**
   * Set while the user disputes a payment for the subscription with their bank, and after the bank has decided in
   * their favour (`isLost`). A disputed subscription gives no access and does not renew, and the plan can be bought
   * again.
   */
  disputed: z.optional(z.nullable(z.object({ amount: cents, isLost: z.boolean() }))),
  /**
   * Set while a renewal is past due: the time until which access continues, and the amount that a new card would be
   * charged.
   */
  pastDue: z.optional(
    z.nullable(
      z.object({
        accessUntil: instant,
        amountDue: cents,
        /** The bank requires the user to confirm the payment: see `confirmOutstanding`. */
        needsBank: z.boolean(),
      }),
    ),
  ),
})
export type Subscription = z.output<typeof subscription>

const invoice = z.object({
  invoiceId: z.string(),
  number: z.string(),
  productId,
  billingPeriodId,
  periodStart: instant,
  periodEnd: instant,
  paidAt: instant,
  amountPaid: cents,
  refunded: cents,
  /** The path under /api of the call that returns a link to the PDF. */
  pdfLink: z.string(),
})
export type Invoice = z.output<typeof invoice>

/** The configuration with which the browser uses the payment provider. `sandboxUrl` is empty for a real provider. */
export const paymentsConfig = call({
  method: 'GET',
  path: '/payments/config',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({
    provider: z.enum(['stripe', 'sandbox']),
    publishableKey: z.string(),
    sandboxUrl: z.string(),
  }),
})

/** The caller's card, credit, subscriptions and receipts. Money is in cents HKD. */
export const userSubscriptions = call({
  method: 'GET',
  path: '/users/user/subscriptions',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({
    cardDetails: z.nullable(cardDetails),
    subscriptions: z.array(subscription),
    /** Newest first, at most 200. */
    invoices: z.array(invoice),
    credit: cents,
  }),
})
export type UserSubscriptions = z.output<(typeof userSubscriptions)['data']>

/**
 * The line items of a previewed amount: the plan for its period; the unused time of the previous plan; coupon; trial;
 * credit used; a debt from an earlier invoice that was below the card minimum (`owed`); the amount of this invoice if
 * it is below the card minimum (`too-small`); and the part that becomes credit. They add up to the amount. Only the
 * plan may be 0.
 */
const priceLines = ['plan', 'unused', 'coupon', 'trial', 'credit', 'owed', 'too-small', 'to-credit'] as const
const lines = z.array(z.object({ kind: z.enum(priceLines), amount: cents }))
export type PriceLine = z.output<typeof lines>[number]

/** The reasons why a user can have plans without paying. Friends and staff have every plan. */
const givenKinds = ['trial', 'plan', 'friend', 'staff'] as const
const given = z.object({
  kind: z.enum(givenKinds),
  /** Both are null when every plan is included. */
  productId: z.nullable(productId),
  billingPeriodId: z.nullable(billingPeriodId),
  /** Null if it is valid until staff revoke it. */
  endsAt: z.nullable(instant),
})
export type Given = z.output<typeof given>

/**
 * The plans that the caller has without paying, and why: a trial or plan that they were given, or every plan, as a
 * friend or as staff.
 */
export const givenPlans = call({
  method: 'GET',
  path: '/users/user/given',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.array(given),
})

const price = z.object({
  /** The amount that the card is charged now. */
  amount: cents,
  /** Before coupon and credit. */
  amountOriginal: cents,
  /** The part of the user's credit that this payment uses. */
  credit: cents,
  lines,
  couponDetail: z.nullable(couponDetail),
  saved: cents,
  /** The price of each later renewal, before credit. */
  nextAmount: cents,
  /** The amount that the card is charged at the first renewal. */
  nextCharge,
  nextBillingDate: instant,
  /** The number of days until the first charge; 0 without a trial. */
  trialDays: z.int(),
})
export type PricePreview = z.output<typeof price>

/** The price of a plan for the caller, with the coupon if a code is given. Money is in cents HKD. */
export const previewSubscribe = call({
  method: 'POST',
  path: '/users/subscribe/preview',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ productId, billingPeriodId, couponCode: couponText }),
  data: price,
})

/**
 * Returns the price with the coupon. Responds 400, "Please input a valid coupon code", if the coupon cannot be used.
 */
export const validateCoupon = call({
  method: 'POST',
  path: '/users/subscribe/validate-coupon',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({
    productId,
    billingPeriodId,
    couponCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  }),
  data: price,
})

/**
 * `active`; `requires_action`; or another status of the payment provider. Any other status means that the payment
 * failed.
 */
const subscriptionStatus = z.string()

/**
 * Buys a plan. `paymentMethod` is the id of a payment method created in the browser, or `existing_card`; `couponCode`
 * is the coupon's id from the preview. A retry returns the first response. Responds 409, code `quote_changed`, if the
 * amount is no longer the previewed one; the client must then request a new preview.
 */
export const subscribe = call({
  method: 'POST',
  path: '/users/subscribe',
  needs: { right: 'signed-in', fresh: 'conditional' },
  body: z.object({ productId, billingPeriodId, paymentMethod: providerId, couponCode: couponText }),
  data: z.object({ subscriptionStatus, subscriptionId: z.string(), paymentIntentSecret: z.nullable(z.string()) }),
})

const ofSubscription = z.object({ id: providerId })

/**
 * The price of changing the subscription to another billing period, with the coupon if a code is given. Money is in
 * cents HKD.
 */
export const previewUpdate = call({
  method: 'POST',
  path: '/users/user/subscriptions/:id/preview-update',
  needs: { right: 'signed-in', fresh: 'never' },
  params: ofSubscription,
  body: z.object({ productId, billingPeriodId, couponCode: couponText }),
  data: z.object({
    /** For an upgrade, the amount charged now; for a downgrade, the amount charged on the next billing date. */
    amount: cents,
    downgrade: z.boolean(),
    /** The line items of `amount`; empty for an amount that is charged later. */
    lines,
    couponDetail: z.nullable(couponDetail),
    credit: cents,
    nextAmount: cents,
    nextCharge,
    nextBillingDate: instant,
    /**
     * Set if the coupon replaces a discount on later payments: the name of that discount, and both amounts without the
     * coupon.
     */
    replaces: z.optional(z.object({ name: z.string(), amount: cents, nextAmount: cents })),
  }),
})
export type UpdatePreview = z.output<(typeof previewUpdate)['data']>

export const cancelReasons = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'too_complex',
  'low_quality',
  'other',
] as const

/**
 * Changes the billing period (`productId` must then be the subscription's own product) or, with `hasAutoRenew`, turns
 * renewal on or off. Rejects a body that does both. Responds 409, code `quote_changed`, as `subscribe` does.
 */
export const updateSubscription = call({
  method: 'POST',
  path: '/users/user/subscriptions/:id',
  needs: { right: 'signed-in', fresh: 'conditional' },
  params: ofSubscription,
  body: z.object({
    productId: z.optional(productId),
    billingPeriodId: z.optional(billingPeriodId),
    paymentMethod: z.optional(providerId),
    couponCode: z.optional(couponText),
    hasAutoRenew: z.optional(z.boolean()),
    reason: z.optional(
      z.object({ feedback: z.enum(cancelReasons), comment: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
    ),
  }),
  data: z.object({
    subscriptionStatus,
    paymentIntentSecret: z.nullable(z.string()),
    subscription: z.nullable(subscription),
  }),
})

/** Cancels the scheduled downgrade of a subscription. */
export const cancelDowngrade = call({
  method: 'POST',
  path: '/users/user/subscriptions/:id/update/cancel',
  needs: { right: 'signed-in', fresh: 'always' },
  params: ofSubscription,
})

/**
 * Replaces the card on file, and pays an open invoice with the new card. If `status` is `requires_action`, the browser
 * lets the bank confirm `setupIntentSecret` and then repeats the call.
 */
export const updateCard = call({
  method: 'POST',
  path: '/users/user/update-card',
  needs: { right: 'signed-in', fresh: 'always' },
  body: z.object({ paymentMethod: providerId }),
  data: z.object({
    status: z.enum(['succeeded', 'requires_action']),
    setupIntentSecret: z.nullable(z.string()),
    cardDetails: z.nullable(cardDetails),
  }),
})

/**
 * The secret with which the browser opens the bank's confirmation of a past-due renewal; null if the bank requires
 * none. After the confirmation the client repeats the call, so that the payment is visible immediately.
 */
export const confirmOutstanding = call({
  method: 'POST',
  path: '/users/user/subscriptions/:id/outstanding',
  needs: { right: 'signed-in', fresh: 'always' },
  params: ofSubscription,
  data: z.object({ paymentIntentSecret: z.nullable(z.string()), subscription: z.nullable(subscription) }),
})

/** Returns a link to one of the caller's receipts as a PDF. The link works once, within a minute. */
export const invoicePdf = call({
  method: 'POST',
  path: '/users/user/invoices/:id/pdf',
  needs: { right: 'signed-in', fresh: 'never' },
  params: ofSubscription,
  data: z.object({ link: z.string() }),
})
