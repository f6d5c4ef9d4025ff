import type { WatchlistStock } from '@finlist/contract/watchlist'
import type { MouseEvent, ReactNode } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { Cells } from '../../ui/list-columns.tsx'
import { FollowedLine } from './ActionLines.tsx'
import { columns, useHeads } from './columns.tsx'
import { DisciplineLine } from './DisciplineLine.tsx'
import type { ListProps } from './Positions.tsx'

export function PositionTable({ caption, stocks, sort, onSort, ...props }: ListProps) {
  const heads = useHeads()
  return (
    <DataTable caption={caption} columns={heads} sort={sort} onSort={by => by !== 'actions' && onSort(by)}>
      {stocks.map(stock => (
        <Position key={stock.watchlistStockId} stock={stock} span={heads.length} {...props} />
      ))}
    </DataTable>
  )
}

type RowProps = Pick<ListProps, 'openId' | 'onOpen' | 'onAlert' | 'onModify' | 'onRemove'> & {
  stock: WatchlistStock
  span: number
}

/** A row of figures, and below it the position's state by the guidance. */
function Position({ stock, span, openId, onOpen, onAlert, onModify, onRemove }: RowProps): ReactNode {
  const open = openId === stock.watchlistStockId
  const press = ({ target, currentTarget }: MouseEvent) => {
    // A press in the menu, or on its button, does not open the row.
    const pressed = target as Element
    if (currentTarget.contains(pressed) && !pressed.closest('[aria-haspopup]')) onOpen(stock.watchlistStockId)
  }
  return (
    // The keyboard presses the button inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <tbody
      onClick={press}
      className={`cursor-pointer hover:bg-wash ${open ? 'outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <tr data-code={stock.watchlistStockId} className="scroll-mt-24 [&>td]:border-b-0!">
        <Cells columns={columns} row={stock} seen={{ isOpen: open, onAlert, onModify, onRemove }} />
      </tr>
      <tr>
        <td colSpan={span} className="h-auto! pb-2 align-top">
          <DisciplineLine stock={stock} />
          <FollowedLine stock={stock} />
        </td>
      </tr>
    </tbody>
  )
}
