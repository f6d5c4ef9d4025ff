import { finListIssueDates, finListNewest, finListStocks } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { read, write } from '../../api/storage.ts'

type Asked = { signal: AbortSignal }

/**
 * Query for a market's issue dates. If the newest issue is newer than the stored one, the query resolves only after
 * that issue's list is loaded, so that the new list replaces the old one in one step.
 */
export const issueDatesOf = (exchange: ExchangeId) => ({
  ...callQuery(finListIssueDates, { params: { exchange } }),
  queryFn: async ({ signal }: Asked) => {
    const dates = await request(finListIssueDates, { params: { exchange }, signal })
    const [newest] = dates
    const isNewer = newest !== undefined && newest !== read('newestIssues')[exchange]
    if (isNewer) await queryClient.prefetchQuery(stocksOf(exchange, newest))
    remember(exchange, newest)
    return dates
  },
})

export const stocksOf = (exchange: ExchangeId, issueDate: string) => ({
  ...callQuery(finListStocks, { params: { exchange }, query: { issueDate } }),
  staleTime: 10 * 60_000,
})

/**
 * Query for the date of the newest issue. Used by a browser that has stored none. Also caches the issue's list for
 * `stocksOf`.
 */
export const newestOf = (exchange: ExchangeId) => {
  const params = { exchange }
  return {
    queryKey: [finListNewest.path, params],
    queryFn: async ({ signal }: Asked) => {
      const { issueDate, stockList } = await request(finListNewest, { params, signal })
      if (issueDate) queryClient.setQueryData(stocksOf(exchange, issueDate).queryKey, stockList)
      remember(exchange, issueDate ?? undefined)
      return issueDate
    },
  }
}

/**
 * Prefetches the list while the screen's code loads, so that the screen finds it in the cache. Fetches the issue dates
 * together with the named issue or, without a name, the newest issue stored in this browser. If there is neither,
 * fetches the newest.
 */
export async function fetchFirstList(exchange: ExchangeId, named: string | null) {
  const issueDate = named ?? read('newestIssues')[exchange]
  if (issueDate === undefined) return await queryClient.prefetchQuery(newestOf(exchange))
  await Promise.all([
    queryClient.prefetchQuery(issueDatesOf(exchange)),
    queryClient.prefetchQuery(stocksOf(exchange, issueDate)),
  ])
}

function remember(exchange: ExchangeId, newest: string | undefined) {
  const known = read('newestIssues')
  if (newest !== known[exchange]) write('newestIssues', { ...known, [exchange]: newest })
}
