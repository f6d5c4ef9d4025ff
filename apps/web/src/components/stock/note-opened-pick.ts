import { user } from '@finlist/contract/account/account'
import { firstSteps, openedPick } from '@finlist/contract/account/first-steps'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'

/** Reports that the panel or the chart of a list's stock was opened, until the first steps have their tick for it. */
export async function noteOpenedPick(exchange: ExchangeId, stockCode: string): Promise<void> {
  const { isNew } = await queryClient.fetchQuery({ ...callQuery(user), staleTime: Infinity })
  if (!isNew) return
  const query = callQuery(firstSteps)
  const steps = await queryClient.fetchQuery({ ...query, staleTime: Infinity })
  if (!steps || steps.pick) return
  await request(openedPick, { body: { exchange, stockCode } })
  await queryClient.invalidateQueries({ queryKey: query.queryKey })
}
