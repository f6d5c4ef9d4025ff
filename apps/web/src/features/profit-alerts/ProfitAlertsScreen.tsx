import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { CallFailed } from '../../parts/call-failed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { AlertDays } from './AlertDays.tsx'
import { alertDays, codesInFinList } from './queries.ts'
import { shownDays } from './shown-days.ts'
import { WaitingAlerts } from './WaitingAlerts.tsx'

/** The companies' profit announcements, day by day. */
export default function ProfitAlertsScreen() {
  const t = useTranslation('profit-alerts')
  const alerts = useQuery(alertDays())
  // People without the right to FinList's codes are refused, and see no mark.
  const { data: listed } = useQuery(codesInFinList())
  const [positive, setPositive] = useState(false)
  const [typed, setTyped] = useState('')
  const days = shownDays(alerts.data ?? [], { positive, typed })
  const count = days.reduce((sum, { stockList }) => sum + stockList.length, 0)
  return (
    <>
      <PageHeader title={t('screen.profit-alerts')}>
        <p className="mt-1 max-w-[72ch] text-13 text-faded">{t('intro')}</p>
      </PageHeader>
      {alerts.isError ? (
        <CallFailed error={alerts.error} onRetry={() => void alerts.refetch()} />
      ) : (
        <>
          <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-2">
            <SearchField
              label={t('search')}
              clearLabel={t('search.clear')}
              value={typed}
              onChange={setTyped}
              className="w-full md:w-72"
            />
            <Switch label={t('positive-only')} checked={positive} onChange={setPositive} />
            <output className="text-13 text-faded">{alerts.data && t('count', { count })}</output>
          </div>
          {alerts.isPending ? (
            <WaitingAlerts />
          ) : count === 0 ? (
            <EmptyState>{t(alerts.data.length === 0 ? 'empty' : 'none')}</EmptyState>
          ) : (
            <AlertDays days={days} listed={new Set(listed)} />
          )}
        </>
      )}
    </>
  )
}
