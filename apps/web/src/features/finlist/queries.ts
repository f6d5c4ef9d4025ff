import { finListIssueDates, finListStocks, freeFinList } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { asked, queryClient } from '../../api/query-client.ts'

export const issueDatesOf = (exchange: ExchangeId) => asked(finListIssueDates, { params: { exchange } })

export const stocksOf = (exchange: ExchangeId, issueDate: string) => ({
  ...asked(finListStocks, { params: { exchange }, query: { issueDate } }),
  staleTime: 10 * 60_000,
})

export const freePickOf = (exchange: ExchangeId) => asked(freeFinList, { params: { exchange } })

/** Asks for the dates and the list while the screen's code is on its way: it finds the answers, or asks again itself. */
export async function fetchFirstList(exchange: ExchangeId, named: string | null) {
  const dates = await queryClient.fetchQuery(issueDatesOf(exchange))
  const issueDate = dates.find(date => date === named) ?? dates[0]
  if (issueDate) await queryClient.prefetchQuery(stocksOf(exchange, issueDate))
}
