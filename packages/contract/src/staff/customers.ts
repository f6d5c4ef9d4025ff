import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import { roles } from '@finlist/domain/plans/roles'
import * as z from 'zod/mini'
import { language } from '../account/account.ts'
import { call } from '../call.ts'

/** Money is in cents HKD, times are ISO 8601. Links lead to pages of the payment provider; null if there is no page. */
const cents = z.int()
const instant = z.iso.datetime()
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]
const productId = z.literal(ids(products))
const billingPeriodId = z.literal(ids(periods))
const link = z.nullable(z.string())

export const customersFound = 20

const foundCustomer = z.object({
  userId: z.number(),
  name: z.string(),
  email: z.string(),
  customerId: z.nullable(z.string()),
  roles: z.array(z.enum(roles)),
  /** The products that the user has now, paid or given. */
  productIds: z.array(productId),
  /** At least one subscription is past due. */
  pastDue: z.boolean(),
  /** A payment for at least one subscription is disputed, or was lost in a dispute. */
  disputed: z.boolean(),
})
export type FoundCustomer = z.output<typeof foundCustomer>

/**
 * Finds people by a part of their name or e-mail address, or by an exact id of a user, customer, subscription or
 * invoice. Returns the newest 20 at most.
 */
export const findCustomers = call({
  method: 'GET',
  path: '/admin/customers',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ search: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  data: z.array(foundCustomer),
})

export const auditActions = [
  'credit-given',
  'credit-taken-back',
  'trial-granted',
  'friend-given',
  'friend-taken',
  'refunded',
  'affiliate-code-made',
  'account-made',
  'account-changed',
  'signed-out',
  'second-factor-off',
  'blocked',
  'unblocked',
  'role-taken',
  'boards-left',
  'boards-joined',
  'config-set',
  'data-loaded',
  'data-rolled-back',
  'day-released',
  'move-released',
  'move-decision-undone',
  'action-recorded',
  'prices-deleted',
  'prices-restored',
  'message-published',
  'message-withdrawn',
  'trend-set',
  'trend-amended',
  'list-edited',
  'list-edit-taken-back',
  'list-handed-in',
  'list-published',
  'past-reconstructed',
  'told-again',
  'job-run',
  'data-exported',
  'erasure-asked',
  'accounts-joined',
] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * The keys of `facts`, by action. Credit: `cents`, `creditAfter`. Trial: `productId`, `billingPeriodId`, `days`,
 * `endsAt`. Refund: `invoiceId`, `number`, `cents`, `to`, `endsAccess`. Affiliate code: `code`, `percentOff`,
 * `duration`. Account changed on the command line: `roles`, `plans`. Signing out, blocking: `ended`, the number of
 * sessions; blocking also has `renewal`, its outcome. Role revoked: `role`. Config: `key`, `value`. Data: `uploadId`,
 * `key` (`prices HKEX 0700`), `count`. Prices: `exchange`, `stockCode`, `date`, `numerator`, `denominator`. Message:
 * `systemMessageId`, `target`, `until`. Trend: `exchange`, `shortTerm`, `trend`, `startDate`. List: `exchange`,
 * `issueDate`, `stockCode`, `what`, `before`, `after`. Messages sent again: `way`, `kind`, `count`. Job run: `job`.
 * Data export, erasure: `proof`, `askedOn`, `userId`; an erasure also has `erasesAt`, and later `erasedAt` or
 * `withdrawnAt`. Merge: `gone`, the removed account, and `issuer`.
 *
 * Names of people are as they were at the time of the action. Their ids are null once their accounts are erased.
 */
