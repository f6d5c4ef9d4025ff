import type { WatchlistStock } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/symbol'
import { currencyOf } from '@finlist/domain/markets'
import { figuresOf } from '@finlist/domain/watchlist/figures'
import { lazy, type MouseEvent, type ReactNode, Suspense } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { formatPrice, formatVolume } from '../../parts/market-figures.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { type SortKey, useColumns } from './columns.ts'
import { DisciplineLine } from './DisciplineLine.tsx'
import { amount, none, Profit } from './figures.tsx'
import type { ListProps } from './Positions.tsx'
import { titleOf } from './position-title.ts'

const PositionMenu = lazy(() => import('./PositionMenu.tsx'))

/** The columns, and a last one for the actions on a row. */
export function useTableColumns(): Column<SortKey | 'actions'>[] {
  const t = useTranslation('watchlist')
  return [...useColumns(), { key: 'actions', label: t('column.actions'), width: 4.25, end: true, still: true }]
}

export function PositionTable({ caption, stocks, sort, onSort, ...props }: ListProps) {
  const columns = useTableColumns()
  return (
    <DataTable caption={caption} columns={columns} sort={sort} onSort={by => by !== 'actions' && onSort(by)}>
      {stocks.map(stock => (
        <Position key={stock.watchlistStockId} stock={stock} columns={columns.length} {...props} />
      ))}
    </DataTable>
  )
}

type RowProps = Pick<ListProps, 'openId' | 'onOpen' | 'onModify' | 'onRemove'> & {
  stock: WatchlistStock
  columns: number
}

/** A row of figures, and below it the position's state by the guidance. */
function Position({ stock, columns, openId, onOpen, onModify, onRemove }: RowProps): ReactNode {
  const { cost, totalValue } = figuresOf(stock)
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
        <td>
          <button
            type="button"
            aria-expanded={open}
            className="flex w-full min-w-0 items-baseline gap-1.5 text-start font-strong -outline-offset-2"
            title={nameOf(stock)}
          >
            {padded(stock.exchange, stock.stockCode)}
            <span className="min-w-0 flex-1 truncate font-normal">{nameOf(stock)}</span>
            <span className="text-12 font-normal text-faded">{currencyOf[stock.exchange]}</span>
          </button>
        </td>
        <td className="figures">{stock.currentPrice === null ? none : formatPrice(stock.currentPrice)}</td>
        <td className="figures">{stock.currentVolume === null ? none : formatVolume(stock.currentVolume)}</td>
        <td className="figures">{formatPrice(stock.buyPrice)}</td>
        <td className="figures">{stock.shares.toLocaleString('en')}</td>
        <td className="figures">{amount(cost)}</td>
        <td className="figures">{amount(totalValue)}</td>
        <td className="figures whitespace-nowrap">
          <Profit stock={stock} />
        </td>
        <td className="[&>*]:ml-auto">
          <Suspense fallback={<span className="block size-8" />}>
            <PositionMenu name={titleOf(stock)} onModify={() => onModify(stock)} onRemove={() => onRemove(stock)} />
          </Suspense>
        </td>
      </tr>
      <tr>
        <td colSpan={columns} className="h-auto! pb-2 align-top">
          <DisciplineLine stock={stock} />
        </td>
      </tr>
    </tbody>
  )
}
