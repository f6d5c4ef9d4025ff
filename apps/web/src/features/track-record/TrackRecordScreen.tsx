import type { TrackRecord, tracks } from '@finlist/contract/track-record'
import { markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { currentLanguage } from '../../api/language.ts'
import { Link } from '../../components/link.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Figures } from './Figures.tsx'
import { FindingSentence } from './FindingSentence.tsx'
import { PicksEver } from './PicksEver.tsx'
import { recordOf } from './queries.ts'
import { Reconstruction } from './Reconstruction.tsx'
import { RecordFacts } from './RecordFacts.tsx'

type LiveTrack = (typeof tracks)[number]

const marketAt = (pathname: string) =>
  markets.find(({ linkSuffix }) => pathname.startsWith(`/track-record-${linkSuffix}`)) ?? markets[0]

/** The outcomes of a market's picks, compared with chance. Losers are as easy to find as winners. */
export default function TrackRecordScreen() {
  const t = useTranslation('track-record')
  const { id, linkSuffix: of } = marketAt(useLocation().pathname)
  const record = useQuery(recordOf(id))
  return (
    <article className="text-14">
      <PageHeader title={t('screen.track-record', { market: t(`market.${of}`) })}>
        <nav aria-label={t('market.label')} className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
          {markets.map(({ linkSuffix }) => (
            <Link
              key={linkSuffix}
              to={`/track-record-${linkSuffix}`}
              aria-current={linkSuffix === of ? 'page' : undefined}
              className="flex min-h-9 items-center text-accent underline underline-offset-4 aria-[current]:font-strong aria-[current]:text-ink aria-[current]:no-underline"
            >
              {t(`market.${linkSuffix}`)}
            </Link>
          ))}
        </nav>
      </PageHeader>
      {record.isError ? (
        <CallFailed error={record.error} onRetry={() => void record.refetch()} />
      ) : record.isPending ? (
        <Waiting />
      ) : (
        <div key={id}>
          {record.data.tracks.length === 0 ? (
            <EmptyState>{t('nothing')}</EmptyState>
          ) : (
            <Record record={record.data} of={id} />
          )}
          {record.data.reconstruction && (
            <Reconstruction of={id} past={record.data.reconstruction} widening={record.data.widening} />
          )}
        </div>
      )}
      <Feed />
    </article>
  )
}

function Record({ record, of }: { record: TrackRecord; of: (typeof markets)[number]['id'] }) {
  const t = useTranslation('track-record')
  const first = record.tracks.find(({ track }) => track === 'published') ?? record.tracks[0]!
  const [track, setTrack] = useState(first.track)
  const figures = record.tracks.find(one => one.track === track) ?? first
  return (
    <>
      {record.tracks.length > 1 && (
        <div className="mb-5">
          <SegmentedControl
            legend={t('track')}
            value={track}
            onChange={setTrack}
            options={record.tracks.map(one => ({ value: one.track, label: t(`track.${one.track as LiveTrack}`) }))}
          />
        </div>
      )}
      <FindingSentence figures={figures} />
      <RecordFacts record={record} figures={figures} />
      <Figures figures={figures} firstIssue={record.firstIssue!} weeks={record.weeks} widening={record.widening}>
        <PicksEver key={track} of={of} track={track} firstIssue={record.firstIssue!} asAt={record.asAt!} />
      </Figures>
      <p className="mt-8 max-w-[76ch] border-t border-line pt-3 text-12 text-faded">
        {t('rule')}{' '}
        <Link to="/method" className="text-accent underline underline-offset-2">
          {t('screen.method')}
        </Link>
      </p>
    </>
  )
}

/** The feed for people who keep a copy of the record: the day of each list, and the head of the record at that time. */
function Feed() {
  const t = useTranslation('track-record')
  const address = `/finlist.atom?lang=${currentLanguage()}`
  return (
    <p className="mt-4 text-12 text-faded">
      <link rel="alternate" type="application/atom+xml" title={t('feed')} href={address} />
      {t('feed.what')}{' '}
      <a href={address} className="text-accent underline underline-offset-2">
        {t('feed')}
      </a>
      {' · '}
      <Link to="/verify" className="text-accent underline underline-offset-2">
        {t('feed.verify')}
      </Link>
    </p>
  )
}

function Waiting() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Skeleton className="h-7 w-[60ch]" />
      <Skeleton className="h-7 w-[48ch]" />
      <Skeleton className="mt-4 h-40" />
      <Skeleton className="h-56" />
    </div>
  )
}
