import type { ListedUser, UserBadge } from '@finlist/contract/staff/users'

/** A user's badge; PAID if no other applies. */
export const badgeOf = ({ admin, friend, freeUser }: ListedUser): UserBadge =>
  admin ? 'ADMIN' : friend ? 'FRIEND' : freeUser ? 'FREE' : 'PAID'
