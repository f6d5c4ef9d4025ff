import { type FinderFilter, filterSets, finderStocks } from '@finlist/contract/finder'
import { asked, queryClient } from '../../api/query-client.ts'

export const exchange = 'HKEX'

export const setsOfPerson = () => asked(filterSets)

/** The stocks of the newest issue that match every filter. It reads, although it is a POST. */
export const matchesOf = (filters: readonly FinderFilter[]) => ({
  ...asked(finderStocks, { params: { exchange }, body: [...filters] }),
  staleTime: 60_000,
})

export const refreshSets = () => queryClient.invalidateQueries({ queryKey: setsOfPerson().queryKey })
