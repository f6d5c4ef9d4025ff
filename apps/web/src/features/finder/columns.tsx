import type { FinderStock } from '@finlist/contract/finder'
import { padded } from '@finlist/domain/chart/padded'
import { ChevronRight } from 'lucide-react'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { Change, formatPrice } from '../../parts/market-figures.tsx'
import { chosenFigures, stockFigures } from '../../parts/stock-columns.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { WatchlistMark } from '../../parts/watchlist-mark.tsx'
import { chosenColumns, factsOf, headsOf, type ListColumn, type SortKeyOf, sortKeysOf } from '../../ui/list-columns.tsx'
import { exchange } from './queries.ts'

/** What cells need beside their stock. */
export type Seen = { isOpen: boolean; t: Translate<'finder'> }

/** The columns of the list, in the order of table, sort menu and cards. */
export const columns = {
  stockCode: {
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
  name: { isFixed: true, cellClass: 'truncate', title: nameOf, cell: nameOf },
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
    value: ({ patternType }) => (patternType === 'NIL' ? null : patternType),
    cell: ({ patternType }, { t }) =>
      patternType === 'NIL' ? (
        '–'
      ) : (
        <abbr title={t(`pattern.${patternType}`)} className="font-strong no-underline">
          {patternType}
        </abbr>
      ),
  },
  buyPoint: {
    isTerm: true,
    isFigure: true,
    isExtra: true,
    width: 5,
    value: ({ buyPoint }) => (buyPoint === -1 ? null : buyPoint),
    cell: ({ buyPoint }) => (buyPoint === -1 ? '–' : formatPrice(buyPoint)),
  },
  ...chosenFigures,
  watchlist: {
    isFixed: true,
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

/** Those that the list shows. */
export type Columns = Readonly<Record<string, ListColumn<FinderStock, Seen>>>

export type ColumnKey = SortKeyOf<typeof columns>
export const columnKeys = sortKeysOf(columns)

/** Columns that the person may choose. */
export const choosable = (Object.keys(columns) as (keyof typeof columns)[]).filter(key => !('isFixed' in columns[key]))

/** Those that the person has chosen, in order. */
export const columnsOf = (chosen: readonly string[] | null) => chosenColumns(columns, chosen)

/** What the list is sorted by, as far as it is shown. */
export const sortKeys = (shown: Columns): ColumnKey[] => sortKeysOf(shown as typeof columns)

/** What a phone's card names: the list's own facts, and each figure that the person has chosen. */
export const cardFacts = (shown: Columns, stock: FinderStock, seen: Seen) =>
  factsOf(
    Object.fromEntries(
      Object.entries(shown).map(([key, column], at) => [key, column.isExtra ? { card: 10 + at, ...column } : column]),
    ),
    stock,
    seen,
  )

/** How much wider the few columns are than in a list with more of them. */
const room = 1.4
const few = 8

export function useHeads(shown: Columns) {
  const t = useTranslation('finder')
  return headsOf<keyof typeof columns>(
    shown as typeof columns,
    key => t(`column.${key}`),
    unit => t(`unit.${unit}`),
    Object.keys(shown).length > few ? 1 : room,
  )
}
