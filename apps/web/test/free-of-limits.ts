import { type User, user } from '@finlist/contract/account/account'
import { bypassWatchlistLimit } from '@finlist/contract/watchlist'
import { callQuery, queryClient } from '../src/api/query-client.ts'

export const friend: User = {
  userId: 1,
  completeRegistration: true,
  name: 'Friend',
  nickname: 'Friend',
  email: 'friend@demo.example',
  emailVerified: true,
  phoneNumber: '',
  language: 'en',
  risingPrices: null,
  startPage: null,
  referral: null,
  deletionAt: null,
  roles: ['friend'],
  rights: ['signed-in', 'watchlist', 'watchlist-bypass'],
}

/** Signs in a user with the role of friend, who is exempt from the watchlist limits. */
export function freeOfLimits() {
  queryClient.setQueryData(callQuery(user).queryKey, friend)
  queryClient.setQueryData([bypassWatchlistLimit.path], true)
}
