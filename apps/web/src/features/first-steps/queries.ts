import { dismissFirstSteps, firstSteps } from '@finlist/contract/account/first-steps'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'

const freshMs = 5_000

/** Fetched again at each visit, until there is nothing more to show. */
export const firstStepsQuery = () => ({
  ...callQuery(firstSteps),
  staleTime: ({ state }: { state: { data: unknown } }) => (state.data === null ? Infinity : freshMs),
})

/** Hides the first steps immediately; shows them again if the server does not answer. */
export async function dismiss(): Promise<void> {
  const { queryKey } = callQuery(firstSteps)
  queryClient.setQueryData(queryKey, null)
  try {
    await request(dismissFirstSteps)
  } catch (error) {
    await queryClient.resetQueries({ queryKey })
    throw error
  }
}
