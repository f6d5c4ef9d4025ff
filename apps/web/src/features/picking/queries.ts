import { proposalOfWeek, type ReconstructionState, reconstruction } from '@finlist/contract/picking'
import type { ExchangeId } from '@finlist/domain/markets'
import { invalidate } from '../../api/invalidate.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'

/** Refetched automatically, because others edit the same list. */
export const proposalOf = (exchange: ExchangeId) => ({
  ...callQuery(proposalOfWeek, { query: { exchange } }),
  refetchInterval: 60_000,
})

const isMaking = (state: ReconstructionState | undefined) => state?.reconstruction?.madeOn === null

/** Refetched every few seconds while weeks are being reconstructed. */
export const reconstructionOf = (exchange: ExchangeId) => {
  const query = callQuery(reconstruction, { query: { exchange } })
  return {
    ...query,
    refetchInterval: ({ state }: { state: { data: ReconstructionState | undefined } }) =>
      isMaking(state.data) ? 3_000 : (false as const),
  }
}

export const forgetReconstructions = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [reconstruction.path] })

/** Invalidates the data that an edit changes. */
export const forgetProposals = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [proposalOfWeek.path] })

/** Invalidates the data that a publication changes. */
export const forgetLists = (): Promise<void> => invalidate(topic => topic === 'finlist')
