import { user } from '@finlist/contract/account/account'
import type { FilterSet } from '@finlist/contract/finder'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { callQuery } from '../../api/query-client.ts'
import { Link } from '../../components/link.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { writeAddress } from './address.ts'
import { FilterBar } from './FilterBar.tsx'
import { setsOfPerson } from './queries.ts'
import { Results } from './Results.tsx'
import { SetTabs } from './SetTabs.tsx'
import { useAddress } from './use-address.ts'

const ClosedExample = lazy(() => import('../../components/examples/closed-example.tsx'))

/** The address at which a saved set's filters are applied. */
export const addressOfSet = ({ finderFilterSetId: setId, filters }: FilterSet) =>
  `/finder-hk${writeAddress({ setId, filters, scope: 'issue', sort: { by: 'stockCode', down: false }, stock: undefined })}`

/**
 * Screens the newest issue by filters, which can be saved as named sets. The screen's whole state is in its address.
 */
export default function FinderScreen() {
  const t = useTranslation('finder')
  const sets = useQuery(setsOfPerson())
  // Waits for the user's rights, which determine the controls. Controls that appeared later would move a button that
  // the user is about to press.
  const hasRights = !useQuery(callQuery(user)).isPending
  const address = useAddress()
  const active = sets.data?.find(({ finderFilterSetId }) => finderFilterSetId === address.shown.setId)
  return (
    <>
      <PageHeader
        title={t('screen.finder')}
        beside={
          <Link
            to="/finlist-hk"
            className="inline-flex min-h-6 items-center gap-1 text-13 text-accent underline-offset-2 hover:underline max-md:min-h-11 md:ml-auto"
          >
            {t('screen.finlist', { market: t('market.hk') })}
            <ArrowRight size={14} aria-hidden />
          </Link>
        }
      />
      {sets.error instanceof ForbiddenError && sets.error.code === undefined ? (
        <Suspense>
          <ClosedExample of="finder" />
        </Suspense>
      ) : sets.error ? (
        <CallFailed error={sets.error} onRetry={() => void sets.refetch()} />
      ) : !sets.data || !hasRights ? (
        <>
          <Skeleton className="h-11 w-full md:h-9" />
          <Skeleton className="mt-4 h-24 w-full" />
        </>
      ) : (
        <>
          {address.shown.dropped.length > 0 && (
            <p role="alert" className="pb-3 text-13">
              {t('address.dropped', {
                list: address.shown.dropped
                  .map(text => text.slice(0, 40))
                  .slice(0, 5)
                  .join(', '),
              })}
            </p>
          )}
          <SetTabs sets={sets.data} active={active} address={address} />
          <div id="filter-set" role="tabpanel" aria-label={active?.finderFilterSetName ?? t('sets.none')}>
            <FilterBar sets={sets.data} active={active} address={address} />
            <Results address={address} />
          </div>
        </>
      )}
    </>
  )
}
