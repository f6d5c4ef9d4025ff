import { userBadges } from '@finlist/contract/users'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { Wanted } from './user-pages.ts'

/** Whom the address asks for; what it does not know is passed over. */
export function useUsersAddress() {
  const [query, setQuery] = useSearchParams()
  const wanted: Wanted = {
    search: query.get('search')?.trim().slice(0, 100) ?? '',
    filter: userBadges.find(known => known === query.get('filter')),
  }
  const change = useCallback(
    (values: { search?: string; filter?: string }) =>
      setQuery(
        before => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setQuery],
  )
  return { wanted, change }
}
