import type { WatchlistStock } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import { currencyOf, exchangeIds } from '@finlist/domain/markets'
import { disciplineOf, disciplineStates, figuresOf } from '@finlist/domain/watchlist/figures'
import type { ComponentProps } from 'react'
import { formatChange, formatPrice, formatVolume } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import type { Column } from '../../ui/data-table.tsx'
import { chosenColumns, headsOf, type ListColumn, type SortKeyOf, type SortValue } from '../../ui/list-columns.tsx'
import { inOrder, type Sort } from '../../ui/sort.ts'
import { awayOf, type Level, ShortStanding } from './DisciplineLine.tsx'
import { amount, none, Price, Profit } from './figures.tsx'
import { DelistedSign, Handle, NoteSign } from './own-signs.tsx'
import { PositionMenu } from './PositionMenu.tsx'
import { titleOf } from './position-title.ts'

/** The data that cells need in addition to their position. */
type Seen = {
  isOpen: boolean
  /** Whether all positions are in one currency, so that it need not be shown on each. */
  isOneCurrency?: boolean
  /** Props of the handle that moves the row; undefined for a row without a handle. */
  handle?: ComponentProps<'button'> | undefined
  onAlert: (stock: WatchlistStock) => void
  onModify: (stock: WatchlistStock) => void
  onRemove: (stock: WatchlistStock) => void
  /** Moves the position up (-1) or down (1) in the user's own order. */
  onMove: (stock: WatchlistStock, by: 1 | -1) => void
}

type PositionColumn = ListColumn<WatchlistStock, Seen> & {
  /**
   * Whether the value is an amount in the market's currency, which cannot be compared with amounts in other currencies.
   */
  isAmount?: true
}

/** A column for the distance from the price to a level of the guidance, in percent of the price. */
function distanceTo(name: Level) {
  const percentOf = (stock: WatchlistStock) => {
    const found = disciplineOf(stock)
    return found ? awayOf(stock, found).find(level => level.name === name)!.percent : null
  }
  return {
    isTerm: true,
    unit: 'percent',
    isFigure: true,
    width: 3.75,
    value: percentOf,
    cell: stock => {
      const percent = percentOf(stock)
      return percent === null ? none : formatChange(percent)
    },
  } as const satisfies PositionColumn
}

/** A sort value for a position's state. It orders positions from below the stop to beyond the target. */
const standingOf = (stock: WatchlistStock) => {
  const found = disciplineOf(stock)
  return found ? disciplineStates.indexOf(found.state) : null
}

/** The columns of a watchlist, in the order of the table and the sort menu. */
export const columns = {
  ticker: {
    isRowHead: true,
    isFixed: true,
    least: 9.75,
    value: ({ stockCode }) => stockCode,
    cell: (stock, { isOpen, isOneCurrency, handle }) => (
      <span className="flex items-center">
        {handle && <Handle stock={stock} {...handle} />}
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex w-full min-w-0 items-center gap-1.5 text-start leading-4 -outline-offset-2"
          title={nameOf(stock)}
        >
          <span className="line-clamp-2 min-w-0 flex-1 in-data-compact:line-clamp-1 in-data-compact:break-all">
            <span className="font-strong">{padded(stock.exchange, stock.stockCode)}</span>{' '}
            <span className="text-12">{nameOf(stock)}</span> <DelistedSign stock={stock} />
          </span>
          {stock.note !== '' && <NoteSign />}
          {!isOneCurrency && <span className="text-12 font-normal text-faded">{currencyOf[stock.exchange]}</span>}
        </button>
      </span>
    ),
  },
  price: {
    isFigure: true,
    isAmount: true,
    width: 4.5,
    value: ({ currentPrice }) => currentPrice,
    cell: stock => <Price stock={stock} />,
  },
  volume: {
    isFigure: true,
    width: 5,
    card: 5,
    value: ({ currentVolume }) => currentVolume,
    cell: ({ currentVolume }) => (currentVolume === null ? none : formatVolume(currentVolume)),
  },
  buyPrice: {
    isFigure: true,
    isAmount: true,
    width: 4.5,
    card: 1,
    value: ({ buyPrice }) => buyPrice,
    cell: ({ buyPrice }) => formatPrice(buyPrice),
  },
  shares: {
    isFigure: true,
    width: 4.25,
    card: 2,
    value: ({ shares }) => shares,
    cell: ({ shares }) => shares.toLocaleString('en'),
  },
  cost: {
    isFigure: true,
    isAmount: true,
    width: 5,
    card: 3,
    value: stock => figuresOf(stock).cost,
    cell: stock => amount(figuresOf(stock).cost),
  },
  totalValue: {
    isFigure: true,
    isAmount: true,
    width: 5,
    card: 4,
    value: stock => figuresOf(stock).totalValue,
    cell: stock => amount(figuresOf(stock).totalValue),
  },
  profit: {
    isFigure: true,
    width: 9.25,
    cellClass: 'whitespace-nowrap',
    value: stock => figuresOf(stock).profit,
    cell: stock => <Profit stock={stock} />,
  },
  standing: {
    width: 5.25,
    cellClass: 'whitespace-nowrap',
    value: stock => standingOf(stock),
    cell: stock => <ShortStanding stock={stock} />,
  },
  stop: distanceTo('stop'),
  chase: distanceTo('chase'),
  target: distanceTo('target'),
  average: distanceTo('average'),
  note: {
    isExtra: true,
    width: 12,
    cellClass: 'truncate',
    title: ({ note }) => note,
    value: ({ note }) => note || null,
    cell: ({ note }) => note,
  },
  actions: {
    isFixed: true,
    isControl: true,
    isFigure: true,
    width: 3.6,
    cellClass: '[&>*]:-my-1 [&>*]:ml-auto',
    cell: (stock, { onAlert, onModify, onRemove, onMove }) => (
      <PositionMenu
        name={titleOf(stock)}
        onAlert={() => onAlert(stock)}
        onMove={by => onMove(stock, by)}
        onModify={() => onModify(stock)}
        onRemove={() => onRemove(stock)}
      />
    ),
  },
} as const satisfies Record<string, PositionColumn>

