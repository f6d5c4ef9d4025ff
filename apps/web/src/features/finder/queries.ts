import { type FinderFilter, filterSets, finderStocks, type Scope } from '@finlist/contract/finder'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { type FailureWords, failureText } from '../../components/failure-text.ts'
import { showAlert } from '../../components/notices/show-alert.ts'

export const exchange = 'HKEX' as const

export const setsOfPerson = () => callQuery(filterSets)

/**
 * Query for the stocks in the newest issue, or on the whole board, that match every filter. The call only reads data,
 * although it is a POST.
 */
export const matchesOf = (filters: readonly FinderFilter[], scope: Scope = 'issue') => ({
  ...callQuery(finderStocks, { params: { exchange }, query: scope === 'issue' ? {} : { scope }, body: [...filters] }),
  staleTime: 60_000,
})

export const refreshSets = () => queryClient.invalidateQueries({ queryKey: setsOfPerson().queryKey })

/** Logs a failed change of the filter sets, shows an alert, and refetches them. */
export async function tellFailure(error: unknown, t: FailureWords): Promise<void> {
  console.error(error)
  void showAlert(failureText(error, t))
  await refreshSets()
}
