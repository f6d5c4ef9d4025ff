import type { Today } from '@finlist/contract/today'
import { padded } from '@finlist/domain/chart/padded'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { Change, formatChange, formatPrice } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Nothing, Part } from './Part.tsx'

const looks = { stop: 'wrong', 'buy-point': 'accent', chase: 'plain' } as const

/** The user's positions that reached a level or had a large move. */
export function Moved({ watched, moved }: NonNullable<Today['positions']>) {
  const t = useTranslation('today')
  const dates = [...new Set(moved.map(({ priceDate }) => priceDate))].toSorted()
  const asAt = dates.map(date => formatDay(date, 'short')).join(' · ')
  return (
    <Part
      title={t('positions')}
      to="/watchlist"
      all={t('positions.all')}
      {...(dates.length > 0 && { note: `${t('positions.note')} ${t('as-at', { date: asAt })}` })}
    >
      {moved.length > 0 ? (
        <ul>
          {moved.map(stock => (
            <li
              key={`${stock.exchange}:${stock.stockCode}`}
              className="relative flex min-h-11 items-center gap-x-3 border-b border-line py-1 text-13 hover:bg-wash md:min-h-9"
            >
              <span className="min-w-0 flex-1">
                <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                  {/* The link covers the whole row, except for the list's name. */}
                  <Link
                    to={`/interactive-chart?${new URLSearchParams({ symbol: `${stock.exchange}:${stock.stockCode}` })}`}
                    className="flex max-w-full min-w-0 gap-x-2 text-ink no-underline after:absolute after:inset-0"
                  >
                    <span className="font-strong tabular-nums">{padded(stock.exchange, stock.stockCode)}</span>
                    <span className="min-w-0 truncate">{nameOf(stock)}</span>
                  </Link>
                  {stock.line && <Badge variant={looks[stock.line]}>{t(`line.${stock.line}`)}</Badge>}
                  {stock.unconfirmed && <Badge>{t('unconfirmed')}</Badge>}
                </span>
                <Link
                  to={`/watchlist?list=${stock.watchlistId}`}
                  className="relative block w-fit max-w-full truncate text-12 text-faded no-underline hover:underline max-md:py-1.5"
                >
                  {stock.watchlistName}
                </Link>
              </span>
              <span className="figures shrink-0 text-end">
                {formatPrice(stock.price)}
                <span className="block text-12">
                  <Change value={stock.change} format={value => `${formatChange(value)}%`} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Nothing>{t(watched === 0 ? 'positions.empty' : 'positions.none')}</Nothing>
      )}
    </Part>
  )
}
