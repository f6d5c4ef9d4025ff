import type { WatchlistStock } from '@finlist/contract/watchlist'
import { exchangeIds } from '@finlist/domain/markets'
import { figuresOf } from '@finlist/domain/watchlist/figures'
import { useTranslation } from '../../i18n/texts.ts'
import type { Column } from '../../ui/data-table.tsx'
import { inOrder, type Sort } from '../../ui/sort.ts'

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

/** The sort keys of a phone's menu. */
export const phoneSortKeys = sortKeys.filter(key => key !== 'cost')
/** The columns of the table; the change in percent stands in the profit column. */
const tableSortKeys = sortKeys.filter(key => key !== 'profitPercent')

/** A column's sort value; null where there is no price. */
const valueIn: Record<SortKey, (stock: WatchlistStock) => string | number | null> = {
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

const inCurrency: readonly SortKey[] = ['price', 'buyPrice', 'cost', 'totalValue']
const marketOf = ({ exchange }: WatchlistStock) => exchangeIds.indexOf(exchange)

/** How amounts of several currencies, which do not compare, are sorted instead; undefined for one currency. */
export function insteadOf(stocks: readonly WatchlistStock[], by: SortKey): 'by-percent' | 'each-currency' | undefined {
  if (new Set(stocks.map(marketOf)).size < 2) return undefined
  if (by === 'profit') return 'by-percent'
  return inCurrency.includes(by) ? 'each-currency' : undefined
}

/** Sorted by ticker, each market's codes stand together. */
export function sorted(stocks: readonly WatchlistStock[], { by, down }: Sort<SortKey>, language: string) {
  const instead = insteadOf(stocks, by)
  const rows = inOrder(stocks, valueIn[instead === 'by-percent' ? 'profitPercent' : by], down, language)
  if (by === 'ticker') return inOrder(rows, marketOf, down, language)
  return instead === 'each-currency' ? inOrder(rows, marketOf, false, language) : rows
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
  const t = useTranslation('watchlist')
  return tableSortKeys.map(key => ({
    key,
    label: t(`column.${key}`),
    ...(key !== 'ticker' && { end: true }),
    ...(widths[key] && { width: widths[key] }),
    ...(key === 'profit' && { also: { key: 'profitPercent', label: '%', name: t('column.profitPercent') } as const }),
  }))
}
