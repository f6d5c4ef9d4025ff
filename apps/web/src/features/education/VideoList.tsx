import type { Video } from '@finlist/contract/education'
import type { VideoList as List } from '@finlist/domain/education/video-lists'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { NoAccess } from '../../components/notices/no-access.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { videosOf } from './queries.ts'
import { VideoCard } from './VideoCard.tsx'

const Player = lazy(() => import('./Player.tsx'))

const grid = 'grid gap-x-5 gap-y-4 md:grid-cols-3 md:gap-y-7 xl:grid-cols-4'
const waitingCards = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The videos of a list as cards, which open the player. `dated`: also shows the videos' dates, to distinguish them. */
export function VideoList({ list, dated = false }: { list: List; dated?: boolean }) {
  const t = useTranslation('education')
  const { data: videos, error, isError, refetch } = useQuery(videosOf(list))
  const [playing, setPlaying] = useState<Video>()

  if (isError) {
    const isPlan = error instanceof ForbiddenError && error.code !== 'device' && error.code !== 'blocked'
    if (list === 'advanced' && isPlan) return <NoAccess message={t('forbidden.advanced')} />
    return <CallFailed error={error} onRetry={() => void refetch()} />
  }
  if (!videos)
    return (
      <ul aria-busy aria-label={t('loading')} className={grid}>
        {waitingCards.map(card => (
          <li key={card} className="flex gap-3 md:block">
            <Skeleton className="aspect-video w-2/5 shrink-0 md:w-full" />
            <div className="flex-1">
              <Skeleton className="h-4 w-11/12 md:mt-2.5" />
              <Skeleton className="mt-2 h-3 w-1/3" />
            </div>
          </li>
        ))}
      </ul>
    )
  return (
    <>
      {videos.length === 0 ? (
        <EmptyState>{t('empty')}</EmptyState>
      ) : (
        <ul className={grid}>
          {videos.map(video => (
            <li key={video.vimeoId} className="min-w-0">
              <VideoCard video={video} dated={dated} onOpen={() => setPlaying(video)} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 border-t border-line pt-3 text-13 text-faded">{t('total', { count: videos.length })}</p>
      {playing && (
        <Suspense>
          <Player video={playing} onClose={() => setPlaying(undefined)} />
        </Suspense>
      )}
    </>
  )
}
