import type { GamePlay } from '@finlist/contract/fintrainer'
import { lazy, Suspense, useMemo } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { formatNumber, formatPrice } from '../../components/market-figures.tsx'
import type { DayName } from '../../components/price-chart/engine/open-chart.ts'
import { barsOf, type Picture, priceAverage, volume } from '../../components/price-chart/picture.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const CandleChart = lazy(() => import('../../components/price-chart/candle-chart.tsx'))
const signs = {
  buy: { letter: 'B', colour: 'var(--good)', above: false },
  sell: { letter: 'S', colour: 'var(--wrong)', above: true },
} as const

const heights = { price: 4, volume: 1 }

/** A stock's past and the days played. Days are numbered, because calendar dates would reveal the stock. */
export function GameChart({ play, title }: { play: GamePlay; title: string }) {
  const t = useTranslation('fintrainer')
  const stock = useTranslation('stock')
  const spoken = currentLanguage()
  const phone = useIsPhone()
  const { bars, fills, dayOneTime, stats } = play
  const picture = useMemo((): Picture => {
    const days = barsOf(bars)
    const of = { resolution: '1D' } as const
    const names = { name: stock('chart.volume'), averageName: stock('chart.volume-average') }
    const average = priceAverage(days, { ...of, study: 'average', name: stock('chart.price-average') })
    return { bars: days, plots: [average, ...volume(days, { ...of, study: 'volume', ...names })] }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [bars, spoken])

  const dayOne = bars.findIndex(({ time }) => time >= dayOneTime)
  const dayName = useMemo((): DayName => {
    return (place, style) => {
      const day = place - dayOne + 1
      if (style === 'mark') return formatNumber(day).replace('-', '−')
      return day > 0 ? t('day', { day }) : t('day.before', { count: 1 - day })
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [dayOne, spoken])

  const marked = useMemo(
    () =>
      fills.map(({ side, time, day, price }) => ({
        ...signs[side],
        date: new Date(time).toISOString().slice(0, 10),
        said: t(side === 'buy' ? 'said.bought' : 'said.sold', { day, price: formatPrice(price) }),
      })),
    // oxlint-disable-next-line react/exhaustive-deps
    [fills, spoken],
  )
  const { buyPrice } = stats
  const levels = useMemo(
    () => (buyPrice === null ? [] : [{ price: buyPrice, label: t('stat.buy-price') }]),
    // oxlint-disable-next-line react/exhaustive-deps
    [buyPrice, spoken],
  )
  return (
    <Suspense fallback={<Skeleton className="absolute inset-2" />}>
      <CandleChart
        fills
        roomy
        span={phone ? 3 : 8}
        symbol={title}
        picture={picture}
        dayName={dayName}
        signs={marked}
        levels={levels}
        heights={heights}
      />
    </Suspense>
  )
}
