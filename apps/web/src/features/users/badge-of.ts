import type { ListedUser, UserBadge } from '@finlist/contract/users'

/** The one badge of a person: PAID when none of the others applies. */
export const badgeOf = ({ admin, friend, freeUser }: ListedUser): UserBadge =>
  admin ? 'ADMIN' : friend ? 'FRIEND' : freeUser ? 'FREE' : 'PAID'
