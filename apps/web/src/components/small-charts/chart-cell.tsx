import type { SmallChart } from '@finlist/contract/charts/chart'
import { padded } from '@finlist/domain/chart/padded'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Link } from '../link.tsx'
import { formatDay } from '../market-dates.ts'
import { Change, formatChange, formatLevel } from '../market-figures.tsx'
import type { OwnPrice } from '../watchlist/own-prices.ts'
import type { Interval } from './chosen.ts'
import { watchNear } from './near.ts'
import { newestChange, pictureOf } from './picture.ts'
import { SmallChartImage } from './small-chart-image.tsx'

/** A stock of a list. `name`: in the user's language. */
export type Charted = { exchange: ExchangeId; stockCode: string; name: string }

type Props = {
  stock: Charted
  /** Undefined until it has been fetched. */
  chart: SmallChart | undefined
  hasFailed: boolean
  interval: Interval
  own: readonly OwnPrice[] | undefined
  /** The newest day of the list's prices. A chart that ends earlier says so. */
  asAt: string | undefined
  onNear: () => void
  onOpen: () => void
}

const none: readonly OwnPrice[] = []

/** A stock of a list as a small chart, which opens the full one. */
export const ChartCell = memo(function ChartCell(props: Props) {
  const { stock, chart, hasFailed, interval, own = none, asAt, onNear, onOpen } = props
  const t = useTranslation('list-charts')
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const stop = watchNear(place.current!, isNear => {
      if (!isNear) return
      stop()
      onNear()
    })
    return stop
  }, [onNear])
  const picture = useMemo(() => (chart?.status === 'ok' ? pictureOf(chart, interval) : undefined), [chart, interval])
  const code = padded(stock.exchange, stock.stockCode)
  const newest = picture?.bars.at(-1)
  const day = newest && (newest.until ?? newest.date)
  return (
    <li
      ref={place}
      data-code={stock.stockCode}
      data-market={marketOf(stock.exchange).linkSuffix}
      className="relative min-w-0 rounded-md border border-line p-2 pt-1.5 hover:border-edge"
    >
      <div className="flex items-baseline justify-between gap-2 text-13">
        <Link
          to={`/interactive-chart?symbol=${encodeURIComponent(symbolOf(stock))}`}
          onClick={onOpen}
          className="min-w-0 truncate text-ink no-underline after:absolute after:inset-0"
        >
          <span className="font-strong text-accent tabular-nums">{code}</span> {stock.name}
        </Link>
        {picture && newest && (
          <span className="figures shrink-0">
            {asAt && day && day < asAt && <span className="text-12 text-faded">{formatDay(day, 'day')} </span>}
            {formatLevel(newest.close)}{' '}
            <Change value={newestChange(picture)} format={value => `${formatChange(value)}%`} />
          </span>
        )}
      </div>
      <div className="relative mt-1 h-44">
        {chart === undefined && !hasFailed && <Skeleton later className="h-full w-full" />}
        {hasFailed && <Note>{t('failed')}</Note>}
        {chart && chart.status !== 'ok' && <Note>{t(chart.status)}</Note>}
        {picture && <SmallChartImage {...{ picture, interval, own, code }} />}
        {chart?.unconfirmed && (
          <p className="absolute bottom-4 left-0 rounded-sm bg-paper px-1 text-12 text-wrong">{t('unconfirmed')}</p>
        )}
      </div>
    </li>
  )
})

const Note = ({ children }: { children: string }) => (
  <p className="grid h-full place-content-center text-center text-13 text-faded">{children}</p>
)
