import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import { roles } from '@finlist/domain/plans/roles'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoDate } from '../finlist.ts'
import { ofPerson } from './customers.ts'

/** Admins' actions for a customer. Money is in cents HKD, instants are ISO 8601. */
const cents = z.int()
const instant = z.iso.datetime()
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]
const productId = z.literal(ids(products))
const billingPeriodId = z.literal(ids(periods))

export const reasonChars = { min: 5, max: 500 }
const reason = z.string().check(z.trim(), z.minLength(reasonChars.min), z.maxLength(reasonChars.max))

/** HK$20,000 per action. */
export const mostCreditCents = 2_000_000

/** Gives credit, or takes back credit given by staff, up to what remains of it (`credit_gone`). */
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
 * Grants a trial: once ever per person and product (`trial_taken`), and not while they have the product
 * (`already_subscribed`).
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

/** Makes the person a friend, with every right that any plan includes, or revokes that. */
export const setFriend = call({
  method: 'POST',
  path: '/admin/customers/:userId/friend',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ friend: z.boolean(), reason }),
  data: z.object({ friend: z.boolean() }),
})

/** Ends all sessions of the person from their next request on; they may sign in again. */
export const signOutCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/sign-out',
  needs: { right: 'admin', fresh: 'never' },
  params: ofPerson,
  body: z.object({ reason }),
  data: z.object({ ended: z.number() }),
})

/** Hides the person on the FinTrainer leaderboards, or shows them again with all their results. */
export const setOnBoards = call({
  method: 'POST',
  path: '/admin/customers/:userId/game-boards',
  needs: { right: 'admin', fresh: 'never' },
  params: ofPerson,
  body: z.object({ onBoards: z.boolean(), reason }),
  data: z.object({ onBoards: z.boolean() }),
})

/**
 * Blocks or unblocks the person. Blocking immediately ends their sessions, tokens, devices and push subscriptions, but
 * not their plans: if one renews, `renewal` must say whether it continues (`renewal_unsaid`). The last admin cannot be
 * blocked (`last_admin`).
 */
export const blockCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/block',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ blocked: z.boolean(), renewal: z.optional(z.enum(['keep', 'turn-off'])), reason }),
  data: z.object({ blocked: z.boolean(), ended: z.number() }),
})

/** Revokes a role from the person's next request on, except the last admin's (`last_admin`). */
export const takeRole = call({
  method: 'POST',
  path: '/admin/customers/:userId/take-role',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ role: z.enum(roles), reason }),
  data: z.object({ roles: z.array(z.enum(roles)) }),
})

/**
 * Refunds a paid invoice to the card or as credit, up to the unrefunded part of the card payment (`too_much`). With
 * `endsAccess` the plan ends immediately and does not renew; otherwise it continues, even after a full refund.
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

/** How staff verified the identity of the person requesting. */
export const requestProofs = ['from-address', 'called-back', 'in-person', 'document'] as const
export type RequestProof = (typeof requestProofs)[number]

/** A person's request to staff: when it was made, why, and how their identity was verified. */
const personRequest = z.object({ proof: z.enum(requestProofs), askedOn: isoDate, reason })

/** Exports a person's data at their request, as they could do themselves. */
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
 * Schedules the erasure of the account in seven days, at the person's request. They are notified by e-mail and may
 * cancel it until then.
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
 * Merges two accounts of one person, keeping the contents of both. Both must have verified the same address. Refuses a
 * merge that would lose data (`cannot_join`).
 */
export const joinCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/join',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ otherUserId: z.int().check(z.positive()), reason }),
  data: z.object({ stays: z.number() }),
})
