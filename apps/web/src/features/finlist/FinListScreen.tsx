import { type Market, markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { ForbiddenError } from '../../api/call-error.ts'
import { useStored } from '../../api/storage.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { GenuineBadge } from '../../components/notices/genuine-badge.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { freePickOf } from './free-pick.ts'
import { Issue, useChoice } from './Issue.tsx'
import { IssueDates } from './IssueDates.tsx'
import { issueDatesOf, newestOf, stocksOf } from './queries.ts'
import { useAddress } from './use-address.ts'
import { WaitingList } from './WaitingList.tsx'

const MaskedPreview = lazy(() => import('./MaskedPreview.tsx'))

/** A market's list. The start page shows Hong Kong's. */
export default function FinListScreen() {
  const t = useTranslation('finlist')
  const { pathname } = useLocation()
  const market = markets.find(({ linkSuffix }) => pathname.startsWith(`/finlist-${linkSuffix}`)) ?? markets[0]
  return (
    <>
      <PageHeader
        title={t('screen.finlist', { market: t(`market.${market.linkSuffix}`) })}
        beside={
          <>
            <GenuineBadge />
            {market.id === 'HKEX' ? <FinderLink /> : <OtherMarkets shown={market} />}
          </>
        }
      />
      <Issues key={market.id} market={market} />
    </>
  )
}

function FinderLink() {
  const t = useTranslation()
  return (
    <Link
      to="/finder-hk"
      className="inline-flex min-h-6 items-center gap-1 text-13 text-accent underline-offset-2 hover:underline max-md:min-h-11 md:ml-auto"
    >
      {t('screen.finder')}
      <ArrowRight size={14} aria-hidden />
    </Link>
  )
}

function OtherMarkets({ shown }: { shown: Market }) {
  const t = useTranslation('finlist')
  return (
    <nav aria-label={t('markets')} className="md:ml-auto">
      <ul className="flex flex-wrap gap-x-4 text-13">
        {markets
          .filter(market => market !== shown)
          .map(({ id, linkSuffix }) => (
            <li key={id}>
              <Link
                to={`/finlist-${linkSuffix}`}
                className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline max-md:min-h-11"
              >
                {t(`market.${linkSuffix}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Issues({ market }: { market: Market }) {
  const t = useTranslation('finlist')
  const address = useAddress()
  const choice = useChoice()
  const { issueDate: named, said } = address
  const remembered = useStored('newestIssues')[market.id]
  const likely = named ?? remembered
  const newest = useQuery({ ...newestOf(market.id), enabled: likely === undefined })
  const dates = useQuery({ ...issueDatesOf(market.id), enabled: likely !== undefined || newest.isSuccess })
  const isKnown = named !== undefined && (dates.data?.includes(named) ?? true)
  const issueDate = isKnown ? named : dates.data ? dates.data[0] : remembered
  const stocks = useQuery({ ...stocksOf(market.id, issueDate ?? ''), enabled: issueDate !== undefined })

  const error = dates.error ?? (dates.data ? stocks.error : newest.error)
  const isRefused = error instanceof ForbiddenError && error.code !== 'device'
  // Fetched while the preview's code loads.
  useQuery({ ...freePickOf(market.id), enabled: isRefused })
  if (isRefused)
    return (
      <Suspense fallback={<WaitingList />}>
        <MaskedPreview market={market} />
      </Suspense>
    )
  if (dates.data?.length === 0) return <EmptyState>{t('empty.market')}</EmptyState>
  const retry = () => void [newest, dates, stocks].find(({ isError }) => isError)?.refetch()
  return (
    <>
      {dates.data && issueDate ? (
        <IssueDates dates={dates.data} shown={issueDate} onChoose={address.chooseIssue} />
      ) : (
        !error && <Skeleton className="h-11 w-full md:h-9" />
      )}
      {said !== undefined && issueDate !== undefined && said !== issueDate && (
        <p role="alert" className="pt-3 text-13">
          {t('address.no-issue', { said: said.slice(0, 20), shown: formatDay(issueDate) })}
        </p>
      )}
      <div id="issue" role="tabpanel" aria-label={issueDate ? formatDay(issueDate) : t('loading')}>
        {error ? (
          <CallFailed error={error} onRetry={retry} />
        ) : stocks.data && issueDate ? (
          <Issue market={market} issueDate={issueDate} stocks={stocks.data} choice={choice} address={address} />
        ) : (
          <WaitingList />
        )}
      </div>
    </>
  )
}
