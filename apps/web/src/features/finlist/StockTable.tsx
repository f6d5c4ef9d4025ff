import type { ExchangeId } from '@finlist/domain/markets'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useKeptView } from '../../components/views/kept-view.ts'
import { addPressed } from '../../components/watchlist/watchlist-mark.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Sort } from '../../ui/sort.ts'
import { type ColumnKey, type Columns, columnsOf, type ListedStock, useHeads } from './columns.tsx'
import { StockRow } from './StockRow.tsx'

export type ListProps = {
  caption: string
  exchange: ExchangeId
  stocks: readonly ListedStock[]
  /** The visible columns, in order. */
  columns: Columns
  compact: boolean
  sort: Sort<ColumnKey>
  onSort: (by: ColumnKey) => void
  openCode: string | null
  /** The address that opens a stock, without the code at its end. */
  address: string
  onOpen: (stockCode: string) => void
  /** Adds the stock to one of the user's watchlists. */
  onAdd: (stockCode: string) => void
}

export function StockTable({
  caption,
  exchange,
  stocks,
  columns,
  compact,
  sort,
  onSort,
  openCode,
  address,
  onOpen,
  onAdd,
}: ListProps) {
  const heads = useHeads(columns)
  const open = (event: MouseEvent): void => {
    const added = addPressed(event.target)
    if (added !== undefined) return onAdd(added)
    // With a modifier key, the link opens a new tab or window as usual.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    const code = (event.target as Element).closest<HTMLElement>('tr[data-code]')?.dataset['code']
    if (code === undefined) return
    event.preventDefault()
    onOpen(code)
  }
  return (
    <DataTable
      caption={caption}
      columns={heads}
      compact={compact}
      stays={2}
      sort={sort}
      onSort={by => by !== 'watchlist' && onSort(by)}
    >
      {/* For keyboard users, the links in the rows do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody onClick={open} onKeyDown={event => walkRows(event, openCode === null ? undefined : onOpen)}>
        {stocks.map(stock => (
          <StockRow
            key={stock.stockCode}
            stock={stock}
            exchange={exchange}
            columns={columns}
            href={address + encodeURIComponent(stock.stockCode)}
            open={stock.stockCode === openCode}
          />
        ))}
      </tbody>
    </DataTable>
  )
}

/** The Up and Down keys move between rows. If the detail panel is open, it follows. */
function walkRows(event: KeyboardEvent, onOpen?: (code: string) => void) {
  const row = (event.target as Element).closest('tr')
  const next =
    event.key === 'ArrowDown' ? row?.nextElementSibling : event.key === 'ArrowUp' ? row?.previousElementSibling : null
  const link = next?.querySelector('a')
  if (!link || !next) return
  event.preventDefault()
  link.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
  const code = (next as HTMLElement).dataset['code']
  if (code !== undefined) onOpen?.(code)
}

/** An invisible placeholder as high as a line of text. */
const nothing = '\u00a0'

/** Placeholder of the table with the same number of rows. */
export function StockTableSkeleton({ caption, rows }: { caption: string; rows: number }): ReactNode {
  const view = useKeptView('finlist')
  const heads = useHeads(columnsOf(view.columns))
  return (
    <DataTable caption={caption} columns={heads} compact={view.compact} stays={2} busy>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {heads.map(({ key, end }, column) => (
              <td key={key}>
                <span
                  aria-hidden
                  className={`block h-3 animate-pulse leading-3 rounded-sm bg-wash ${end ? 'ml-auto' : ''}`}
                  style={{ width: `${end ? 60 : 40 + ((row * 7 + column * 13) % 45)}%` }}
                >
                  {nothing}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
