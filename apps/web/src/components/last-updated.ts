import { lastUpdatedTimes } from '@finlist/contract/last-updated'
import { markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { serialQueue } from '../api/serial-queue.ts'
import type { Page } from './marks/update-dot.tsx'

/** Refetches the update dots unless they were fetched within the last minute. */
export function refreshUpdateDots(): void {
  void queryClient.refetchQueries({ type: 'active', stale: true, queryKey: lastUpdated.queryKey })
}

/** The query for the dots that mark updated pages. */
export const lastUpdated = {
  ...callQuery(lastUpdatedTimes),
  queryFn: ({ signal }: { signal: AbortSignal }) => serialQueue(() => request(lastUpdatedTimes, { signal })),
}

/** When each part of the page's content was last published, in ms, according to the last poll. */
export function useLastUpdated(of: Page): number[] {
  const { data } = useQuery({ ...lastUpdated, enabled: false })
  if (!data) return []
  if (of.page === 'education') return [data.sundayClub, data.videos]
  return [data[of.page][markets.find(({ linkSuffix }) => linkSuffix === of.market)!.id]]
}
