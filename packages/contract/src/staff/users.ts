import * as z from 'zod/mini'
import { call } from '../call.ts'

export const usersPerPage = 50
/** The maximum number of subscriptions returned per user. */
export const subscriptionsPerUser = 10

/** The badges by which users can be filtered. Every user has exactly one. */
export const userBadges = ['FREE', 'FRIEND', 'ADMIN', 'PAID'] as const
export type UserBadge = (typeof userBadges)[number]

const listedUser = z.object({
  userId: z.number(),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  /** The user's id at the payment provider; null if there is none. */
  stripeCustomerId: z.nullable(z.string()),
  /** True if the user has no plan now and is neither friend nor admin. */
  freeUser: z.boolean(),
  friend: z.boolean(),
  /** True if the user may use the admin pages, as staff or admin. */
  admin: z.boolean(),
  /** Newest first, at most `subscriptionsPerUser`. Subscriptions that never started are omitted. */
  subscriptions: z.array(
    z.object({
      /** Such as `finlist-hk`. */
      planName: z.string(),
      /** The id at the payment provider; null if staff gave the plan. */
      stripeSubscriptionId: z.nullable(z.string()),
      startDate: z.iso.datetime(),
      /** The end of the paid period or, for a subscription that has ended, its end. */
      endDate: z.iso.datetime(),
    }),
  ),
})
export type ListedUser = z.output<typeof listedUser>

/** A part of the name, e-mail address or phone number, or an exact user id. */
const search = z.optional(z.string().check(z.trim(), z.maxLength(100)))
const filter = z.optional(z.enum(userBadges))

/**
 * A page of the users, newest first, at most 50. Pages are numbered from 0. Sending the last user id of the previous
 * page as `before` makes every page as fast as the first. `dataCount` is the number of users on this page; 0 means that
 * there are no more.
 */
export const listUsers = call({
  method: 'GET',
  path: '/admin/users',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
    before: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))),
    search,
    filter,
  }),
  data: z.object({ data: z.array(listedUser), dataCount: z.number() }),
})

/** The number of users who match the search and filter. */
export const countUsers = call({
  method: 'GET',
  path: '/admin/users/count',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ search, filter }),
  data: z.object({ total: z.number() }),
})
