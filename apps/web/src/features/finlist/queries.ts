import { finListIssueDates, finListStocks, freeFinList } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { read, write } from '../../api/storage.ts'

export const issueDatesOf = (exchange: ExchangeId) => callQuery(finListIssueDates, { params: { exchange } })

export const stocksOf = (exchange: ExchangeId, issueDate: string) => ({
  ...callQuery(finListStocks, { params: { exchange }, query: { issueDate } }),
  staleTime: 10 * 60_000,
})

export const freePickOf = (exchange: ExchangeId) => callQuery(freeFinList, { params: { exchange } })

/**
 * Fetches the dates and the list while the screen's code loads: the screen finds the answers, or requests them itself.
 * The newest issue last seen here is fetched together with the dates; only a newer one takes another call.
 */
export async function fetchFirstList(exchange: ExchangeId, named: string | null) {
  const likely = named ?? read('newestIssues')[exchange]
  const guess = likely ? queryClient.prefetchQuery(stocksOf(exchange, likely)) : undefined
  const dates = await queryClient.fetchQuery(issueDatesOf(exchange))
  const [newest] = dates
  const known = read('newestIssues')
  if (newest !== known[exchange]) write('newestIssues', { ...known, [exchange]: newest })
  const issueDate = dates.find(date => date === named) ?? newest
  await (issueDate === likely ? guess : issueDate && queryClient.prefetchQuery(stocksOf(exchange, issueDate)))
}
