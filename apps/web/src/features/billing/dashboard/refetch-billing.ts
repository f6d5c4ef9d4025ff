import { user } from '@finlist/contract/account'
import { callQuery, queryClient } from '../../../api/query-client.ts'
import { subscriptions } from '../queries.ts'

/** After each change: what the person has, and what they may do, as the server says now. */
export async function refetchBilling(): Promise<void> {
  await Promise.all([subscriptions, callQuery(user)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
}
