import { proposalOfWeek } from '@finlist/contract/picking'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery, invalidate } from '../../api/query-client.ts'

/** Asked again by itself: others edit the same list. */
export const proposalOf = (exchange: ExchangeId) => ({
  ...callQuery(proposalOfWeek, { query: { exchange } }),
  refetchInterval: 60_000,
})

/** Invalidates what a change of the proposal, or its publication, changes. */
export const forgetProposals = (): Promise<void> => invalidate(topic => topic === 'finlist')
