import { user } from '@finlist/contract/account/account'
import { callQuery, queryClient } from '../../../api/query-client.ts'
import { subscriptions } from '../queries.ts'

/** Refetches the user's plans and rights. Call it after each change. */
export async function refetchBilling(): Promise<void> {
  await Promise.all([subscriptions, callQuery(user)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
}
