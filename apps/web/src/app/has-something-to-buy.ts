import { user } from '@finlist/contract/account/account'
import { exchangeIds } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../api/query-client.ts'
import { useStored, write } from '../api/storage.ts'

/**
 * Whether any plan would give the user a right they lack. Staff, admins and friends hold every right that a plan can
 * give.
 */
export const hasSomethingToBuy = (me: { rights: readonly string[] }): boolean =>
  !exchangeIds.every(id => me.rights.includes(`finlist:${id}`))

/**
 * The result of `hasSomethingToBuy` for the signed-in account. Until its rights are loaded, returns the value last
 * stored in this browser, or null.
 */
export function useSomethingToBuy(): boolean | null {
  // Not fetched here, because the gate or another part fetches it.
  const { data: me } = useQuery({ ...callQuery(user), enabled: false })
  const before = useStored('somethingToBuy')
  const now = me ? hasSomethingToBuy(me) : before
  useEffect(() => {
    if (now !== before) write('somethingToBuy', now)
  }, [now, before])
  return now
}
