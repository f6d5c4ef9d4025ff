import { finListIssueDates, finListStocks, freeFinList } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { asked } from '../../api/query-client.ts'

export const issueDatesOf = (exchange: ExchangeId) => asked(finListIssueDates, { params: { exchange } })

export const stocksOf = (exchange: ExchangeId, issueDate: string) => ({
  ...asked(finListStocks, { params: { exchange }, query: { issueDate } }),
  staleTime: 10 * 60_000,
})

export const freePickOf = (exchange: ExchangeId) => asked(freeFinList, { params: { exchange } })
