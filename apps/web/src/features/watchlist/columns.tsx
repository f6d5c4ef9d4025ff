import type { WatchlistStock } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import { currencyOf, exchangeIds } from '@finlist/domain/markets'
import { figuresOf } from '@finlist/domain/watchlist/figures'
import { useTranslation } from '../../i18n/texts.ts'
import { formatPrice, formatVolume } from '../../parts/market-figures.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import type { Column } from '../../ui/data-table.tsx'
import { headsOf, type ListColumn, type SortKeyOf, type SortValue, sortKeysOf } from '../../ui/list-columns.tsx'
import { inOrder, type Sort } from '../../ui/sort.ts'
import { amount, none, Price, Profit } from './figures.tsx'
import { PositionMenu } from './PositionMenu.tsx'
import { titleOf } from './position-title.ts'

/** What cells need beside their position. */
export type Seen = {
  isOpen: boolean
  onAlert: (stock: WatchlistStock) => void
  onModify: (stock: WatchlistStock) => void
  onRemove: (stock: WatchlistStock) => void
}

type PositionColumn = ListColumn<WatchlistStock, Seen> & {
  /** An amount in the market's currency, which does not compare with one in another. */
  isAmount?: true
}

/** The columns of a watchlist, in the order of table and sort menu. */
export const columns = {
  ticker: {
    value: ({ stockCode }) => stockCode,
    cell: (stock, { isOpen }) => (
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex w-full min-w-0 items-baseline gap-1.5 text-start font-strong -outline-offset-2"
        title={nameOf(stock)}
      >
        {padded(stock.exchange, stock.stockCode)}
        <span className="min-w-0 flex-1 truncate font-normal">{nameOf(stock)}</span>
        <span className="text-12 font-normal text-faded">{currencyOf[stock.exchange]}</span>
      </button>
    ),
  },
  price: {
    isFigure: true,
    isAmount: true,
    width: 5.5,
    value: ({ currentPrice }) => currentPrice,
    cell: stock => <Price stock={stock} />,
  },
  volume: {
    isFigure: true,
    width: 6,
    card: 5,
    value: ({ currentVolume }) => currentVolume,
    cell: ({ currentVolume }) => (currentVolume === null ? none : formatVolume(currentVolume)),
  },
  buyPrice: {
    isFigure: true,
    isAmount: true,
    width: 6,
    card: 1,
    value: ({ buyPrice }) => buyPrice,
    cell: ({ buyPrice }) => formatPrice(buyPrice),
  },
  shares: {
    isFigure: true,
    width: 5.5,
    card: 2,
    value: ({ shares }) => shares,
    cell: ({ shares }) => shares.toLocaleString('en'),
  },
  cost: {
    isFigure: true,
    isAmount: true,
    width: 8,
    card: 3,
    value: stock => figuresOf(stock).cost,
    cell: stock => amount(figuresOf(stock).cost),
  },
  totalValue: {
    isFigure: true,
    isAmount: true,
    width: 8,
    card: 4,
    value: stock => figuresOf(stock).totalValue,
    cell: stock => amount(figuresOf(stock).totalValue),
  },
  profit: {
    isFigure: true,
    width: 11.5,
    cellClass: 'whitespace-nowrap',
    value: stock => figuresOf(stock).profit,
    cell: stock => <Profit stock={stock} />,
  },
  actions: {
    isFigure: true,
    width: 4.25,
    cellClass: '[&>*]:ml-auto',
    cell: (stock, { onAlert, onModify, onRemove }) => (
      <PositionMenu
        name={titleOf(stock)}
        onAlert={() => onAlert(stock)}
        onModify={() => onModify(stock)}
        onRemove={() => onRemove(stock)}
      />
    ),
  },
} as const satisfies Record<string, PositionColumn>

/** The change in percent stands in the profit column and is sorted by itself. */
export type SortKey = SortKeyOf<typeof columns> | 'profitPercent'

/** The sort keys of a phone's menu. */
export const phoneSortKeys: SortKey[] = [...sortKeysOf(columns).filter(key => key !== 'cost'), 'profitPercent']

const valueIn = (by: SortKey): ((stock: WatchlistStock) => SortValue) =>
  by === 'profitPercent' ? stock => figuresOf(stock).profitPercent : columns[by].value

const marketOf = ({ exchange }: WatchlistStock) => exchangeIds.indexOf(exchange)

/** How amounts of several currencies, which do not compare, are sorted instead; undefined for one currency. */
export function insteadOf(stocks: readonly WatchlistStock[], by: SortKey): 'by-percent' | 'each-currency' | undefined {
  if (new Set(stocks.map(marketOf)).size < 2) return undefined
  if (by === 'profit') return 'by-percent'
  return by !== 'profitPercent' && 'isAmount' in columns[by] ? 'each-currency' : undefined
}

/** Sorted by ticker, each market's codes stand together. */
export function sorted(stocks: readonly WatchlistStock[], { by, down }: Sort<SortKey>, language: string) {
  const instead = insteadOf(stocks, by)
  const rows = inOrder(stocks, valueIn(instead === 'by-percent' ? 'profitPercent' : by), down, language)
  if (by === 'ticker') return inOrder(rows, marketOf, down, language)
  return instead === 'each-currency' ? inOrder(rows, marketOf, false, language) : rows
}

/** The heads of the table; that of the profit sorts by its percent too. */
export function useHeads(): Column<keyof typeof columns | 'profitPercent'>[] {
  const t = useTranslation('watchlist')
  return headsOf(columns, key => t(`column.${key}`)).map(head =>
    head.key === 'profit'
      ? { ...head, also: { key: 'profitPercent' as const, label: '%', name: t('column.profitPercent') } }
      : head,
  )
}
