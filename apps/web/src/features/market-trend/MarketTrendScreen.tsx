import { type Market, markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { trendOf } from './queries.ts'
import { Snapshot } from './Snapshot.tsx'
import { WaitingHistory, WaitingSnapshot } from './WaitingTrend.tsx'

const TrendData = lazy(() => import('./TrendData.tsx'))

export const fetchFirst = () => queryClient.prefetchQuery(trendOf(marketAt(location.pathname).id))

const marketAt = (pathname: string): Market =>
  markets.find(({ linkSuffix }) => pathname.startsWith(`/markettrend-${linkSuffix}`)) ?? markets[0]

const tabs = ['snapshot', 'data'] as const
type Tab = (typeof tabs)[number]

/** A market's state today, and its history. */
export default function MarketTrendScreen() {
  const t = useTranslation('market-trend')
  const { pathname } = useLocation()
  const market = marketAt(pathname)
  return (
    <>
      <PageHeader title={t('screen.markettrend', { market: t(`market.${market.linkSuffix}`) })} />
      <MarketTrend key={market.id} market={market} />
    </>
  )
}

function MarketTrend({ market }: { market: Market }) {
  const t = useTranslation('market-trend')
  const navigate = useNavigate()
  const [named] = useSearchParams()
  const shown: Tab = named.get('tab') === 'data' ? 'data' : 'snapshot'
  const trend = useQuery(trendOf(market.id))
  const choose = (tab: string, how: 'press' | 'arrow') =>
    void navigate(tab === 'data' ? '?tab=data' : '.', { replace: how === 'arrow' })
  const waiting = shown === 'data' ? <WaitingHistory /> : <WaitingSnapshot />

  if (trend.isError) return <CallFailed error={trend.error} onRetry={() => void trend.refetch()} />
  return (
    <>
      <Tabs
        label={t('tabs')}
        tabs={tabs.map(tab => ({ value: tab, label: t(`tab.${tab}`) }))}
        value={shown}
        onChange={choose}
        panel="market-trend"
      />
      <div
        id="market-trend"
        role="tabpanel"
        aria-label={t(`tab.${shown}`)}
        aria-busy={trend.isPending}
        className="pt-5"
      >
        {trend.isPending ? (
          waiting
        ) : shown === 'snapshot' ? (
          <Snapshot market={market} trend={trend.data} />
        ) : (
          <Suspense fallback={waiting}>
            <TrendData market={market} trend={trend.data} />
          </Suspense>
        )}
      </div>
    </>
  )
}
