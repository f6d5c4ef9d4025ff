import type { FinderColumn, FinderStock } from '@finlist/contract/finder'
import { padded } from '@finlist/domain/chart/padded'
import { patternKind } from '@finlist/domain/finlist/pattern-kind'
import { ChevronRight } from 'lucide-react'
import { isFigure, useFigureName } from '../../components/figure-names.ts'
import { formatDay } from '../../components/market-dates.ts'
import { Change, formatPrice } from '../../components/market-figures.tsx'
import { PatternCell } from '../../components/stock/pattern-cell.tsx'
import { figureColumns, stockFigures } from '../../components/stock/stock-columns.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { WatchlistMark } from '../../components/watchlist/watchlist-mark.tsx'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { chosenColumns, factsOf, headsOf, type ListColumn, type SortKeyOf, sortKeysOf } from '../../ui/list-columns.tsx'
import { exchange } from './queries.ts'

/** The data that cells need besides their stock. `asAt`: the day of the list's prices. */
export type Seen = { isOpen: boolean; asAt: string; t: Translate<'finder'> }

/**
 * A note that the row's price has a different date from the list's, or that the stock did not trade on that day;
 * undefined if neither is the case.
 */
export function oldPrice(
  { priceDate, volume }: FinderStock,
  { asAt, t }: Pick<Seen, 'asAt' | 't'>,
): string | undefined {
  if (priceDate !== asAt) return t('price-of', { date: formatDay(priceDate, 'short') })
  return volume === 0 ? t('no-trade') : undefined
}

/** The columns of the list, in the order of the table, the sort menu and the cards. */
export const columns = {
  stockCode: {
    isRowHead: true,
    isFixed: true,
    width: 5.7,
    value: ({ stockCode }) => stockCode,
    cell: ({ stockCode }, { isOpen }) => (
      <button type="button" aria-expanded={isOpen} className="group flex items-center gap-1.5 font-strong">
        <ChevronRight size={14} aria-hidden className="text-faded transition-[rotate] group-aria-expanded:rotate-90" />
        {padded(exchange, stockCode)}
      </button>
    ),
  },
  name: {
    isRowHead: true,
    isFixed: true,
    cellClass: 'truncate',
    title: nameOf,
    cell: (stock, seen) => {
      const old = oldPrice(stock, seen)
      return old === undefined ? (
        nameOf(stock)
      ) : (
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate">{nameOf(stock)}</span>
          <span className="text-12 whitespace-nowrap text-faded">{old}</span>
        </span>
      )
    },
  },
  ...stockFigures,
  volume: {
    ...stockFigures.volume,
    cardCell: stock => (
      <>
        {stockFigures.volume.cell(stock)}
        {stock.volumeChange !== null && (
          <>
            {' '}
            <Change value={stock.volumeChange} />%
          </>
        )}
      </>
    ),
  },
  patternType: {
    isTerm: true,
    isExtra: true,
    width: 5,
    value: stock => (stock.patternType === 'NIL' ? null : patternKind(stock)),
    cell: (stock, { t }) => <PatternCell stock={stock} nameOf={kind => t(`pattern.${kind}`)} />,
  },
  buyPoint: {
    isTerm: true,
    isFigure: true,
    isExtra: true,
    width: 5,
    value: ({ buyPoint }) => (buyPoint === -1 ? null : buyPoint),
    cell: ({ buyPoint }) => (buyPoint === -1 ? '–' : formatPrice(buyPoint)),
  },
  ...figureColumns('finder'),
  watchlist: {
    isFixed: true,
    isControl: true,
    isFigure: true,
    width: 4.3,
    cell: (stock, { t }) => (
      <WatchlistMark
        code={stock.stockCode}
        own={stock.watchlistData}
        label={t('watchlist.add', { stock: `${padded(exchange, stock.stockCode)} ${nameOf(stock)}` })}
        className="-my-1 ml-auto size-8"
      />
    ),
  },
} as const satisfies Record<string, ListColumn<FinderStock, Seen>>

/** The visible columns. */
export type Columns = Readonly<Record<string, ListColumn<FinderStock, Seen>>>

export type ColumnKey = SortKeyOf<typeof columns>
export const columnKeys = sortKeysOf(columns)

/** The columns that the user may choose from. */
export const choosable = (Object.keys(columns) as (keyof typeof columns)[]).filter(key => !('isFixed' in columns[key]))

/** The columns that the user has chosen, in their order. */
export const columnsOf = (chosen: readonly string[] | null) => chosenColumns(columns, chosen)

/** The column to which a filter applies, by the filter's column name. */
const columnOf = (name: FinderColumn) =>
  (name === 'percival_score' ? 'percivalScore' : name === 'pattern' ? 'patternType' : name) as keyof typeof columns

/** The visible columns, plus those to which filters apply, so that each row shows why it matches. */
export function withFiltered(shown: Columns, filters: readonly { column: FinderColumn }[]): Columns {
  const missing = filters.map(({ column }) => columnOf(column)).filter(key => key in columns && !(key in shown))
  if (missing.length === 0) return shown
  const { watchlist, ...others } = shown
  return {
    ...others,
    ...Object.fromEntries(missing.map(key => [key, columns[key]])),
    ...(watchlist && { watchlist }),
  }
}

/** The sort keys among the visible columns. */
export const sortKeys = (shown: Columns): ColumnKey[] => sortKeysOf(shown as typeof columns)

/** The facts on a phone's card: the list's default facts, and each figure that the user has chosen. */
export const cardFacts = (shown: Columns, stock: FinderStock, seen: Seen) =>
  factsOf(
    Object.fromEntries(
      Object.entries(shown).map(([key, column], at) => [key, column.isExtra ? { card: 10 + at, ...column } : column]),
    ),
    stock,
    seen,
  )

/** Factor by which columns are wider if at most `few` are visible. */
const room = 1.4
const few = 8

/** Returns a function that names columns and filters. */
export function useColumnName(): (key: keyof typeof columns | FinderColumn) => string {
  const t = useTranslation('finder')
  const figureName = useFigureName()
  return key => (isFigure(key) ? figureName(key) : t(`column.${key}`))
}

export function useHeads(shown: Columns) {
  const t = useTranslation('finder')
  return headsOf<keyof typeof columns>(
    shown as typeof columns,
    useColumnName(),
    unit => t(`unit.${unit}`),
    Object.keys(shown).length > few ? 1 : room,
  )
}
