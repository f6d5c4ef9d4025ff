import { lastUpdatedTimes } from '@finlist/contract/last-updated'
import { type LinkSuffix, markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { serialQueue } from '../api/serial-queue.ts'
import { type Stored, useStored } from '../api/storage.ts'
import { useTranslation } from '../i18n/texts.ts'

export type Page = { page: 'finlist' | 'markettrend'; market: LinkSuffix } | { page: 'education' }

/** Beside a link: its page has something newer than the person's last view. */
export function UpdateDot({ of, className = '' }: { of: Page; className?: string }) {
  const t = useTranslation()
  const viewed = useStored('pageLastViewed')
  const times = useLastUpdated(of)
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

/** Refetches the dots, unless they were fetched in the last minute. */
export function refreshUpdateDots(): void {
  void queryClient.refetchQueries({ type: 'active', stale: true, queryKey: lastUpdated.queryKey })
}

/** What the dots show. */
export const lastUpdated = {
  ...callQuery(lastUpdatedTimes),
  queryFn: ({ signal }: { signal: AbortSignal }) => serialQueue(() => request(lastUpdatedTimes, { signal })),
}

/** When each half of the page's content was last published, in ms, as the poll has fetched it. */
export function useLastUpdated(of: Page): number[] {
  const { data } = useQuery({ ...lastUpdated, enabled: false })
  if (!data) return []
  if (of.page === 'education') return [data.sundayClub, data.videos]
  return [data[of.page][markets.find(({ linkSuffix }) => linkSuffix === of.market)!.id]]
}

/** When the person last viewed each half, in the order of the answers. */
function viewsOf(of: Page, { education, ...markets }: Stored<'pageLastViewed'>): number[] {
  const times = of.page === 'education' ? [education.sundayClub, education.videos] : [markets[of.page][of.market]]
  return times.map(time => Date.parse(time))
}
