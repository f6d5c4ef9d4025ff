import type { AlertDay } from '@finlist/contract/profit-alerts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useAsCharts } from '../../components/small-charts/chosen.ts'
import { ChartList, ViewSwitch } from '../../components/small-charts/lazy.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AlertDays } from './AlertDays.tsx'
import { OutcomeRates } from './OutcomeRates.tsx'
import { alertDays, alertOutcomes, codesInFinList, useOwnCodes } from './queries.ts'
import { shownDays } from './shown-days.ts'
import { WaitingAlerts } from './WaitingAlerts.tsx'

/** The companies' profit announcements by day, with the price changes that followed. */
export default function ProfitAlertsScreen() {
  const t = useTranslation('profit-alerts')
  const alerts = useQuery(alertDays())
  // The server refuses this call to people without the right to FinList's codes. They see neither marks nor the filter.
  const { data: listed } = useQuery(codesInFinList())
  const outcomes = useQuery(alertOutcomes())
  const [positive, setPositive] = useState(false)
  const [mine, setMine] = useState(false)
  const [inList, setInList] = useState(false)
  const [typed, setTyped] = useState('')
  const [asCharts] = useAsCharts('profit-alerts')
  const own = useOwnCodes(mine)
  const inFinList = new Set(listed)
  const among = [...(inList && listed ? [inFinList] : []), ...(own.codes ? [own.codes] : [])]
  const days = shownDays(alerts.data ?? [], { positive, typed, among })
  const count = days.reduce((sum, { stockList }) => sum + stockList.length, 0)
  const isWaiting = alerts.isPending || (mine && !own.codes)
  if (alerts.isError)
    return (
      <>
        <Header />
        <CallFailed error={alerts.error} onRetry={() => void alerts.refetch()} />
      </>
    )
  return (
    <>
      <Header />
      {alerts.data?.length !== 0 && <OutcomeRates outcomes={outcomes.data} failed={outcomes.isError} />}
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-1">
        <SearchField
          label={t('search')}
          clearLabel={t('search.clear')}
          value={typed}
          onChange={setTyped}
          className="w-full md:w-72"
        />
        <Switch label={t('positive-only')} checked={positive} onChange={setPositive} />
        <Switch label={t('mine-only')} checked={mine} onChange={setMine} />
        {listed && <Switch label={t('listed-only')} checked={inList} onChange={setInList} />}
        <output className="text-13 text-faded">{!isWaiting && t('count', { count })}</output>
        <span className="ml-auto flex items-center gap-x-4">
          <ViewSwitch list="profit-alerts" />
        </span>
      </div>
      {own.error ? (
        <CallFailed error={own.error} onRetry={own.retry} />
      ) : isWaiting ? (
        <WaitingAlerts />
      ) : count === 0 ? (
        <EmptyState>{t(alerts.data?.length === 0 ? 'empty' : mine ? 'none.mine' : 'none')}</EmptyState>
      ) : asCharts ? (
        <ChartList title={t('screen.profit-alerts')} stocks={chartedOf(days)} asAt={undefined} />
      ) : (
        <AlertDays days={days} listed={inFinList} outcomes={outcomes.data?.outcomes ?? []} />
      )}
    </>
  )
}

/** Each stock once, by its newest announcement. */
const chartedOf = (days: readonly AlertDay[]) => [
  ...new Map(
    days
      .flatMap(({ stockList }) => stockList)
      .toReversed()
      .map(alert => [alert.stockCode, { exchange: 'HKEX' as const, stockCode: alert.stockCode, name: nameOf(alert) }]),
  ).values(),
]

function Header() {
  const t = useTranslation('profit-alerts')
  return (
    <PageHeader title={t('screen.profit-alerts')}>
      <p className="mt-1 max-w-[72ch] text-13 text-faded">{t('intro')}</p>
    </PageHeader>
  )
}
