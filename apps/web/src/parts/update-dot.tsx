import { finListLastUpdated } from '@finlist/contract/finlist'
import { marketTrendLastUpdated, sundayClubLastUpdated, videosLastUpdated } from '@finlist/contract/messages'
import { type LinkSuffix, markets } from '@finlist/domain/markets'
import { useQueries } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { queryClient } from '../api/query-client.ts'
import { type Kept, useKept } from '../api/storage.ts'
import { useTexts } from '../i18n/texts.ts'

export type Page = { page: 'finlist' | 'markettrend'; market: LinkSuffix } | { page: 'education' }

/** Beside the way to a page: something newer is there than what was looked at. `asks` while the way is in sight. */
export function UpdateDot({ of, asks, className = '' }: { of: Page; asks: boolean; className?: string }) {
  const t = useTexts()
  const viewed = useKept('pageLastViewed')
  const times = useQueries({
    queries: questionsOf(of).map(({ path, exchange, question }) => ({
      queryKey: [path, exchange],
      queryFn: async ({ signal }: { signal: AbortSignal }) => timeOf(await question(signal)),
      enabled: asks,
      refetchInterval: 300_000,
      refetchOnWindowFocus: true,
      retry: false,
    })),
  })
  const isNew = times.some(({ data }, at) => data !== undefined && data > (viewsOf(of, viewed)[at] ?? 0))
  if (!isNew) return null
  const label = t('nav.new')
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={`size-2 shrink-0 rounded-full bg-accent ${className}`}
    />
  )
}

const paths: unknown[] = [finListLastUpdated, marketTrendLastUpdated, sundayClubLastUpdated, videosLastUpdated].map(
  ({ path }) => path,
)

/** Asks again about what is in sight, unless it was asked in the last minute. */
export function refreshUpdateDots(): void {
  void queryClient.refetchQueries({
    type: 'active',
    stale: true,
    predicate: ({ queryKey }) => paths.includes(queryKey[0]),
  })
}

type Question = {
  path: string
  exchange?: string
  question: (signal: AbortSignal) => Promise<string | number | null>
}

function questionsOf(of: Page): Question[] {
  if (of.page === 'education')
    return [sundayClubLastUpdated, videosLastUpdated].map(call => ({
      path: call.path,
      question: signal => ask(call, { signal }),
    }))
  const call = of.page === 'finlist' ? finListLastUpdated : marketTrendLastUpdated
  const exchange = markets.find(({ linkSuffix }) => linkSuffix === of.market)!.id
  return [{ path: call.path, exchange, question: signal => ask(call, { params: { exchange }, signal }) }]
}

/** When the person looked, in the order of the questions. */
function viewsOf(of: Page, { education, ...markets }: Kept<'pageLastViewed'>): number[] {
  const times = of.page === 'education' ? [education.sundayClub, education.videos] : [markets[of.page][of.market]]
  return times.map(time => Date.parse(time))
}

const timeOf = (given: string | number | null) => (typeof given === 'string' ? Date.parse(given) : (given ?? 0))
