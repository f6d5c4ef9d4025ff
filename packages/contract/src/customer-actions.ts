import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { ofPerson } from './customers.ts'

/** What admins do for a customer. Money is in cents HKD, instants are ISO 8601. */
const cents = z.int()
const instant = z.iso.datetime()
const ids = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]
const productId = z.literal(ids(products))
const billingPeriodId = z.literal(ids(periods))

export const reasonChars = { min: 5, max: 500 }
const reason = z.string().check(z.trim(), z.minLength(reasonChars.min), z.maxLength(reasonChars.max))

/** HK$20,000 at a time. */
export const mostCreditCents = 2_000_000

/** Gives credit, or takes back credit that staff gave and is still there; more is refused (`credit_gone`). */
export const changeCredit = call({
  method: 'POST',
  path: '/admin/customers/:userId/credit',
  needs: 'admin',
  params: ofPerson,
  body: z.object({
    direction: z.enum(['give', 'take-back']),
    amount: z.int().check(z.positive(), z.maximum(mostCreditCents)),
    reason,
  }),
  data: z.object({ credit: cents }),
})

export const mostTrialDays = 90

/** Once for a person and product, ever (`trial_taken`), and not while they hold the product (`already_subscribed`). */
export const grantTrial = call({
  method: 'POST',
  path: '/admin/customers/:userId/trial',
  needs: 'admin',
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
  needs: 'admin',
  params: ofPerson,
  body: z.object({ friend: z.boolean(), reason }),
  data: z.object({ friend: z.boolean() }),
})

/** Ends every session of the person, from their next request on. The person may sign in again. */
export const signOutCustomer = call({
  method: 'POST',
  path: '/admin/customers/:userId/sign-out',
  needs: 'admin',
  params: ofPerson,
  body: z.object({ reason }),
  data: z.object({ ended: z.number() }),
})

/**
 * Refunds a paid invoice, to the card or as credit, never more than is left of what the card paid (`too_much`).
 * `endsAccess`: the plan ends at once and does not renew; else it is kept, even after a full refund.
 */
export const refundInvoice = call({
  method: 'POST',
  path: '/admin/customers/:userId/refunds',
  needs: 'admin',
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