const auditEntry = z.object({
  auditId: z.number(),
  at: instant,
  byUserId: z.nullable(z.number()),
  byName: z.string(),
  /** Null once the user's account is erased, and for actions that do not concern a user. */
  aboutUserId: z.nullable(z.number()),
  aboutName: z.nullable(z.string()),
  /**
   * One of `auditActions` or, after the server was rolled back to an earlier version, an action of the later version.
   */
  action: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  reason: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

const billingEmailKinds = [
  'receipt',
  'payment-failed',
  'authentication',
  'card-expiring',
  'upcoming-renewal',
  'trial-ending',
  'access-ended',
  'refunded',
  'renewal-off',
  'downgrade-scheduled',
  'card-replaced',
  'disputed',
  'dispute-lost',
  'dispute-won',
] as const
export type BillingEmailKind = (typeof billingEmailKinds)[number]

const everySubscriptionStatus = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const

const customer = z.object({
  profile: z.object({
    userId: z.number(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    phoneNumber: z.string(),
    language: z.nullable(language),
    createdAt: instant,
    registeredAt: z.nullable(instant),
    blocked: z.boolean(),
    /** Whether the FinTrainer leaderboards may show the user. */
    onBoards: z.boolean(),
    /** When the account will be erased. */
    deletionAt: z.nullable(instant),
  }),
  roles: z.array(z.enum(roles)),
  /** True if the customer is the caller, who may not use these actions on themselves. */
  isCaller: z.boolean(),
  /** Newest first, at most 100. */
  grants: z.array(
    z.object({
      grantId: z.number(),
      productId,
      billingPeriodId,
      startsAt: instant,
      endsAt: instant,
      /** Null if given by staff. */
      subscriptionId: z.nullable(z.string()),
      isTrial: z.boolean(),
    }),
  ),
  /** Null if the user is not a customer of the payment provider. */
  customerId: z.nullable(z.string()),
  customerLink: link,
  credit: cents,
  /** The part of the credit given by staff that can still be taken back. */
  creditToTakeBack: cents,
  card: z.nullable(
    z.object({
      brand: z.string(),
      last4: z.string(),
      expireMonth: z.int(),
      expireYear: z.int(),
      expired: z.boolean(),
    }),
  ),
  /** Newest first, at most 100. */
  subscriptions: z.array(
    z.object({
      subscriptionId: z.string(),
      productId,
      billingPeriodId,
      futureBillingPeriodId: z.union([z.literal(0), billingPeriodId]),
      status: z.enum(everySubscriptionStatus),
      renews: z.boolean(),
      disputed: z.enum(['no', 'open', 'lost']),
      startedAt: instant,
      periodStart: instant,
      periodEnd: instant,
      trialEnd: z.nullable(instant),
      endedAt: z.nullable(instant),
      nextAmount: cents,
      couponId: z.nullable(z.string()),
      /** The coupon's name, or its id if the name is unknown; null without a coupon. */
      couponName: z.nullable(z.string()),
      couponLink: link,
      link,
    }),
  ),
  /** Newest first, at most 200. */
  invoices: z.array(
    z.object({
      invoiceId: z.string(),
      number: z.string(),
      subscriptionId: z.nullable(z.string()),
      productId: z.nullable(productId),
      billingPeriodId: z.nullable(billingPeriodId),
      status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
      subtotal: cents,
      discount: cents,
      total: cents,
      /** The amounts paid from the user's credit and by card. */
      creditUsed: cents,
      amountPaid: cents,
      amountDue: cents,
      /** The amounts refunded to the card and as credit. */
      refunded: cents,
      refundedToCredit: cents,
      /** The amount that can still be refunded. */
      refundable: cents,
      /** The amount that a later plan change credited for the unused time of this invoice. */
      credited: cents,
      disputed: z.boolean(),
      disputeLost: z.boolean(),
      couponId: z.nullable(z.string()),
      couponName: z.nullable(z.string()),
      couponLink: link,
      periodStart: instant,
      periodEnd: instant,
      createdAt: instant,
      paidAt: z.nullable(instant),
      nextAttemptAt: z.nullable(instant),
      link,
      paymentLink: link,
    }),
  ),
  trialsTaken: z.array(z.object({ productId, takenAt: instant })),
  /** Billing e-mails, newest first, at most 100. */
  emails: z.array(
    z.object({
      emailId: z.number(),
      kind: z.enum(billingEmailKinds),
      /** `dropped`: when the e-mail was due, the reason for it no longer applied. */
      state: z.enum(['waiting', 'sent', 'dropped', 'failed']),
      decidedAt: instant,
      settledAt: z.nullable(instant),
    }),
  ),
  /** Operations at the payment provider, newest first, at most 100. */
  operations: z.array(
    z.object({
      operationId: z.string(),
      kind: z.enum([
        'subscribe',
        'upgrade',
        'downgrade',
        'cancel-downgrade',
        'renewal',
        'card',
        'credit',
        'refund',
        'trial',
      ]),
      productId: z.nullable(productId),
      subscriptionId: z.nullable(z.string()),
      state: z.enum(['started', 'requires_action', 'done', 'failed']),
      /** The error that the user was shown, in the caller's language; empty unless the operation failed. */
      refusal: z.string(),
      createdAt: instant,
      updatedAt: instant,
    }),
  ),
  /** Audit entries about the user, newest first, at most 100. */
  audit: z.array(auditEntry),
})
export type Customer = z.output<typeof customer>

export const ofPerson = z.object({
  userId: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
})

/** A user's profile, plans, billing data and audit entries, as far as staff may see them. Money is in cents HKD. */
export const readCustomer = call({
  method: 'GET',
  path: '/admin/customers/:userId',
  needs: { right: 'staff', fresh: 'never' },
  params: ofPerson,
  data: customer,
})

/*
 * Admins may not act on their own account (403, code `oneself`). Repeating a request with the same Idempotency-Key has
 * no further effect; a different request with that key is rejected, code `key_reused`. Every action is recorded in the
 * audit log.
 */
export const auditPerPage = 50

/** The audit log, newest first, in pages of 50. `userId` selects the entries by or about that user. */
export const auditLog = call({
  method: 'GET',
  path: '/admin/audit',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))),
    userId: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))),
    action: z.optional(z.enum(auditActions)),
  }),
  data: z.object({ total: z.number(), entries: z.array(auditEntry) }),
})
