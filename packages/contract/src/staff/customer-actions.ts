import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import { roles } from '@finlist/domain/plans/roles'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoDate } from '../finlist.ts'
import { ofPerson } from './customers.ts'

/** Actions that admins can take for a customer. Money is in HKD cents, times are ISO 8601. */
const cents = z.int()
const instant = z.iso.datetime()
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]
const productId = z.literal(ids(products))
const billingPeriodId = z.literal(ids(periods))

export const reasonChars = { min: 5, max: 500 }
const reason = z.string().check(z.trim(), z.minLength(reasonChars.min), z.maxLength(reasonChars.max))

/** The maximum credit per action: HK$20,000. */
export const mostCreditCents = 2_000_000

/**
 * Gives the user credit, or takes back credit that staff gave them, at most what remains of it (code `credit_gone`).
 * Amounts are in cents HKD.
 */
export const changeCredit = call({
  method: 'POST',
  path: '/admin/customers/:userId/credit',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({
    direction: z.enum(['give', 'take-back']),
    amount: z.int().check(z.positive(), z.maximum(mostCreditCents)),
    reason,
  }),
  data: z.object({ credit: cents }),
})

export const mostTrialDays = 90

/**
 * Grants a trial of a product. A user can have only one trial of each product, ever (code `trial_taken`), and no
 * trial of a product that they already have (code `already_subscribed`).
 */
export const grantTrial = call({
  method: 'POST',
  path: '/admin/customers/:userId/trial',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({
    productId,
    billingPeriodId,
    days: z.int().check(z.minimum(1), z.maximum(mostTrialDays)),
    reason,
  }),
  data: z.object({ endsAt: instant }),
})

/** Makes the user a friend, or revokes that. A friend has every right that any plan includes. */
export const setFriend = call({
  method: 'POST',
  path: '/admin/customers/:userId/friend',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ friend: z.boolean(), reason }),
  data: z.object({ friend: z.boolean() }),
})

/**
 * Ends all sessions of the user: their next requests are refused. They can sign in again. Returns the number of
 * sessions ended.
 */
export const signOutCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/sign-out',
  needs: { right: 'admin', fresh: 'never' },
  params: ofPerson,
  body: z.object({ reason }),
  data: z.object({ ended: z.number() }),
})

/** Hides the user from the FinTrainer leaderboards, or shows them again with all their results. */
export const setOnBoards = call({
  method: 'POST',
  path: '/admin/customers/:userId/game-boards',
  needs: { right: 'admin', fresh: 'never' },
  params: ofPerson,
  body: z.object({ onBoards: z.boolean(), reason }),
  data: z.object({ onBoards: z.boolean() }),
})

/**
 * Blocks or unblocks the user. Blocking immediately ends their sessions, tokens, devices and push subscriptions, but
 * not their plans: if a plan renews, `renewal` must say whether it continues to renew (409, code `renewal_unsaid`). The
 * last admin cannot be blocked (409, code `last_admin`).
 */
export const blockCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/block',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ blocked: z.boolean(), renewal: z.optional(z.enum(['keep', 'turn-off'])), reason }),
  data: z.object({ blocked: z.boolean(), ended: z.number() }),
})

/**
 * Revokes a role of the user; their next request no longer has it. The role of the last admin cannot be revoked (409,
 * code `last_admin`), nor can that of an admin named in the operator's settings (409, code `admin_by_setting`).
 */
export const takeRole = call({
  method: 'POST',
  path: '/admin/customers/:userId/take-role',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ role: z.enum(roles), reason }),
  data: z.object({ roles: z.array(z.enum(roles)) }),
})

/**
 * Refunds a paid invoice to the card or as credit, at most the part of the card payment that has not been refunded yet
 * (code `too_much`). With `endsAccess` the plan ends immediately and does not renew; without it the plan continues,
 * even after a full refund. Returns the amount that can still be refunded. Amounts are in cents HKD.
 */
export const refundInvoice = call({
  method: 'POST',
  path: '/admin/customers/:userId/refunds',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({
    invoiceId: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w-]+$/)),
    amount: z.int().check(z.positive(), z.maximum(1_000_000_000)),
    to: z.enum(['card', 'credit']),
    endsAccess: z.boolean(),
    reason,
  }),
  data: z.object({ refundable: cents }),
})

/** The ways in which staff can have verified the identity of the user who made a request. */
export const requestProofs = ['from-address', 'called-back', 'in-person', 'document'] as const
export type RequestProof = (typeof requestProofs)[number]

/** A user's request to staff: how their identity was verified, the day of the request, and the reason. */
const personRequest = z.object({ proof: z.enum(requestProofs), askedOn: isoDate, reason })

/** Exports all data about a user at their request, in the form of `exportPersonalData`. */
export const exportCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/export',
  needs: { right: 'admin', fresh: 'always' },
  plain: true,
  params: ofPerson,
  body: personRequest,
  data: z.record(z.string(), z.unknown()),
})

/**
 * Schedules the erasure of a user's account in seven days, at their request. They are notified by e-mail and can
 * cancel the erasure until then.
 */
export const eraseCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/erase',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: personRequest,
  data: z.object({ erasesAt: instant }),
})

/**
 * Merges two accounts of one user and keeps the contents of both. Both accounts must have verified the same address.
 * A merge that would lose data is refused (409, code `cannot_join`). `stays` is the id of the account that remains.
 */
export const joinCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/join',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ otherUserId: z.int().check(z.positive()), reason }),
  data: z.object({ stays: z.number() }),
})
