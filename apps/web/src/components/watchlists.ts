import { user } from '@finlist/contract/account/account'
import {
  bypassWatchlistLimit,
  maxWatchlistStocks,
  maxWatchlists,
  type Watchlist,
  watchlists,
} from '@finlist/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate } from '../api/invalidate.ts'
import { callQuery, madeFrom } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { type FailureWords, failureText } from './failure-text.ts'
import { showAlert } from './notices/show-alert.ts'

export const watchlistsOfPerson = () => callQuery(watchlists)

/**
 * Whether the user is exempt from the limits; false if the call fails. Fetched only once a limit is reached, and only
 * if the user has the right to be exempt.
 */
export function useBypass(isAtLimit: boolean): boolean {
  const me = useQuery({ ...callQuery(user), enabled: isAtLimit })
  const may = useQuery({
    queryKey: [bypassWatchlistLimit.path],
    meta: madeFrom(bypassWatchlistLimit),
    queryFn: ({ signal }) => request(bypassWatchlistLimit, { signal }).then(() => true),
    enabled: isAtLimit && me.data?.rights.includes('watchlist-bypass') === true,
    retry: false,
  })
  return may.isSuccess
}

export const mayCreateList = (lists: number, bypass: boolean) => bypass || lists < maxWatchlists

export const isFull = ({ stockCount }: Pick<Watchlist, 'stockCount'>, bypass: boolean) =>
  !bypass && stockCount >= maxWatchlistStocks

/**
 * Invalidates every query of lists or positions. Those on the screen are refetched immediately, the others when they
 * are next shown.
 */
export async function refreshWatchlists(): Promise<void> {
  await invalidate(topic => topic === 'positions')
}

/** When this window regains the focus, refetches what another window may have changed. */
export function useFreshOnFocus(): void {
  useEffect(() => {
    let isAway = false
    const turn = ({ type }: Event) => {
      if (type === 'focus' && isAway) void refreshWatchlists()
      isAway = type === 'blur'
    }
    window.addEventListener('blur', turn)
    window.addEventListener('focus', turn)
    return () => {
      window.removeEventListener('blur', turn)
      window.removeEventListener('focus', turn)
    }
  }, [])
}

/** Logs a failed change, shows an alert, and then refetches the current state, which may have changed elsewhere. */
export async function tellFailure(error: unknown, t: FailureWords): Promise<void> {
  console.error(error)
  void showAlert(failureText(error, t))
  await refreshWatchlists()
}
