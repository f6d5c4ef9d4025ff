import type { WatchlistStock } from '@finlist/contract/watchlist'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { Cells } from '../../ui/list-columns.tsx'
import { useReorder } from '../../ui/order-handle.tsx'
import { FollowedLine } from './ActionLines.tsx'
import { type Columns, useHeads } from './columns.tsx'
import { Terms } from './DisciplineLine.tsx'
import type { ListProps } from './list-props.ts'

export function PositionTable({ caption, stocks, columns, compact, sort, onSort, onOrder, ...props }: ListProps) {
  const heads = useHeads(columns)
  const isOneCurrency = new Set(stocks.map(({ exchange }) => exchange)).size === 1
  const handle = useReorder({
    names: stocks.map(({ watchlistStockId }) => String(watchlistStockId)),
    onOrder: (order, move) => onOrder(order.map(Number), { moved: Number(move.moved), isOver: move.isOver }),
  })
  return (
    <>
      <DataTable<string>
        caption={caption}
        columns={heads}
        compact={compact}
        tight
        stays={1}
        sort={sort}
        onSort={by => by !== 'actions' && onSort(by as typeof sort.by)}
      >
        {stocks.map(stock => (
          <Position
            key={stock.watchlistStockId}
            stock={stock}
            columns={columns}
            span={heads.length}
            isOneCurrency={isOneCurrency}
            handle={handle(String(stock.watchlistStockId))}
            {...props}
          />
        ))}
      </DataTable>
      <Terms />
    </>
  )
}

type RowProps = Pick<ListProps, 'columns' | 'openId' | 'onOpen' | 'onAlert' | 'onModify' | 'onRemove' | 'onMove'> & {
  stock: WatchlistStock
  handle: ComponentProps<'button'>
  isOneCurrency: boolean
  span: number
}

/** A row of figures and, below it, the corporate actions that changed the position's shares. */
function Position({ stock, columns, handle, span, openId, onOpen, ...seen }: RowProps): ReactNode {
  const open = openId === stock.watchlistStockId
  const press = ({ target, currentTarget }: MouseEvent) => {
    // Presses in the menu, on its button or on the handle do not open the row.
    const pressed = target as Element
    if (currentTarget.contains(pressed) && !pressed.closest('[aria-haspopup], [data-handle]'))
      onOpen(stock.watchlistStockId)
  }
  const follows = stock.followsActions && stock.actions.some(({ changesShares }) => changesShares)
  return (
    // For keyboard users, the button inside does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <tbody
      onClick={press}
      data-order={stock.watchlistStockId}
      className={`cursor-pointer hover:[--row:var(--wash)] hover:bg-wash ${open ? 'outline-2 -outline-offset-2 outline-accent [--row-frame:var(--accent)]' : ''}`}
    >
      <tr data-code={stock.watchlistStockId} className={`${follows ? '[&>*]:border-b-0!' : ''}`}>
        <Cells columns={columns satisfies Columns} row={stock} seen={{ isOpen: open, handle, ...seen }} />
      </tr>
      {follows && (
        <tr>
          <td colSpan={span} className="h-auto! pb-1.5 align-top">
            <FollowedLine stock={stock} />
          </td>
        </tr>
      )}
    </tbody>
  )
}
