import { type FinderFilter, filterSets, finderStocks } from '@finlist/contract/finder'
import { callQuery, queryClient } from '../../api/query-client.ts'

export const exchange = 'HKEX'

export const setsOfPerson = () => callQuery(filterSets)

/** The stocks of the newest issue that match every filter. It reads, although it is a POST. */
export const matchesOf = (filters: readonly FinderFilter[]) => ({
  ...callQuery(finderStocks, { params: { exchange }, body: [...filters] }),
  staleTime: 60_000,
})

export const refreshSets = () => queryClient.invalidateQueries({ queryKey: setsOfPerson().queryKey })
