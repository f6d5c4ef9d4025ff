import { proposalOfWeek } from '@finlist/contract/picking'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery, invalidate, queryClient } from '../../api/query-client.ts'

/** Asked again by itself: others edit the same list. */
export const proposalOf = (exchange: ExchangeId) => ({
  ...callQuery(proposalOfWeek, { query: { exchange } }),
  refetchInterval: 60_000,
})

/** Invalidates what an edit changes. */
export const forgetProposals = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [proposalOfWeek.path] })

/** Invalidates what a publication changes. */
export const forgetLists = (): Promise<void> => invalidate(topic => topic === 'finlist')
