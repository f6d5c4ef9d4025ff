import type { MarketTrendData } from '@finlist/contract/market-trend'
import { type Market, marketIndex } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { barsOfColumns } from '../../components/price-chart/picture.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { bandsOf } from './bands.ts'
import { ChartGroup } from './chart-group.ts'
import HistoryChart from './HistoryChart.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { indexOf } from './index-prices.ts'
import { LetterKey } from './LetterKey.tsx'
import { measuresOf } from './measures.ts'

/** Number of trading days in each span. */
const spans = { quarter: 63, half: 126, year: 250 } as const
type Span = keyof typeof spans

/** A chart of every series, in front of the index and the states, and a table of the same data. */
export default function TrendData({ market, trend }: { market: Market; trend: MarketTrendData }) {
  const t = useTranslation('market-trend')
  const [view, setView] = useState<'charts' | 'table'>('charts')
  const [term, setTerm] = useState<'short' | 'long'>('short')
  const [span, setSpan] = useState<Span>('year')
  const [at, setAt] = useState<number>()
  const [group] = useState(() => new ChartGroup())
  const { history } = trend
  const { dates } = history
  const prices = useQuery(indexOf(market.id))
  const index = useMemo(() => {
    const closes = new Map(prices.data && barsOfColumns(prices.data).map(({ date, close }) => [date, close]))
    return { symbol: marketIndex[market.id], values: dates.map(date => closes.get(date) ?? null) }
  }, [prices.data, dates, market.id])
  const bands = useMemo(() => bandsOf(trend, term === 'short'), [trend, term])
  const charts = useMemo(() => {
    const measures = measuresOf(trend)
    return [
      {
        key: 'moves',
        measure: measures.moves,
        pair: [
          { name: 'up', values: history.upList },
          { name: 'down', values: history.downList },
        ],
      },
      {
        key: 'ten-weeks',
        measure: measures['ten-weeks'],
        pair: [
          { name: 'onTenWeekMa', values: history.onTenWeekMaList },
          { name: 'underTenWeekMa', values: history.underTenWeekMaList },
        ],
      },
      {
        key: 'forty-weeks',
        measure: measures['forty-weeks'],
        pair: [
          { name: 'onFortyWeekMa', values: history.onFortyWeekMaList },
          { name: 'underFortyWeekMa', values: history.underFortyWeekMaList },
        ],
      },
      {
        key: 'extremes',
        measure: measures.extremes,
        pair: [
          { name: 'fiftyTwoWeekHigh', values: history.fiftyTwoWeekHighList },
          { name: 'fiftyTwoWeekLow', values: history.fiftyTwoWeekLowList },
        ],
      },
    ] as const
  }, [history, trend])

  const last = dates.at(-1)
  if (last === undefined) return <EmptyState>{t('empty')}</EmptyState>
  const zoom = (wanted: Span) => {
    setSpan(wanted)
    group.show({ from: Math.max(dates.length - spans[wanted], 0) - 0.5, to: dates.length - 0.5 })
  }
  return (
    <>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <SegmentedControl
          legend={t('view')}
          options={(['charts', 'table'] as const).map(value => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={setView}
        />
        <SegmentedControl
          legend={t('shaded')}
          options={(['short', 'long'] as const).map(value => ({ value, label: t(`term.${value}`) }))}
          value={term}
          onChange={setTerm}
        />
        {view === 'charts' && (
          <SegmentedControl
            legend={t('span')}
            options={(['quarter', 'half', 'year'] as const).map(value => ({ value, label: t(`span.${value}`) }))}
            value={span}
            onChange={zoom}
          />
        )}
      </div>
      <p className="pt-3 pb-4 text-13 text-faded">
        <output className="font-strong text-ink">{t('days', { count: dates.length })}</output> ·{' '}
        {t('as-at', { date: formatDay(last) })}
      </p>
      {prices.isError && (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4 text-14">
          {t('index-failed', { symbol: index.symbol })}
          <Button onClick={() => void prices.refetch()}>{t('error.retry')}</Button>
        </div>
      )}
      {view === 'table' ? (
        <HistoryTable caption={t('history')} history={history} index={index} bands={bands} />
      ) : (
        <>
          <LetterKey bands={bands} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 xl:grid-cols-2">
            {charts.map(({ key, measure, pair }) => (
              <HistoryChart
                key={key}
                title={t(`history.${key}`)}
                dates={dates}
                pair={pair}
                measure={measure}
                index={index}
                bands={bands}
                group={group}
                at={at}
                onPoint={setAt}
              />
            ))}
          </div>
          <p className="mt-5 max-w-[92ch] text-12 text-faded">{t('measures')}</p>
        </>
      )}
    </>
  )
}
