import { finListChanges, finListWhy } from '@finlist/contract/reasons'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery } from '../../api/query-client.ts'

/** Query for the differences between the issue and the previous one. */
export const changesOf = (exchange: ExchangeId, issueDate: string) => ({
  ...callQuery(finListChanges, { params: { exchange }, query: { issueDate } }),
  staleTime: 10 * 60_000,
})

/** Query for the reasons why the pick is on the list. */
export const whyOf = (exchange: ExchangeId, issueDate: string, stockCode: string) => ({
  ...callQuery(finListWhy, { params: { exchange }, query: { issueDate, stockCode } }),
  staleTime: 10 * 60_000,
})