/** The visible columns. */
export type Columns = Readonly<Record<string, ListColumn<WatchlistStock, Seen>>>

/** The columns that the user may choose from. */
export const choosable = (Object.keys(columns) as (keyof typeof columns)[]).filter(key => !('isFixed' in columns[key]))

/** The columns that the user has chosen, in their order. */
export const columnsOf = (chosen: readonly string[] | null) => chosenColumns(columns, chosen)

/** 'profitPercent': sorts by the percentage within the profit column. 'own': the user's own order. */
export type SortKey = SortKeyOf<typeof columns> | 'profitPercent' | 'own'

const onPhone = ['ticker', 'price', 'volume', 'buyPrice', 'shares', 'totalValue', 'profit', 'profitPercent'] as const

/** The sort keys in a phone's menu. */
export const phoneSortKeys = (isPlaced: boolean): SortKey[] => [...onPhone, ...(isPlaced ? (['own'] as const) : [])]

/** Whether the first press on the column sorts in descending order. */
export const startsDown = (by: SortKey) => by === 'profitPercent' || (by !== 'own' && 'isFigure' in columns[by])

/** Whether the user has rearranged the positions. If so, the list opens in the user's order. */
export const isPlaced = (stocks: readonly WatchlistStock[]) =>
  stocks.some((stock, at) => at > 0 && stock.watchlistStockId < stocks[at - 1]!.watchlistStockId)

const valueIn = (by: SortKey): ((stock: WatchlistStock) => SortValue) =>
  by === 'profitPercent'
    ? stock => figuresOf(stock).profitPercent
    : by === 'own'
      ? () => null
      : (columns[by] as PositionColumn).value!

const marketOf = ({ exchange }: WatchlistStock) => exchangeIds.indexOf(exchange)

/**
 * Returns how amounts in several currencies, which cannot be compared, are sorted instead; undefined if there is only
 * one currency.
 */
export function insteadOf(stocks: readonly WatchlistStock[], by: SortKey): 'by-percent' | 'each-currency' | undefined {
  if (new Set(stocks.map(marketOf)).size < 2) return undefined
  if (by === 'profit') return 'by-percent'
  return by !== 'profitPercent' && by !== 'own' && 'isAmount' in columns[by] ? 'each-currency' : undefined
}

/** Returns the sorted positions. Sorting by ticker groups each market's codes together. */
export function sorted(stocks: readonly WatchlistStock[], { by, down }: Sort<SortKey>, language: string) {
  const instead = insteadOf(stocks, by)
  const rows = inOrder(stocks, valueIn(instead === 'by-percent' ? 'profitPercent' : by), down, language)
  if (by === 'ticker') return inOrder(rows, marketOf, down, language)
  return instead === 'each-currency' ? inOrder(rows, marketOf, false, language) : rows
}

/** The table's headings. The profit heading has a second sort button, for the percentage. */
export function useHeads(shown: Columns): Column<keyof typeof columns | 'profitPercent'>[] {
  const t = useTranslation('watchlist')
  return headsOf<keyof typeof columns>(
    shown as typeof columns,
    key => t(`column.${key}`),
    () => t('unit.percent'),
  ).map(head =>
    head.key === 'profit'
      ? { ...head, also: { key: 'profitPercent' as const, label: '%', name: t('column.profitPercent') } }
      : head,
  )
}
