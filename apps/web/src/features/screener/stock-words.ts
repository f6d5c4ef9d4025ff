import type { MapStock } from '@finlist/contract/screener'
import { padded } from '@finlist/domain/chart/padded'
import { currencyOf, type Market } from '@finlist/domain/markets'
import type { ChangePeriod } from '@finlist/domain/screener/period-changes'
import { formatChange, formatPrice, formatVolume } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** A stock's figures in words, in the user's language. */
export function useStockWords(market: Market, period: ChangePeriod) {
  const t = useTranslation('screener')
  const currency = currencyOf[market.id]
  const title = (stock: MapStock) => `${padded(market.id, stock.stockCode)} ${nameOf(stock)}`
  const price = ({ price }: MapStock) => t('price', { currency, price: formatPrice(price) })
  const turnover = ({ turnover }: MapStock) => t('turnover', { currency, amount: formatVolume(turnover) })
  const changed = (change: number | null) =>
    change === null ? t('change.unknown') : t('change', { change: formatChange(change), period: t(`period.${period}`) })
  return {
    period: t(`period.${period}`),
    title,
    price,
    turnover,
    sentence: (stock: MapStock, change: number | null) =>
      [title(stock), price(stock), changed(change), turnover(stock)].join(t('comma')),
  }
}
