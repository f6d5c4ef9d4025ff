import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import { roles } from '@finlist/domain/plans/roles'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { ofPerson } from './customers.ts'
import { isoDate } from './finlist.ts'

/** Admins' actions for a customer. Money is in cents HKD, instants are ISO 8601. */
const cents = z.int()
const instant = z.iso.datetime()
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]
const productId = z.literal(ids(products))
const billingPeriodId = z.literal(ids(periods))

export const reasonChars = { min: 5, max: 500 }
const reason = z.string().check(z.trim(), z.minLength(reasonChars.min), z.maxLength(reasonChars.max))

/** HK$20,000 at a time. */
export const mostCreditCents = 2_000_000

/** Gives credit, or takes back credit that staff gave and that remains; more is refused (`credit_gone`). */
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

/** Once ever per person and product (`trial_taken`), and not while they hold the product (`already_subscribed`). */
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

/** Makes the person a friend, who holds every right that a plan gives, or ends that. */
export const setFriend = call({
  method: 'POST',
  path: '/admin/customers/:userId/friend',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ friend: z.boolean(), reason }),
  data: z.object({ friend: z.boolean() }),
})

/** Ends every session of the person, from their next request on. The person may sign in again. */
export const signOutCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/sign-out',
  needs: { right: 'admin', fresh: 'never' },
  params: ofPerson,
  body: z.object({ reason }),
  data: z.object({ ended: z.number() }),
})

/** Takes the person off the FinTrainer leaderboards, or puts them back with everything they have played. */
export const setOnBoards = call({
  method: 'POST',
  path: '/admin/customers/:userId/game-boards',
  needs: { right: 'admin', fresh: 'never' },
  params: ofPerson,
  body: z.object({ onBoards: z.boolean(), reason }),
  data: z.object({ onBoards: z.boolean() }),
})

/**
 * Blocks the person, or lifts the block. A block ends sessions, tokens, devices and push immediately; plans stay. With
 * a plan that renews, `renewal` must say whether it continues (`renewal_unsaid`). The last admin cannot be blocked
 * (`last_admin`).
 */
export const blockCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/block',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ blocked: z.boolean(), renewal: z.optional(z.enum(['keep', 'turn-off'])), reason }),
  data: z.object({ blocked: z.boolean(), ended: z.number() }),
})

/** Revokes a role, from the person's next request on. Never the last admin's (`last_admin`). */
export const takeRole = call({
  method: 'POST',
  path: '/admin/customers/:userId/take-role',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ role: z.enum(roles), reason }),
  data: z.object({ roles: z.array(z.enum(roles)) }),
})

/**
 * Refunds a paid invoice, to the card or as credit, never more than remains of what the card paid (`too_much`).
 * `endsAccess`: the plan ends immediately and does not renew; otherwise it is kept, even after a full refund.
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

/** How staff verified that the request came from the person. */
export const requestProofs = ['from-address', 'called-back', 'in-person', 'document'] as const
export type RequestProof = (typeof requestProofs)[number]

/** What a person asked staff for, when, and how staff verified their identity. */
const personRequest = z.object({ proof: z.enum(requestProofs), askedOn: isoDate, reason })

/** Everything held about the person, as they could export it themselves, at their request. */
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
 * Erases the account in seven days, at the person's request; they are notified by e-mail and may keep it until then.
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
 * Merges two accounts of one person, with everything in both. Both need the same proved address; a merge that would
 * lose something is refused (`cannot_join`).
 */
export const joinCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/join',
  needs: { right: 'admin', fresh: 'always' },
  params: ofPerson,
  body: z.object({ otherUserId: z.int().check(z.positive()), reason }),
  data: z.object({ stays: z.number() }),
})
