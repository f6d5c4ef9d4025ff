import { finListIssueDates, finListNewest, finListStocks } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { read, write } from '../../api/storage.ts'

type Asked = { signal: AbortSignal }

/**
 * The dates; resolves once the list of an issue newer than the remembered one is loaded too, so that it replaces the
 * other in one step.
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

/** The date of the newest issue, and its list as `stocksOf` has it: for a browser that remembers no issue. */
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
 * Prefetches the list while the screen's code loads: the screen finds the response, or requests it itself. The newest
 * issue last seen here is fetched together with the dates; a browser that has seen none requests the newest.
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
