import { finListLastUpdated } from '@finlist/contract/finlist'
import { marketTrendLastUpdated, sundayClubLastUpdated, videosLastUpdated } from '@finlist/contract/messages'
import { type LinkSuffix, markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useNetworkIdle } from '../api/network-idle.ts'
import { madeFrom, queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { serialQueue } from '../api/serial-queue.ts'
import { type Stored, useStored } from '../api/storage.ts'
import { useTranslation } from '../i18n/texts.ts'

export type Page = { page: 'finlist' | 'markettrend'; market: LinkSuffix } | { page: 'education' }

/** Beside a link: its page has something newer than the person's last view. `asks` while the link is in sight. */
export function UpdateDot({ of, asks, className = '' }: { of: Page; asks: boolean; className?: string }) {
  const t = useTranslation()
  const viewed = useStored('pageLastViewed')
  const quiet = useNetworkIdle()
  const { data: times = [] } = useQuery({
    ...lastUpdated(of),
    enabled: asks && quiet,
    refetchInterval: 300_000,
    refetchOnWindowFocus: true,
    retry: false,
  })
  const isNew = times.some((time, at) => time > (viewsOf(of, viewed)[at] ?? 0))
  if (!isNew) return null
  const label = t('nav.new')
  return (
    <span
      // Drawn in CSS, not a loaded image.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      title={label}
      className={`size-2 shrink-0 rounded-full bg-accent ${className}`}
    />
  )
}

const paths: unknown[] = [finListLastUpdated, marketTrendLastUpdated, sundayClubLastUpdated].map(({ path }) => path)

/** Refetches the dots in sight, unless they were fetched in the last minute. */
export function refreshUpdateDots(): void {
  void queryClient.refetchQueries({
    type: 'active',
    stale: true,
    predicate: ({ queryKey }) => paths.includes(queryKey[0]),
  })
}

/** When each half of the page's content was last published, in ms; 0 for never. */
export function lastUpdated(of: Page): {
  queryKey: string[]
  meta: ReturnType<typeof madeFrom>
  queryFn: (asked: { signal: AbortSignal }) => Promise<number[]>
} {
  if (of.page === 'education')
    return {
      queryKey: [sundayClubLastUpdated.path],
      meta: madeFrom(sundayClubLastUpdated),
      queryFn: ({ signal }) =>
        Promise.all(
          [sundayClubLastUpdated, videosLastUpdated].map(call => serialQueue(() => request(call, { signal }))),
        ),
    }
  const call = of.page === 'finlist' ? finListLastUpdated : marketTrendLastUpdated
  const exchange = markets.find(({ linkSuffix }) => linkSuffix === of.market)!.id
  return {
    queryKey: [call.path, exchange],
    meta: madeFrom(call),
    queryFn: async ({ signal }) => {
      const at = await serialQueue(() => request(call, { params: { exchange }, signal }))
      return [Date.parse(at ?? '') || 0]
    },
  }
}

/** When the person last viewed each half, in the order of the answers. */
function viewsOf(of: Page, { education, ...markets }: Stored<'pageLastViewed'>): number[] {
  const times = of.page === 'education' ? [education.sundayClub, education.videos] : [markets[of.page][of.market]]
  return times.map(time => Date.parse(time))
}
