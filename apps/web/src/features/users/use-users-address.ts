import { userBadges } from '@finlist/contract/staff/users'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { changedQuery } from '../../components/changed-query.ts'
import type { Wanted } from './user-pages.ts'

/** The filters in the address. Unknown values are ignored. */
export function useUsersAddress() {
  const [query, setQuery] = useSearchParams()
  const wanted: Wanted = {
    search: query.get('search')?.trim().slice(0, 100) ?? '',
    filter: userBadges.find(known => known === query.get('filter')),
  }
  const change = useCallback(
    (changes: { search?: string | null; filter?: string | null }) =>
      setQuery(changedQuery(location.search, changes), { replace: true }),
    [setQuery],
  )
  return { wanted, change }
}
