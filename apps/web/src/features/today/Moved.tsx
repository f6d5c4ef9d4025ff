import type { Today } from '@finlist/contract/today'
import { padded } from '@finlist/domain/chart/padded'
import { useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../../parts/market-dates.ts'
import { Change, formatChange, formatPrice } from '../../parts/market-figures.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Nothing, Part, Row } from './Part.tsx'

const looks = { stop: 'wrong', 'buy-point': 'accent', chase: 'plain' } as const

/** Own positions that came to a line or moved. */
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
            <Row key={`${stock.exchange}:${stock.stockCode}`} to={`/watchlist?list=${stock.watchlistId}`}>
              <span className="min-w-0 flex-1">
                <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                  <span className="font-strong tabular-nums">{padded(stock.exchange, stock.stockCode)}</span>
                  <span className="max-w-full truncate">{nameOf(stock)}</span>
                  {stock.line && <Badge variant={looks[stock.line]}>{t(`line.${stock.line}`)}</Badge>}
                  {stock.unconfirmed && <Badge>{t('unconfirmed')}</Badge>}
                </span>
                <span className="block truncate text-12 text-faded">{stock.watchlistName}</span>
              </span>
              <span className="figures shrink-0 text-end">
                {formatPrice(stock.price)}
                <span className="block text-12">
                  <Change value={stock.change} format={value => `${formatChange(value)}%`} />
                </span>
              </span>
            </Row>
          ))}
        </ul>
      ) : (
        <Nothing>{t(watched === 0 ? 'positions.empty' : 'positions.none')}</Nothing>
      )}
    </Part>
  )
}
