import type { FinListStock } from '@finlist/contract/finlist'
import { padded } from '@finlist/domain/chart/padded'
import type { StoredFigures } from '@finlist/domain/finlist/board-figures'
import { patternKind } from '@finlist/domain/finlist/pattern-kind'
import type { ExchangeId } from '@finlist/domain/markets'
import { inCurrentLanguage } from '../../api/language.ts'
import { isFigure, useFigureName } from '../../components/figure-names.ts'
import { formatPrice } from '../../components/market-figures.tsx'
import { PatternCell } from '../../components/stock/pattern-cell.tsx'
import { figureColumns, stockFigures } from '../../components/stock/stock-columns.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { WatchlistMark } from '../../components/watchlist/watchlist-mark.tsx'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { chosenColumns, factsOf, headsOf, type ListColumn, type SortKeyOf, sortKeysOf } from '../../ui/list-columns.tsx'
import { HighlightMark, highlightOf } from './highlight.tsx'

/**
 * The data that cells need besides their stock. `href`: the address that opens the stock; without it, the row cannot be
 * opened.
 */
export type Seen = { exchange: ExchangeId; href: string | undefined; isOpen: boolean; t: Translate<'finlist'> }

/** A pick. It has price figures if the user has chosen to show them. */
export type ListedStock = FinListStock & Partial<StoredFigures>

export const subSectorOf = ({ subSector, subSectorZh }: FinListStock) =>
  inCurrentLanguage({ en: subSector, zh: subSectorZh })

/** The columns of the preview, without the one that adds stocks to a watchlist. */
export const previewColumns = {
  stockCode: {
    isRowHead: true,
    isFixed: true,
    width: 5.25,
    cellClass: 'whitespace-nowrap',
    value: ({ stockCode }) => stockCode,
    cell: (stock, { exchange, href, isOpen }) => (
      <>
        {href ? (
          <a href={href} aria-current={isOpen || undefined} className="font-strong text-inherit no-underline">
            {padded(exchange, stock.stockCode)}
          </a>
        ) : (
          <b className="font-strong">{padded(exchange, stock.stockCode)}</b>
        )}
        <HighlightMark highlight={highlightOf(stock)} className="float-end" />
      </>
    ),
  },
  name: {
    isRowHead: true,
    isFixed: true,
    cellClass: 'truncate',
    title: nameOf,
    value: nameOf,
    cell: (stock, { t }) =>
      stock.isLowTurnover || stock.volume === 0 ? (
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate">{nameOf(stock)}</span>
          <span className="text-12 italic [html[lang^=zh]_&]:not-italic">
            {t(stock.volume === 0 ? 'no-trade' : 'low-turnover')}
          </span>
        </span>
      ) : (
        nameOf(stock)
      ),
  },
  ...stockFigures,
  patternType: {
    isTerm: true,
    width: 5,
    value: stock => (stock.patternType === 'NIL' ? null : patternKind(stock)),
    cell: (stock, { t }) => <PatternCell stock={stock} nameOf={kind => t(`pattern.${kind}`)} />,
  },
  buyPoint: {
    isTerm: true,
    isFigure: true,
    width: 5.75,
    value: ({ buyPoint }) => (buyPoint === -1 ? null : buyPoint),
    cell: ({ buyPoint }) => (buyPoint === -1 ? '–' : formatPrice(buyPoint)),
    cellClass: stock => (highlightOf(stock) === 'none' ? 'text-faded' : 'font-strong'),
  },
  subSector: {
    width: 11,
    cellClass: 'truncate',
    title: subSectorOf,
    value: stock => subSectorOf(stock) || null,
    cell: subSectorOf,
  },
} as const satisfies Record<string, ListColumn<FinListStock, Seen>>

/** The columns of the list, in the order of the table, the sort menu, the cards and the help. */
export const columns = {
  ...previewColumns,
  ...figureColumns('finlist'),
  watchlist: {
    isFixed: true,
    isControl: true,
    isFigure: true,
    width: 4.75,
    cell: (stock, { exchange, t }) => (
      <WatchlistMark
        code={stock.stockCode}
        own={stock.watchlistData}
        label={t('watchlist.add', { stock: `${padded(exchange, stock.stockCode)} ${nameOf(stock)}` })}
        className="-my-1 ml-auto size-8"
      />
    ),
  },
} as const satisfies Record<string, ListColumn<ListedStock, Seen>>

/** Some or all columns of a list. */
export type Columns = Readonly<Record<string, ListColumn<ListedStock, Seen>>>

export type ColumnKey = SortKeyOf<typeof columns>
export const columnKeys = sortKeysOf(columns)

/** The columns that the user has chosen, in their order. */
export const columnsOf = (chosen: readonly string[] | null) => chosenColumns(columns, chosen)

/** Returns the names of the columns in `shown`. */
export function useColumnName(shown: Columns): (key: keyof typeof columns) => string {
  const t = useTranslation('finlist')
  const figureName = useFigureName(Object.keys(shown).some(isFigure))
  return key => (isFigure(key) ? figureName(key) : t(`column.${key}`))
}

export function useHeads(shown: Columns = columnsOf(null)) {
  const t = useTranslation('finlist')
  return headsOf<ColumnKey | 'watchlist'>(shown as typeof columns, useColumnName(shown), unit => t(`unit.${unit}`))
}

/** The sort keys among the visible columns. */
export const sortKeys = (shown: Columns): ColumnKey[] => sortKeysOf(shown as typeof columns)

/** The facts on a phone's card: the list's default facts, and each figure that the user has chosen. */
export const cardFacts = (shown: Columns, stock: ListedStock, seen: Seen) =>
  factsOf(
    Object.fromEntries(
      Object.entries(shown).map(([key, column], at) => [key, column.isExtra ? { card: 10 + at, ...column } : column]),
    ),
    stock,
    seen,
  )
