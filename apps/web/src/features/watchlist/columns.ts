import type { WatchlistStock } from '@finlist/contract/watchlist'
import { figuresOf } from '@finlist/domain/watchlist/figures'
import { useTexts } from '../../i18n/texts.ts'
import type { Column } from '../../ui/data-table.tsx'

export const sortKeys = [
  'ticker',
  'price',
  'volume',
  'buyPrice',
  'shares',
  'cost',
  'totalValue',
  'profit',
  'profitPercent',
] as const
export type SortKey = (typeof sortKeys)[number]

/** What a phone's menu offers; the table has the cost as a column instead of the change. */
export const phoneSortKeys = sortKeys.filter(key => key !== 'cost')
export const tableSortKeys = sortKeys.filter(key => key !== 'profitPercent')

/** What a column is sorted by; null where there is no price. */
export const valueIn: Record<SortKey, (stock: WatchlistStock) => string | number | null> = {
  ticker: ({ stockCode }) => stockCode,
  price: ({ currentPrice }) => currentPrice,
  volume: ({ currentVolume }) => currentVolume,
  buyPrice: ({ buyPrice }) => buyPrice,
  shares: ({ shares }) => shares,
  cost: stock => figuresOf(stock).cost,
  totalValue: stock => figuresOf(stock).totalValue,
  profit: stock => figuresOf(stock).profit,
  profitPercent: stock => figuresOf(stock).profitPercent,
}

/** Widths in rem; the ticker, with its name, takes what the others leave. */
const widths: Partial<Record<SortKey, number>> = {
  price: 5.5,
  volume: 6,
  buyPrice: 6,
  shares: 5.5,
  cost: 8,
  totalValue: 8,
  profit: 11.5,
}

export function useColumns(): Column<SortKey>[] {
  const t = useTexts('watchlist')
  return tableSortKeys.map(key => ({
    key,
    label: t(`column.${key}`),
    ...(key !== 'ticker' && { end: true }),
    ...(widths[key] && { width: widths[key] }),
  }))
}
