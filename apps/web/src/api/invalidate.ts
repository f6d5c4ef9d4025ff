import type { AnyCall } from '@finlist/contract/call'
import type { AnswerTopic } from '@finlist/contract/topics'
import { queryClient } from './query-client.ts'

/** Invalidates every query that depends on the topics and refetches what is on the screen. */
export const invalidate = (isChanged: (topic: AnswerTopic) => boolean): Promise<void> =>
  queryClient.invalidateQueries(ofTopics(isChanged))

export const ofTopics = (isChanged: (topic: AnswerTopic) => boolean) => ({
  predicate: ({ meta }: { meta: { topics?: AnyCall['topics'] } | undefined }) => meta?.topics?.some(isChanged) ?? false,
})
