import { type ChartHistory, chartHistory, chartSymbols } from '@finlist/contract/charts/chart'
import { averageLength } from '@finlist/domain/chart/moving-averages'
import { newHighLookback, relativeStrength } from '@finlist/domain/chart/relative-strength'
import type { DayBar } from '@finlist/domain/chart/spans'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { currentLanguage } from '../../api/language.ts'
import { productNow } from '../../api/product-now.ts'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DelistedNote } from '../delisted-note.tsx'
import { formatDay } from '../market-dates.ts'
import { CallFailed } from '../notices/call-failed.tsx'
import { BarsTable } from './bars-table.tsx'
import type { ChartEngine } from './engine/open-chart.ts'
import type { Level } from './engine/prices.ts'
import type { OutlinePoint } from './outline.ts'
import { barsOfColumns, daysIn, newest, type Picture, type Plot, priceAverage, volume } from './picture.ts'
import { UnconfirmedNote, unconfirmedSigns } from './unconfirmed.tsx'
import { useOutline } from './use-outline.ts'

const CandleChart = lazy(() => import('./candle-chart.tsx'))

export type Mark = Level

type Props = {
  symbol: string
  marks?: readonly Mark[]
  outline?: readonly OutlinePoint[]
  span?: Span
  /** The symbol of the index that the relative strength line is drawn against. */
  index?: string | undefined
}
export type Span = '1D' | '1W'
const none: readonly never[] = []
/** A stock whose last bar is older than this may be delisted, because no market is ever closed for as long. */
const oldMs = 12 * 86_400_000
/** Number of bars shown: about 15 months of days, or three years of weeks. */
const shownBars = { '1D': 320, '1W': 156 }
/** The number of bars shown, plus earlier bars that their averages need. */
const wantedBars = (span: Span) => shownBars[span] + averageLength(span) - 1

export const historyOf = (symbol: string, span: Span = '1D') => ({
  ...callQuery(chartHistory, { query: { symbol, resolution: span, countback: wantedBars(span), format: 'udf' } }),
  staleTime: 5 * 60_000,
})

/**
 * The query for facts about the symbol. Only needed if the last bar is old, which may mean that the symbol is delisted.
 */
export const infoOf = (symbol: string) => ({
  ...callQuery(chartSymbols, { query: { symbol } }),
  staleTime: 60 * 60_000,
})

/**
 * About 15 months of a stock by day, or three years by week: candles, volume and the averages of both. `symbol` has the
 * form 'HKEX:0700'.
 */
export function PriceChart({ symbol, marks = none, outline = none, span = '1D', index }: Props) {
  const t = useTranslation('stock')
  const [engine, setEngine] = useState<ChartEngine>()
  const history = useQuery(historyOf(symbol, span))
  const indexHistory = useQuery({ ...historyOf(index ?? symbol, span), enabled: index !== undefined })
  const price = t(span === '1D' ? 'chart.price-average' : 'chart.price-average.weekly')
  const volumeName = t('chart.volume')
  const average = t(span === '1D' ? 'chart.volume-average' : 'chart.volume-average.weekly')
  const strength = useStrength(index === undefined ? undefined : indexHistory.data, span)
  const picture = useMemo((): Picture => {
    const bars = history.data ? barsOfColumns(history.data) : []
    const halfDays = new Set(history.data && daysIn(history.data, 'halfDays'))
    const of = { resolution: span, halfDays } as const
    const plots = [
      priceAverage(bars, { ...of, study: 'average', name: price }),
      ...volume(bars, { ...of, study: 'volume', name: volumeName, averageName: average }),
      ...strength(bars),
    ]
    return newest({ bars, plots }, shownBars[span])
  }, [history.data, price, volumeName, average, strength, span])
  const unconfirmed = useMemo(() => (history.data ? daysIn(history.data, 'unconfirmed') : []), [history.data])
  const spoken = currentLanguage()
  const signs = useMemo(
    () => unconfirmedSigns(picture.bars, unconfirmed, t),
    // oxlint-disable-next-line react/exhaustive-deps
    [picture, unconfirmed, spoken],
  )
  useOutline(engine, outline, picture.bars)
  const last = picture.bars.at(-1)
  const isOld = history.isSuccess && (last === undefined || Date.parse(last.date) < productNow() - oldMs)
  const info = useQuery({ ...infoOf(symbol), enabled: isOld })
  const isUnknown = history.error instanceof CallError && history.error.httpStatus === 404
  if (history.isError && !isUnknown) return <CallFailed error={history.error} onRetry={() => void history.refetch()} />
  if (history.isPending) return <Waiting />
  if (!last) return <p className="py-4 text-14 text-faded">{t('chart.none')}</p>
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <CandleChart
          key={`${symbol} ${span}`}
          symbol={symbol}
          resolution={span}
          picture={picture}
          levels={marks}
          signs={signs}
          className={index === undefined ? 'h-80' : 'h-104'}
          onEngine={setEngine}
        />
      </Suspense>
      <DelistedNote info={info.data} />
      <UnconfirmedNote days={unconfirmed} />
      <p className="pt-1 text-12 text-faded">{t('chart.as-at', { date: formatDay(last.date) })}</p>
      <div className="sr-only">
        <BarsTable bars={picture.bars.slice(-30)} plots={[]} resolution={span} />
      </div>
    </>
  )
}

/** Plots the stock's strength against its index, with a dot at each new high. Empty until the index is loaded. */
function useStrength(index: ChartHistory | undefined, span: Span): (bars: readonly DayBar[]) => Plot[] {
  const t = useTranslation('stock')
  const spoken = currentLanguage()
  return useMemo((): ((bars: readonly DayBar[]) => Plot[]) => {
    if (!index) return () => []
    const days = barsOfColumns(index)
    return bars => {
      const points = new Map(relativeStrength(bars, days, newHighLookback[span]).map(point => [point.date, point]))
      const found = bars.map(({ date }) => points.get(date))
      return [
        {
          key: 'rs',
          study: 'rs',
          onPrice: false,
          kind: 'line',
          width: 2,
          colour: 'var(--accent)',
          unit: 'ratio',
          name: t('chart.rs.name'),
          values: found.map(point => point?.value ?? null),
          dots: found.flatMap((point, at) =>
            !point || point.newHigh === 'none'
              ? []
              : [{ at, strong: point.newHigh === 'before-price', name: t(`chart.rs.${point.newHigh}`) }],
          ),
        },
      ]
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [index, span, spoken])
}

const Waiting = () => <Skeleton className="mt-2 h-93 w-full" />
