import type { MarketTrendData } from '@finlist/contract/market-trend'
import { trendStamp } from '@finlist/domain/market-trend/stamp'
import { type Market, marketIndex } from '@finlist/domain/markets'
import { lazy, Suspense, useState } from 'react'
import { productNow } from '../../api/product-now.ts'
import { formatDay } from '../../components/market-dates.ts'
import { Term } from '../../components/term.tsx'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WhenSeen } from '../../ui/when-seen.tsx'
import { BreadthTable } from './BreadthTable.tsx'
import { StateCard } from './StateCard.tsx'

/** Fetches the texts and the code in parallel. */
const PriceChart = lazy(async () => {
  const [{ PriceChart: chart }] = await Promise.all([
    import('../../components/price-chart/price-chart.tsx'),
    fetchTexts('stock'),
  ])
  return { default: chart }
})

const StateRates = lazy(async () => {
  // The texts are fetched after the code, because only the code determines which ones it needs.
  const code = await import('./StateRates.tsx')
  await Promise.all([fetchTexts('state-rates'), fetchTexts('glossary')])
  return code
})

const waitingRates = <Skeleton className="mt-2 h-40 w-full" />
const waitingChart = <Skeleton className="mt-2 h-93 w-full" />

/** The market today: its two states, its breadth, and its index. */
export function Snapshot({ market, trend }: { market: Market; trend: MarketTrendData }) {
  const t = useTranslation('market-trend')
  const [stamp] = useState(() => trendStamp(market.id, productNow()))
  const asAt = trend.issueDate && formatDay(trend.issueDate)
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <StateCard term="short" trend={trend.shortTermMarketTrend} startDate={trend.shortTermStartDate}>
          {t('stamp', { date: formatDay(stamp.date, 'short'), time: stamp.time })}
          {asAt && ` · ${t('as-at', { date: asAt })}`}
        </StateCard>
        <StateCard term="long" trend={trend.midLongTermMarketTrend} startDate={trend.midLongTermStartDate}>
          {asAt && t('as-at', { date: asAt })}
        </StateCard>
      </div>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-2">
        {asAt ? <Figures trend={trend} asAt={asAt} /> : <EmptyState>{t('empty')}</EmptyState>}
        <Section title={t('index', { symbol: marketIndex[market.id] })}>
          <WhenSeen waiting={waitingChart}>
            <Suspense fallback={waitingChart}>
              <PriceChart symbol={`${market.id}:${marketIndex[market.id]}`} />
            </Suspense>
          </WhenSeen>
        </Section>
      </div>
      <Collapsible label={t('rates')} className="mt-8 border-t border-line pt-3">
        <WhenSeen waiting={waitingRates}>
          <Suspense fallback={waitingRates}>
            <StateRates market={market} />
          </Suspense>
        </WhenSeen>
      </Collapsible>
    </>
  )
}

function Figures({ trend, asAt }: { trend: MarketTrendData; asAt: string }) {
  const t = useTranslation('market-trend')
  const { stocks } = trend
  return (
    <div className="grid min-w-0 gap-8">
      <BreadthTable
        title={t('moves')}
        beside={
          <>
            {stocks === null ? asAt : t('stocks-on', { count: stocks, date: asAt })}
            <Term of="breadth" beside={t('moves')} />
          </>
        }
        rows={[
          { name: 'up', count: trend.up, percent: trend.upPercent },
          { name: 'noChange', count: trend.noChange, percent: trend.noChangePercent },
          { name: 'down', count: trend.down, percent: trend.downPercent },
        ]}
      />
      <BreadthTable
        title={t('averages')}
        beside={asAt}
        withTotal
        rows={[
          {
            name: 'onTenWeekMa',
            count: trend.onTenWeekMa,
            percent: trend.onTenWeekMaPercent,
            total: trend.onTenWeekMaTotalPercent,
          },
          {
            name: 'underTenWeekMa',
            count: trend.underTenWeekMa,
            percent: trend.underTenWeekMaPercent,
            total: trend.underTenWeekMaTotalPercent,
          },
          {
            name: 'onFortyWeekMa',
            count: trend.onFortyWeekMa,
            percent: trend.onFortyWeekMaPercent,
            total: trend.onFortyWeekMaTotalPercent,
          },
          {
            name: 'underFortyWeekMa',
            count: trend.underFortyWeekMa,
            percent: trend.underFortyWeekMaPercent,
            total: trend.underFortyWeekMaTotalPercent,
          },
        ]}
      />
      <BreadthTable
        title={t('extremes')}
        beside={asAt}
        rows={[
          { name: 'fiftyTwoWeekHigh', count: trend.fiftyTwoWeekHigh, percent: trend.fiftyTwoWeekHighPercent },
          { name: 'fiftyTwoWeekLow', count: trend.fiftyTwoWeekLow, percent: trend.fiftyTwoWeekLowPercent },
        ]}
      />
      <p className="max-w-[72ch] text-12 text-faded">{t(trend.uploaded ? 'method.uploaded' : 'method')}</p>
    </div>
  )
}
