import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import * as z from 'zod/mini'
import { call } from './call.ts'

/** Money is in cents HKD, instants are ISO 8601. Ids of subscriptions, invoices and coupons are the payment provider's. */
const cents = z.int()
const instant = z.iso.datetime()
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]
const productId = z.literal(ids(products))
const billingPeriodId = z.literal(ids(periods))
const providerId = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w-]+$/))
const couponText = z.nullable(z.string().check(z.trim(), z.maxLength(100)))

/** In place of a payment method's id: the card on file. */
export const existingCard = 'existing_card'

const couponDetail = z.object({
  /** The purchase sends this as its `couponCode`. */
  id: z.string(),
  code: z.string(),
  /** One of `amountOff` and `percentOff` is null. `percentOff` is 20 for 20%. */
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

/** The card's next charge, as of now: the price less `credit`, or with what is `owed` from an earlier invoice. */
const nextCharge = z.optional(z.nullable(z.object({ amount: cents, credit: cents, owed: cents })))

const subscriptionStatuses = ['trialing', 'active', 'past_due'] as const
const subscription = z.object({
  subscriptionId: z.string(),
  productId,
  planName: z.string(),
  billingPeriodId,
  /** The period of a scheduled downgrade, or 0. */
  futureBillingPeriodId: z.union([z.literal(0), billingPeriodId]),
  status: z.enum(subscriptionStatuses),
  hasAutoRenew: z.boolean(),
  /** The end of the paid period, or of the trial. */
  subscriptionPeriodEnd: instant,
  /** Null when the subscription does not renew. */
  nextBillingDate: z.nullable(instant),
  /** The price of the next billing before credit; null when the subscription does not renew. */
  nextAmount: z.nullable(cents),
  /** Set where credit or a debt changes the next charge, except while a renewal is past due. */
  nextCharge,
  /** The name of the discount on the next payment, if any. */
  discountName: z.optional(z.string()),
  /**
   * Set while a payment for the subscription is disputed at the person's bank, and after the bank has decided for the
   * person (`isLost`): there is no access, the subscription does not renew, and the plan can be bought again.
   */
  disputed: z.optional(z.nullable(z.object({ amount: cents, isLost: z.boolean() }))),
  /** Set while a renewal is past due: how long access is kept, and what a new card is charged for it. */
  pastDue: z.optional(
    z.nullable(
      z.object({
        accessUntil: instant,
        amountDue: cents,
        /** The bank requires the person's confirmation: see `confirmOutstanding`. */
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
  /** The call, under /api, that returns the link to the PDF. */
  pdfLink: z.string(),
})
export type Invoice = z.output<typeof invoice>

/** The payment provider that the browser uses. `sandboxUrl` is empty for the real one. */
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
 * The parts of an amount, from one preview: the plan for its period, unused time of the previous plan, a coupon, a
 * trial, credit used, a debt of an earlier invoice that was too small for a card, the part of this one that is too
 * small and owed with the next, and the part that becomes credit. They add up to the amount; only the plan may be 0.
 */
const priceLines = ['plan', 'unused', 'coupon', 'trial', 'credit', 'owed', 'too-small', 'to-credit'] as const
const lines = z.array(z.object({ kind: z.enum(priceLines), amount: cents }))
export type PriceLine = z.output<typeof lines>[number]

/** Why a person has plans without paying; friends and staff have every plan. */
const givenKinds = ['trial', 'plan', 'friend', 'staff'] as const
const given = z.object({
  kind: z.enum(givenKinds),
  /** Both are null when every plan is given. */
  productId: z.nullable(productId),
  billingPeriodId: z.nullable(billingPeriodId),
  /** Null: until staff end it. */
  endsAt: z.nullable(instant),
})
export type Given = z.output<typeof given>

/** The plans a person holds without paying, given by the operator. */
export const givenPlans = call({
  method: 'GET',
  path: '/users/user/given',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.array(given),
})

const price = z.object({
  /** What the card is charged now. */
  amount: cents,
  /** Before coupon and credit. */
  amountOriginal: cents,
  /** How much of the person's credit is used. */
  credit: cents,
  lines,
  couponDetail: z.nullable(couponDetail),
  saved: cents,
  /** What each later billing costs, before credit. */
  nextAmount: cents,
  /** The card's charge at the first of those billings. */
  nextCharge,
  nextBillingDate: instant,
  /** Days before the first charge; 0 without a trial. */
  trialDays: z.int(),
})
export type PricePreview = z.output<typeof price>

export const previewSubscribe = call({
  method: 'POST',
  path: '/users/subscribe/preview',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ productId, billingPeriodId, couponCode: couponText }),
  data: price,
})

/** Returns the preview with the coupon, or refuses with 400: 'Please input a valid coupon code'. */
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

/** 'active', 'requires_action', or another status of the payment provider, which means that the payment failed. */
const subscriptionStatus = z.string()

/**
 * Buys a plan. `paymentMethod` is one created in the browser or `existing_card`; `couponCode` is the coupon's id from
 * the preview. A repeated call returns the first call's response. 409 with code `quote_changed` when the amount differs
 * from the previewed one: request the preview again.
 */
export const subscribe = call({
  method: 'POST',
  path: '/users/subscribe',
  needs: { right: 'signed-in', fresh: 'conditional' },
  body: z.object({ productId, billingPeriodId, paymentMethod: providerId, couponCode: couponText }),
  data: z.object({ subscriptionStatus, subscriptionId: z.string(), paymentIntentSecret: z.nullable(z.string()) }),
})

const ofSubscription = z.object({ id: providerId })

export const previewUpdate = call({
  method: 'POST',
  path: '/users/user/subscriptions/:id/preview-update',
  needs: { right: 'signed-in', fresh: 'never' },
  params: ofSubscription,
  body: z.object({ productId, billingPeriodId, couponCode: couponText }),
  data: z.object({
    /** Charged now for an upgrade; at the next billing date for a downgrade. */
    amount: cents,
    downgrade: z.boolean(),
    /** The parts of `amount`; none for a later charge. */
    lines,
    couponDetail: z.nullable(couponDetail),
    credit: cents,
    nextAmount: cents,
    nextCharge,
    nextBillingDate: instant,
    /** Set where the coupon code ends a discount on later payments: its name, and both amounts without the code. */
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
 * Changes the period (`productId` must be the subscription's own), or, with `hasAutoRenew`, turns renewal on or off; a
 * body with both is rejected. 409 with code `quote_changed` as for `subscribe`.
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

export const cancelDowngrade = call({
  method: 'POST',
  path: '/users/user/subscriptions/:id/update/cancel',
  needs: { right: 'signed-in', fresh: 'always' },
  params: ofSubscription,
})

/**
 * Replaces the card on file. With status `requires_action` the browser lets the bank confirm
 * `setupIntentSecret` and makes the same call again. An open invoice is paid with the new card.
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
 * The payment that the browser has the bank confirm for a past-due renewal; null when the bank does not ask. The call
 * is repeated after the bank's page, so that the payment shows immediately.
 */
export const confirmOutstanding = call({
  method: 'POST',
  path: '/users/user/subscriptions/:id/outstanding',
  needs: { right: 'signed-in', fresh: 'always' },
  params: ofSubscription,
  data: z.object({ paymentIntentSecret: z.nullable(z.string()), subscription: z.nullable(subscription) }),
})

/** A link to one of the caller's own receipts that works once, for a minute. */
export const invoicePdf = call({
  method: 'POST',
  path: '/users/user/invoices/:id/pdf',
  needs: { right: 'signed-in', fresh: 'never' },
  params: ofSubscription,
  data: z.object({ link: z.string() }),
})
