import type { Today } from '@finlist/contract/today'
import { useQuery } from '@tanstack/react-query'
import { productNow } from '../../api/product-now.ts'
import { queryClient } from '../../api/query-client.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { inboxQuery, showUnread } from '../../components/inbox.ts'
import { Link } from '../../components/link.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { HolderChanges } from './HolderChanges.tsx'
import { Markets } from './Markets.tsx'
import { Moved } from './Moved.tsx'
import { Newcomer } from './Newcomer.tsx'
import { ProfitAlerts } from './ProfitAlerts.tsx'
import { todayQuery } from './queries.ts'
import { UnreadItems } from './UnreadItems.tsx'
import { WaitingToday } from './WaitingToday.tsx'

export const fetchFirst = () =>
  Promise.all([queryClient.prefetchQuery(todayQuery()), queryClient.fetchQuery(inboxQuery()).then(showUnread)])

/** The user's news on one page. Each section links to the page with all of its data. */
export default function TodayScreen() {
  const t = useTranslation('today')
  const { data, error, refetch } = useQuery(todayQuery())
  return (
    <>
      <PageHeader
        title={t('screen.today')}
        beside={
          <>
            <p className="text-13 text-faded">{hongKongDate(productNow(), 'long')}</p>
            <Link
              to="/dashboard?tab=preferences"
              className="inline-flex min-h-6 items-center text-13 text-accent underline-offset-2 hover:underline max-md:min-h-11 md:ml-auto"
            >
              {t('choose-start')}
            </Link>
          </>
        }
      />
      {error ? (
        <CallFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Parts today={data} />
      ) : (
        <WaitingToday />
      )}
    </>
  )
}

function Parts({ today: { markets, positions, profitAlerts, shareholding } }: { today: Today }) {
  const isNew = markets.length === 0 && positions === null
  return (
    <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
      <div className="grid min-w-0 gap-8">
        {isNew ? <Newcomer /> : <Markets markets={markets} />}
        {profitAlerts && <ProfitAlerts alerts={profitAlerts} />}
        {shareholding && <HolderChanges {...shareholding} />}
      </div>
      <div className="grid min-w-0 gap-8">
        {positions && <Moved {...positions} />}
        <UnreadItems />
      </div>
    </div>
  )
}
