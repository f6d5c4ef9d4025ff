import type { FinderStock } from '@finlist/contract/finder'
import { padded } from '@finlist/domain/chart/padded'
import { useMemo } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { useOperator } from '../../api/operator.ts'
import { formatDay } from '../../components/market-dates.ts'
import { PriceChart } from '../../components/price-chart/price-chart.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { OwnPositions } from '../../components/watchlist/own-positions.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { exchange } from './queries.ts'

/** Lazy-loaded, with the texts of 'stock' and 'watchlist'. The content of an expanded row. */
export default function StockDetails({ stock }: { stock: FinderStock }) {
  const t = useTranslation('finder')
  const { buyPriceStep } = useOperator()
  const marks = useBuyPrices(stock)
  const name = nameOf(stock)
  const otherName = name === stock.stockName ? stock.stockNameZh : stock.stockName
  return (
    <div className="grid grid-cols-[minmax(16rem,22rem)_1fr] gap-10 py-4 pr-2.5 pl-8">
      <div>
        <p className="text-16 font-strong">
          <span className="text-accent">{padded(exchange, stock.stockCode)}</span> {name}
        </p>
        {otherName && <p className="text-13 text-faded">{otherName}</p>}
        <p className="mt-2 text-14">
          <span className="text-faded">{t('column.subSector')}</span>{' '}
          {inCurrentLanguage({ en: stock.subSector, zh: stock.subSectorZh }) || '–'}
        </p>
        <p className="text-12 text-faded">
          {t('as-at', { date: formatDay(stock.priceDate) })}
          {stock.issueDate === null && ` · ${t('off-list')}`}
        </p>
        <h2 className="mt-6 border-b border-ink pb-1 text-13 font-strong">{t('watchlists')}</h2>
        <OwnPositions exchange={exchange} stock={stock} step={buyPriceStep.finder} />
      </div>
      <div className="min-w-0">
        <PriceChart symbol={`${exchange}:${stock.stockCode}`} marks={marks} />
      </div>
    </div>
  )
}

/** The user's buy prices, as lines across the chart. */
export function useBuyPrices({ watchlistData }: FinderStock) {
  const t = useTranslation('watchlist')
  return useMemo(
    () => watchlistData.map(({ buyPrice }) => ({ price: buyPrice, label: t('buyPrice') })),
    [watchlistData, t],
  )
}
