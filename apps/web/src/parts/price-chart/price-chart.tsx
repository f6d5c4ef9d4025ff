import { chartHistory } from '@finlist/contract/chart'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { asked } from '../../api/query-client.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallFailed } from '../call-failed.tsx'
import { formatDay } from '../market-dates.ts'
import { formatPrice, formatVolume } from '../market-figures.tsx'
import { type DayBar, dayBars, wantedBars } from './day-bars.ts'

const CandleChart = lazy(() => import('./candle-chart.tsx'))

/** A level drawn across the chart with its name. */
export type Mark = { price: number; label: string }
type Props = { symbol: string; marks?: readonly Mark[] }
const none: readonly Mark[] = []

/** About 15 months of a stock by day: candles, volume and the 50-day averages of both. `symbol` reads 'HKEX:0700'. */
export function PriceChart({ symbol, marks = none }: Props) {
  const t = useTexts('stock')
  const history = useQuery({
    ...asked(chartHistory, { query: { symbol, resolution: '1D', countback: wantedBars, format: 'bars' } }),
    staleTime: 5 * 60_000,
  })
  const bars = useMemo(() => dayBars(symbol, history.data?.bars ?? []), [symbol, history.data])
  if (history.isError) return <CallFailed error={history.error} onRetry={() => void history.refetch()} />
  if (history.isPending) return <Waiting />
  const last = bars.at(-1)
  if (!last) return <p className="py-4 text-14 text-faded">{t('chart.none')}</p>
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <CandleChart key={symbol} symbol={symbol} bars={bars} marks={marks} />
      </Suspense>
      <p className="pt-1 text-12 text-faded">{t('chart.as-at', { date: formatDay(last.date) })}</p>
      <BarsAsTable bars={bars.slice(-30)} />
    </>
  )
}

const Waiting = () => <Skeleton className="mt-2 h-93 w-full" />

/** For a screen reader: the same bars as a table, the newest first. */
function BarsAsTable({ bars }: { bars: DayBar[] }) {
  const t = useTexts('stock')
  const heads = ['chart.date', 'chart.open', 'chart.high', 'chart.low', 'chart.close', 'chart.volume'] as const
  return (
    <div className="sr-only">
      <table>
        <caption>{t('chart.table', { count: bars.length })}</caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map(({ date, open, high, low, close, volume }) => (
            <tr key={date}>
              <th scope="row">{formatDay(date, 'short')}</th>
              {[open, high, low, close].map((price, at) => (
                <td key={heads[at + 1]}>{formatPrice(price)}</td>
              ))}
              <td>{formatVolume(volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
