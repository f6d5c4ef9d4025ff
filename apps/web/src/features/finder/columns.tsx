import type { FinderStock } from '@finlist/contract/finder'
import { padded } from '@finlist/domain/chart/padded'
import { ChevronRight } from 'lucide-react'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { Change } from '../../parts/market-figures.tsx'
import { stockFigures } from '../../parts/stock-columns.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { WatchlistMark } from '../../parts/watchlist-mark.tsx'
import { headsOf, type ListColumn, type SortKeyOf, sortKeysOf } from '../../ui/list-columns.tsx'
import { exchange } from './queries.ts'

/** What cells need beside their stock. */
export type Seen = { isOpen: boolean; t: Translate<'finder'> }

/** The columns of the list, in the order of table, sort menu and cards. */
export const columns = {
  stockCode: {
    width: 5.7,
    value: ({ stockCode }) => stockCode,
    cell: ({ stockCode }, { isOpen }) => (
      <button type="button" aria-expanded={isOpen} className="group flex items-center gap-1.5 font-strong">
        <ChevronRight size={14} aria-hidden className="text-faded transition-[rotate] group-aria-expanded:rotate-90" />
        {padded(exchange, stockCode)}
      </button>
    ),
  },
  name: { cellClass: 'truncate', title: nameOf, cell: nameOf },
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
  watchlist: {
    isFigure: true,
    width: 4.3,
    cell: (stock, { t }) => (
      <WatchlistMark
        code={stock.stockCode}
        own={stock.watchlistData}
        label={t('watchlist.add', { stock: `${padded(exchange, stock.stockCode)} ${nameOf(stock)}` })}
        className="ml-auto size-8"
      />
    ),
  },
} as const satisfies Record<string, ListColumn<FinderStock, Seen>>

export type ColumnKey = SortKeyOf<typeof columns>
export const columnKeys = sortKeysOf(columns)

/** How much wider the few columns are than in a list with more of them. */
const room = 1.4

export function useHeads() {
  const t = useTranslation('finder')
  return headsOf(
    columns,
    key => t(`column.${key}`),
    unit => t(`unit.${unit}`),
    room,
  )
}
