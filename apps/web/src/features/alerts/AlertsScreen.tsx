import { user } from '@finlist/contract/account/account'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { OwnAlerts } from './OwnAlerts.tsx'
import { alertsQuery } from './queries.ts'

const Channels = lazy(async () => (await Promise.all([import('./Channels.tsx'), fetchTexts('channels')]))[0])

const tabs = ['alerts', 'channels'] as const

export const fetchFirst = () =>
  Promise.all([queryClient.prefetchQuery(alertsQuery()), queryClient.prefetchQuery(callQuery(user))])

/** The user's alerts and, in a second tab, their notification settings. */
export default function AlertsScreen() {
  const t = useTranslation('alerts')
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(name => name === search.get('tab')) ?? 'alerts'
  return (
    <div className="max-w-240">
      <PageHeader title={t('screen.alerts')}>
        <p className="mt-1 max-w-[72ch] text-13 text-faded">{t('intro')}</p>
      </PageHeader>
      <div className="-mt-3 md:-mt-4">
        <Tabs
          label={t('tabs')}
          tabs={tabs.map(value => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={next => setSearch(next === 'alerts' ? {} : { tab: next }, { replace: true })}
          panel="alerts-panel"
        />
      </div>
      <div id="alerts-panel" role="tabpanel" aria-label={t(`tab.${tab}`)} className="pt-4">
        {tab === 'alerts' ? (
          <OwnAlerts />
        ) : (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <Channels />
          </Suspense>
        )}
      </div>
    </div>
  )
}
