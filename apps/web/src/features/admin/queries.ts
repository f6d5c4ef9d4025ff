import { listUploads } from '@finlist/contract/staff/admin'
import { invalidate, ofTopics } from '../../api/invalidate.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'

export const uploadRecords = () => callQuery(listUploads)

/** Invalidates the data that an upload or a roll-back changes. */
export const forgetMarketData = (): Promise<void> => invalidate(topic => topic !== 'messages' && topic !== 'positions')

/**
 * Invalidates the data that publishing or withdrawing a message changes, including the messages that this browser
 * polls.
 */
export async function forgetMessages(): Promise<void> {
  const isChanged = (topic: string) => topic === 'messages'
  // A first response that is still in flight may be older than the change.
  await queryClient.cancelQueries(ofTopics(isChanged))
  void invalidate(isChanged)
}
