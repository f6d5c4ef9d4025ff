import { chartHistory, chartSymbols } from '@finlist/contract/chart'
import { averageLength } from '@finlist/domain/chart/moving-averages'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { currentLanguage } from '../../api/language.ts'
import { productNow } from '../../api/product-now.ts'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallFailed } from '../call-failed.tsx'
import { DelistedNote } from '../delisted-note.tsx'
import { formatDay } from '../market-dates.ts'
import { BarsTable } from './bars-table.tsx'
import type { ChartEngine } from './engine/open-chart.ts'
import type { Level } from './engine/prices.ts'
import type { OutlinePoint } from './outline.ts'
import { barsOfColumns, daysIn, newest, type Picture, priceAverage, volume } from './picture.ts'
import { UnconfirmedNote, unconfirmedSigns } from './unconfirmed.tsx'
import { useOutline } from './use-outline.ts'

const CandleChart = lazy(() => import('./candle-chart.tsx'))

export type Mark = Level

type Props = { symbol: string; marks?: readonly Mark[]; outline?: readonly OutlinePoint[] }
const none: readonly never[] = []
/** Longer than any market is closed: a stock without bars for so long may be gone. */
const oldMs = 12 * 86_400_000
/** About 15 months. */
const shownBars = 320
/** The bars shown, and the earlier ones that their averages need. */
const wantedBars = shownBars + averageLength('1D') - 1

export const historyOf = (symbol: string) => ({
  ...callQuery(chartHistory, { query: { symbol, resolution: '1D', countback: wantedBars, format: 'udf' } }),
  staleTime: 5 * 60_000,
})

/** What else is known of the symbol: asked where its last bar is old, for it may be gone. */
export const infoOf = (symbol: string) => ({
  ...callQuery(chartSymbols, { query: { symbol } }),
  staleTime: 60 * 60_000,
})

/** About 15 months of a stock by day: candles, volume and the 50-day averages of both. `symbol` reads 'HKEX:0700'. */
export function PriceChart({ symbol, marks = none, outline = none }: Props) {
  const t = useTranslation('stock')
  const [engine, setEngine] = useState<ChartEngine>()
  const history = useQuery(historyOf(symbol))
  const names = { price: t('chart.price-average'), volume: t('chart.volume'), average: t('chart.volume-average') }
  const { price, volume: volumeName, average } = names
  const picture = useMemo((): Picture => {
    const bars = history.data ? barsOfColumns(history.data) : []
    const halfDays = new Set(history.data && daysIn(history.data, 'halfDays'))
    const of = { resolution: '1D', halfDays } as const
    const plots = [
      priceAverage(bars, { ...of, study: 'average', name: price }),
      ...volume(bars, { ...of, study: 'volume', name: volumeName, averageName: average }),
    ]
    return newest({ bars, plots }, shownBars)
  }, [history.data, price, volumeName, average])
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
        <CandleChart key={symbol} symbol={symbol} picture={picture} levels={marks} signs={signs} onEngine={setEngine} />
      </Suspense>
      <DelistedNote info={info.data} />
      <UnconfirmedNote days={unconfirmed} />
      <p className="pt-1 text-12 text-faded">{t('chart.as-at', { date: formatDay(last.date) })}</p>
      <div className="sr-only">
        <BarsTable bars={picture.bars.slice(-30)} />
      </div>
    </>
  )
}

const Waiting = () => <Skeleton className="mt-2 h-93 w-full" />
