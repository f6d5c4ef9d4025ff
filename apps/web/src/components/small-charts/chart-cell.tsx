import type { SmallChart } from '@finlist/contract/charts/chart'
import { padded } from '@finlist/domain/chart/padded'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import { memo, useEffect, useMemo, useRef } from 'react'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Link } from '../link.tsx'
import { formatDay } from '../market-dates.ts'
import { Change, formatChange, formatLevel } from '../market-figures.tsx'
import type { OwnPrice } from '../watchlist/own-prices.ts'
import type { Interval } from './chosen.ts'
import { watchNear } from './near.ts'
import type { Line } from './paint.ts'
import { pictureOf, type SmallPicture } from './picture.ts'
import { usePicture } from './use-picture.ts'

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
const colours: Record<OwnPrice['kind'], string> = {
  bought: 'var(--ink)',
  stop: 'var(--wrong)',
  'alert-above': 'var(--accent)',
  'alert-below': 'var(--accent)',
}

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
            {formatLevel(newest.close)} <Change value={changeOf(picture)} format={value => `${formatChange(value)}%`} />
          </span>
        )}
      </div>
      <div className="relative mt-1 h-44">
        {chart === undefined && !hasFailed && <Skeleton later className="h-full w-full" />}
        {hasFailed && <Note>{t('failed')}</Note>}
        {chart && chart.status !== 'ok' && <Note>{t(chart.status)}</Note>}
        {picture && <Picture {...{ picture, interval, own, code, t }} />}
      </div>
    </li>
  )
})

const Note = ({ children }: { children: string }) => (
  <p className="grid h-full place-content-center text-center text-13 text-faded">{children}</p>
)

type PictureProps = {
  picture: SmallPicture
  interval: Interval
  own: readonly OwnPrice[]
  code: string
  t: Translate<'list-charts'>
}

function Picture({ picture, interval, own, code, t }: PictureProps) {
  const { buyPoint, stop } = picture
  const lines = useMemo((): Line[] => {
    const ofBase = [
      ...(buyPoint === undefined ? [] : [{ price: buyPoint, name: t('buy-point'), colour: 'var(--good)' }]),
      ...(stop === undefined ? [] : [{ price: stop, name: t('stop'), colour: 'var(--wrong)', dashed: true }]),
    ]
    const ofUser = own.map(({ kind, price }) => ({
      price,
      name: t(kind),
      colour: colours[kind],
      dashed: kind === 'stop',
    }))
    // The base's stop is left out next to the user's own.
    return [...ofBase.filter(({ name }) => !ofUser.some(it => it.name === name)), ...ofUser]
  }, [buyPoint, stop, own, t])
  const canvas = usePicture({ picture, lines, interval })
  const said = [
    t(`said.${interval}`, { code, from: formatDay(picture.bars[0]!.date), to: formatDay(picture.bars.at(-1)!.date) }),
    t('said.range', {
      low: formatLevel(Math.min(...picture.bars.map(({ low }) => low))),
      high: formatLevel(Math.max(...picture.bars.map(({ high }) => high))),
    }),
    ...lines.map(({ name, price }) => `${name} ${formatLevel(price)}`),
  ]
  return (
    <canvas
      ref={canvas}
      // Drawn here instead of loading an image.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={said.join(t('said.between'))}
      className="absolute inset-0 size-full"
    />
  )
}

/** The newest change in percent, to two decimals; null with a single bar. */
function changeOf({ bars }: SmallPicture): number | null {
  const [before, newest] = bars.slice(-2)
  return before && newest && before.close > 0 ? (newest.close / before.close - 1) * 100 : null
}
