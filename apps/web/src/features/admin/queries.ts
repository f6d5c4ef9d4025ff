import { listUploads } from '@finlist/contract/staff/admin'
import { invalidate, ofTopics } from '../../api/invalidate.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'

export const uploadRecords = () => callQuery(listUploads)

/** Invalidates what an upload or a roll-back changes. */
export const forgetMarketData = (): Promise<void> => invalidate(topic => topic !== 'messages' && topic !== 'positions')

/** Invalidates what a published or withdrawn message changes; this browser's own poll is one of these queries. */
export async function forgetMessages(): Promise<void> {
  const isChanged = (topic: string) => topic === 'messages'
  // A first response still in flight may be older than the change.
  await queryClient.cancelQueries(ofTopics(isChanged))
  void invalidate(isChanged)
}
